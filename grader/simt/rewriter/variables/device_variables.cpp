#include "simt/rewriter/variables/device_variables.h"

#include <string>

#include "simt/rewriter/declarators.h"

namespace simt::rewrite {

namespace {

bool is_space_word(const Program& p, std::size_t i) {
  return p.is(i, "__device__") || p.is(i, "__constant__") || p.is(i, "__managed__");
}

/// The properties of one declaration's specifiers.
struct Words {
  bool constant = false, managed = false;
  bool is_static = false, is_extern = false;
  bool no_object = false;  // a typedef or similar
  // inline or a template: placed in a section group, which conflicts with a named section
  bool mergeable = false;
};

Words read_words(const Program& p, std::size_t begin, std::size_t end) {
  Words w;
  for (std::size_t i = begin; i < end; ++i) {
    const std::string_view t = p[i].text;
    if (t == "__constant__") w.constant = true;
    if (t == "__managed__") w.managed = true;
    if (t == "static") w.is_static = true;
    if (t == "extern") w.is_extern = true;
    if (t == "typedef" || t == "using" || t == "friend") w.no_object = true;
    if (t == "inline" || t == "__inline__" || t == "template") w.mergeable = true;
  }
  return w;
}

std::string space_name(const Words& w) {
  return w.managed ? "managed" : w.constant ? "constant" : "device";
}

std::string attribute(const Words& w, const Declarator& d) {
  // g++ makes a section read-only or writable according to its first variable, and refuses the
  // other kind.
  const std::string space = space_name(w);
  const bool read_only = d.is_const && !w.managed;
  // Space them apart, so that an index past the end of one rarely reaches the next.
  return "__attribute__((section(\"simt_" + space + (read_only ? "_ro" : "") +
         "\"), aligned(512)))";
}

class DeviceVariables {
 public:
  DeviceVariables(const Program& program, const Scopes& scopes, Edits& edits,
                  Diagnostics& diagnostics)
      : p_(program), scopes_(scopes), edits_(edits), diagnostics_(diagnostics) {}

  void run() {
    for (std::size_t i = 0; i < p_.size(); ++i)
      if ((is_space_word(p_, i) || is_static_of_device(i)) && !edits_.is_replaced(i)) i = word(i);
  }

 private:
  /// `static` of a local variable in code for the device alone, where nvcc makes it a device
  /// variable without a word.
  bool is_static_of_device(std::size_t i) const {
    if (!p_.is(i, "static") || scopes_.kind(i) != Scopes::Kind::block) return false;
    const Function* const f = scopes_.function(i);
    return f != nullptr && f->runs_on_device() && !f->runs_on_host();
  }

  /// Whether a static variable's declaration says where it is, or that it is a constant, which may
  /// be anywhere.
  bool is_placed(std::size_t begin, const VariableDeclaration& variables) const {
    for (std::size_t j = begin; j < variables.declarators.front().name; ++j)
      if (is_space_word(p_, j) || p_.is(j, "__shared__") || p_.is(j, "constexpr")) return true;
    for (const Declarator& d : variables.declarators)
      if (d.is_const) return true;
    return false;
  }

  /// Puts an attribute in place of the first word that names a space, or after `static`.
  void put(std::size_t i, std::size_t j, const std::string& text) {
    if (is_space_word(p_, j))
      edits_.replace(j, text);
    else if (j == i && !text.empty())
      edits_.insert_after(j, " " + text);
  }

  /// Returns the last token that was handled.
  std::size_t word(std::size_t i) {
    if (scopes_.kind(i) == Scopes::Kind::class_) return i;
    const std::size_t begin = declaration_begin(p_, i);
    if (is_lambda(begin, i) || declares_function(p_, begin)) return i;
    const auto variables = read_variables(p_, begin);
    if (!variables || variables->end < i) return i;
    if (!is_space_word(p_, i) && is_placed(begin, *variables)) return i;
    Words w = read_words(p_, begin, variables->declarators.front().name);
    if (begin > 0 && p_.is(begin - 1, ">")) w.mergeable = true;  // template <…>
    if (w.no_object) return i;
    if (scopes_.kind(i) == Scopes::Kind::block && scopes_.function(i) != nullptr) {
      if (!w.is_static && !w.is_extern) {
        diagnostics_.error(
            p_[i].file, p_[i].line,
            "the " + std::string(p_[i].text) + " variable " +
                std::string(p_[variables->declarators.front().name].text) +
                " stands in a function: move it out of the function, or drop the word");
        return variables->end;
      }
      // A static variable of an inline function or a template is merged between objects.
      if (scopes_.function(i)->templated || scopes_.function(i)->member) w.mergeable = true;
    }
    if (w.mergeable)
      mark(begin, i, *variables, w, scopes_.kind(i) == Scopes::Kind::namespace_);
    else
      place(begin, i, *variables, w);
    return variables->end;
  }

  /// `[=] __device__ (int i) { … }`
  bool is_lambda(std::size_t begin, std::size_t i) const {
    for (std::size_t j = begin; j < i; ++j)
      if (p_.is(j, "]") && !p_.is(j - 1, "]")) return true;
    return false;
  }

  void place(std::size_t begin, std::size_t i, const VariableDeclaration& variables,
             const Words& w) {
    bool same = true, qualified = false;
    for (const Declarator& d : variables.declarators) {
      if (attribute(w, d) != attribute(w, variables.declarators.front())) same = false;
      if (d.qualified) qualified = true;
    }
    // The definition of a static member would not match its declaration in the class.
    if (qualified) return;
    for (std::size_t j = begin; j < variables.declarators.front().name; ++j)
      put(i, j, j == i && same ? attribute(w, variables.declarators.front()) : "");
    if (!same)
      for (const Declarator& d : variables.declarators)
        edits_.insert_after(d.end - 1, " " + attribute(w, d));
  }

  /// simtcc finds the section of a marked variable by its mangled name, and renames it.
  void mark(std::size_t begin, std::size_t i, const VariableDeclaration& variables, const Words& w,
            bool in_namespace) {
    for (const Declarator& d : variables.declarators)
      if (d.qualified) return;
    const std::string name = "simt_" + space_name(w) + "_memory";
    std::string attributes = "aligned(512)";
    // g++ does not mangle a template's tag into its name; that of an inline namespace is included.
    if (in_namespace) {
      std::size_t first = begin;
      while (first > 0 && p_.is(first - 1, ">")) {
        const std::size_t open = p_.opening_angle(first - 1);
        if (open == none || open == 0 || !p_.is(open - 1, "template")) return;
        first = open - 1;
      }
      edits_.insert_before(first, "inline namespace " + name + " { ");
      edits_.insert_after(variables.end, " }");
    } else {
      attributes += ", abi_tag(\"" + name + "\")";
    }
    for (std::size_t j = begin; j < variables.declarators.front().name; ++j)
      put(i, j, j == i ? "__attribute__((" + attributes + "))" : "");
  }

  const Program& p_;
  const Scopes& scopes_;
  Edits& edits_;
  Diagnostics& diagnostics_;
};

}  // namespace

void rewrite_device_variables(const Program& program, const Scopes& scopes, Edits& edits,
                              Diagnostics& diagnostics) {
  DeviceVariables(program, scopes, edits, diagnostics).run();
}

}  // namespace simt::rewrite
