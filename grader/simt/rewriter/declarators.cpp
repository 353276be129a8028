#include "simt/rewriter/declarators.h"

#include <algorithm>

namespace simt::rewrite {

namespace {

// The maximum distance from a declaration's start to one of its specifiers, in tokens.
constexpr std::size_t longest_specifiers = 200;

bool is_qualifying_word(std::string_view t) {
  static constexpr std::string_view words[] = {
      "const",        "volatile",      "constexpr",  "static",      "extern",
      "inline",       "thread_local",  "mutable",    "register",    "typedef",
      "constinit",    "__restrict__",  "__restrict", "__shared__",  "__device__",
      "__constant__", "__managed__",   "__host__",   "__global__",  "__forceinline__",
      "__noinline__", "__extension__", "__inline__", "__volatile__"};
  return is_one_of(t, words);
}

bool is_builtin_type(std::string_view t) {
  static constexpr std::string_view words[] = {
      "signed", "unsigned", "short", "long",    "int",     "char",     "float",    "double",
      "bool",   "void",     "auto",  "wchar_t", "char8_t", "char16_t", "char32_t", "__int128"};
  return is_one_of(t, words);
}

bool is_class_key(std::string_view t) { return t == "struct" || t == "class" || t == "union"; }

bool is_alignment(const Program& p, std::size_t i) {
  return (p.is(i, "alignas") || p.is(i, "__align__") || p.is(i, "_Alignas")) && p.is(i + 1, "(");
}

/// The `(` of the value in `__attribute__((aligned(16)))` at `i`; `none` for other attributes.
std::size_t aligned_attribute(const Program& p, std::size_t i) {
  const bool attribute = p.is(i, "__attribute__") && p.is(i + 1, "(") && p.is(i + 2, "(");
  const bool aligned = p.is(i + 3, "aligned") || p.is(i + 3, "__aligned__");
  return attribute && aligned && p.is(i + 4, "(") ? i + 4 : none;
}

class Reader {
 public:
  Reader(const Program& program, std::size_t begin) : p_(program), i_(begin) {
    found_.begin = begin;
  }

  std::optional<VariableDeclaration> run() {
    if (!specifiers()) return std::nullopt;
    do {
      Declarator d;
      if (!declarator(d)) return std::nullopt;
      found_.declarators.push_back(d);
    } while (take(","));
    if (!p_.is(i_, ";")) return std::nullopt;
    found_.end = i_;
    return std::move(found_);
  }

 private:
  bool take(std::string_view text) {
    if (p_[i_].text != text) return false;
    ++i_;
    return true;
  }

  bool attribute() {
    const std::size_t past = past_attribute(p_, i_);
    if (past == i_) return false;
    if (is_alignment(p_, i_))
      found_.alignments.push_back({i_, past, i_ + 2, past - 1});
    else if (const std::size_t open = aligned_attribute(p_, i_); open != none)
      found_.alignments.push_back({i_, past, open + 1, p_.past(open) - 1});
    i_ = past;
    return true;
  }

  bool specifiers() {
    bool typed = false;
    while (i_ < p_.size()) {
      const std::string_view t = p_[i_].text;
      if (is_qualifying_word(t)) {
        if (t == "const" || t == "constexpr") const_ = true;
        ++i_;
      } else if (attribute()) {
      } else if (is_builtin_type(t)) {
        typed = true;
        ++i_;
      } else if (is_class_key(t) || t == "enum") {
        const std::size_t body = class_body(p_, i_);
        if (body != none) {
          i_ = p_.past(body);
        } else {
          ++i_;
          if (is_class_key(p_[i_].text)) ++i_;
          i_ = past_qualified_name(p_, i_);
        }
        typed = true;
      } else if (t == "typename") {
        ++i_;
      } else if ((t == "decltype" || t == "__typeof__" || t == "typeof") && p_.is(i_ + 1, "(")) {
        i_ = p_.past(i_ + 1);
        typed = true;
      } else if (!typed && (p_.is_name(i_) || t == "::")) {
        i_ = past_qualified_name(p_, i_);
        typed = true;
      } else {
        break;
      }
    }
    return typed;
  }

  bool declarator(Declarator& d) {
    d.is_const = const_;
    for (;; ++i_) {
      if (p_.is(i_, "*") || p_.is(i_, "&") || p_.is(i_, "&&")) {
        d.pointer = true;
        d.is_const = false;
      } else if (p_.is(i_, "const")) {
        d.is_const = true;
      } else if (!is_qualifying_word(p_[i_].text)) {
        if (past_attribute(p_, i_) == i_) break;
        attribute();
        --i_;
      }
    }
    return (p_.is(i_, "(") ? nested_name(d) : plain_name(d)) && suffixes(d);
  }

  /// Matches `(*name)`, `(&name)[4]`, `(*const name[3])`: then a following `(…)` has parameters,
  /// not an initializer.
  bool nested_name(Declarator& d) {
    const std::size_t past = p_.past(i_);
    nested_ = true;
    for (std::size_t j = i_ + 1; j + 1 < past; ++j) {
      if (p_.is(j, "*") || p_.is(j, "&")) {
        d.pointer = true;
        d.is_const = false;
      } else if (p_.is(j, "const")) {
        d.is_const = true;
      } else if (p_.is_name(j) && !is_qualifying_word(p_[j].text) && d.name == none &&
                 !p_.is(j + 1, "::")) {
        d.name = j;
      }
    }
    i_ = past;
    return d.name != none;
  }

  bool plain_name(Declarator& d) {
    nested_ = false;
    if (!p_.is_name(i_) && !p_.is(i_, "::")) return false;
    const std::size_t past = past_qualified_name(p_, i_);
    d.qualified = past - i_ > 1;
    d.name = past - 1;
    i_ = past;
    return p_.is_name(d.name);
  }

  bool suffixes(Declarator& d) {
    for (d.end = i_; i_ < p_.size(); d.end = i_) {
      if (p_.is(i_, "[") || (p_.is(i_, "(") && nested_))
        i_ = p_.past(i_);
      else if (!attribute())
        break;
    }
    if (p_.is(i_, "(") || p_.is(i_, "{")) {
      d.initialiser = i_;
      i_ = p_.past(i_);
    } else if (p_.is(i_, "=")) {
      d.initialiser = i_;
      skip_value();
    }
    return i_ < p_.size();
  }

  void skip_value() {
    while (i_ < p_.size() && !p_.is(i_, ",") && !p_.is(i_, ";")) {
      if (p_.is_name(i_) && p_.is(i_ + 1, "<")) {
        // The comma in `f<1, 2>(3)` does not separate declarators.
        const std::size_t close = p_.closing_angle(i_ + 1);
        const bool arguments = close != none && (p_.is(close + 1, "(") || p_.is(close + 1, "{") ||
                                                 p_.is(close + 1, "::"));
        i_ = arguments ? close + 1 : i_ + 1;
      } else if (p_.is(i_, "}") || p_.is(i_, ")") || p_.is(i_, "]")) {
        return;
      } else {
        i_ = p_.past(i_);
      }
    }
  }

  const Program& p_;
  std::size_t i_;
  bool const_ = false;
  bool nested_ = false;
  VariableDeclaration found_;
};

}  // namespace

std::size_t past_qualified_name(const Program& p, std::size_t i) {
  std::size_t j = i;
  if (p.is(j, "::")) ++j;
  for (;;) {
    if (p.is(j, "template")) ++j;
    if (!p.is_name(j)) return i;
    ++j;
    if (p.is(j, "<") && !p.opens_launch(j)) {
      const std::size_t close = p.closing_angle(j);
      if (close != none) j = close + 1;
    }
    if (!p.is(j, "::") || !(p.is_name(j + 1) || p.is(j + 1, "template"))) return j;
    ++j;
  }
}

std::size_t past_attribute(const Program& p, std::size_t i) {
  if (p.is(i, "[") && p.is(i + 1, "[")) return p.past(i);
  static constexpr std::string_view words[] = {
      "alignas",     "__align__",         "_Alignas",         "__attribute__",
      "__attribute", "__launch_bounds__", "__cluster_dims__", "__builtin_align__"};
  return p.is(i + 1, "(") && is_one_of(p[i].text, words) ? p.past(i + 1) : i;
}

std::size_t class_body(const Program& p, std::size_t i) {
  std::size_t j = i + 1;
  if (p.is(i, "enum") && (p.is(j, "class") || p.is(j, "struct"))) ++j;
  for (std::size_t past = past_attribute(p, j); past != j; past = past_attribute(p, j)) j = past;
  j = past_qualified_name(p, j);
  if (p.is(j, "final")) ++j;
  if (p.is(j, "{")) return j;
  if (!p.is(j, ":")) return none;
  // Base classes, or an enumeration's type.
  for (std::size_t steps = 0; j < p.size() && steps < longest_specifiers; ++steps) {
    if (p.is(j, "{")) return j;
    if (p.is(j, ";") || p.is(j, ")") || p.is(j, "}")) return none;
    j = p.past(j);
  }
  return none;
}

std::optional<VariableDeclaration> read_variables(const Program& program, std::size_t begin) {
  return Reader(program, begin).run();
}

namespace {

constexpr std::string_view before_a_declaration[] = {";", "{", "}", "(", ",", "else", "do", "="};
constexpr std::string_view after_a_variable[] = {"=", ";", "{", "[", "}", ")"};

/// Not the `(` of `float (*f)(float)`, or of the value in `int x(3)`.
bool may_be_parameters(const Program& p, std::size_t open) {
  const Token& first = p[open + 1];
  const bool value = first.kind == Token::Kind::number || first.kind == Token::Kind::string ||
                     first.kind == Token::Kind::character || first.text == "-";
  return !value && first.text != "*" && first.text != "&";
}

}  // namespace

std::size_t declaration_begin(const Program& p, std::size_t i) {
  std::size_t begin = i;
  for (std::size_t j = i; j > 0 && i - j < longest_specifiers;) {
    --j;
    const std::string_view t = p[j].text;
    if (is_one_of(t, before_a_declaration) || (t == ":" && !p.is(j + 1, ":"))) break;
    if (t == ")") {
      // `alignas(16) __shared__ …` continues to the left, `if (x) __shared__ …` does not.
      const std::size_t open = p.partner(j);
      if (open == none || open == 0) break;
      const bool specifier = past_attribute(p, open - 1) == j + 1 || p.is(open - 1, "decltype");
      if (!specifier) break;
      j = open - 1;
    } else if (t == "]") {
      const std::size_t open = p.partner(j);
      if (open == none) break;
      j = open;
    } else if (t == ">") {
      const std::size_t open = p.opening_angle(j);
      if (open == none) break;
      j = open;
      if (j > 0 && p.is(j - 1, "template")) break;
    }
    begin = j;
  }
  return begin;
}

bool declares_function(const Program& p, std::size_t begin) {
  for (std::size_t i = begin; i < p.size();) {
    const std::string_view t = p[i].text;
    if (const std::size_t past = past_attribute(p, i); past != i) {
      i = past;
    } else if (t == "operator") {
      return true;
    } else if (is_one_of(t, after_a_variable)) {
      return false;
    } else if (is_class_key(t) || t == "enum") {
      const std::size_t body = class_body(p, i);
      i = body != none ? p.past(body) : i + 1;
    } else if ((t == "decltype" || t == "__typeof__" || t == "explicit") && p.is(i + 1, "(")) {
      i = p.past(i + 1);
    } else if (t == "(") {
      return may_be_parameters(p, i);
    } else if (t == "<" && i > begin && p.is_name(i - 1)) {
      const std::size_t close = p.closing_angle(i);
      i = close == none ? i + 1 : close + 1;
    } else {
      ++i;
    }
  }
  return false;
}

}  // namespace simt::rewrite
