#include "simt/rewriter/kernels.h"

#include <algorithm>
#include <map>
#include <set>

#include "simt/rewriter/arguments.h"

namespace simt::rewrite {

namespace {

bool has_star(const Program& p, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i)
    if (p.is(i, "*")) return true;
  return false;
}

/// Whether the last word of [begin, end) is the parameter's name.
bool ends_with_name(const Program& p, std::size_t begin, std::size_t end) {
  if (end == begin) return false;
  const std::size_t last = end - 1;
  return last > begin && p.is_name(last) && !p.is(last - 1, "::") &&
         !(last - 1 == begin && p.is(begin, "const")) && !p.is(last - 1, "typename");
}

/// The type of the parameter in [begin, end), without its name and without what overloads do not
/// distinguish: top-level `const`, and promises about pointers.
std::string parameter_type(const Program& p, std::size_t begin, std::size_t end) {
  std::string text, bounds;
  while (end > begin && p.is(end - 1, "]") && p.partner(end - 1) != none) {
    end = p.partner(end - 1);
    bounds = "* ";
  }
  const std::size_t words = ends_with_name(p, begin, end) ? end - 1 : end;
  for (std::size_t i = begin; i < words; ++i) {
    const std::string_view t = p[i].text;
    if (t == "__restrict__" || t == "__restrict" || t == "__grid_constant__") continue;
    if (t == "const" && !has_star(p, begin, words)) continue;
    text.append(t).push_back(' ');
  }
  return text + bounds;
}

/// The parameters' types as one text that is equal for a declaration and its definition: without
/// names, default values and what overloads do not distinguish. Sets `defaults` if there are any.
std::string signature(const Program& p, const Function& f, bool& defaults) {
  const std::size_t close = p.partner(f.parameters);
  std::string text;
  for (std::size_t i = f.parameters + 1; i < close;) {
    const Parameter parameter = parameter_at(p, i, close);
    if (parameter.type_end != parameter.end) defaults = true;
    text += parameter_type(p, i, parameter.type_end) + ',';
    i = parameter.end + 1;
  }
  return text;
}

/// The number of parameters in the template header of `f`; `none` if that is not one plain header.
std::size_t template_parameters(const Program& p, const Function& f) {
  if (!p.is(f.begin, "template") || !p.is(f.begin + 1, "<")) return none;
  const std::size_t close = p.closing_angle(f.begin + 1);
  if (close == none || close + 1 != f.specifiers) return none;
  const auto count = count_arguments(p, f.begin + 1, close);
  return count ? *count : none;
}

/// A bit mask of the parameters of `f` that are references.
std::uint64_t references(const Program& p, const Function& f) {
  const std::size_t close = p.partner(f.parameters);
  std::uint64_t bits = 0, bit = 1;
  for (std::size_t i = f.parameters + 1; i < close; bit = bit << 1 ? bit << 1 : bit) {
    const Parameter parameter = parameter_at(p, i, close);
    for (; i < parameter.type_end; i = p.past(i)) {
      const std::size_t angle = p.is(i, "<") && p.is_name(i - 1) ? p.closing_angle(i) : none;
      if (angle != none) i = angle;
      // The declarator of a reference to an array: `float (&tile)[4]`.
      if (p.is(i, "&") || (p.is(i, "(") && p.is(i + 1, "&"))) bits |= bit;
      // For a pack, this includes all that follow.
      if (p.is(i, "...") && (bits & bit) != 0) bits |= ~(bit - 1);
    }
    i = parameter.end + 1;
  }
  return bits;
}

struct Bound {
  std::size_t begin = none, end = none;
};

/// The first argument of the __launch_bounds__ among the specifiers of `f`.
Bound max_threads(const Program& p, const Function& f) {
  for (std::size_t i = f.specifiers; i < f.name_token; ++i) {
    if (!p.is(i, "__launch_bounds__") || !p.is(i + 1, "(")) continue;
    Bound bound{i + 2, i + 2};
    const std::size_t close = p.partner(i + 1);
    while (bound.end < close && !p.is(bound.end, ",")) {
      const std::size_t angle =
          p.is(bound.end, "<") && p.is_name(bound.end - 1) ? p.closing_angle(bound.end) : none;
      bound.end = angle != none && angle < close ? angle + 1 : p.past(bound.end);
    }
    return bound;
  }
  return {};
}

/// The arguments of __cluster_dims__ among the specifiers of `f`, if all are numbers or the kernel
/// is no template: otherwise their names mean nothing at the launch.
std::string read_cluster_dims(const Program& p, const Function& f) {
  for (std::size_t i = f.specifiers; i < f.name_token; ++i) {
    if (!p.is(i, "__cluster_dims__") || !p.is(i + 1, "(")) continue;
    const std::size_t close = p.partner(i + 1);
    for (std::size_t j = i + 2; j < close && f.templated; ++j)
      if (p[j].kind != Token::Kind::number && !p.is(j, ",")) return "";
    return p.spelled(i + 2, close);
  }
  return "";
}

/// A path in the form that a source can contain: `::a::`. Unnamed namespaces are left out.
std::string qualification(std::string path) {
  for (std::size_t at = path.find("{}::"); at != std::string::npos; at = path.find("{}::"))
    path.erase(at, 4);
  return "::" + path;
}

/// Records the launch bounds of a kernel that is one function. Returns false if `f` has none.
bool note_max_threads(const Program& p, std::string_view name, const Function& f, Kernel& kernel,
                      Edits& edits) {
  const Bound bound = max_threads(p, f);
  if (bound.begin == bound.end) return false;
  if (bound.end - bound.begin == 1 && p[bound.begin].kind == Token::Kind::number) {
    kernel.max_threads = p[bound.begin].text;
    kernel.max_threads_from = 0;
    return true;
  }
  const std::string enumerator =
      std::string(name) + "__simt_max_threads_" + std::to_string(bound.begin);
  edits.insert_before(f.begin, "enum : unsigned { " + enumerator + " = " +
                                   p.spelled(bound.begin, bound.end) + " }; ");
  kernel.max_threads = qualification(f.path) + enumerator;
  kernel.max_threads_from = bound.end;
  return true;
}

/// Defines a name for the type of `f` before it, and returns the name.
std::string name_type(const Program& p, const Function& f, Edits& edits) {
  const std::string alias = std::string(f.name) + "__simt_type_" + std::to_string(f.begin);
  const std::size_t close = p.partner(f.parameters);
  std::string parameters;
  for (std::size_t i = f.parameters + 1; i < close;) {
    const Parameter parameter = parameter_at(p, i, close);
    if (!parameters.empty()) parameters += ", ";
    for (std::size_t from = i; from < parameter.type_end; from = i + 1) {
      for (i = from; i < parameter.type_end && !p.is(i, "__grid_constant__");) ++i;
      parameters += p.spelled(from, i) + " ";
    }
    i = parameter.end + 1;
  }
  edits.insert_before(f.begin, p.spelled(f.begin, f.specifiers) + " using " + alias + " = void(" +
                                   parameters + "); ");
  return qualification(f.path) + alias;
}

}  // namespace

Kernels::Kernels(const Program& program, const Scopes& scopes, Edits& edits) {
  std::map<std::string_view, std::vector<const Function*>> declared;
  for (const Function& f : scopes.functions())
    if (f.global) declared[f.name].push_back(&f);

  for (const auto& [name, all] : declared) {
    Kernel& kernel = kernels_[name];
    std::map<std::string, std::set<std::string>> overloads;  // by path
    std::set<std::string> templates;
    for (const Function* f : all) {
      bool defaults = false;
      if (kernel.cluster.empty()) kernel.cluster = read_cluster_dims(program, *f);
      const std::string types = signature(program, *f, defaults);
      kernel.references |= references(program, *f);
      if (!f->specialised) overloads[f->path].insert(types);
      if (f->templated) templates.insert(f->path + types);
      if (f->templated || f->specialised || defaults) kernel.by_call = true;
      if (overloads[f->path].size() > 1) kernel.by_call = true;
      if (templates.size() == 1 && overloads.size() == 1 && !defaults)
        kernel.template_parameters = template_parameters(program, *f);
    }
    const bool one_meaning = overloads.size() == 1 && overloads.begin()->second.size() == 1;
    if (!one_meaning) kernel.template_parameters = none;
    const Function& first = *all.front();
    kernel.declared = first.begin;
    const bool one_pointer = !kernel.by_call || kernel.template_parameters != none;
    if (one_meaning && one_pointer && !first.is_friend && program.source().may_be_foreign(name))
      kernel.type = name_type(program, first, edits);
    if (!one_meaning || !templates.empty()) continue;
    kernel.one_function = true;
    for (const Function* f : all)
      if (note_max_threads(program, name, *f, kernel, edits)) break;
  }
}

const Kernel* Kernels::find(std::string_view name) const {
  const auto found = kernels_.find(name);
  return found == kernels_.end() ? nullptr : &found->second;
}

}  // namespace simt::rewrite
