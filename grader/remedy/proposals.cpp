#include "remedy/proposals.h"

#include <algorithm>
#include <set>

namespace warpgrade::remedy {
namespace {

using Kind = Token::Kind;

bool is_integer(const std::string& type) {
  for (const char* no : {"*", "&", "float", "double", "real", "bool", "dim3", "char"})
    if (type.find(no) != type.npos) return false;
  for (const char* yes : {"int", "size_t", "long", "unsigned", "short"})
    if (type.find(yes) != type.npos) return true;
  return false;
}

class Proposer {
 public:
  Proposer(const Code& code, std::string file, int first)
      : code_(code), file_(std::move(file)), next_(first) {}

  std::vector<Proposal> take() { return std::move(proposals_); }

  void for_finding(const Finding& finding) {
    const std::string& cause = finding.cause.id;
    const auto starts = [&](std::string_view with) { return cause.rfind(with, 0) == 0; };
    std::vector<int> lines;
    if (finding.file == file_ && finding.line > 0) lines.push_back(finding.line);
    if (finding.other_file == file_ && finding.other_line > 0) lines.push_back(finding.other_line);
    std::sort(lines.begin(), lines.end());
    if (lines.empty()) return;
    if (cause == "race.update") {
      fences(lines);  // of a lock
      make_atomic(lines.front());
    }
    if (cause == "race.warp") barriers(lines, "__syncwarp();");
    if (cause == "race.warp" || cause == "race.block" || cause == "race.mixed" ||
        cause == "race.volatile" || cause == "read.unwritten-shared")
      barriers(lines, "__syncthreads();");
    if (starts("race.grid") || starts("race.mixed")) {
      fences(lines);
      for (const int line : lines) make_atomic(line);
    }
    if (cause == "race.host" || starts("read.unwritten-on-host") || cause == "race.streams")
      host_waits(lines);
    if (cause == "race.same-store" || starts("bounds.") || starts("race.grid") ||
        starts("pointer."))
      guards(finding.line);
    if (cause == "pointer.of-device") {
      for (const int line : lines) set_on_device(line);
    }
    if (starts("bounds.")) {
      strict_comparisons(finding.line);
      round_up_grids();
      sizes_in_bytes();
    }
    if (starts("barrier.") || starts("mask.") || starts("wait.")) out_of_branch(lines);
    if (cause == "read.unwritten-shared") zero_shared(lines);
    if (cause == "read.unwritten" || cause == "read.unwritten-on-host") {
      zero_allocations();
      sizes_in_bytes();
    }
  }

  void for_values(const std::string& entry) {
    round_up_grids();
    sizes_in_bytes();
    zero_results(entry);
    zero_allocations();
    strides_of_the_grid();
  }

 private:
  struct Range {
    std::size_t begin, end;  // tokens
  };

  std::string asks() const { return "simt_remedy(" + std::to_string(next_) + ")"; }

  std::size_t before(std::size_t token) const { return code_.tokens()[token].offset; }
  std::size_t after(std::size_t token) const {
    return code_.tokens()[token].offset + code_.tokens()[token].length;
  }

  void propose(const std::string& id, int line, const std::string& code,
               std::vector<Insertion> insertions, const std::string& old_code = "") {
    if (proposals_.size() >= most || !seen_.insert(id + std::to_string(line) + code).second) return;
    proposals_.push_back({next_, {id, file_, line, code, old_code}, std::move(insertions)});
    ++next_;
  }

  /// A statement of its own at the gap behind statement `s`.
  void put_after(const std::string& id, std::size_t s, const std::string& what) {
    const std::size_t last = code_.statements()[s].end - 1;
    propose(id, code_.line(last), what, {{after(last), " if (" + asks() + ") { " + what + " }"}});
  }

  /// Gaps between two accesses, and at the end of loops that hold both.
  void barriers(const std::vector<int>& lines, const std::string& what) {
    const Function* f = code_.function_at(lines.back());
    if (f == nullptr || !f->on_device) return;
    const std::size_t one = code_.statement_at(*f, lines.front());
    const std::size_t two = code_.statement_at(*f, lines.back());
    if (two == none) return;
    if (one == none || code_.function_at(lines.front()) != f) {
      barriers_around(two, what);
      return;
    }
    // From outside inwards: what all threads reach is likelier to be right.
    std::vector<std::size_t> path;
    for (std::size_t s = one; s != none; s = code_.statements()[s].parent)
      if (code_.statements()[s].listed) path.push_back(s);
    std::reverse(path.begin(), path.end());
    const std::size_t second = code_.statements()[two].begin;
    for (const std::size_t s : path)
      if (code_.statements()[s].end <= second) put_after("statement.after", s, what);
    loop_ends(one, two, what);
    // Every gap between the two, should the first be too early.
    for (const std::size_t s : f->statements) {
      const Statement& each = code_.statements()[s];
      if (each.listed && each.begin >= code_.statements()[one].end && each.end <= second)
        put_after("statement.after", s, what);
    }
    if (one == two || lines.size() == 1) barriers_around(two, what);
  }

  void barriers_around(std::size_t statement, const std::string& what) {
    const Function* f = code_.function_at(code_.line(code_.statements()[statement].begin));
    std::vector<std::size_t> path;
    for (std::size_t s = statement; s != none; s = code_.statements()[s].parent)
      if (code_.statements()[s].listed) path.push_back(s);
    for (const std::size_t s : path) {
      const std::size_t previous = sibling_before(*f, s);
      if (previous != none) put_after("statement.after", previous, what);
    }
    loop_ends(statement, statement, what);
  }

  std::size_t sibling_before(const Function& f, std::size_t statement) const {
    std::size_t found = none;
    for (const std::size_t s : f.statements) {
      const Statement& each = code_.statements()[s];
      if (each.parent == code_.statements()[statement].parent && each.listed &&
          each.end <= code_.statements()[statement].begin)
        found = s;
    }
    return found;
  }

  void loop_ends(std::size_t one, std::size_t two, const std::string& what) {
    std::set<std::size_t> around;
    for (std::size_t s = one; s != none; s = code_.statements()[s].parent) around.insert(s);
    for (std::size_t s = two; s != none; s = code_.statements()[s].parent) {
      const Statement& each = code_.statements()[s];
      if (each.kind != Statement::Kind::block || around.count(s) == 0) continue;
      if (each.parent == none || code_.statements()[each.parent].kind != Statement::Kind::loop)
        continue;
      const std::size_t close = each.end - 1;
      propose("loop.end", code_.line(close), what,
              {{before(close), "if (" + asks() + ") { " + what + " } "}});
    }
  }

  /// `x += y;` and `x++;` become atomicAdd.
  void make_atomic(int line) {
    const Function* f = code_.function_at(line);
    if (f == nullptr || !f->on_device) return;
    const std::size_t s = code_.statement_at(*f, line);
    if (s == none || code_.statements()[s].kind != Statement::Kind::other) return;
    const std::size_t begin = code_.statements()[s].begin, end = code_.statements()[s].end - 1;
    std::string call;
    for (std::size_t i = begin; i < end; ++i) {
      if (code_.is(i, "+=") || code_.is(i, "-=")) {
        const std::string sign = code_.is(i, "-=") ? "-(" : "(";
        call = "atomicAdd(" + address(begin, i) + ", " + sign + code_.spelled(i + 1, end) + "));";
        break;
      }
    }
    for (std::size_t i = begin; call.empty() && i + 1 < end; ++i) {
      // x = x + y
      if (!code_.is(i, "=")) continue;
      const std::size_t length = i - begin;
      if (code_.is(i + 1 + length, "+") &&
          code_.spelled(begin, i) == code_.spelled(i + 1, i + 1 + length))
        call =
            "atomicAdd(" + address(begin, i) + ", (" + code_.spelled(i + length + 2, end) + "));";
      break;
    }
    if (call.empty() && code_.is(end - 1, "++") && !holds(begin, end, "="))
      call = "atomicAdd(" + address(begin, end - 1) + ", 1);";
    if (call.empty() && code_.is(begin, "++"))
      call = "atomicAdd(" + address(begin + 1, end) + ", 1);";
    if (call.empty() && end > begin + 2 && code_.is(end - 1, "0") && code_.is(end - 2, "="))
      call = "atomicExch(" + address(begin, end - 2) + ", 0);";
    if (call.empty()) draw_ticket(begin, end);
    if (call.empty()) return;
    std::string shown = call;
    if (const auto at = shown.find(", (");
        at != shown.npos && shown.size() > 4 && shown.compare(shown.size() - 3, 3, "));") == 0) {
      shown.erase(shown.size() - 3, 1);
      shown.erase(at + 2, 1);
    }
    propose("statement.instead", code_.line(begin), shown,
            {{before(begin), "if (" + asks() + ") { " + call + " } else "}},
            code_.spelled(begin, end + 1));
  }

  /// Of what these tokens name: `&x`, or of `*p` plainly `p`.
  std::string address(std::size_t begin, std::size_t end) const {
    return code_.is(begin, "*") ? code_.spelled(begin + 1, end) : "&" + code_.spelled(begin, end);
  }

  bool holds(std::size_t begin, std::size_t end, std::string_view what) const {
    for (std::size_t i = begin; i < end; ++i)
      if (code_.is(i, what)) return true;
    return false;
  }

  /// `ticket = count++;`
  void draw_ticket(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i + 1 < end; ++i) {
      if (!code_.is(i, "=") || !code_.is(end - 1, "++")) continue;
      const std::string call = "atomicAdd(" + address(i + 1, end - 1) + ", 1)";
      propose("expression.instead", code_.line(i), call,
              {{before(i + 1), "(" + asks() + " ? " + call + " : ("}, {after(end - 1), "))"}},
              code_.spelled(i + 1, end));
      return;
    }
  }

  /// Before what sets others free: the atomic that follows, and behind the store itself.
  void fences(const std::vector<int>& lines) {
    for (const int line : lines) {
      const Function* f = code_.function_at(line);
      if (f == nullptr || !f->on_device) continue;
      const std::size_t s = code_.listed(code_.statement_at(*f, line));
      if (s != none) put_after("statement.after", s, "__threadfence();");
    }
  }

  void host_waits(const std::vector<int>& lines) {
    for (const int line : lines) {
      const Function* f = code_.function_at(line);
      if (f == nullptr || f->on_device) continue;
      std::size_t s = code_.listed(code_.statement_at(*f, line));
      for (; s != none; s = code_.listed(code_.statements()[s].parent)) {
        const std::size_t begin = code_.statements()[s].begin;
        propose("statement.before", code_.line(begin), "cudaDeviceSynchronize();",
                {{before(begin), "if (" + asks() + ") { cudaDeviceSynchronize(); } "}});
        if (code_.statements()[s].parent == none) break;
      }
    }
  }

  /// `*result = 0;` on the host, of memory that is the device's.
  void set_on_device(int line) {
    const Function* f = code_.function_at(line);
    if (f == nullptr || f->on_device) return;
    const std::size_t s = code_.statement_at(*f, line);
    if (s == none || code_.statements()[s].kind != Statement::Kind::other) return;
    const std::size_t begin = code_.statements()[s].begin, end = code_.statements()[s].end - 1;
    std::size_t equals = begin;
    while (equals < end && !code_.is(equals, "=")) ++equals;
    const std::string value = code_.spelled(equals + 1, end);
    if (equals == end || value.find('0') == value.npos ||
        value.find_first_of("123456789") != value.npos)
      return;
    std::string pointer = code_.spelled(begin, equals);
    pointer = pointer[0] == '*' ? pointer.substr(1) : "&" + pointer;
    while (!pointer.empty() && pointer.back() == ' ') pointer.pop_back();
    const std::string call = "cudaMemset(" + pointer + ", 0, sizeof(*" + pointer + "));";
    propose("statement.instead", code_.line(begin), call,
            {{before(begin), "if (" + asks() + ") { " + call + " } else "}},
            code_.spelled(begin, end + 1));
  }

  /// `i += blockDim.x` where the whole grid shares the work.
  void strides_of_the_grid() {
    for (const Function& f : code_.functions()) {
      if (!f.on_device) continue;
      for (std::size_t i = f.open; i + 4 < f.close; ++i) {
        if (!code_.is(i, "+=") || !code_.is(i + 1, "blockDim") || !code_.is(i + 2, ".")) continue;
        const std::string side(code_.tokens()[i + 3].text);
        if (!code_.is(i + 4, ")") && !code_.is(i + 4, ";") && !code_.is(i + 4, ",")) continue;
        propose("expression.instead", code_.line(i),
                code_.spelled(i - 1, i + 4) + " * gridDim." + side,
                {{after(i + 3), " * (" + asks() + " ? gridDim." + side + " : 1)"}},
                code_.spelled(i - 1, i + 4));
      }
    }
  }

  /// Names that a subscript in these tokens uses.
  std::vector<std::string> indices(std::size_t begin, std::size_t end) const {
    std::vector<std::string> names;
    for (std::size_t i = begin; i < end; ++i) {
      if (!code_.is(i, "[")) continue;
      for (std::size_t at = i + 1; at < code_.partner(i) && at < end; ++at) {
        const Token& token = code_.tokens()[at];
        const bool plain = token.kind == Kind::identifier && !code_.is(at + 1, "(") &&
                           !code_.is(at + 1, ".") && !code_.is(at - 1, ".") &&
                           !code_.is(at + 1, "[");
        const std::string name(token.text);
        if (plain && std::find(names.begin(), names.end(), name) == names.end())
          names.push_back(name);
      }
    }
    return names;
  }

  /// `if (i < n)` around the statement, for what it uses as indices and the kernel's sizes; one
  /// test, or two.
  void guards(int line) {
    const Function* f = code_.function_at(line);
    if (f == nullptr || !f->on_device) return;
    const std::size_t s = code_.statement_at(*f, line);
    if (s == none) return;
    const Statement& statement = code_.statements()[s];
    std::vector<std::string> sizes;
    for (const Variable& v : f->parameters)
      if (is_integer(v.type)) sizes.push_back(v.name);
    std::vector<std::string> tests;
    for (const std::string& index : indices(statement.begin, statement.end)) {
      if (std::find(sizes.begin(), sizes.end(), index) != sizes.end()) continue;
      if (!declares(*f, index)) continue;
      // A parameter that it is compared with elsewhere is the likeliest.
      std::vector<std::string> likely, other;
      for (const std::string& size : sizes)
        (compares(*f, index, size) ? likely : other).push_back(size);
      for (const auto* list : {&likely, &other})
        for (const std::string& size : *list) tests.push_back(index + " < " + size);
    }
    if (tests.size() > 8) tests.resize(8);
    std::vector<std::string> all = tests;
    for (std::size_t a = 0; a < tests.size(); ++a)
      for (std::size_t b = a + 1; b < tests.size(); ++b)
        if (tests[a].substr(0, tests[a].find(' ')) != tests[b].substr(0, tests[b].find(' ')))
          all.push_back(tests[a] + " && " + tests[b]);
    const std::size_t value = declared(statement);
    for (const std::string& test : all) {
      if (value == none) {
        propose("guard", code_.line(statement.begin), "if (" + test + ")",
                {{before(statement.begin), "if (" + asks() + " && !(" + test + ")) ; else "}});
      } else {
        const std::size_t end = statement.end - 1;
        propose(
            "guard.value", code_.line(statement.begin), "(" + test + ") ? … : 0",
            {{before(value), "(" + asks() + " && !(" + test + ")) ? 0 : ("}, {before(end), ")"}});
      }
    }
  }

  /// `int i = …`, also behind a comma.
  bool declares(const Function& f, const std::string& name) const {
    for (std::size_t i = f.open + 1; i + 1 < f.close; ++i)
      if (code_.is(i, name) && (code_.is(i + 1, "=") || code_.is(i + 1, ";")) &&
          (code_.tokens()[i - 1].kind == Kind::identifier || code_.is(i - 1, ",")))
        return true;
    return false;
  }

  bool compares(const Function& f, const std::string& index, const std::string& size) const {
    for (std::size_t i = f.open; i + 2 < f.close; ++i)
      if (code_.is(i, index) && (code_.is(i + 1, "<") || code_.is(i + 1, ">=")) &&
          code_.is(i + 2, size))
        return true;
    return false;
  }

  /// Of `real x = A[i];` the first token of the value; `none` of what is no declaration of one.
  std::size_t declared(const Statement& s) const {
    if (s.kind != Statement::Kind::other) return none;
    for (std::size_t i = s.begin; i < s.end; ++i) {
      if (code_.is(i, "(") || code_.is(i, "[")) return none;
      if (code_.is(i, "="))
        return i >= s.begin + 2 && code_.tokens()[i - 1].kind == Kind::identifier &&
                       (code_.tokens()[i - 2].kind == Kind::identifier || code_.is(i - 2, ">"))
                   ? i + 1
                   : none;
    }
    return none;
  }

  /// `<=` in the conditions around the statement.
  void strict_comparisons(int line) {
    const Function* f = code_.function_at(line);
    if (f == nullptr) return;
    const std::size_t at = code_.statement_at(*f, line);
    if (at == none) return;
    std::vector<Range> places;
    for (std::size_t s = at; s != none; s = code_.statements()[s].parent) {
      const Statement& each = code_.statements()[s];
      if (each.kind == Statement::Kind::branch || each.kind == Statement::Kind::loop)
        places.push_back({each.begin, each.end});
    }
    // And tests after which the thread leaves: `if (i > n) return;`.
    for (const std::size_t s : f->statements) {
      const Statement& each = code_.statements()[s];
      if (each.kind == Statement::Kind::branch && each.end <= code_.statements()[at].begin)
        places.push_back({each.begin, each.end});
    }
    for (const Range& place : places) {
      if (!code_.is(place.begin + 1, "(")) continue;
      const std::size_t close = code_.partner(place.begin + 1);
      for (std::size_t i = place.begin + 2; i < close; ++i) {
        const bool leaves = code_.is(close + 1, "return");
        if (code_.is(i, "<=") && !leaves) compare_by(i, "<", place.begin + 1, close);
        if (code_.is(i, ">") && leaves) compare_by(i, ">=", place.begin + 1, close);
      }
    }
  }

  void compare_by(std::size_t op, const std::string& by, std::size_t open, std::size_t close) {
    const auto ends = [&](std::size_t i) {
      for (const char* t : {";", ",", "&&", "||", "=", "?", ":", "!"})
        if (code_.is(i, t)) return true;
      return false;
    };
    std::size_t left = op, right = op + 1;
    while (left > open + 1 && !ends(left - 1) && !code_.is(left - 1, "(")) {
      --left;
      if (code_.is(left, ")") || code_.is(left, "]")) left = code_.partner(left);
    }
    while (right < close && !ends(right) && !code_.is(right, ")")) {
      if (code_.is(right, "(") || code_.is(right, "[")) right = code_.partner(right);
      ++right;
    }
    if (left == op || right == op + 1) return;
    const std::string a = code_.spelled(left, op), b = code_.spelled(op + 1, right);
    propose("expression.instead", code_.line(op), a + " " + by + " " + b,
            {{before(left), "(" + asks() + " ? (" + a + " " + by + " " + b + ") : ("},
             {after(right - 1), "))"}},
            code_.spelled(left, right));
  }

  /// An operand of `/`: a name, a number, a member, a call or brackets.
  Range operand(std::size_t slash, bool left) const {
    if (left) {
      std::size_t begin = slash - 1;
      if (code_.is(begin, ")") || code_.is(begin, "]")) begin = code_.partner(begin);
      while (begin > 0 && (code_.is(begin, "(") || code_.is(begin, "[")) &&
             code_.tokens()[begin - 1].kind == Kind::identifier)
        --begin;
      return {begin, slash};
    }
    std::size_t end = slash + 2;
    if (code_.is(slash + 1, "(")) end = code_.partner(slash + 1) + 1;
    while (code_.is(end, ".") || code_.is(end, "(") || code_.is(end, "["))
      end = code_.is(end, ".") ? end + 2 : code_.partner(end) + 1;
    return {slash + 1, end};
  }

  /// All divisions of a host function that launches: `n / 256` becomes `(n + 256 - 1) / 256`.
  void round_up_grids() {
    for (const Function& f : code_.functions()) {
      if (f.on_device) continue;
      bool launches = false;
      for (std::size_t i = f.open; i + 2 < f.close; ++i)
        launches = launches || (code_.is(i, "<") && code_.is(i + 1, "<") && code_.is(i + 2, "<")) ||
                   code_.is(i, "<<<");
      if (!launches) continue;
      std::vector<std::pair<Range, Range>> all;
      for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
        if (!code_.is(i, "/")) continue;
        const Range a = operand(i, true), b = operand(i, false);
        const std::string divisor = code_.spelled(b.begin, b.end);
        // Rounded up already, or no whole numbers.
        const std::string dividend = code_.spelled(a.begin, a.end);
        const bool done = dividend.find(divisor) != dividend.npos ||
                          dividend.find("- 1") != dividend.npos || code_.is(b.end, "+");
        if (!done && divisor.find('.') == divisor.npos && dividend.find('.') == dividend.npos)
          all.push_back({a, b});
      }
      for (const auto& [a, b] : all) round_up({{a, b}});
      if (all.size() > 1 && all.size() <= 4) round_up(all);
    }
  }

  void round_up(const std::vector<std::pair<Range, Range>>& divisions) {
    std::vector<Insertion> insertions;
    std::string shown, old;
    for (const auto& [a, b] : divisions) {
      const std::string x = code_.spelled(a.begin, a.end), y = code_.spelled(b.begin, b.end);
      const std::string up = "(" + x + " + " + y + " - 1) / " + y;
      insertions.push_back({before(a.begin), "(" + asks() + " ? " + up + " : ("});
      insertions.push_back({after(b.end - 1), "))"});
      shown += (shown.empty() ? "" : ", ") + up;
      old += (old.empty() ? "" : ", ") + code_.spelled(a.begin, b.end);
    }
    propose("expression.instead", code_.line(divisions.front().first.begin), shown,
            std::move(insertions), old);
  }

  /// Arguments of a call, as ranges of tokens.
  std::vector<Range> arguments(std::size_t open) const {
    std::vector<Range> list;
    std::size_t begin = open + 1;
    for (std::size_t i = open + 1; i <= code_.partner(open); ++i) {
      if (code_.is(i, "(") || code_.is(i, "[") || code_.is(i, "{")) {
        i = code_.partner(i);
        continue;
      }
      if (code_.is(i, ",") || i == code_.partner(open)) {
        if (i > begin) list.push_back({begin, i});
        begin = i + 1;
      }
    }
    return list;
  }

  /// Sizes that count elements where bytes are wanted.
  void sizes_in_bytes() {
    for (const Function& f : code_.functions()) {
      if (f.on_device) continue;
      for (std::size_t i = f.open; i + 1 < f.close; ++i) {
        const std::string_view name = code_.tokens()[i].text;
        const bool copies = name == "cudaMemcpy" || name == "cudaMemcpyAsync" ||
                            name == "cudaMemset" || name == "cudaMemsetAsync";
        const bool takes = name == "cudaMalloc" || name == "cudaMallocManaged";
        if ((!copies && !takes) || !code_.is(i + 1, "(")) continue;
        const auto given = arguments(i + 1);
        const std::size_t which = takes ? 1 : 2;
        if (given.size() <= which) continue;
        std::string pointer = code_.spelled(given[0].begin, given[0].end);
        if (takes && !pointer.empty() && pointer[0] == '&') pointer.erase(0, 1);
        in_bytes(given[which], !takes && !pointer.empty() && pointer[0] == '&'
                                   ? "sizeof(" + pointer.substr(1) + ")"
                                   : "sizeof(*" + pointer + ")");
      }
      for (std::size_t i = f.open; i + 6 < f.close; ++i) {
        if (!code_.is(i, "<") || !code_.is(i + 1, "<") || !code_.is(i + 2, "<")) continue;
        std::vector<Range> list;
        std::size_t begin = i + 3, at = begin;
        for (; at + 2 < f.close; ++at) {
          if (code_.is(at, "(") || code_.is(at, "{")) at = code_.partner(at);
          const bool end = code_.is(at, ">") && code_.is(at + 1, ">") && code_.is(at + 2, ">");
          if (code_.is(at, ",") || end) {
            list.push_back({begin, at});
            begin = at + 1;
          }
          if (end) break;
        }
        if (list.size() > 2) in_bytes(list[2], "sizeof(real)");
        i = at;
      }
    }
  }

  void in_bytes(const Range& size, const std::string& element) {
    const std::string text = code_.spelled(size.begin, size.end);
    if (text.find("sizeof") != text.npos || text == "0") return;
    // A name may hold bytes; that is seen by trying.
    const bool simple = size.end == size.begin + 1;
    const std::string shown = (simple ? text : "(" + text + ")") + " * " + element;
    propose("expression.instead", code_.line(size.begin), shown,
            {{before(size.begin), "("},
             {after(size.end - 1), ") * (" + asks() + " ? " + element + " : 1)"}},
            text);
  }

  void zero_allocations() {
    for (const Function& f : code_.functions()) {
      if (f.on_device) continue;
      for (std::size_t i = f.open; i + 1 < f.close; ++i) {
        if (!code_.is(i, "cudaMalloc") || !code_.is(i + 1, "(")) continue;
        const auto given = arguments(i + 1);
        if (given.size() != 2) continue;
        std::string pointer = code_.spelled(given[0].begin, given[0].end);
        const auto amp = pointer.rfind('&');
        if (amp == pointer.npos) continue;
        pointer.erase(0, amp + 1);
        const std::size_t s = code_.listed(code_.statement_at(f, code_.line(i)));
        if (s != none)
          put_after("statement.after", s,
                    "cudaMemset(" + pointer + ", 0, " +
                        code_.spelled(given[1].begin, given[1].end) + ");");
      }
    }
  }

  void zero_results(const std::string& entry) {
    for (const Function& f : code_.functions()) {
      if (f.on_device || f.name != entry) continue;
      for (const Variable& v : f.parameters) {
        if (v.type.find('*') == v.type.npos || v.type.find("const") != v.type.npos) continue;
        const std::string what = "cudaMemset(" + v.name + ", 0, sizeof(*" + v.name + "));";
        propose("function.start", code_.line(f.open), what,
                {{after(f.open), " if (" + asks() + ") { " + what + " }"}});
      }
    }
  }

  void zero_shared(const std::vector<int>& lines) {
    const Function* f = code_.function_at(lines.back());
    if (f == nullptr || !f->on_device) return;
    for (const std::size_t s : f->statements) {
      const Statement& each = code_.statements()[s];
      if (!each.listed || !code_.is(each.begin, "__shared__")) continue;
      if (each.end < each.begin + 3 || !code_.is(each.end - 1, ";")) continue;
      const std::size_t name = each.end - 2;
      if (code_.tokens()[name].kind != Kind::identifier) continue;
      put_after("statement.after", s,
                "if (threadIdx.x + threadIdx.y + threadIdx.z == 0) " +
                    std::string(code_.tokens()[name].text) + " = 0; __syncthreads();");
    }
  }

  /// A barrier in a branch goes behind it.
  void out_of_branch(const std::vector<int>& lines) {
    for (const int line : lines) {
      const Function* f = code_.function_at(line);
      if (f == nullptr || !f->on_device) continue;
      const std::size_t s = code_.statement_at(*f, line);
      if (s == none || !code_.is(code_.statements()[s].begin, "__syncthreads")) continue;
      const std::size_t begin = code_.statements()[s].begin;
      for (std::size_t up = code_.statements()[s].parent; up != none;
           up = code_.statements()[up].parent) {
        const Statement& around = code_.statements()[up];
        if (around.kind != Statement::Kind::branch || !around.listed) continue;
        const std::size_t last = around.end - 1;
        propose("barrier.out", code_.line(last), "__syncthreads();",
                {{before(begin), "if (" + asks() + ") ; else "},
                 {after(last), " if (" + asks() + ") { __syncthreads(); }"}},
                "line " + std::to_string(line));
      }
    }
  }

  static constexpr std::size_t most = 24;

  const Code& code_;
  std::string file_;
  int next_;
  std::set<std::string> seen_;
  std::vector<Proposal> proposals_;
};

}  // namespace

std::vector<Proposal> proposals_for(const Code& code, const std::string& file,
                                    const Finding& finding, int first) {
  Proposer proposer(code, file, first);
  proposer.for_finding(finding);
  return proposer.take();
}

std::vector<Proposal> proposals_for_values(const Code& code, const std::string& file,
                                           const std::string& entry, int first) {
  Proposer proposer(code, file, first);
  proposer.for_values(entry);
  return proposer.take();
}

std::string with_proposals(const Code& code, const std::vector<Proposal>& proposals) {
  struct Piece {
    std::size_t offset;
    std::size_t order;
    const std::string* text;
  };
  std::vector<Piece> pieces;
  for (std::size_t p = 0; p < proposals.size(); ++p)
    for (const Insertion& each : proposals[p].insertions)
      pieces.push_back({each.offset, p, &each.text});
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& a, const Piece& b) { return a.offset < b.offset; });
  std::string text;
  std::size_t copied = 0;
  for (const Piece& piece : pieces) {
    text += code.text().substr(copied, piece.offset - copied) + *piece.text;
    copied = piece.offset;
  }
  return text + code.text().substr(copied);
}

}  // namespace warpgrade::remedy
