// Turns the declaration into one of types, in place: `__shared__ T a[N], *b;` becomes `typedef T
// a__simt_t[N], *b__simt_t;`, which the grammar allows wherever the word is among the specifiers.
// After its `;`, each name is declared again as a reference to that type. Outside functions, where
// the reference would be one for all blocks, it becomes an object that acts as the variable; each
// function of the device that uses it begins with a reference, since no object acts as an array
// everywhere.
#include "simt/rewriter/variables/shared_variables.h"

#include <map>
#include <set>
#include <unordered_map>

#include "simt/rewriter/declarators.h"

namespace simt::rewrite {

namespace {

class SharedVariables {
 public:
  SharedVariables(const Program& program, const Scopes& scopes, Edits& edits,
                  Diagnostics& diagnostics)
      : p_(program), scopes_(scopes), edits_(edits), diagnostics_(diagnostics) {}

  void run() {
    for (std::size_t i = 0; i < p_.size(); ++i)
      if (p_.is(i, "__shared__")) i = declaration(i);
    if (!global_.empty()) refer_to_globals();
    if (!by_function_.empty()) capture_by_reference();
  }

 private:
  struct Declared {
    std::size_t at;
    std::string_view name;
  };

  void error(std::size_t token, std::string message) {
    diagnostics_.error(p_[token].file, p_[token].line, std::move(message));
  }

  /// Returns the last token that was handled.
  std::size_t declaration(std::size_t word) {
    const std::size_t begin = declaration_begin(p_, word);
    const auto variables = read_variables(p_, begin);
    if (!variables || variables->end < word) {
      error(word, "this __shared__ declaration cannot be read");
      return word;
    }
    if (scopes_.kind(word) == Scopes::Kind::class_) {
      error(word, "a member of a class cannot be __shared__: declare the variable in the kernel");
      return variables->end;
    }
    bool dynamic = false;
    for (std::size_t i = begin; i < variables->declarators.front().name; ++i) {
      if (p_.is(i, "extern")) dynamic = true;
      if (p_.is(i, "extern") || p_.is(i, "static") || p_.is(i, "__device__"))
        edits_.erase(i, i + 1);
      if (p_.is(i, "__shared__")) edits_.replace(i, "typedef");
    }
    for (const Alignment& a : variables->alignments) edits_.erase(a.begin, a.end);
    for (const Declarator& d : variables->declarators) {
      if (d.initialiser != none)
        error(d.name, "the __shared__ variable " + name(d) +
                          " cannot have an initialiser: assign to it in the kernel, then "
                          "__syncthreads()");
      edits_.insert_after(d.name, "__simt_t");
      edits_.insert_after(variables->end, scopes_.kind(word) == Scopes::Kind::block
                                              ? local(d, *variables, dynamic)
                                              : global(d, dynamic));
      if (const Function* f = scopes_.function(word))
        by_function_[f].push_back({variables->end, p_[d.name].text});
    }
    return variables->end;
  }

  std::string name(const Declarator& d) const { return std::string(p_[d.name].text); }

  std::string site(const Declarator& d) const {
    return "{" + string_literal(name(d)) + ", " + string_literal(p_.file(d.name)) + ", " +
           std::to_string(p_[d.name].line) + "}";
  }

  std::string local(const Declarator& d, const VariableDeclaration& all, bool dynamic) const {
    const std::string n = name(d), type = n + "__simt_t";
    if (dynamic)
      return " " + type + "& " + n + " = ::simt::dynamic_shared<" + type + ">(" +
             string_literal(n) + ");";
    const std::string at = " static ::simt::SharedSite " + n + "__simt_s" + site(d) + ";";
    if (all.alignments.empty())
      return at + " " + type + "& " + n + " = ::simt::shared<" + type + ">(" + n + "__simt_s);";
    // A typedef loses its alignment as a template argument; a structure does not.
    std::string wrapped = " struct";
    for (const Alignment& a : all.alignments)
      wrapped += " alignas(" + p_.spelled(a.value_begin, a.value_end) + ")";
    wrapped += " " + n + "__simt_w { " + type + " simt_v; };";
    return wrapped + at + " " + type + "& " + n + " = ::simt::shared<" + n + "__simt_w>(" + n +
           "__simt_s).simt_v;";
  }

  std::string global(const Declarator& d, bool dynamic) {
    const std::string n = name(d), type = n + "__simt_t";
    // A header and the file that includes it may both declare the same dynamic array.
    if (dynamic && !global_dynamic_.insert(n).second) return "";
    global_.try_emplace(p_[d.name].text, d.name);
    std::string object;
    if (dynamic)
      object = " struct " + n + "__simt_n { static constexpr const char* text() { return " +
               string_literal(n) + "; } }; [[maybe_unused]] static ::simt::DynamicShared<" + type +
               ", " + n + "__simt_n> " + n + ";";
    else
      object = " [[maybe_unused]] static ::simt::StaticShared<" + type + "> " + n + site(d) + ";";
    return object + " [[maybe_unused]] static " + type + "& " + n + "__simt_r() { return " +
           (dynamic ? "::simt::dynamic_shared<" + type + ">(" + string_literal(n) + ")"
                    : n + ".get()") +
           "; }";
  }

  bool is_parameter(const Function& f, std::string_view n) const {
    for (std::size_t i = f.parameters; i < p_.partner(f.parameters); ++i)
      if (p_[i].text == n) return true;
    return false;
  }

  /// `using space::NAME;` names the function beside it, too.
  void declare_by_using(std::size_t name) {
    std::size_t begin = name;
    while (begin > 0 && (p_.is(begin - 1, "::") || p_.is_name(begin - 1))) --begin;
    if (begin > 0 && p_.is(begin - 1, "using") && p_.is(name + 1, ";"))
      edits_.insert_after(name + 1, " using " + p_.spelled(begin, name + 1) + "__simt_r;");
  }

  /// A block of its own around the body, so that the function may hide the name.
  void refer_to_globals() {
    std::map<const Function*, std::set<std::string_view>> used;
    for (std::size_t i = 1; i < p_.size(); ++i) {
      if (!p_.is_name(i) || p_.is(i - 1, ".") || p_.is(i - 1, "->")) continue;
      const auto found = global_.find(p_[i].text);
      if (found == global_.end() || i < found->second) continue;
      if (p_.is(i - 1, "::")) {
        declare_by_using(i);
        continue;
      }
      const Function* f = scopes_.function(i);
      if (f != nullptr && f->runs_on_device() && !is_parameter(*f, p_[i].text))
        used[f].insert(p_[i].text);
    }
    for (const auto& [f, names] : used) {
      std::string references;
      for (const std::string_view n : names) {
        references.append(" auto& ").append(n).append(" = ").append(n).append("__simt_r();");
        by_function_[f].push_back({f->body, n});
      }
      edits_.insert_after(f->body, references + " {");
      edits_.insert_after(p_.partner(f->body) - 1, " }");
    }
  }

  /// The variables that the lambda at `i` uses without capturing them: ", &a", or "&a".
  std::string missing_captures(std::size_t i, std::size_t body,
                               const std::vector<Declared>& shared) const {
    std::set<std::string_view> used, captured;
    for (std::size_t j = i + 1; j < p_.partner(i); ++j)
      if (p_.is_name(j)) captured.insert(p_[j].text);
    for (std::size_t j = body; j < p_.partner(body); ++j)
      if (p_.is_name(j) && !p_.is(j - 1, ".") && !p_.is(j - 1, "->")) used.insert(p_[j].text);
    std::string captures;
    for (const auto& [declared, n] : shared)
      if (declared < i && used.count(n) != 0 && captured.insert(n).second)
        captures.append(captures.empty() && p_.is(i + 1, "]") ? "&" : ", &").append(n);
    return captures;
  }

  /// In CUDA a shared variable is static: a lambda need not capture it, and `[=]` does not copy it.
  /// The reference that replaces it must be captured by reference: `[=, &a]`.
  void capture_by_reference() {
    for (std::size_t i = 1; i < p_.size(); ++i) {
      if (!p_.is(i, "[") || p_.is(i + 1, "[")) continue;
      const Function* f = scopes_.function(i);
      const auto shared = f == nullptr ? by_function_.end() : by_function_.find(f);
      if (shared == by_function_.end()) continue;
      const std::size_t body = lambda_body(i);
      if (body == none || (p_.is(i + 1, "&") && (p_.is(i + 2, ",") || p_.is(i + 2, "]")))) continue;
      const std::string captures = missing_captures(i, body, shared->second);
      if (!captures.empty()) edits_.insert_after(p_.partner(i) - 1, captures);
    }
  }

  /// The `{` of the lambda that begins with the `[` at `i`; `none` if that is an index.
  std::size_t lambda_body(std::size_t i) const {
    const bool index = p_.is_name(i - 1) || p_.is(i - 1, ")") || p_.is(i - 1, "]");
    if (index || p_.partner(i) == none) return none;
    std::size_t j = p_.partner(i) + 1;
    for (int steps = 0; steps < 100 && j < p_.size(); ++steps) {
      if (p_.is(j, "{")) return p_.partner(j) == none ? none : j;
      if (p_.is(j, ";") || p_.is(j, ")") || p_.is(j, "]") || p_.is(j, "}") || p_.is(j, "="))
        return none;
      j = p_.past(j);
    }
    return none;
  }

  const Program& p_;
  const Scopes& scopes_;
  Edits& edits_;
  Diagnostics& diagnostics_;
  std::set<std::string> global_dynamic_;
  std::unordered_map<std::string_view, std::size_t> global_;  // where each is declared
  std::unordered_map<const Function*, std::vector<Declared>> by_function_;
};

}  // namespace

void rewrite_shared_variables(const Program& program, const Scopes& scopes, Edits& edits,
                              Diagnostics& diagnostics) {
  SharedVariables(program, scopes, edits, diagnostics).run();
}

}  // namespace simt::rewrite
