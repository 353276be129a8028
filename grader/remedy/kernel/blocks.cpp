#include "remedy/kernel/blocks.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "base/text.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

constexpr int most_threads = 1024, warp = 32;  // of a block, of a warp

void Blocks::one_block_alone() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::branch || !code_.is(s.begin, "if") ||
          !code_.is(s.begin + 1, "("))
        continue;
      const Range condition = {s.begin + 2, code_.partner(s.begin + 1)};
      const std::string test = code_.spelled(condition.begin, condition.end);
      const bool one_thread =
          test.ends_with("== 0") && !holds(condition.begin, condition.end, "||");
      // The rest behind what all threads share: if (threadIdx.x < rest) sum += A[n - rest + …];
      const bool few_threads =
          test.starts_with("threadIdx.x < ") && condition.end == condition.begin + 5 &&
          holds(condition.end, s.end, "+=") && !holds(condition.end, s.end, "blockIdx");
      if ((!one_thread && !few_threads) || test.find("blockIdx") != test.npos ||
          uses_all_results(f, s.begin, s.end))
        continue;
      propose("expression.instead", code_.line(condition.begin), "blockIdx.x == 0 && " + test,
              around(condition, "(!" + asks() + " || blockIdx.x == 0) && (", ")"), test,
              because("code.by-every-block", {{"test", test}}));
    }
  }
}

void Blocks::zero_before_launch(const std::vector<int>& lines) {
  for (const int line : lines) {
    const Function* kernel = code_.function_at(line);
    if (kernel == nullptr || !kernel->kernel) continue;
    for (std::size_t i = kernel->open + 1; i + 2 < kernel->close; ++i) {
      if (code_.line(i) != line || !code_.is(i, "=") || !code_.is(i + 1, "0")) continue;
      // Matches *r = 0; or r[0] = 0;
      const std::size_t name = code_.is(i - 1, "]") ? i - 4 : i - 1;
      if (!code_.is(name - 1, "*") && !code_.is(name + 1, "[")) continue;
      const auto& all = kernel->parameters;
      const auto parameter = std::find_if(
          all.begin(), all.end(), [&](const Variable& v) { return code_.is(name, v.name); });
      const std::size_t statement = code_.listed(code_.statement_at(*kernel, line));
      if (parameter == all.end() || statement == none) continue;
      const Statement& sets = code_.statements()[statement];
      // With its test, perhaps on the line before.
      const int first = code_.line(sets.begin);
      if (first < line - 1 || code_.line(sets.end - 1) != line || holds(sets.begin, sets.end, "{"))
        continue;
      const auto which = static_cast<std::size_t>(parameter - all.begin());
      for (const Function& host : code_.functions()) {
        if (host.on_device) continue;
        for (const Launch& launch : launches(host)) {
          if (!code_.is(launch.name, kernel->name) || launch.arguments.size() <= which) continue;
          const std::size_t at = code_.listed(code_.statement_at(host, code_.line(launch.name)));
          if (at == none) continue;
          const std::size_t begin = code_.statements()[at].begin;
          const Range argument = launch.arguments[which];
          const std::string array = code_.spelled(argument.begin, argument.end);
          const std::string call = "cudaMemset(" + array + ", 0, sizeof(*" + array + "));";
          std::size_t split = sets.begin;
          while (code_.line(split) == first && split < sets.end) ++split;
          std::vector<Remedy> remedies = {
              {"statement.removed", "", first, "", code_.spelled(sets.begin, split),
               because("code.zeroed-in-the-kernel", {{"array", array}})}};
          if (split < sets.end)
            remedies.push_back(
                {"statement.removed", "", line, "", code_.spelled(split, sets.end), {}});
          remedies.push_back({"statement.before", "", code_.line(begin), call, "", {}});
          propose_together(std::move(remedies),
                           {{before(sets.begin), "if (!" + asks() + ") "},
                            {before(begin), "if (" + asks() + ") { " + call + " } "}});
        }
      }
    }
  }
}

void Blocks::rest_of_the_elements() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      // Matches if (T < N) v = A[T];
      if (s.kind != Statement::Kind::branch || !code_.is(s.begin, "if") || !s.listed ||
          holds(s.begin, s.end, "else") || code_.line(s.begin) != code_.line(s.end - 1))
        continue;
      const std::size_t close = code_.partner(s.begin + 1);
      std::size_t less = s.begin + 2;
      while (less < close && !code_.is(less, "<")) ++less;
      const std::size_t value = close + 1;
      if (less == close || holds(less + 1, close, "<") || holds(less, close, "&&") ||
          code_.tokens()[value].kind != Kind::identifier || !code_.is(value + 1, "="))
        continue;
      const std::string first(trimmed(code_.spelled(s.begin + 2, less))),
          limit = code_.spelled(less + 1, close), name(code_.tokens()[value].text),
          read = code_.spelled(value + 2, s.end - 1);
      const std::string index_code = "[" + first + "]";
      const auto at = read.find(index_code);
      if (at == read.npos || read.find('[', at + 1) != read.npos ||
          at + index_code.size() != read.size())
        continue;
      const std::string loop = "for (int k = " + first + "; k < " + limit + "; k += blockDim.x) " +
                               name + " += " + read.substr(0, at) + "[k];";
      propose(
          "statement.instead", code_.line(s.begin), loop,
          {{before(s.begin), "if (" + asks() + ") { " + loop + " } else "}},
          code_.spelled(s.begin, s.end),
          because("code.only-first-elements", {{"array", read.substr(0, at)}, {"limit", limit}}));
    }
  }
}

void Blocks::rest_of_the_values() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      // Matches real v = t < n ? A[t] : 0;
      if (s.kind != Statement::Kind::other || !s.listed ||
          code_.line(s.begin) != code_.line(s.end - 1))
        continue;
      const auto find = [&](std::size_t i, const char* what) {
        while (i < s.end && !code_.is(i, what)) ++i;
        return i;
      };
      const std::size_t equals = find(s.begin, "="), less = find(equals, "<"),
                        asked = find(less, "?"), open = find(asked, "["),
                        otherwise = find(open, ":");
      if (otherwise >= s.end || equals < s.begin + 2 || code_.partner(open) + 1 != otherwise ||
          code_.tokens()[equals - 1].kind != Kind::identifier)
        continue;
      const std::string name(code_.tokens()[equals - 1].text),
          first = code_.spelled(equals + 1, less), limit = code_.spelled(less + 1, asked),
          array = code_.spelled(asked + 1, open);
      if (code_.spelled(open + 1, code_.partner(open)) != first || holds(less + 1, asked, "&&"))
        continue;
      const auto loop = [&](const std::string& start) {
        return "for (int k = " + start + "; k < " + limit + "; k += blockDim.x) " + name +
               " += " + array + "[k];";
      };
      propose(
          "statement.instead", code_.line(s.begin),
          code_.spelled(s.begin, equals) + " = 0; " + loop(first),
          {{after(s.end - 1), " if (" + asks() + ") { " + loop(first + " + blockDim.x") + " }"}},
          code_.spelled(s.begin, s.end),
          because("code.only-first-elements", {{"array", array}, {"limit", limit}}));
    }
  }
}

void Blocks::rest_of_the_copies() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::branch || !code_.is(s.begin, "if") ||
          !code_.is(s.begin + 1, "(") || holds(s.begin, s.end, "else") ||
          code_.line(s.begin) != code_.line(s.end - 1))
        continue;
      const std::size_t close = code_.partner(s.begin + 1);
      std::size_t less = s.begin + 2;
      while (less < close && !code_.is(less, "<")) ++less;
      const std::string thread = code_.spelled(s.begin + 2, less),
                        limit = code_.spelled(less + 1, std::max(close, less + 1));
      const bool number = thread == "threadIdx.x";
      const std::string type = number ? "int" : type_of_thread(f, thread);
      if (less == close || type.empty() || holds(less + 1, close, "<") ||
          holds(less, close, "&&") || holds(less, close, "||") || holds(less, close, "blockDim"))
        continue;
      // It stores to an element of the thread.
      std::size_t set = close + 1;
      while (set < s.end && !is_assignment(code_.tokens()[set].text)) ++set;
      const std::string to = code_.spelled(close + 1, set);
      if (set == s.end || to.find('[') == to.npos || to.find(thread) == to.npos) continue;
      std::string body;  // with the loop's variable for the thread
      const std::string element = holds(f.open, f.close, "e") ? "each" : "e";
      for (std::size_t i = close + 1; i < s.end; ++i) {
        const std::size_t length = number ? 3 : 1;
        const bool is_thread =
            code_.spelled(i, i + length) == thread && !code_.is(i - 1, ".") && i + length <= s.end;
        body += is_thread ? element : std::string(code_.tokens()[i].text);
        if (is_thread) i += length - 1;
        if (i + 1 < s.end && after(i) != before(i + 1)) body += ' ';
      }
      const std::string loop = "for (" + type + " " + element + " = " + thread + "; " + element +
                               " < " + limit + "; " + element + " += blockDim.x) " + body;
      propose("statement.instead", code_.line(s.begin), loop,
              {{before(s.begin), "if (" + asks() + ") { " + loop + " } else "}},
              code_.spelled(s.begin, s.end),
              because("code.one-element-each", {{"to", to}, {"limit", limit}}));
    }
  }
}

/// T where the function declares `T name = threadIdx.x`, or `row + threadIdx.x` without a part for
/// each block; else empty.
std::string Blocks::type_of_thread(const Function& f, const std::string& name) const {
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    std::size_t i = s.begin + 1;
    while (i + 1 < s.end && !(code_.is(i, name) && code_.is(i + 1, "="))) ++i;
    if (s.kind != Statement::Kind::other || i + 1 >= s.end) continue;
    std::size_t end = i + 2;
    while (end < s.end && !code_.is(end, ";") && !code_.is(end, ",")) ++end;
    const bool of_the_block = code_.spelled(i + 2, end).ends_with("threadIdx.x") &&
                              !holds(i, end, "blockIdx") && !holds(i, end, "blockDim");
    if (!of_the_block) continue;
    const std::size_t begin = code_.is(s.begin, "const") ? s.begin + 1 : s.begin;
    return holds(begin, i, ",") || holds(begin, i, "=") ? "int" : code_.spelled(begin, i);
  }
  return {};
}

void Blocks::counts_from_zero() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    for (std::size_t i = f.open; i + 3 < f.close; ++i) {
      // Matches atomicAdd(&count, 1)
      if ((!code_.is(i, "atomicAdd") && !code_.is(i, "atomicInc")) || !code_.is(i + 1, "(") ||
          !code_.is(i + 2, "&"))
        continue;
      const std::string count(code_.tokens()[i + 3].text);
      bool of_file = false, is_set = false;
      for (std::size_t at = 1; at + 1 < code_.tokens().size(); ++at) {
        if (!code_.is(at, count)) continue;
        of_file |= code_.function_at(code_.line(at)) == nullptr &&
                   holds(at - std::min<std::size_t>(at, 4), at, "__device__");
        is_set |= at > f.open && at < f.close && code_.is(at + 1, "=");
      }
      if (!of_file || is_set) continue;
      for (const std::size_t index : f.statements) {
        const Statement& s = code_.statements()[index];
        if (s.begin < i || s.kind != Statement::Kind::other || !s.listed) continue;
        const bool stores =
            std::any_of(f.parameters.begin(), f.parameters.end(), [&](const Variable& v) {
              return (code_.is(s.begin, "*") && code_.is(s.begin + 1, v.name)) ||
                     (code_.is(s.begin, v.name) && code_.is(s.begin + 1, "["));
            });
        if (stores)
          put_after("statement.after", index, count + " = 0;",
                    because("code.count-kept", {{"variable", count}}));
      }
    }
  }
}

void Blocks::larger_shared_array(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || !f->on_device) return;
  for (const std::size_t index : f->statements) {
    const Statement& s = code_.statements()[index];
    // Matches __shared__ T name[256];
    if (!code_.is(s.begin, "__shared__") || s.end < s.begin + 7 || !code_.is(s.end - 2, "]") ||
        !code_.is(s.end - 4, "["))
      continue;
    const std::size_t name_at = s.end - 5, size_at = s.end - 3;
    if (code_.tokens()[name_at].kind != Kind::identifier || holds(s.begin, name_at, ",")) continue;
    const std::string size(code_.tokens()[size_at].text);
    int elements = 0;
    const auto [rest, error] = std::from_chars(size.data(), size.data() + size.size(), elements);
    const bool number = error == std::errc() && rest == size.data() + size.size();
    if (!number && !is_constant(size_at)) continue;
    for (const int needed : {most_threads / warp, most_threads})
      if (!number || elements < needed) enlarge_array(*f, s, needed, line);
  }
}

/// Proposes `needed` elements for the shared array that `s` declares and the line uses.
void Blocks::enlarge_array(const Function& f, const Statement& s, int needed, int line) {
  const std::size_t name_at = s.end - 5, size_at = s.end - 3;
  const std::string name(code_.tokens()[name_at].text), size(code_.tokens()[size_at].text),
      now = "[" + std::to_string(needed) + "]", larger = name + "_of_" + std::to_string(needed);
  std::vector<Insertion> insertions{
      {after(s.end - 1), " " + code_.spelled(s.begin, name_at) + " " + larger + now + ";"}};
  bool used = false;
  for (std::size_t i = s.end; i < f.close; ++i) {
    if (!code_.is(i, name) || code_.is(i - 1, ".")) continue;
    used |= code_.line(i) == line;
    // Include the subscript: an array replaced by a pointer has no known bounds.
    const std::size_t end = code_.is(i + 1, "[") ? code_.partner(i + 1) + 1 : i + 1;
    const std::string other = larger + code_.spelled(i + 1, end);
    for (Insertion& each : around({i, end}, "(" + asks() + " ? " + other + " : ", ")"))
      insertions.push_back(std::move(each));
  }
  const char* const cause =
      needed == most_threads ? "code.array-for-small-blocks" : "code.array-for-few-warps";
  if (used)
    propose("expression.instead", code_.line(name_at), name + now, std::move(insertions),
            code_.spelled(name_at, s.end - 1), because(cause, {{"array", name}, {"size", size}}));
}

void Blocks::array_for_each_warp(int line) {
  constexpr int most_elements = 128;  // of one warp, for the limit of shared memory
  const Function* f = code_.function_at(line);
  if (f == nullptr || !f->on_device) return;
  const auto text = code_.spelled(f->open, f->close);
  if (text.find("threadIdx.x % 32") == text.npos && text.find("threadIdx.x & 31") == text.npos)
    return;
  for (const std::size_t index : f->statements) {
    const Statement& s = code_.statements()[index];
    // Matches __shared__ T name[32];
    if (!code_.is(s.begin, "__shared__") || s.end < s.begin + 7 || !code_.is(s.end - 2, "]") ||
        !code_.is(s.end - 4, "["))
      continue;
    const std::size_t name_at = s.end - 5;
    const std::string name(code_.tokens()[name_at].text), size(code_.tokens()[s.end - 3].text);
    if (holds(s.begin, name_at, ",") || std::atoi(size.c_str()) > most_elements) continue;
    const std::string more = name + "_of_warps", own = "[" + number_of_warp(*f) + "]",
                      of_all = "[" + std::to_string(most_threads / warp) + "][" + size + "]";
    const Cause cause = because("code.array-of-all-warps", {{"array", name}});
    std::vector<Remedy> remedies = {{"expression.instead", "", code_.line(name_at), name + of_all,
                                     code_.spelled(name_at, s.end - 1), cause}};
    std::vector<Insertion> insertions{
        {after(s.end - 1), " " + code_.spelled(s.begin, name_at) + " " + more + of_all + ";"}};
    bool used = false;
    for (std::size_t i = s.end; i < f->close; ++i) {
      if (!code_.is(i, name) || code_.is(i - 1, ".") || code_.is(i - 1, "->")) continue;
      used |= code_.line(i) == line;
      const std::size_t end = code_.is(i + 1, "[") ? code_.partner(i + 1) + 1 : i + 1;
      const std::string subscript = code_.spelled(i + 1, end);
      for (Insertion& each :
           around({i, end}, "(" + asks() + " ? " + more + own + subscript + " : ", ")"))
        insertions.push_back(std::move(each));
      remedies.push_back({"expression.instead",
                          "",
                          code_.line(i),
                          name + own + subscript,
                          code_.spelled(i, end),
                          {}});
    }
    if (used) propose_together(std::move(remedies), std::move(insertions));
  }
}

/// A variable of the function that is `threadIdx.x / 32`, or that.
std::string Blocks::number_of_warp(const Function& f) const {
  for (std::size_t i = f.open + 2; i + 6 < f.close; ++i)
    if (code_.is(i, "=") && code_.spelled(i + 1, i + 6) == "threadIdx.x / 32" &&
        code_.tokens()[i - 1].kind == Kind::identifier)
      return std::string(code_.tokens()[i - 1].text);
  return "threadIdx.x / 32";
}

void Blocks::tickets_of_all_axes() {
  const std::string all = "gridDim.x * gridDim.y * gridDim.z";
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (std::size_t i = f.open + 1; i + 7 < f.close; ++i) {
      if (!code_.is(i, "atomicAdd") || !code_.is(i + 1, "(")) continue;
      const std::size_t at = code_.partner(i + 1) + 2;
      if (code_.spelled(at, at + 3) == "gridDim.x" && code_.spelled(at + 3, at + 5) == "- 1")
        instead({at, at + 3}, all, because("code.tickets-of-all-axes"));
    }
  }
}

}  // namespace warpgrade::remedy
