#include "simt/rewriter/scopes.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "simt/rewriter/declarators.h"

namespace simt::rewrite {

/// Reads declarations at namespace and class scope; reads bodies only to find classes in them.
class ScopeReader {
 public:
  ScopeReader(const Program& program, Diagnostics& diagnostics, Scopes& scopes)
      : p_(program), diagnostics_(diagnostics), scopes_(scopes) {}

  void declarations(std::size_t begin, std::size_t end, const std::string& path, bool in_class,
                    bool templated) {
    if (++depth_ > deepest) {
      diagnostics_.error(p_[begin].file, p_[begin].line, "this is nested more than 200 deep");
    } else {
      for (std::size_t i = begin; i < end;) {
        const std::size_t next = declaration(i, end, path, in_class, templated);
        i = std::max(next, i + 1);
      }
    }
    --depth_;
  }

 private:
  // Far more than any real program; a damaged file must not overflow the stack.
  static constexpr int deepest = 200;

  void mark(std::size_t begin, std::size_t end, Scopes::Kind kind, std::int32_t owner) {
    std::fill(scopes_.kinds_.begin() + static_cast<std::ptrdiff_t>(begin),
              scopes_.kinds_.begin() + static_cast<std::ptrdiff_t>(end), kind);
    std::fill(scopes_.owners_.begin() + static_cast<std::ptrdiff_t>(begin),
              scopes_.owners_.begin() + static_cast<std::ptrdiff_t>(end), owner);
  }

  bool is_class_key(std::size_t i) const {
    return (p_.is(i, "struct") || p_.is(i, "class") || p_.is(i, "union")) &&
           !(i > 0 && p_.is(i - 1, "enum"));
  }

  /// Reads the body of the class whose key is at `key`; returns the token after its `}`.
  std::size_t class_at(std::size_t key, std::size_t body, const std::string& path, bool templated,
                       std::int32_t owner) {
    std::size_t name = none;
    for (std::size_t j = key + 1; j < body && !p_.is(j, ":") && !p_.is(j, "<"); ++j) {
      const std::size_t past = past_attribute(p_, j);
      if (past != j)
        j = past - 1;
      else if (p_.is_name(j) && !p_.is(j, "final"))
        name = j;
    }
    const std::size_t past = p_.past(body);
    mark(body + 1, past, Scopes::Kind::class_, owner);
    const std::string inner =
        path + (name == none ? std::string("{}") : std::string(p_[name].text)) + "::";
    declarations(body + 1, past - 1, inner, true, templated);
    return past;
  }

  void block(std::size_t open, std::int32_t owner, const std::string& path, bool templated) {
    const std::size_t past = p_.past(open);
    mark(open + 1, past, Scopes::Kind::block, owner);
    for (std::size_t i = open + 1; i < past;) {
      const std::size_t body = is_class_key(i) ? class_body(p_, i) : none;
      i = body != none && body < past ? class_at(i, body, path + "{}::", templated, owner) : i + 1;
    }
  }

  std::size_t namespace_at(std::size_t i, std::size_t end, const std::string& path) {
    std::string inner = path;
    bool named = false;
    std::size_t j = i + 1;
    for (; j < end && !p_.is(j, "{") && !p_.is(j, ";") && !p_.is(j, "="); ++j) {
      const std::size_t past = past_attribute(p_, j);
      if (past != j) {
        j = past - 1;
      } else if (p_.is_name(j)) {
        inner.append(p_[j].text).append("::");
        named = true;
      }
    }
    if (!p_.is(j, "{")) return past_semicolon(j, end);
    if (!named) inner += "{}::";
    const std::size_t past = p_.past(j);
    declarations(j + 1, past - 1, inner, false, false);
    return past;
  }

  std::size_t past_semicolon(std::size_t i, std::size_t end) const {
    while (i < end && !p_.is(i, ";")) i = p_.past(i);
    return i + 1;
  }

  /// Reads one declaration; returns the token after it.
  std::size_t declaration(std::size_t begin, std::size_t end, const std::string& path,
                          bool in_class, bool templated) {
    std::size_t i = begin;
    if (in_class && p_.is(i + 1, ":") &&
        (p_.is(i, "public") || p_.is(i, "protected") || p_.is(i, "private")))
      return i + 2;
    if (p_.is(i, "inline") && p_.is(i + 1, "namespace")) ++i;
    if (p_.is(i, "namespace")) return namespace_at(i, end, path);
    if (p_.is(i, "extern") && p_[i + 1].kind == Token::Kind::string && p_.is(i + 2, "{")) {
      declarations(i + 3, p_.past(i + 2) - 1, path, in_class, templated);
      return p_.past(i + 2);
    }
    Function f;
    f.begin = begin;
    f.path = path;
    f.templated = templated;
    f.member = in_class;
    while (p_.is(i, "template") && p_.is(i + 1, "<")) {
      const std::size_t close = p_.closing_angle(i + 1);
      if (close == none) return past_semicolon(i, end);
      if (close == i + 2)
        f.specialised = true;
      else
        f.templated = true;
      i = close + 1;
    }
    // `template __global__ void k<3>(int);` is an instantiation and declares nothing new.
    if (p_.is(i, "template") || p_.is(i, "using") || p_.is(i, "static_assert"))
      return past_semicolon(i, end);
    f.specifiers = i;
    return specifiers(f, i, end, path);
  }

  static void note_specifier(Function& f, std::string_view word) {
    static constexpr std::pair<std::string_view, bool Function::*> all[] = {
        {"__global__", &Function::global},      {"__device__", &Function::device},
        {"__host__", &Function::host},          {"constexpr", &Function::is_constexpr},
        {"consteval", &Function::is_constexpr}, {"static", &Function::is_static},
        {"friend", &Function::is_friend},
    };
    for (const auto& [name, member] : all)
      if (word == name) f.*member = true;
  }

  std::size_t specifiers(Function& f, std::size_t i, std::size_t end, const std::string& path) {
    while (i < end) {
      const std::string_view t = p_[i].text;
      if (const std::size_t past = past_attribute(p_, i); past != i) {
        i = past;
        continue;
      }
      if (t == ";") return i + 1;
      if (t == "=") return initialiser(i, end);
      if (t == "(") {
        if (read_name(f, i)) return after_parameters(f, end, path);
        i = p_.past(i);
      } else if (t == "{") {
        // The initializer of `int x{3};`, which may contain a lambda.
        block(i, -1, path, f.templated);
        i = p_.past(i);
      } else if (t == "[") {
        i = p_.past(i);
      } else if (t == "operator") {
        i = past_operator(i, end);
        f.name = "operator";
        f.name_token = i - 1;
        if (p_.is(i, "(")) {
          f.parameters = i;
          return after_parameters(f, end, path);
        }
      } else if (is_class_key(i) || t == "enum") {
        const std::size_t body = class_body(p_, i);
        if (body == none || body >= end)
          ++i;
        else
          i = t == "enum" ? p_.past(body) : class_at(i, body, path, f.templated, -1);
      } else if (t == "<" && i > 0 && p_.is_name(i - 1)) {
        const std::size_t close = p_.closing_angle(i);
        i = close == none ? i + 1 : close + 1;
      } else if ((t == "decltype" || t == "explicit" || t == "noexcept") && p_.is(i + 1, "(")) {
        i = p_.past(i + 1);
      } else {
        note_specifier(f, t);
        ++i;
      }
    }
    return i;
  }

  /// Reads `= value;` and its lambdas; returns the token after the `;`.
  std::size_t initialiser(std::size_t i, std::size_t end) {
    const std::size_t past = past_semicolon(i, end);
    mark(i, std::min(past, end), Scopes::Kind::block, -1);
    return past;
  }

  /// From the operator's name at `i` to the `(` of its parameters.
  std::size_t past_operator(std::size_t i, std::size_t end) const {
    if (p_.is(i + 1, "(") && p_.is(i + 2, ")")) return i + 3;
    for (++i; i < end && !p_.is(i, "(") && !p_.is(i, ";") && !p_.is(i, "{");) ++i;
    return i;
  }

  /// Whether the `(` at `open` begins a function's parameters; if so, reads the function's name.
  bool read_name(Function& f, std::size_t open) const {
    if (open == 0 || p_.partner(open) == none || p_.is(open + 1, "*")) return false;
    std::size_t name = open - 1;
    if (p_.is(name, ">")) {
      const std::size_t angle = p_.opening_angle(name);
      if (angle == none || angle == 0) return false;
      name = angle - 1;
    }
    if (!p_.is_name(name) || name < f.specifiers) return false;
    f.name = p_[name].text;
    f.name_token = name;
    f.parameters = open;
    if (name > f.specifiers && (p_.is(name - 1, "::") || p_.is(name - 1, "~"))) f.member = true;
    return true;
  }

  /// From the `)` to the body or the `;`. The specifiers of `void __device__ f() …` were already
  /// read.
  std::size_t after_parameters(Function& f, std::size_t end, const std::string& path) {
    std::size_t i = p_.past(f.parameters);
    while (i < end && !p_.is(i, "{") && !p_.is(i, ";") && !p_.is(i, ":")) {
      if (p_.is(i, "=")) break;  // = default, = delete, or a variable
      i = p_.past(i);
    }
    if (p_.is(i, ":")) i = past_member_initialisers(i + 1, end);
    if (!p_.is(i, "{") || i >= end) {
      record(f);
      return past_semicolon(i, end);
    }
    f.body = i;
    const std::int32_t owner = record(f);
    block(i, owner, path, f.templated);
    return p_.past(i);
  }

  /// Skips `a(1), B<int>{2}, rest...`; returns where the body should begin.
  std::size_t past_member_initialisers(std::size_t i, std::size_t end) const {
    while (i < end) {
      while (i < end && !p_.is(i, "(") && !p_.is(i, "{") && !p_.is(i, ";")) ++i;
      if (i >= end || p_.is(i, ";")) return i;
      i = p_.past(i);
      if (p_.is(i, "...")) ++i;
      if (!p_.is(i, ",")) return i;
      ++i;
    }
    return i;
  }

  std::int32_t record(const Function& f) {
    scopes_.by_name_[f.name].push_back(scopes_.functions_.size());
    scopes_.functions_.push_back(f);
    return static_cast<std::int32_t>(scopes_.functions_.size() - 1);
  }

  const Program& p_;
  Diagnostics& diagnostics_;
  Scopes& scopes_;
  int depth_ = 0;
};

Scopes::Scopes(const Program& program, Diagnostics& diagnostics)
    : kinds_(program.size() + 1, Kind::namespace_), owners_(program.size() + 1, -1) {
  ScopeReader(program, diagnostics, *this).declarations(0, program.size(), "", false, false);
}

const std::vector<std::size_t>& Scopes::named(std::string_view name) const {
  static const std::vector<std::size_t> nothing;
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nothing : found->second;
}

}  // namespace simt::rewrite
