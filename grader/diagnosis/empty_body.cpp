#include "diagnosis/empty_body.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace warpgrade {
namespace {

using remedy::Code;
using remedy::Function;

/// Calls without an effect of their own. For a macro, its arguments count.
bool is_idle(std::string_view name) {
  constexpr std::array<std::string_view, 14> idle = {
      "if",   "for",         "while", "switch", "return",           "sizeof",
      "dim3", "static_cast", "min",   "max",    "cudaGetLastError", "cudaPeekAtLastError",
      "void", "alignas"};
  return std::find(idle.begin(), idle.end(), name) != idle.end() ||
         std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

class Reader {
 public:
  explicit Reader(const Code& code) : code_(code) {}

  bool does_something(const Function& f) {
    if (!seen_.insert(f.open).second) return false;
    for (std::size_t i = f.open + 1; i < f.close; ++i)
      if (stores(i) || (is_call(i) && has_effect(i))) return true;
    return false;
  }

 private:
  bool stores(std::size_t i) const {
    const std::string_view text = code_.tokens()[i].text;
    if (text == "++" || text == "--") return true;
    if (text == "=") return !is_declared(i);
    return text.size() > 1 && text.back() == '=' && text != "==" && text != "!=" && text != "<=" &&
           text != ">=";
  }

  /// Whether this is `real x = …`: a type followed by a name.
  bool is_declared(std::size_t equals) const {
    std::size_t begin = equals;
    while (begin > 0 && !code_.is(begin - 1, ";") && !code_.is(begin - 1, "{") &&
           !code_.is(begin - 1, "}") && !code_.is(begin - 1, "("))
      --begin;
    return code_.tokens()[begin].kind == remedy::Token::Kind::identifier &&
           (code_.tokens()[begin + 1].kind == remedy::Token::Kind::identifier ||
            code_.is(begin + 1, "*") || code_.is(begin + 1, "&"));
  }

  bool is_call(std::size_t i) const {
    return code_.tokens()[i].kind == remedy::Token::Kind::identifier &&
           (code_.is(i + 1, "(") ||
            (code_.is(i + 1, "<") && code_.is(i + 2, "<") && code_.is(i + 3, "<")));
  }

  bool has_effect(std::size_t i) {
    const auto& all = code_.functions();
    const auto own = std::find_if(all.begin(), all.end(),
                                  [&](const Function& f) { return code_.is(i, f.name); });
    if (own != all.end()) return does_something(*own);
    // Matches dim3 grid(x, y)
    const bool declares = code_.tokens()[i - 1].kind == remedy::Token::Kind::identifier &&
                          !code_.is(i - 1, "return") && !code_.is(i - 1, "else");
    return !declares && !is_idle(code_.tokens()[i].text);
  }

  const Code& code_;
  std::set<std::size_t> seen_;
};

}  // namespace

bool has_empty_body(const Code& code, const std::string& function) {
  for (const Function& f : code.functions())
    if (!f.on_device && f.name == function) return !Reader(code).does_something(f);
  return false;
}

}  // namespace warpgrade
