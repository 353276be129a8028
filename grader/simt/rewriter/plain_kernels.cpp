#include "simt/rewriter/plain_kernels.h"

#include <set>
#include <vector>

#include "simt/rewriter/plain_functions.h"

namespace simt::rewrite {

namespace {

/// Whether the specifiers are only `__global__ void`, perhaps with bounds: others might not be
/// repeatable.
bool has_plain_specifiers(const Program& p, const Function& f) {
  for (std::size_t i = f.specifiers; i < f.name_token; i = p.past(i)) {
    const bool bounds = p.is(i, "(") && p.is(i - 1, "__launch_bounds__");
    if (!bounds && !p.is(i, "__global__") && !p.is(i, "void") && !p.is(i, "__launch_bounds__"))
      return false;
  }
  return true;
}

/// Whether a parameter's name can follow the token before it.
bool follows_type(const Program& p, std::size_t i) {
  constexpr std::string_view ends[] = {"*",          "bool",  "char",   "double",   "float",
                                       "int",        "long",  "short",  "unsigned", "__restrict__",
                                       "__restrict", "const", "signed", ">",        "restrict"};
  return is_one_of(p[i].text, ends) || p.is_name(i);
}

/// Classes with a destructor or copy constructor of their own, which must not run in a kernel.
std::set<std::string_view> classes_that_own(const Program& p) {
  std::set<std::string_view> names;
  for (std::size_t i = 1; i + 1 < p.size(); ++i) {
    if (!p.is(i, "(") || !p.is_name(i - 1)) continue;
    const bool copies = p.is(i + 1, "const") && p[i + 2].text == p[i - 1].text && p.is(i + 3, "&");
    if (copies || (i > 1 && p.is(i - 2, "~"))) names.insert(p[i - 1].text);
  }
  return names;
}

/// The names of the parameters of `f`; only "?" if one has no name or is no plain variable.
std::vector<std::string_view> parameter_names(const Program& p, const Function& f,
                                              const std::set<std::string_view>& owning) {
  std::vector<std::string_view> names;
  const std::size_t close = p.partner(f.parameters);
  std::size_t begin = f.parameters + 1;
  for (std::size_t i = begin; i < close; i = p.past(i)) {
    if (p.is(i, "(") || p.is(i, "[") || p.is(i, "=") || p.is(i, "...") || p.is(i, "&") ||
        p.is(i, "__grid_constant__") || owning.count(p[i].text) != 0)
      return {"?"};
    if (!p.is(i + 1, ",") && i + 1 != close) continue;
    if (p.is(i, ",")) return {"?"};
    if (i == begin || !p.is_name(i) || !follows_type(p, i - 1)) {
      // A comma between template arguments also leads here.
      return {"?"};
    }
    names.push_back(p[i].text);
    begin = i + 2;
    ++i;
  }
  return names;
}

/// A path that is valid in any scope; unnamed namespaces are left out.
std::string qualified(std::string path, std::string_view name) {
  for (std::size_t at = path.find("{}::"); at != std::string::npos; at = path.find("{}::"))
    path.erase(at, 4);
  return "::" + path + std::string(name);
}

constexpr const char* thread_parameters =
    "[[maybe_unused]] const ::uint3 threadIdx, [[maybe_unused]] const ::uint3 blockIdx, "
    "[[maybe_unused]] const ::dim3 blockDim, [[maybe_unused]] const ::dim3 gridDim";

/// The template header of a kernel, and the template arguments of a call with its parameters: `<T,
/// N>`.
struct Header {
  std::string text, arguments;
  bool understood = true;  // both are empty if the kernel is no template
};

Header parse_header(const Program& p, const Function& f) {
  if (f.begin == f.specifiers) return {};
  const Header unknown{"", "", false};
  const std::size_t close = p.is(f.begin + 1, "<") ? p.closing_angle(f.begin + 1) : none;
  if (close == none || close + 1 != f.specifiers) return unknown;
  Header header{p.spelled(f.begin, f.specifiers) + " ", "<"};
  std::size_t begin = f.begin + 2;
  for (std::size_t i = begin; i < close; ++i) {
    if (p.is(i, "<") || p.is(i, "(") || p.is(i, "=") || p.is(i, "...")) return unknown;
    if (!p.is(i + 1, ",") && i + 1 != close) continue;
    if (i == begin || !p.is_name(i)) return unknown;
    header.arguments.append(begin == f.begin + 2 ? "" : ", ").append(p[i].text);
    begin = i + 2;
    ++i;
  }
  header.arguments += ">";
  return header;
}

/// The text of the kernel itself and of the loop, for the line where its body ends. `parameters`:
/// as in the source.
std::string functions_behind(std::string_view name, const Header& header,
                             const std::string& parameters,
                             const std::vector<std::string_view>& names) {
  std::string arguments;
  for (const std::string_view n : names) arguments.append(", ").append(n);
  const std::string kernel(name), thread = kernel + "__simt_thread" + header.arguments + "(";
  return " " + header.text + "void " + kernel + "(" + parameters + ") { " + thread +
         "::threadIdx, ::blockIdx, ::blockDim, ::gridDim" + arguments + "); } " + header.text +
         "__attribute__((unused)) static void " + kernel + "__simt_block(" + parameters +
         ") { ::simt::for_threads_of_block([&](::uint3 simt_thread, ::uint3 simt_index, ::dim3 "
         "simt_block, ::dim3 simt_grid) __attribute__((always_inline)) { " +
         thread + "simt_thread, simt_index, simt_block, simt_grid" + arguments + "); }); }";
}

/// Whether the name stands for one function, or one template, and for no class's friend: the class
/// would not let the loop at its members.
bool is_one_definition(const Scopes& scopes, std::string_view name) {
  std::size_t definitions = 0;
  for (const std::size_t i : scopes.named(name)) {
    const Function& f = scopes.functions()[i];
    if (f.specialised || f.is_friend) return false;
    definitions += f.body != none ? 1 : 0;
  }
  return definitions == 1;
}

/// Whether the program uses something that a thread can wait for without a call.
bool has_shared_state(const Program& p) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p.is(i, "cuda") && (p.is(i + 1, "::") || p.is(i - 1, "namespace"))) return true;
    if ((p.is(i, "volatile") || p.is(i, "__volatile__")) && !p.is(i - 1, "asm") &&
        !p.is(i - 1, "__asm__") && !p.is(i - 1, "__asm"))
      return true;
  }
  return false;
}

}  // namespace

PlainKernels::PlainKernels(const Program& p, const Scopes& scopes, Edits& edits) {
  if (has_shared_state(p)) return;
  PlainFunctions functions(p, scopes);
  const std::set<std::string_view> owning = classes_that_own(p);
  for (const Function& f : scopes.functions()) {
    if (!f.global || f.body == none || f.member || !is_one_definition(scopes, f.name)) continue;
    if (!has_plain_specifiers(p, f) || !functions.is_plain(f)) continue;
    const std::vector<std::string_view> names = parameter_names(p, f, owning);
    if (!names.empty() && names.front() == "?") continue;
    const Header header = parse_header(p, f);
    if (!header.understood) continue;

    const std::size_t close = p.partner(f.parameters), end = p.partner(f.body);
    const std::string parameters = p.spelled(f.parameters + 1, close);
    edits.insert_before(f.specifiers, "__attribute__((always_inline)) static inline ");
    edits.insert_after(f.name_token, "__simt_thread");
    edits.insert_after(f.parameters, std::string(thread_parameters) + (names.empty() ? "" : ", "));
    edits.insert_after(end, functions_behind(f.name, header, parameters, names));
    known_[f.name] = {qualified(f.path, f.name), f.templated, end};
  }
}

std::string PlainKernels::block_function(std::string_view name,
                                         const std::string& template_arguments, std::size_t at,
                                         const std::string& selected) const {
  const auto found = known_.find(name);
  if (found == known_.end() || at < found->second.from) return "";
  const auto& [kernel, templated, from] = found->second;
  if (templated == template_arguments.empty()) return "";
  return "::simt::Plain{" + selected + "&" + kernel + template_arguments +
         (selected.empty() ? ", &" : "), &") + kernel + "__simt_block" + template_arguments + "}";
}

}  // namespace simt::rewrite
