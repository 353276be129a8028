#include "remedy/kernel/strides.h"

#include <algorithm>
#include <set>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Strides::of_the_grid() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    // int stride = gridDim.x;
    for (std::size_t i = f.open + 1; i + 4 < f.close; ++i) {
      const bool sets = code_.is(i, "=") || code_.is(i, "+=");
      const std::string old = code_.spelled(i + 1, i + 4);
      const bool step = code_.tokens()[i - 1].text.find("str") != std::string_view::npos;
      if (const Range cast = cast_of_a_block(i + 1); sets && step && cast.end > cast.begin)
        instead(cast, "gridDim.x * " + code_.spelled(cast.begin, cast.end),
                because("code.stride-of-one-block"));
      if (!sets || (!code_.is(i + 4, ";") && !code_.is(i + 4, ")"))) continue;
      if (old == "gridDim.x")
        instead({i + 1, i + 4}, "blockDim.x * gridDim.x", because("code.stride-of-blocks"));
      else if (old == "blockDim.x" && step)
        instead({i + 1, i + 4}, "blockDim.x * gridDim.x", because("code.stride-of-one-block"));
    }
    for (std::size_t i = f.open; i + 4 < f.close; ++i) {
      if (!code_.is(i, "+=") || !code_.is(i + 1, "blockDim") || !code_.is(i + 2, ".")) continue;
      const std::string side(code_.tokens()[i + 3].text);
      if (!code_.is(i + 4, ")") && !code_.is(i + 4, ";") && !code_.is(i + 4, ",")) continue;
      const Range step = {i + 1, i + 4};
      const auto go_on_by = [&](const std::string& more, const char* cause) {
        propose("expression.instead", code_.line(i), code_.spelled(i - 1, i + 4) + more,
                around(step, "(" + asks() + " ? (blockDim." + side + more + ") : ", ")"),
                code_.spelled(i - 1, i + 4), because(cause));
      };
      go_on_by(" * gridDim." + side, "code.stride-of-one-block");
      go_on_by(" / 32", "code.stride-not-in-warps");
    }
    starts_and_strides(f);
  }
}

void Strides::starts_with_the_factor_of_steps() {
  for (const Function& f : code_.functions()) {
    for (const std::size_t index : f.statements) {
      const Statement& loop = code_.statements()[index];
      if (!f.on_device || !code_.is(loop.begin, "for")) continue;
      const std::size_t close = code_.partner(loop.begin + 1);
      Range start = {loop.begin + 2, loop.begin + 2};
      while (start.begin < close && !code_.is(start.begin, "=")) ++start.begin;
      for (start.end = ++start.begin; start.end < close && !code_.is(start.end, ";");) ++start.end;
      Range step = {start.end, close};
      while (step.begin < close && !code_.is(step.begin, "+=")) ++step.begin;
      if (++step.begin >= close) continue;
      if (const Range value = initial_value(f, step); value.end > value.begin) step = value;
      const std::string factor = code_.spelled(step.end - 1, step.end);
      if (!is_constant(step.end - 1) || !code_.is(step.end - 2, "*") ||
          !holds(step.begin, step.end, "gridDim") || holds(start.begin, start.end, factor) ||
          !holds(start.begin, start.end, "blockIdx") || !holds(start.begin, start.end, "threadIdx"))
        continue;
      const std::string old = code_.spelled(start.begin, start.end);
      instead(start, "(" + old + ") * " + factor,
              because("code.start-without-factor", {{"start", old}, {"factor", factor}}));
    }
  }
}

/// `gridDim.x * (blockDim.x / M)` for `gridDim.x * blockDim.x`, where M threads share an element
/// somewhere in the file.
void Strides::of_threads_that_share() {
  std::vector<std::string> sharing;
  for (std::size_t i = 0; i + 4 < code_.tokens().size(); ++i) {
    const bool divided = code_.spelled(i, i + 3) == "blockDim.x" && code_.is(i + 3, "/") &&
                         code_.tokens()[i + 4].kind != Kind::punctuation;
    if (!divided) continue;
    std::string by(code_.tokens()[i + 4].text);
    if (std::find(sharing.begin(), sharing.end(), by) == sharing.end())
      sharing.push_back(std::move(by));
  }
  for (const Function& f : code_.functions())
    for (std::size_t i = f.open + 1; f.on_device && i + 3 < f.close; ++i) {
      if (code_.spelled(i, i + 3) != "blockDim.x" || !code_.is(i - 1, "*") || code_.is(i + 3, "/"))
        continue;
      const bool strides = code_.is(i - 2, "x") && code_.is(i - 4, "gridDim");
      for (const std::string& by : sharing)
        if (strides)
          instead({i, i + 3}, "(blockDim.x / " + by + ")",
                  because("code.stride-of-shared-elements", {{"threads", by}}));
    }
}

void Strides::fewer_threads() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (std::size_t set = f.open + 1; set + 1 < f.close; ++set) {
      if (!code_.is(set, "=") && !code_.is(set, "+=")) continue;
      std::size_t end = set + 1;
      while (end < f.close && !code_.is(end, ";") && !code_.is(end, ")"))
        end = code_.is(end, "(") ? code_.partner(end) + 1 : end + 1;
      if (!holds(set, end, "gridDim") || code_.line(set) != code_.line(end)) continue;
      std::vector<std::size_t> factors;
      for (std::size_t i = set + 2; i + 2 < end; ++i)
        if (code_.is(i, "blockDim") && code_.is(i - 1, "*")) factors.push_back(i);
      if (factors.size() < 2) continue;
      for (const std::size_t factor : factors) {
        const Range threads = {factor, factor + 3};
        propose("expression.instead", code_.line(set),
                code_.spelled(set + 1, factor - 1) + spelled_behind(factor + 2, end),
                around(threads, "(" + asks() + " ? 1 : ", ")"), code_.spelled(set + 1, end),
                because("code.step-of-sharers", {{"threads", code_.spelled(factor, factor + 3)}}));
      }
    }
  }
}

/// The tokens of `(long long)blockDim.x;` and `static_cast<long long>(blockDim.x);` before the `;`
/// that begin here; empty for anything else.
Range Strides::cast_of_a_block(std::size_t begin) const {
  const bool named = is_cast(code_.tokens()[begin].text);
  if (!named && !code_.is(begin, "(")) return {begin, begin};
  std::size_t open = begin;
  while (named && !code_.is(open, "(") && !code_.is(open, ";")) ++open;
  const std::size_t close = code_.is(open, "(") ? code_.partner(open) : begin;
  const std::size_t end = named ? close + 1 : close + 4;
  const bool block =
      code_.spelled(named ? open + 1 : close + 1, named ? close : end) == "blockDim.x";
  return block && code_.is(end, ";") ? Range{begin, end} : Range{begin, begin};
}

/// What `blockIdx.x` at `index` is multiplied by, also within a cast; empty without a product.
Range Strides::factor(std::size_t index) const {
  std::size_t begin = index, end = index + 3;
  while (code_.is(begin - 1, "(") && code_.is(end, ")")) {
    --begin;
    ++end;
    if (is_cast(code_.tokens()[begin - 1].text)) --begin;
  }
  if (code_.is(end, "*")) return right_operand(end);
  return code_.is(begin - 1, "*") ? left_operand(begin - 1) : Range{0, 0};
}

void Strides::starts_and_strides(const Function& f) {
  std::vector<std::size_t> starts, strides;
  for (std::size_t i = f.open + 1; i + 3 < f.close; ++i) {
    if (!code_.is(i + 1, ".") || factor(i).end == 0) continue;
    if (code_.is(i, "blockIdx")) starts.push_back(i);
    if (code_.is(i, "gridDim")) strides.push_back(i);
  }
  for (const std::size_t first : starts) {
    for (const std::size_t next : strides) {
      const Range begins = factor(first), goes_on = factor(next);
      const std::string start = code_.spelled(begins.begin, begins.end),
                        stride = code_.spelled(goes_on.begin, goes_on.end);
      if (!code_.is(first + 2, code_.tokens()[next + 2].text) ||
          without_blanks(start) == without_blanks(stride))
        continue;
      const Cause cause = because("code.stride-and-start", {{"start", start}, {"stride", stride}});
      instead(goes_on, start, cause);
      instead(begins, stride, cause);
    }
  }
}

void Strides::starts_of_blocks() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device || holds(f.open, f.close, "blockIdx") || !holds(f.open, f.close, "gridDim"))
      continue;
    for (std::size_t i = f.open + 1; i + 4 < f.close; ++i)
      if (code_.is(i, "=") && code_.spelled(i + 1, i + 4) == "threadIdx.x" && code_.is(i + 4, ";"))
        instead({i + 1, i + 4}, "blockIdx.x * blockDim.x + threadIdx.x",
                because("code.same-in-every-block"));
  }
}

void Strides::of_lanes() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    std::set<std::string> lanes;
    // int lane = threadIdx.x % 32;
    for (std::size_t i = f.open + 1; i + 6 < f.close; ++i) {
      const std::string value = code_.is(i, "=") ? code_.spelled(i + 1, i + 6) : "";
      if (value == "threadIdx.x % 32" || value == "threadIdx.x & 31")
        lanes.insert(std::string(code_.tokens()[i - 1].text));
    }
    for (const std::size_t index : f.statements) {
      const Statement& loop = code_.statements()[index];
      if (!code_.is(loop.begin, "for") || !code_.is(loop.begin + 1, "(")) continue;
      const std::size_t close = code_.partner(loop.begin + 1);
      std::size_t start = loop.begin + 2;
      while (start < close && !code_.is(start, ";")) ++start;
      const bool of_lane = std::any_of(lanes.begin(), lanes.end(), [&](const std::string& lane) {
        return holds(loop.begin + 2, start, lane);
      });
      for (std::size_t step = start; of_lane && step + 1 < close; ++step)
        if (code_.is(step, "+=") && code_.spelled(step + 1, close) != "32")
          instead({step + 1, close}, "32", because("code.stride-of-lanes"));
    }
  }
}

/// Constants that end a loop of the function.
std::vector<std::string> Strides::constant_limits(const Function& f) const {
  std::vector<std::string> all = constants_in(f);
  const auto loops = [&](const std::string& name) {
    return std::any_of(f.statements.begin(), f.statements.end(), [&](std::size_t s) {
      const Statement& loop = code_.statements()[s];
      const bool counts = loop.kind == Statement::Kind::loop && code_.is(loop.begin, "for");
      return counts && holds(loop.begin + 1, code_.partner(loop.begin + 1), name);
    });
  };
  std::erase_if(all, [&](const std::string& name) { return !loops(name); });
  return all;
}

void Strides::of_blocks() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    const std::vector<std::string> limits = constant_limits(f);
    for (std::size_t i = f.open + 1; i + 3 < f.close; ++i) {
      const Range apart = code_.is(i, "blockIdx") && code_.is(i + 1, ".") ? factor(i) : Range{0, 0};
      if (apart.end == 0) continue;
      const std::string now = code_.spelled(apart.begin, apart.end);
      // First those that no other axis has: two constants may be equal.
      std::vector<std::string> sorted = limits;
      std::stable_partition(sorted.begin(), sorted.end(), [&](const std::string& limit) {
        return std::none_of(f.statements.begin(), f.statements.end(), [&](std::size_t s) {
          const Statement& other = code_.statements()[s];
          const std::size_t end = other.kind == Statement::Kind::other ? other.end
                                  : code_.is(other.begin, "for") ? code_.partner(other.begin + 1)
                                                                 : other.begin;
          const bool here = other.begin <= i && i < end;
          return !here && holds(other.begin, end, "blockIdx") && holds(other.begin, end, limit);
        });
      });
      for (const std::string& limit : sorted)
        if (!holds(apart.begin, apart.end, limit))
          instead(apart, now + " * " + limit, because("code.blocks-overlap", {{"times", limit}}));
    }
  }
}

void Strides::loops_over_the_rest() {
  for (const Function& f : code_.functions())
    for (const std::size_t declared : f.statements) {
      const Index index = index_of_thread(declared);
      for (const std::size_t s : f.statements) {
        if (index.name.empty() || s <= declared || !code_.statements()[s].listed) continue;
        loop_for_test(index, code_.statements()[s]);
        loop_for_value(index, code_.statements()[s]);
      }
    }
}

/// For `int i = blockIdx.x * blockDim.x + threadIdx.x;` and `int i = first + threadIdx.x;`; else
/// without a name.
Strides::Index Strides::index_of_thread(std::size_t statement) const {
  const Statement& s = code_.statements()[statement];
  std::size_t set = s.begin;
  while (set < s.end && !code_.is(set, "=")) ++set;
  const bool declares = s.kind == Statement::Kind::other && set > s.begin + 1 && set < s.end &&
                        code_.tokens()[set - 1].kind == Kind::identifier &&
                        holds(set, s.end, "threadIdx");
  for (const char* part : {"y", "z", ",", "/", "%", "?"})
    if (!declares || holds(set, s.end, part)) return {};
  const std::string name(code_.tokens()[set - 1].text);
  if (holds(set, s.end, "blockIdx") && holds(set, s.end, "blockDim"))
    return {statement, name, "gridDim.x * blockDim.x", "code.element-of-the-thread"};
  if (holds(set, s.end, "blockDim") || !code_.spelled(set, s.end).ends_with("threadIdx.x;"))
    return {};
  return {statement, name, "blockDim.x", "code.element-in-the-block"};
}

/// What makes `const int i` a variable, and then the change itself.
std::vector<Remedy> Strides::with_variable(const Index& index, Remedy change) const {
  const Statement& s = code_.statements()[index.declared];
  std::vector<Remedy> all;
  if (code_.is(s.begin, "const"))
    all.push_back({"statement.instead", "", code_.line(s.begin), code_.spelled(s.begin + 1, s.end),
                   code_.spelled(s.begin, s.end), change.cause});
  all.push_back(std::move(change));
  return all;
}

void Strides::loop_for_test(const Index& thread, const Statement& test) {
  const std::string& index = thread.name;
  const Range condition = find_condition(test);
  const bool compares = test.kind == Statement::Kind::branch && code_.is(test.begin, "if") &&
                        code_.is(condition.begin + 1, index) && code_.is(condition.begin + 2, "<");
  for (const char* other : {"&&", "||", "else", "__syncthreads"})
    if (!compares || holds(test.begin, test.end, other)) return;
  constexpr std::size_t most_tokens = 200;  // the trial has the body twice
  if (uses_shuffles(test.begin, test.end) || test.end > test.begin + most_tokens) return;
  const std::string limit = code_.spelled(condition.begin + 1, code_.partner(condition.begin)),
                    steps = limit + "; " + index + " += " + thread.step + ")",
                    first = index + "_of_the_thread";
  const std::size_t body = code_.partner(condition.begin) + 1;
  std::vector<Remedy> changes = with_variable(
      thread, {"expression.instead", "", code_.line(test.begin), "for (; " + steps,
               code_.spelled(test.begin, body), because(thread.cause, {{"index", index}})});
  // `sum = A[i];` becomes `sum += A[i];`.
  const std::size_t set = body + (code_.is(body, "{") ? 2 : 1);
  std::size_t end = set;
  while (end < test.end && !code_.is(end, ";")) ++end;
  const bool sets = code_.tokens()[set - 1].kind == Kind::identifier && code_.is(set, "=");
  const std::string adds = code_.spelled(set - 1, set) + " +=" + spelled_behind(set, end);
  if (sets)
    changes.push_back(
        {"expression.instead", "", code_.line(set), adds, code_.spelled(set - 1, end), Cause{}});
  const std::string all = sets ? code_.spelled(body, set - 1) + adds + code_.spelled(end, test.end)
                               : code_.spelled(body, test.end);
  propose_together(
      std::move(changes),
      {{before(test.begin), "if (" + asks() + ") { auto " + first + " = " + index + "; for (auto " +
                                index + " = " + first + "; " + steps + " " + all + " } else "}});
}

void Strides::loop_for_value(const Index& thread, const Statement& value) {
  const std::string& index = thread.name;
  std::size_t set = value.begin, asked = value.begin, otherwise = value.begin;
  for (std::size_t i = value.begin; i < value.end; ++i) {
    if (code_.is(i, "=") && set == value.begin) set = i;
    if (code_.is(i, "?")) asked = i;
    if (code_.is(i, ":")) otherwise = i;
  }
  const bool chooses = value.kind == Statement::Kind::other && set > value.begin + 1 &&
                       asked > set && code_.tokens()[set - 1].kind == Kind::identifier &&
                       otherwise > asked && code_.is(set + 1, index) && code_.is(set + 2, "<") &&
                       !holds(set, asked, "&&") && !code_.is(value.begin, "const");
  if (!chooses) return;
  const std::string first = index + "_of_the_thread",
                    steps = code_.spelled(set + 1, asked) + "; " + index + " += " + thread.step +
                            ") " + code_.spelled(set - 1, set) +
                            " += " + code_.spelled(asked + 1, otherwise) + ";";
  propose_together(with_variable(thread, {"statement.instead", "", code_.line(value.begin),
                                          code_.spelled(value.begin, set) + " = 0; for (; " + steps,
                                          code_.spelled(value.begin, value.end),
                                          because(thread.cause, {{"index", index}})}),
                   {{after(value.end - 1), " if (" + asks() + ") { auto " + first + " = " + index +
                                               "; for (auto " + index + " = " + first + " + " +
                                               thread.step + "; " + steps + " }"}});
}

}  // namespace warpgrade::remedy
