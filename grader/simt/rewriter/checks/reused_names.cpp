#include "simt/rewriter/checks/reused_names.h"

#include <set>
#include <string>
#include <vector>

namespace simt::rewrite {

namespace {

bool is_class_word(const Program& p, std::size_t i) {
  return p.is(i, "struct") || p.is(i, "class") || p.is(i, "typename");
}

class ReusedNames {
 public:
  ReusedNames(const Program& program, const Scopes& scopes, Edits& edits)
      : p_(program), scopes_(scopes), edits_(edits) {}

  void run() {
    for (std::size_t i = 0; i < p_.size(); ++i) {
      while (!open_.empty() && i >= open_.back().close) open_.pop_back();
      if (p_.is(i, "namespace"))
        enter(i);
      else if (scopes_.kind(i) == Scopes::Kind::class_)
        member(i);
      else if (scopes_.kind(i) == Scopes::Kind::namespace_ && is_class_word(p_, i) &&
               p_.is_name(i + 1))
        classes_.insert(path(open_.size()) + std::string(p_[i + 1].text));
    }
  }

 private:
  struct Namespace {
    std::string name;   // followed by `::`; empty if unnamed
    std::size_t close;  // token of its `}`
  };

  /// The path of the outermost `depth` open namespaces.
  std::string path(std::size_t depth) const {
    std::string whole = "::";
    for (std::size_t n = 0; n < depth; ++n) whole += open_[n].name;
    return whole;
  }

  /// Enters `namespace A::B {`; an alias or a using-directive has no brace.
  void enter(std::size_t i) {
    std::string name;
    for (++i; p_.is_name(i) || p_.is(i, "::"); ++i) name += p_[i].text;
    if (p_.is(i, "{") && p_.partner(i) != none)
      open_.push_back({name.empty() ? "" : name + "::", p_.partner(i)});
  }

  /// `typedef N<…> N;` or `using N = N<…>;`, optionally with a class-key before the first `N`.
  void member(std::size_t i) {
    std::size_t use = i + 1;
    std::string_view name;
    if (p_.is(i, "using") && p_.is(i + 2, "=")) {
      name = p_[i + 1].text;
      use = i + 3;
    } else if (!p_.is(i, "typedef")) {
      return;
    }
    const bool worded = is_class_word(p_, use);
    if (worded) ++use;
    if (!p_.is_name(use) || !p_.is(use + 1, "<")) return;
    const std::size_t angle = p_.closing_angle(use + 1);
    if (angle == none) return;
    if (name.empty() && p_.is(angle + 2, ";")) name = p_[angle + 1].text;
    if (p_[use].text != name) return;
    for (std::size_t depth = open_.size() + 1; depth-- > 0;) {
      const std::string whole = path(depth);
      if (classes_.count(whole + std::string(name)) == 0) continue;
      if (worded) edits_.replace(use - 1, "");
      return edits_.insert_before(use, whole);
    }
  }

  const Program& p_;
  const Scopes& scopes_;
  Edits& edits_;
  std::vector<Namespace> open_;
  std::set<std::string> classes_;  // in namespaces, read so far
};

}  // namespace

void qualify_reused_names(const Program& program, const Scopes& scopes, Edits& edits) {
  ReusedNames(program, scopes, edits).run();
}

}  // namespace simt::rewrite
