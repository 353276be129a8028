#include "simt/rewriter/checks/declared_elsewhere.h"

#include <string>

#include "simt/rewriter/declarators.h"

namespace simt::rewrite {

namespace {

class Finder {
 public:
  Finder(const Program& program, const Scopes& scopes, Diagnostics& diagnostics)
      : p_(program), scopes_(scopes), diagnostics_(diagnostics) {}

  void run() {
    for (std::size_t i = 0; i < p_.size(); ++i)
      if (p_.is(i, "extern")) examine_declaration(i);
  }

 private:
  /// `extern T name;`, possibly with a language; not the `extern` of dynamic shared memory, a
  /// function or a template.
  void examine_declaration(std::size_t i) {
    const std::size_t next = p_[i + 1].kind == Token::Kind::string ? i + 2 : i + 1;
    if (p_.is(next, "{") || p_.is(next, "template")) return;
    // Specifiers may also precede it: `const extern T name;`.
    const std::size_t begin = next == i + 2 ? next : declaration_begin(p_, i);
    if (declares_function(p_, begin)) return;
    const auto variables = read_variables(p_, begin);
    if (!variables || variables->declarators.empty()) return;
    for (std::size_t j = begin; j < variables->declarators.front().name; ++j)
      if (p_.is(j, "__shared__")) return;
    for (const Declarator& d : variables->declarators)
      if (d.initialiser == none && !is_defined(d.name))
        diagnostics_.error(p_[d.name].file, p_[d.name].line,
                           "extern: the variable " + std::string(p_[d.name].text) +
                               " is defined nowhere in this file: declare it without extern");
  }

  /// Whether the name has another declaration in the same namespace that is not `extern`.
  bool is_defined(std::size_t name) const {
    for (std::size_t j = 0; j < p_.size(); ++j) {
      if (j == name || p_[j].text != p_[name].text || scopes_.kind(j) != Scopes::Kind::namespace_ ||
          namespaces(j) != namespaces(name))
        continue;
      const std::size_t begin = declaration_begin(p_, j);
      const auto variables = read_variables(p_, begin);
      if (!variables) continue;
      bool is_extern = false;
      for (std::size_t k = begin; k < j; ++k) is_extern = is_extern || p_.is(k, "extern");
      for (const Declarator& d : variables->declarators)
        if (d.name == j && (!is_extern || d.initialiser != none)) return true;
    }
    return false;
  }

  /// The namespaces around a token: "a::b::".
  std::string namespaces(std::size_t token) const {
    std::string path;
    for (std::size_t i = 0; i < token; ++i) {
      if (!p_.is(i, "namespace")) continue;
      std::size_t open = i + 1;
      while (open < token && !p_.is(open, "{") && !p_.is(open, ";") && !p_.is(open, "=")) ++open;
      const std::size_t close = p_.is(open, "{") ? p_.partner(open) : none;
      if (close != none && close > token) path += p_.spelled(i + 1, open) + "::";
    }
    return path;
  }

  const Program& p_;
  const Scopes& scopes_;
  Diagnostics& diagnostics_;
};

}  // namespace

void refuse_variables_defined_nowhere(const Program& program, const Scopes& scopes,
                                      Diagnostics& diagnostics) {
  Finder(program, scopes, diagnostics).run();
}

}  // namespace simt::rewrite
