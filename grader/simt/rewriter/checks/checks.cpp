#include "simt/rewriter/checks/checks.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "simt/rewriter/arguments.h"
#include "simt/rewriter/c_library.h"
#include "simt/rewriter/declarators.h"
#include "simt/rewriter/launches.h"

namespace simt::rewrite {

namespace {

/// What all functions of one name have in common; not certain if they differ.
struct Meaning {
  bool certain = false;
  bool all_global = true, all_host = true, all_device = true;  // and nothing else
  const Function* example = nullptr;
};

class Checker {
 public:
  Checker(const Program& program, const Scopes& scopes, Diagnostics& diagnostics)
      : p_(program), scopes_(scopes), diagnostics_(diagnostics) {}

  void run() {
    for (const Function& f : scopes_.functions()) {
      if (f.global) kernel(f);
      if (f.body != none && !f.member) calls(f);
      if (f.body != none && f.runs_on_device() && !f.host) library_calls(f);
    }
  }

 private:
  void error(std::size_t token, std::string message) {
    diagnostics_.error(p_[token].file, p_[token].line, std::move(message));
  }

  void kernel(const Function& f) {
    const std::string name(f.name);
    for (std::size_t i = f.specifiers; i < f.name_token;) {
      static constexpr std::array<std::string_view, 9> values{
          "int", "float", "double", "bool", "char", "long", "short", "unsigned", "signed"};
      const bool value = std::find(values.begin(), values.end(), p_[i].text) != values.end();
      if (value || (p_.is(i, "void") && p_.is(i + 1, "*"))) {
        error(f.name_token, "the kernel " + name +
                                " must return void: write results through a pointer parameter");
        break;
      }
      const std::size_t angle = p_.is(i, "<") ? p_.closing_angle(i) : none;
      i = angle != none ? angle + 1 : std::max(p_.past(i), past_attribute(p_, i));
    }
    if (f.templated) return;
    const std::size_t close = p_.partner(f.parameters);
    for (std::size_t i = f.parameters + 1; i < close && !p_.is(i, "=");) {
      if (p_.is(i, "&&") || p_.is(i, "..."))
        return error(i, "the kernel " + name +
                            (p_.is(i, "&&") ? " has an rvalue reference" : " has an ellipsis") +
                            " for a parameter: pass a pointer or a value");
      const std::size_t angle = p_.is(i, "<") ? p_.closing_angle(i) : none;
      i = angle != none ? angle + 1 : p_.past(i);
    }
  }

  void calls(const Function& f) {
    const std::size_t end = p_.past(f.body);
    for (std::size_t i = f.body + 1; i < end; ++i) {
      if (!p_.is_name(i) || scopes_.named(p_[i].text).empty() || scopes_.function(i) != &f)
        continue;
      if (p_.opens_launch(i + 1) && kernel_begin(p_, i + 1) == i)
        launch(f, i);
      else if (is_call(i))
        call(f, i);
    }
  }

  /// Reports calls of C library functions that CUDA lacks, as nvcc does.
  void library_calls(const Function& f) {
    for (std::size_t i = f.body + 1; i < p_.past(f.body); ++i) {
      if (!p_.is_name(i) || c_function(p_[i].text) != CFunction::host) continue;
      const bool of_library =
          p_.is(i - 1, "::") && (p_.is(i - 2, "std") || !p_.is_identifier(i - 2));
      if (scopes_.function(i) != &f || !p_.is(i + 1, "(") || !(of_library || is_call(i)) ||
          !scopes_.named(p_[i].text).empty() || (!of_library && is_anything_else(p_[i].text)))
        continue;
      error(i, "calling a __host__ function(\"" + std::string(p_[i].text) + "\") from a " +
                   (f.global ? "__global__" : "__device__") + " function(\"" + std::string(f.name) +
                   "\") is not allowed: CUDA has no such function on a device");
    }
  }

  /// Whether the author uses the name for something else: a variable, a type.
  bool is_anything_else(std::string_view name) const {
    for (std::size_t i = 0; i < p_.size(); ++i)
      if (p_[i].text == name && !p_.is(i - 1, "::") && !is_call(i)) return true;
    return false;
  }

  bool is_call(std::size_t i) const {
    if (!p_.is(i + 1, "(")) return false;
    // A member, a qualified name, or a declaration: `Type name(…)`.
    static constexpr std::array<std::string_view, 8> others{".",   "->", "::",   ">",
                                                            "new", "~",  "auto", "]"};
    const std::string_view before = p_[i - 1].text;
    if (std::find(others.begin(), others.end(), before) != others.end()) return false;
    if (p_.is_identifier(i - 1) && before != "return" && before != "else" && before != "do")
      return false;
    const bool unevaluated =
        p_.is(i - 1, "(") &&
        (p_.is(i - 2, "sizeof") || p_.is(i - 2, "decltype") || p_.is(i - 2, "noexcept"));
    return !unevaluated;
  }

  void launch(const Function& f, std::size_t i) {
    const Meaning m = meaning(f, i);
    if (!m.certain || !(m.all_host || m.all_device)) return;
    error(i, std::string(p_[i].text) +
                 " is launched with <<<…>>> but is not a kernel: declare it "
                 "__global__ void");
  }

  void call(const Function& f, std::size_t i) {
    const Meaning m = meaning(f, i);
    if (!m.certain) return;
    const std::string name(p_[i].text);
    if (m.all_global) {
      const auto given = count_arguments(p_, i + 1, p_.partner(i + 1));
      const auto taken =
          count_arguments(p_, m.example->parameters, p_.partner(m.example->parameters));
      if (given && given == taken)
        error(i, "the kernel " + name + " is called like a function: launch it with " + name +
                     "<<<grid, block>>>(…)");
    } else if (f.templated) {
      // nvcc only checks the template's instances, and so may never see this call.
    } else if (m.all_host && f.runs_on_device() && !f.host) {
      error(i, name + " runs on the host only and is called from device code: declare it " +
                   "__device__, or __host__ __device__ if host code calls it, too");
    } else if (m.all_device && !f.runs_on_device() && !has_device_lambda(f)) {
      error(i, name +
                   " runs on the device only and is called from host code: declare it __host__ "
                   "__device__, or call it from a kernel");
    }
  }

  bool has_device_lambda(const Function& f) const {
    for (std::size_t i = f.body; i < p_.past(f.body); ++i)
      if (p_.is(i, "__device__")) return true;
    return false;
  }

  /// The meaning of the name's functions in the source, ignoring other declarations in functions
  /// and headers.
  const Meaning& own_meaning(std::string_view name) {
    const auto [found, fresh] = meanings_.try_emplace(name);
    Meaning& m = found->second;
    if (!fresh) return m;
    for (const std::size_t index : scopes_.named(name)) {
      const Function& f = scopes_.functions()[index];
      if (f.member || f.is_friend || f.is_constexpr) {
        m.certain = false;
        return m;
      }
      if (!f.global) m.all_global = false;
      if (f.runs_on_device()) m.all_host = false;
      if (f.global || f.host || !f.device) m.all_device = false;
      if (f.body != none) m.certain = true;
      m.example = &f;
    }
    return m;
  }

  Meaning meaning(const Function& caller, std::size_t i) {
    Meaning m = own_meaning(p_[i].text);
    m.certain = m.certain && (m.all_global || m.all_host || m.all_device) &&
                !is_redeclared(caller, p_[i].text) && !is_foreign(p_[i].text);
    return m;
  }

  /// Whether the caller uses the name other than in calls and launches: it may be a variable there.
  bool is_redeclared(const Function& f, std::string_view name) {
    const auto [found, fresh] = redeclared_[&f].try_emplace(name, false);
    if (!fresh) return found->second;
    for (std::size_t i = f.begin; i < p_.past(f.body); ++i)
      if (p_[i].text == name && i != f.name_token && !is_call(i) && !p_.opens_launch(i + 1))
        return found->second = true;
    return false;
  }

  /// Whether a header calls or declares a function of that name, which may be the one that is
  /// called.
  bool is_foreign(std::string_view name) {
    const auto [found, fresh] = foreign_.try_emplace(name, false);
    if (fresh) found->second = p_.source().foreign_calls(name);
    return found->second;
  }

  const Program& p_;
  const Scopes& scopes_;
  Diagnostics& diagnostics_;
  // Caches for lookups at every call, each of which would search a function or all headers.
  std::unordered_map<std::string_view, Meaning> meanings_;
  std::unordered_map<std::string_view, bool> foreign_;
  std::unordered_map<const Function*, std::unordered_map<std::string_view, bool>> redeclared_;
};

}  // namespace

void check_calls(const Program& program, const Scopes& scopes, Diagnostics& diagnostics) {
  Checker(program, scopes, diagnostics).run();
}

}  // namespace simt::rewrite
