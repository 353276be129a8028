#include "remedy/own_copies.h"

#include <algorithm>

namespace warpgrade::remedy {
namespace {

using Kind = Token::Kind;

constexpr int most_calls = 4;  // from the kernel down to the function with the atomic

class OwnCopies {
 public:
  explicit OwnCopies(const Code& code) : code_(code) {}

  std::optional<OwnCopy> find(int line) const {
    std::size_t call = 0;
    while (call < code_.tokens().size() && !(code_.line(call) == line && is_atomic(call))) ++call;
    if (call == code_.tokens().size()) return std::nullopt;
    const std::size_t begin = call + 2, end = argument_end(begin), name = first_name(begin, end);
    if (name == end) return std::nullopt;
    const std::size_t from = code_.is(begin, "&") ? begin + 1 : begin;
    const std::string variable = code_.spelled(from, end);
    if (const Function* f = code_.function_at(line); f != nullptr)
      if (const auto copy = in_function(*f, name, variable, most_calls)) return copy;
    return of_object(call, variable);
  }

 private:
  bool is_atomic(std::size_t token) const {
    return code_.tokens()[token].text.starts_with("atomic") && code_.is(token + 1, "(");
  }

  /// The `,` or `)` behind the argument.
  std::size_t argument_end(std::size_t at) const {
    while (at < code_.tokens().size() && !code_.is(at, ",") && !code_.is(at, ")"))
      at = code_.is(at, "(") || code_.is(at, "[") || code_.is(at, "{") ? code_.partner(at) + 1
                                                                       : at + 1;
    return at;
  }

  std::size_t first_name(std::size_t begin, std::size_t end) const {
    while (begin < end && code_.tokens()[begin].kind != Kind::identifier) ++begin;
    return begin;
  }

  static bool is_by_value(const Variable& parameter) {
    return parameter.type.find_first_of("*&") == std::string::npos;
  }

  /// `name`: the token of the variable in this function, or of what it is a member of.
  std::optional<OwnCopy> in_function(const Function& f, std::size_t name,
                                     const std::string& variable, int calls) const {
    for (std::size_t p = 0; p < f.parameters.size(); ++p) {
      if (!code_.is(name, f.parameters[p].name)) continue;
      if (is_by_value(f.parameters[p])) return OwnCopy{variable, f.name, f.parameters[p].name};
      return calls > 0 ? in_callers(f, p, variable, calls - 1) : std::nullopt;
    }
    if (declares(f, name)) return OwnCopy{variable, "", ""};
    return std::nullopt;
  }

  /// Parameter `p` is a pointer or reference: to what the callers pass.
  std::optional<OwnCopy> in_callers(const Function& f, std::size_t p, const std::string& variable,
                                    int calls) const {
    for (const Function& caller : code_.functions())
      for (std::size_t i = caller.open; caller.on_device && i < caller.close; ++i) {
        if (!code_.is(i, f.name) || !code_.is(i + 1, "(")) continue;
        std::size_t begin = i + 2;
        for (std::size_t skipped = 0; skipped < p; ++skipped) begin = argument_end(begin) + 1;
        const std::size_t name = first_name(begin, argument_end(begin));
        if (const auto copy = in_function(caller, name, variable, calls)) return copy;
      }
    return std::nullopt;
  }

  /// Whether the function has a local variable of that name: `int taken = 0;`, `Lock lock;`.
  bool declares(const Function& f, std::size_t name) const {
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other || code_.tokens()[s.begin].kind != Kind::identifier ||
          is_one_of(code_.tokens()[s.begin].text, {"__shared__", "extern", "static", "return"}))
        continue;
      for (std::size_t i = s.begin + 1; i < s.end && i < name; ++i) {
        if (code_.is(i, "(") || code_.is(i, "[") || code_.is(i, "{")) i = code_.partner(i);
        const bool first = i == s.begin + 1 || code_.is(i - 1, ",") ||
                           code_.tokens()[i - 1].kind == Kind::identifier;
        // A pointer or reference is declared, not what it leads to.
        if (first && code_.is(i, code_.tokens()[name].text)) return true;
      }
    }
    return false;
  }

  /// The atomic is in a member function: some kernel or function gets the object by value.
  std::optional<OwnCopy> of_object(std::size_t call, const std::string& variable) const {
    const std::string type = class_around(call);
    if (type.empty()) return std::nullopt;
    for (const Function& f : code_.functions())
      for (const Variable& p : f.parameters)
        if (f.on_device && is_by_value(p) && names_type(p.type, type))
          return OwnCopy{variable, f.name, p.name};
    for (const Function& f : code_.functions())
      for (const std::size_t s : f.statements)
        if (f.on_device && code_.statements()[s].kind == Statement::Kind::other &&
            code_.is(code_.statements()[s].begin, type) &&
            code_.tokens()[code_.statements()[s].begin + 1].kind == Kind::identifier)
          return OwnCopy{variable, "", ""};
    return std::nullopt;
  }

  /// The name of the innermost class around the token.
  std::string class_around(std::size_t token) const {
    std::string name;
    for (std::size_t i = 0; i + 2 < token; ++i) {
      if (!code_.is(i, "struct") && !code_.is(i, "class")) continue;
      std::size_t open = i + 2;
      while (open < token && !is_one_of(code_.tokens()[open].text, {"{", ";", "(", ">"})) ++open;
      if (open < token && code_.is(open, "{") && code_.partner(open) > token)
        name = code_.tokens()[i + 1].text;
    }
    return name;
  }

  /// Whether `type` is "const Lock", "Lock<int>" or the like.
  static bool names_type(const std::string& type, const std::string& name) {
    std::string bare = type.substr(0, type.find('<'));
    for (const std::string_view word : {"const ", "struct "})
      if (bare.starts_with(word)) bare.erase(0, word.size());
    while (bare.ends_with(' ')) bare.pop_back();
    return bare == name;
  }

  const Code& code_;
};

}  // namespace

std::optional<OwnCopy> find_own_copy(const Code& code, int line) {
  return OwnCopies(code).find(line);
}

}  // namespace warpgrade::remedy
