#include "simt/rewriter/checks/unset_locals.h"

#include <algorithm>
#include <string>
#include <vector>

#include "simt/rewriter/declarators.h"

namespace simt::rewrite {

namespace {

// Theory of operation. Without goto, code before a read in the text runs before it, and code after
// it does not, unless a loop around both repeats them. So a variable is certainly uninitialized at
// a read if nothing before the read, and nothing in a loop around it, can set it. Any construct
// that is not understood may set it.

struct Variable {
  std::size_t name;    // its token
  std::size_t begin;   // the token after its declaration
  std::size_t end;     // end of its block
  std::size_t bounds;  // number of array bounds
};

/// A use of a variable: `tile[i][j]`, `v.x`.
struct Access {
  std::size_t name, end;
  std::size_t subscripts = 0;
  bool members = false;
};

bool is_compound(const Program& p, std::size_t i) {
  constexpr std::string_view operators[] = {
      "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--"};
  return is_one_of(p[i].text, operators);
}

/// Functions that take arguments by value. Any other function may set a variable passed to it.
bool takes_values(std::string_view name) {
  constexpr std::string_view known[] = {"min",   "max",  "fmin",  "fmax",  "fminf",
                                        "fmaxf", "fma",  "fmaf",  "sqrt",  "sqrtf",
                                        "abs",   "fabs", "fabsf", "printf"};
  return is_one_of(name, known) || name.substr(0, 6) == "atomic" || name.substr(0, 6) == "__shfl" ||
         name.substr(0, 5) == "make_";
}

class Locals {
 public:
  Locals(const Program& p, Edits& edits) : p_(p), edits_(edits) {}

  void function(const Function& f) {
    const std::size_t end = p_.past(f.body);
    loops_.clear();
    std::vector<std::size_t> lambdas;
    for (std::size_t i = f.body; i < end; ++i) {
      if (p_.is(i, "goto")) return;
      if (p_.is(i, "for") || p_.is(i, "while") || p_.is(i, "do"))
        loops_.push_back({i, statement_end(i, end)});
      if (p_.is(i, "[") && opens_lambda(i)) lambdas.push_back(i);
    }
    for (std::size_t i = f.body + 1; i < end; ++i) {
      if (!p_.is(i - 1, ";") && !p_.is(i - 1, "{") && !p_.is(i - 1, "}")) continue;
      const std::size_t close = block_end(i);
      if (close == none) continue;
      for (const Variable& v : unset_at(i, close))
        // A lambda may be called from anywhere.
        if (std::none_of(lambdas.begin(), lambdas.end(),
                         [&](std::size_t at) { return v.begin <= at && at < v.end; }))
          variable(v);
    }
  }

 private:
  struct Range {
    std::size_t begin, end;
  };

  bool opens_lambda(std::size_t i) const {
    if (p_.is(i + 1, "[") || p_.is(i - 1, "[")) return false;
    return !p_.is_name(i - 1) && !p_.is(i - 1, "]") && !p_.is(i - 1, ")");
  }

  /// The token after the statement at `i`.
  std::size_t statement_end(std::size_t i, std::size_t limit) const {
    while (i < limit) {
      if (p_.is(i, "{")) return p_.past(i);
      if (p_.is(i, "do")) {
        i = statement_end(i + 1, limit);
        while (i < limit && !p_.is(i, ";")) i = p_.past(i);
        return i + 1;
      }
      const bool head =
          p_.is(i, "for") || p_.is(i, "while") || p_.is(i, "if") || p_.is(i, "switch");
      if (!head) break;
      const bool choice = p_.is(i, "if");
      i += p_.is(i + 1, "constexpr") ? 2 : 1;
      i = p_.past(i);
      if (!choice) continue;
      i = statement_end(i, limit);
      if (!p_.is(i, "else")) return i;
      ++i;
    }
    while (i < limit && !p_.is(i, ";")) i = p_.past(i);
    return i + 1;
  }

  /// The `}` of the block around the statement that begins at `i`.
  std::size_t block_end(std::size_t i) const {
    while (i-- > 0) {
      const std::size_t partner = p_.partner(i);
      if (partner == none) continue;
      if (partner > i) return p_.is(i, "{") ? partner : none;
      i = partner;
    }
    return none;
  }

  /// The uninitialized variables that the statement at `i` declares.
  std::vector<Variable> unset_at(std::size_t i, std::size_t close) const {
    std::vector<Variable> found;
    const auto declared = read_variables(p_, i);
    if (!declared) return found;
    for (std::size_t j = i; j < declared->declarators.front().name; ++j) {
      if (p_.is(j, "(")) return found;  // `f(x, 1);` looks like a declaration, too
      // Variables that keep a value from an earlier call, or that others may set.
      constexpr std::string_view others[] = {"static",     "extern",       "volatile", "typedef",
                                             "__shared__", "__constant__", "const",    "auto",
                                             "constexpr",  "__device__",   "register"};
      if (is_one_of(p_[j].text, others) || p_.is(j, "{")) return found;
    }
    for (const Declarator& d : declared->declarators) {
      if (d.initialiser != none || d.pointer || d.qualified) continue;
      Variable v{d.name, declared->end, close, 0};
      for (std::size_t j = d.name + 1; j < d.end; j = p_.past(j))
        if (p_.is(j, "[")) ++v.bounds;
      found.push_back(v);
    }
    return found;
  }

  Access access_at(std::size_t i) const {
    Access a{i, i + 1};
    for (;;) {
      if (p_.is(a.end, "[")) {
        if (!a.members) ++a.subscripts;
        a.end = p_.past(a.end);
      } else if (p_.is(a.end, ".") && p_.is_name(a.end + 1) && !p_.is(a.end + 2, "(")) {
        a.members = true;
        a.end += 2;
      } else {
        return a;
      }
    }
  }

  enum class Use { reads, updates, sets };

  /// Whether the access is `(void)v`.
  bool is_discarded(const Access& a) const {
    return p_.is(a.name - 1, ")") && p_.is(a.name - 2, "void") && p_.is(a.name - 3, "(");
  }

  bool is_unevaluated(const Access& a) const {
    const std::string_view t = p_[a.name - 2].text;
    return p_.is(a.name - 1, "sizeof") ||
           (p_.is(a.name - 1, "(") && (t == "sizeof" || t == "decltype" || t == "alignof"));
  }

  /// Whether an operand can begin after the token at `i`, which may also end a statement or
  /// condition.
  bool begins_operand(std::size_t i) const {
    constexpr std::string_view words[] = {"(", "[", "{", "}", ",", ";", "=", "return", "?",  ":",
                                          "<", ">", "+", "-", "*", "/", "!", "~",      "&&", "||"};
    return is_one_of(p_[i].text, words) || is_compound(p_, i);
  }

  /// Whether the access binds a reference, judging by the tokens before it: `T& x = v`.
  bool is_bound(const Access& a) const {
    return p_.is(a.name - 1, "=") && p_.is_name(a.name - 2) &&
           (p_.is(a.name - 3, "&") || p_.is(a.name - 3, "&&"));
  }

  /// The function of which the access is an argument; `none` if it is none.
  std::size_t callee(const Access& a) const {
    const bool whole = (p_.is(a.name - 1, "(") || p_.is(a.name - 1, ",")) &&
                       (p_.is(a.end, ")") || p_.is(a.end, ","));
    if (!whole) return none;
    for (std::size_t i = a.name; i-- > 0;) {
      const std::size_t partner = p_.partner(i);
      if (partner == none) continue;
      if (partner > i) return i - 1;
      i = partner;
    }
    return none;
  }

  Use classify_use(const Variable& v, const Access& a) const {
    const std::size_t before = a.name - 1;
    if (is_unevaluated(a) || is_discarded(a)) return Use::sets;
    // A whole array or row is passed by address, and a class's operator [] may return a reference.
    if (v.bounds > 0 ? a.subscripts != v.bounds && !(a.subscripts > v.bounds && a.members)
                     : a.subscripts > 0 && !is_compound(p_, a.end))
      return Use::sets;
    if (p_.is(a.end, "=") || p_.is(a.end, "(") || p_.is(a.end, ".") || p_.is(a.end, "->"))
      return Use::sets;
    if ((p_.is(before, "&") || p_.is(before, "&&")) && begins_operand(before - 1)) return Use::sets;
    if (is_bound(a)) return Use::sets;
    // `(c ? v : w) = 1`, and conversions by the variable's type.
    if (p_.is(before, "?") || p_.is(before, ":") || p_.is(a.end, ":")) return Use::sets;
    if (is_compound(p_, a.end) || p_.is(before, "++") || p_.is(before, "--")) return Use::updates;
    if (const std::size_t function = callee(a); function != none)
      return p_.is_name(function) && takes_values(p_[function].text) ? Use::reads : Use::sets;
    if (p_.is(before, "(") && p_.is(a.end, ")")) return Use::sets;
    // A member may be a reference, and `<` may begin template arguments.
    if (p_.is(before, "{") || p_.is(a.end, "}") || p_.is(before, ">") || p_.is(before, "<"))
      return Use::sets;
    return Use::reads;
  }

  /// Whether the statement is `v = … v …;` without a condition: then it is equivalent to `v += …;`.
  bool is_self_assignment(const Variable& v, const Access& a) const {
    constexpr std::string_view starts[] = {";", "{", "}", ")", "else", "do"};
    if (!p_.is(a.end, "=") || !is_one_of(p_[a.name - 1].text, starts)) return false;
    const std::string self = p_.spelled(a.name, a.end);
    bool reads = false;
    std::size_t brackets = 0;
    for (std::size_t i = a.end + 1; i < v.end && !p_.is(i, ";"); ++i) {
      if (p_.is(i, "?") || p_.is(i, "&&") || p_.is(i, "||") || p_.is(i, "{")) return false;
      if (p_.is(i, ",") && brackets == 0) return false;
      if (p_.is(i, "(") || p_.is(i, "[")) ++brackets;
      if ((p_.is(i, ")") || p_.is(i, "]")) && brackets-- == 0) return false;
      if (!is_use(v, i)) continue;
      const Access again = access_at(i);
      if (classify_use(v, again) == Use::sets) return false;
      reads = reads || p_.spelled(again.name, again.end) == self;
      i = again.end - 1;
    }
    return reads;
  }

  bool is_use(const Variable& v, std::size_t i) const {
    return p_[i].text == p_[v.name].text && p_.is_name(i) && !p_.is(i - 1, ".") &&
           !p_.is(i - 1, "->") && !p_.is(i - 1, "::") && !p_.is(i + 1, "::");
  }

  /// Whether another variable of that name is declared there.
  bool is_declared_again(std::size_t i) const {
    constexpr std::string_view types[] = {"int",   "float",    "double", "bool", "char", "long",
                                          "short", "unsigned", "signed", "auto", "void", "const"};
    std::size_t before = i - 1;
    while (p_.is(before, "*") || p_.is(before, "&") || p_.is(before, "&&")) --before;
    if (is_one_of(p_[before].text, types)) return true;
    const bool named =
        p_.is_name(before) || (p_.is(before, ">") && p_.opening_angle(before) != none);
    const bool first = p_.is(before - 1, ";") || p_.is(before - 1, "{") || p_.is(before - 1, "}") ||
                       (p_.is(before - 1, "(") && p_.is(before - 2, "for"));
    return named && (before == i - 1 || first);
  }

  void variable(const Variable& v) {
    std::vector<Range> sets;  // begin: where it may be set; end: from where this counts
    std::vector<Access> reads;
    bool members = false;
    for (std::size_t i = v.begin; i < v.end; ++i) {
      if (p_.is(i, "asm") || p_.is(i, "__asm__") || p_.is(i, "__asm")) return;
      if (!is_use(v, i)) continue;
      if (is_declared_again(i)) return;
      const Access a = access_at(i);
      members = members || a.members;
      if (classify_use(v, a) != Use::sets)
        reads.push_back(a);
      else if (!is_self_assignment(v, a))
        sets.push_back({i, value_end(a, v.end)});
    }
    // A class's operators may do anything.
    for (const Access& read : reads)
      if (members && !read.members) sets.push_back({read.name, read.name});
    for (const Access& read : reads)
      if (members == read.members && std::none_of(sets.begin(), sets.end(), [&](const Range& set) {
            return may_precede(set, read.name, v);
          }))
        note(v, read);
  }

  /// The place from which `v = …` has set its value: after the right side was read.
  std::size_t value_end(const Access& a, std::size_t limit) const {
    std::size_t i = a.end;
    if (!p_.is(i, "=")) return a.name;
    while (i < limit && !p_.is(i, ";") && !p_.is(i, ",") && !p_.is(i, ")")) i = p_.past(i);
    return i;
  }

  bool may_precede(const Range& set, std::size_t read, const Variable& v) const {
    if (set.end < read) return true;
    return std::any_of(loops_.begin(), loops_.end(), [&](const Range& loop) {
      return loop.begin > v.name && loop.begin < read && read < loop.end && set.begin < loop.end;
    });
  }

  void note(const Variable& v, const Access& a) {
    const std::size_t read = a.name;
    const std::string name(p_[v.name].text);
    edits_.insert_before(
        read, "(::simt::read_unset<decltype(" + name + ")" + (a.members ? ", ::simt::Member" : "") +
                  ">(" + string_literal(name) + ", " + std::to_string(p_[v.name].line) + ", " +
                  string_literal(p_.file(read)) + ", " + std::to_string(p_[read].line) + "), ");
    edits_.insert_after(read, ")");
  }

  const Program& p_;
  Edits& edits_;
  std::vector<Range> loops_;  // in the function
};

}  // namespace

void note_unset_locals(const Program& program, const Scopes& scopes, Edits& edits) {
  Locals locals(program, edits);
  for (const Function& f : scopes.functions())
    if (f.runs_on_device() && f.body != none && !f.is_constexpr &&
        !program.is_library(f.name_token))
      locals.function(f);
}

}  // namespace simt::rewrite
