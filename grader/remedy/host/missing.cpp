#include "remedy/host/missing.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

namespace {

bool is_pointer(const Variable& v) { return v.type.find('*') != v.type.npos; }
bool points_to_const(const Variable& v) { return v.type.find("const") != v.type.npos; }

const Variable* named(const std::vector<Variable>& all, std::string_view name) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Variable& v) { return v.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

/// The last top-level statement of the function that launches or calls something, before memory is
/// freed.
std::size_t Missing::last_that_computes(const Function& f) const {
  std::size_t last = none;
  for (const std::size_t s : f.statements) {
    const Statement& each = code_.statements()[s];
    const bool own = each.parent == none || code_.statements()[each.parent].begin == f.open;
    if (!own || !each.listed) continue;
    if (code_.is(each.begin, "return") || holds(each.begin, each.end, "cudaFree") ||
        holds(each.begin, each.end, "cudaStreamDestroy"))
      break;
    last = s;
  }
  return last;
}

bool Missing::is_copied_to(const Function& f, const std::string& array) const {
  for (std::size_t i = f.open; i + 2 < f.close; ++i)
    if (code_.tokens()[i].text.starts_with("cudaMemcpy") && code_.is(i + 1, "(") &&
        code_.is(i + 2, array) && code_.is(i + 3, ","))
      return true;
  return false;
}

void Missing::copies_back(const std::string& entry, const Outputs& outputs) {
  for (const Function& f : code_.functions()) {
    if (f.on_device || f.name != entry) continue;
    const std::size_t at = last_that_computes(f);
    if (at == none) continue;
    // If pointers are swapped, the result may be in either.
    const bool swaps = holds(f.open, f.close, "swap");
    for (const Output& output : outputs.all) {
      const Variable* const to = named(f.parameters, output.name);
      if (to == nullptr || !is_pointer(*to) || points_to_const(*to)) continue;
      // If the array is already copied, that copy has a wrong argument; a second copy would only
      // hide it.
      if (!outputs.on_device && is_copied_to(f, to->name)) continue;
      for (const Variable& from : list_pointers(f)) {
        if (from.name == to->name || points_to_const(from) || from.type != to->type) continue;
        const bool parameter = named(f.parameters, from.name) != nullptr;
        const std::string copy =
            "cudaMemcpy(" + to->name + ", " + from.name + ", sizeof(*" + to->name + ")" +
            output.elements + ", " +
            (outputs.on_device ? "cudaMemcpyDeviceToDevice" : "cudaMemcpyDeviceToHost") + ");";
        if (swaps && !parameter)
          put_after("statement.after", at, "if (" + from.name + " != " + to->name + ") " + copy,
                    because("code.other-buffer", {{"array", to->name}, {"buffer", from.name}}));
        put_after("statement.after", at, copy,
                  because(swaps && parameter ? "code.swapped-here-alone" : "code.not-copied-back",
                          {{"array", to->name}, {"buffer", from.name}}));
      }
    }
  }
}

void Missing::start_at_zero(int line) {
  const Function* f = code_.function_at(line);
  const std::size_t s = f == nullptr || !f->on_device ? none : code_.statement_at(*f, line);
  if (s == none) return;
  const Statement& adds = code_.statements()[s];
  std::size_t op = adds.begin;
  while (op < adds.end && !code_.is(op, "+=") && !code_.is(op, "-=")) ++op;
  if (op == adds.end) return;
  // The outermost loop around it whose variables do not select the element.
  std::size_t outermost = none;
  for (std::size_t at = adds.parent; at != none; at = code_.statements()[at].parent) {
    const Statement& loop = code_.statements()[at];
    if (loop.kind != Statement::Kind::loop || !code_.is(loop.begin + 1, "(")) continue;
    bool chooses = false;
    for (std::size_t i = loop.begin + 2; i < code_.partner(loop.begin + 1); ++i)
      if (is_assignment(code_.tokens()[i].text))
        chooses |= holds(adds.begin, op, code_.tokens()[i - 1].text);
    if (chooses) break;
    if (loop.listed) outermost = at;
  }
  if (outermost == none) return;
  const std::size_t begin = code_.statements()[outermost].begin;
  const std::string element = code_.spelled(adds.begin, op);
  const std::string sets = element + " = 0;";
  propose("statement.before", code_.line(begin), sets,
          {{before(begin), "if (" + asks() + ") { " + sets + " } "}}, "",
          because("code.not-zeroed", {{"what", element}}));
}

void Missing::reset_in_each_round() {
  for (const Function& f : code_.functions()) {
    for (const std::size_t s : f.statements) {
      const Statement& adds = code_.statements()[s];
      std::size_t op = adds.begin + 1;
      while (code_.is(op, "[")) op = code_.partner(op) + 1;
      if (adds.kind != Statement::Kind::other || !code_.is(op, "+=")) continue;
      const bool array = op != adds.begin + 1;
      const std::string name(code_.tokens()[adds.begin].text);
      std::size_t declared = f.open;
      // Matches real sum[4], real sum = 0, real sum{0}, real other = 0, sum = 0
      const auto declares = [&](std::size_t i) {
        const bool valued = code_.is(i + 1, "=") || code_.is(i + 1, "{") || code_.is(i + 1, "(");
        return code_.is(i, name) && (array ? code_.is(i + 1, "[") : valued) &&
               (code_.tokens()[i - 1].kind == Kind::identifier || code_.is(i - 1, ","));
      };
      while (declared < adds.begin && !declares(declared)) ++declared;
      // The loops around the addition, behind the declaration.
      std::vector<std::size_t> loops;
      for (std::size_t at = adds.parent; at != none; at = code_.statements()[at].parent)
        if (code_.statements()[at].kind == Statement::Kind::loop &&
            code_.statements()[at].begin > declared)
          loops.push_back(at);
      if (loops.size() < 2 || declared == adds.begin) continue;
      std::size_t set = declared;  // last before them
      for (std::size_t i = declared; array && i < code_.statements()[loops.back()].begin; ++i)
        if (code_.is(i, name)) set = i;
      const std::string sets = array ? set_elements(name, declared + 1) : name + " = 0;";
      // An array's sums are of the outermost loop, else of the one around the innermost.
      if (array) std::reverse(loops.begin(), loops.end());
      reset_in(loops[array ? 0 : 1], sets,
               because("code.not-reset", {{"what", name}, {"line", code_.line(set)}}));
    }
  }
}

void Missing::copies_to_the_other() {
  struct Call {
    std::size_t statement;
    Range buffer;
  };
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    std::vector<Call> allocations, copies;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      const std::size_t call = call_in(s);
      if (s.kind != Statement::Kind::other || !code_.is(call + 1, "(") || code_.is(call + 2, ")"))
        continue;
      const bool allocates = code_.is(call, "cudaMalloc");
      if (!allocates && !code_.is(call, "cudaMemcpy") && !code_.is(call, "cudaMemcpyAsync"))
        continue;
      // for (real** each : {&one, &other}) cudaMalloc(each, bytes);
      if (const std::size_t list = list_of_range_for(s); allocates && list != none) {
        for (std::size_t i = list + 1; i < code_.partner(list); ++i)
          if (code_.is(i, "&")) allocations.push_back({index, {i + 1, i + 2}});
        continue;
      }
      if (!s.listed) continue;
      Range buffer = arguments(call + 1).front();
      while (allocates && buffer.begin < buffer.end && !code_.is(buffer.begin, "&")) ++buffer.begin;
      if (allocates) ++buffer.begin;
      if (buffer.begin < buffer.end) (allocates ? allocations : copies).push_back({index, buffer});
    }
    const auto text = [&](const Call& call) {
      return code_.spelled(call.buffer.begin, call.buffer.end);
    };
    for (const Call& copy : copies)
      for (const Call& other : allocations) {
        const std::string filled = text(copy), empty = text(other);
        const auto is_copied = [&](const Call& c) { return text(c) == empty; };
        const bool allocated = std::any_of(allocations.begin(), allocations.end(),
                                           [&](const Call& c) { return text(c) == filled; });
        const Statement& s = code_.statements()[copy.statement];
        if (!allocated || std::any_of(copies.begin(), copies.end(), is_copied) ||
            code_.line(s.begin) != code_.line(s.end - 1))
          continue;
        put_after("statement.after", copy.statement,
                  code_.spelled(s.begin, copy.buffer.begin) + empty +
                      spelled_behind(copy.buffer.end - 1, s.end),
                  because("code.other-not-filled", {{"one", filled}, {"other", empty}}));
      }
  }
}

/// The `{` of `for (T* each : {…})` around the statement.
std::size_t Missing::list_of_range_for(const Statement& s) const {
  if (s.parent == none) return none;
  const std::size_t head = code_.statements()[s.parent].begin;
  if (!code_.is(head, "for") || !code_.is(head + 1, "(")) return none;
  for (std::size_t i = head + 2; i + 1 < code_.partner(head + 1); ++i)
    if (code_.is(i, ":") && code_.is(i + 1, "{")) return i + 1;
  return none;
}

void Missing::no_rounds() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    const std::size_t name = name_token(f);
    if (name == 0) continue;
    const bool counts = code_.is(name - 1, "int");
    if (!counts && !code_.is(name - 1, "void")) continue;
    for (const std::size_t index : f.statements) {
      const Statement& loop = code_.statements()[index];
      if (!code_.is(loop.begin, "do") || !code_.is(loop.begin + 1, "{")) continue;
      const std::size_t test = code_.partner(loop.begin + 1);
      for (const Variable& v : f.parameters) {
        if (!is_whole_number(v.type)) continue;
        bool limits = false;
        for (std::size_t i = test; i + 1 < loop.end; ++i)
          limits |= (code_.is(i, "<") || code_.is(i, "!=")) && code_.is(i + 1, v.name);
        const std::string rest = v.name + " <= 0) return" + (counts ? " 0;" : ";");
        if (limits)
          propose("function.start", code_.line(f.open), "if (" + rest,
                  {{after(f.open), " if (" + asks() + " && " + rest}}, "",
                  because("code.runs-once", {{"rounds", v.name}}));
      }
    }
  }
}

void Missing::one_less_to_count() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (std::size_t i = f.open + 1; i + 1 < f.close; ++i) {
      if (!code_.is(i, "atomicInc") || !code_.is(i + 1, "(")) continue;
      const auto given = arguments(i + 1);
      if (given.size() != 2) continue;
      const std::string limit = code_.spelled(given[1].begin, given[1].end);
      if (!limit.ends_with("- 1"))
        instead(given[1], limit + " - 1", because("code.counts-one-more", {{"limit", limit}}));
    }
  }
}

void Missing::reset_of_counters() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (std::size_t i = f.open + 1; i + 3 < f.close; ++i) {
      // Matches atomicAdd(&done, 1u) == gridDim.x - 1
      if (!code_.is(i, "atomicAdd") || !code_.is(i + 1, "(")) continue;
      const std::size_t close = code_.partner(i + 1);
      if (!code_.is(i + 2, "&") || !code_.is(i + 4, ",") || close != i + 6 ||
          !holds(close, std::min(close + 6, f.close), "gridDim"))
        continue;
      const std::string name(code_.tokens()[i + 3].text);
      if (is_set_to_zero(name)) continue;
      // if (threadIdx.x == 0) *result = sum;
      for (const std::size_t index : f.statements) {
        const Statement& s = code_.statements()[index];
        if (s.kind != Statement::Kind::branch || !s.listed || s.begin < close ||
            !code_.is(s.begin + 1, "("))
          continue;
        const std::size_t test_end = code_.partner(s.begin + 1) + 1;
        if (!holds(s.begin + 2, test_end, "threadIdx") ||
            !std::any_of(f.parameters.begin(), f.parameters.end(), [&](const Variable& v) {
              return v.type.find('*') != v.type.npos && holds(test_end, s.end, v.name);
            }))
          continue;
        const std::string resets = code_.spelled(s.begin, test_end) + " " + name + " = 0;";
        propose("statement.before", code_.line(s.begin), resets,
                {{before(s.begin), "if (" + asks() + ") { " + resets + " } "}}, "",
                because("code.counter-kept", {{"name", name}}));
      }
    }
  }
}

/// Whether some statement of the file sets the variable to 0, or atomicInc or a copy may.
bool Missing::is_set_to_zero(const std::string& name) const {
  for (std::size_t i = 1; i + 2 < code_.tokens().size(); ++i) {
    const bool assigned = code_.is(i, name) && code_.is(i + 1, "=") && code_.is(i + 2, "0") &&
                          code_.tokens()[i - 1].kind != Kind::identifier;
    const bool called = is_one_of(code_.tokens()[i].text,
                                  {"atomicExch", "atomicInc", "atomicAnd", "cudaMemcpyToSymbol",
                                   "cudaMemcpyToSymbolAsync", "cudaGetSymbolAddress"}) &&
                        code_.is(i + 1, "(") && holds(i + 2, code_.partner(i + 1), name);
    if (assigned || called) return true;
  }
  return false;
}

/// `for (auto& each : name) each = 0;` of an array whose first `[` stands there.
std::string Missing::set_elements(const std::string& name, std::size_t open) const {
  std::string loops, element = name;
  for (std::string each = "each"; code_.is(open, "["); open = code_.partner(open) + 1) {
    loops += "for (auto& " + each + " : " + element + ") ";
    element = each;
    each += "_of";
  }
  return loops + element + " = 0;";
}

/// At the beginning of each round.
void Missing::reset_in(std::size_t loop, const std::string& sets, Cause cause) {
  const std::size_t head = code_.statements()[loop].begin + 1;
  const std::size_t open = code_.is(head, "(") ? code_.partner(head) + 1 : head;
  if (!code_.is(open, "{")) return;
  propose("statement.before", code_.line(open + 1), sets,
          {{after(open), " if (" + asks() + ") { " + sets + " }"}}, "", std::move(cause));
}

void Missing::release(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || !f->on_device) return;
  for (const std::size_t s : f->statements) {
    const Statement& loop = code_.statements()[s];
    if (loop.kind != Statement::Kind::loop || code_.line(loop.begin) > line ||
        code_.line(loop.end - 1) < line || !loop.listed)
      continue;
    for (std::size_t i = loop.begin; i + 1 < loop.end; ++i) {
      const bool takes = code_.is(i, "atomicCAS") || code_.is(i, "atomicExch");
      if (!takes || !code_.is(i + 1, "(")) continue;
      const auto given = arguments(i + 1);
      if (given.size() < 2) continue;
      const std::string lock = code_.spelled(given[0].begin, given[0].end);
      const std::string call = "atomicExch(" + lock + ", 0);";
      bool released = false;
      for (std::size_t at = f->open; at + 1 < f->close; ++at)
        if (code_.is(at, "atomicExch") && code_.is(at + 1, "(") && at != i)
          released |= code_.spelled(arguments(at + 1)[0].begin, arguments(at + 1)[0].end) == lock;
      if (released) return;
      std::size_t last = s;  // of its block
      for (const std::size_t other : f->statements)
        if (code_.statements()[other].parent == loop.parent && code_.statements()[other].listed &&
            code_.statements()[other].begin > loop.begin)
          last = other;
      for (const char* fence : {"__threadfence(); ", ""})
        put_after("statement.after", last, fence + call,
                  because("code.lock-kept", {{"line", code_.line(i)}}));
      return;
    }
  }
}

void Missing::all_lanes() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (const std::size_t s : f.statements) {
      const Statement& branch = code_.statements()[s];
      if (branch.kind != Statement::Kind::branch || !code_.is(branch.begin, "if") ||
          !code_.is(branch.begin + 1, "("))
        continue;
      const std::size_t close = code_.partner(branch.begin + 1);
      const bool alone = !code_.is(close + 1, "{") && !holds(close, branch.end, "else");
      if (!alone || !uses_shuffles(close, branch.end)) continue;
      const std::string old = code_.spelled(branch.begin, branch.end);
      propose("statement.instead", code_.line(branch.begin), code_.spelled(close + 1, branch.end),
              around({branch.begin + 2, close}, asks() + " || (", ")"), old,
              because("code.shuffle-of-some", {{"test", code_.spelled(branch.begin, close + 1)},
                                               {"line", code_.line(branch.begin)}}));
    }
  }
}

void Missing::one_thread_alone() {
  for (const Function& f : code_.functions()) {
    if (!f.kernel) continue;
    const std::string test = is_kernel_with(f.name, "threadIdx.y")
                                 ? "threadIdx.x == 0 && threadIdx.y == 0"
                                 : "threadIdx.x == 0";
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other || !s.listed || !code_.is(s.end - 1, ";")) continue;
      // Matches atomicAdd(result, …), result[blockIdx.x] = …, *result += …
      std::size_t at = s.begin;
      const bool atomic = code_.tokens()[at].text.starts_with("atomic") && code_.is(at + 1, "(");
      if (atomic) at += 2;
      if (code_.is(at, "&") || code_.is(at, "*")) ++at;
      const Variable* const to = named(f.parameters, code_.tokens()[at].text);
      if (to == nullptr || !is_pointer(*to) || points_to_const(*to)) continue;
      std::size_t behind = at + 1;
      if (code_.is(behind, "[")) {
        const std::size_t close = code_.partner(behind);
        if (holds(behind, close, "threadIdx")) continue;
        behind = close + 1;
      }
      if (!atomic && (behind >= s.end || !is_assignment(code_.tokens()[behind].text))) continue;
      propose("guard", code_.line(s.begin), "if (" + test + ")",
              {{before(s.begin), "if (" + asks() + " && !(" + test + ")) ; else "}}, "",
              because("code.by-every-thread", {{"what", code_.spelled(s.begin, s.end)}}));
    }
  }
}

bool Missing::is_kernel_with(const std::string& name, const std::string& what) const {
  const auto& all = code_.functions();
  return std::any_of(all.begin(), all.end(), [&](const Function& f) {
    if (!f.kernel || f.name != name) return false;
    for (std::size_t i = f.open; i < f.close; ++i)
      if (code_.spelled(i, std::min(i + 3, f.close)) == what) return true;
    return false;
  });
}

void Missing::axes_of_grids() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) {
      if (launch.sizes.empty() || launch.sizes[0].end != launch.sizes[0].begin + 1) continue;
      const std::string kernel(code_.tokens()[launch.name].text),
          grid(code_.tokens()[launch.sizes[0].begin].text);
      for (std::size_t i = f.open; i + 3 < f.close; ++i) {
        if (!code_.is(i, "dim3") || !code_.is(i + 1, grid) || !code_.is(i + 2, "(")) continue;
        const auto given = arguments(i + 2);
        if (given.empty() || given.size() > 2) continue;
        const char* const axis = given.size() == 2 ? "z" : "y";
        if (!is_kernel_with(kernel, std::string("blockIdx.") + axis)) continue;
        const std::string old = code_.spelled(i + 3, code_.partner(i + 2));
        for (auto like = given.rbegin(); like != given.rend(); ++like) {
          const std::string more = code_.spelled(like->begin, like->end);
          const std::size_t last = given.back().end - 1;
          propose("expression.instead", code_.line(i), old + ", " + more,
                  {{after(last), ", (" + asks() + " ? " + more + " : 1)"}}, old,
                  because("code.axis-left-out", {{"axis", axis}, {"kernel", kernel}}));
        }
      }
    }
  }
}

void Missing::nothing_to_do(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || f->on_device) return;
  std::size_t at = code_.listed(code_.statement_at(*f, line));
  for (const Launch& launch : launches(*f))
    if (code_.line(launch.name) == line) at = code_.listed(code_.statement_at(*f, line));
  if (at == none) return;
  const Statement& s = code_.statements()[at];
  std::vector<std::string> tests;
  std::string all;
  for (const Variable& v : f->parameters) {
    if (!is_whole_number(v.type) || v.name == "block_size") continue;
    tests.push_back(v.name + " > 0");
    all += (all.empty() ? "" : " && ") + tests.back();
  }
  for (std::size_t a = 0; a < tests.size(); ++a)
    for (std::size_t b = a + 1; b < tests.size() && tests.size() < 5; ++b)
      tests.push_back(tests[a] + " && " + tests[b]);
  if (std::find(tests.begin(), tests.end(), all) == tests.end()) tests.push_back(all);
  for (const std::string& test : tests)
    propose("guard", code_.line(s.begin), "if (" + test + ")",
            {{before(s.begin), "if (" + asks() + " && !(" + test + ")) ; else "}}, "",
            because("code.empty-grid", {{"line", line}}));
}

void Missing::progress(int line) {
  for (const Statement& loop : code_.statements()) {
    if (loop.kind != Statement::Kind::loop || code_.line(loop.begin) != line ||
        !code_.is(loop.begin, "while") || !code_.is(loop.begin + 1, "(") ||
        !code_.is(loop.end - 1, "}"))
      continue;
    const std::size_t close = code_.partner(loop.begin + 1);
    for (std::size_t i = loop.begin + 2; i < close; ++i) {
      const std::string tested(code_.tokens()[i].text);
      if (code_.tokens()[i].kind != Kind::identifier || code_.is(i + 1, "(") ||
          code_.is(i + 1, ".") || code_.is(i - 1, "."))
        continue;
      // Matches int half = …; in the loop
      for (std::size_t at = close + 3; at + 1 < loop.end; ++at) {
        if (!code_.is(at, "=") || code_.tokens()[at - 1].kind != Kind::identifier ||
            !is_whole_number(std::string(code_.tokens()[at - 2].text)))
          continue;
        const std::string what = tested + " = " + std::string(code_.tokens()[at - 1].text) + ";";
        const std::size_t end = loop.end - 1;
        propose("loop.end", code_.line(end), what,
                {{before(end), "if (" + asks() + ") { " + what + " } "}}, "",
                because("code.no-progress", {{"tested", tested}}));
      }
      for (const char* step : {" /= 2;", "--;", "++;"}) {
        const std::size_t end = loop.end - 1;
        const std::string what = tested + step;
        propose("loop.end", code_.line(end), what,
                {{before(end), "if (" + asks() + ") { " + what + " } "}}, "",
                because("code.no-progress", {{"tested", tested}}));
      }
    }
  }
}

}  // namespace warpgrade::remedy
