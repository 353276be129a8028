#include "simt/rewriter/launches.h"

#include <set>
#include <vector>

#include "simt/rewriter/arguments.h"

namespace simt::rewrite {

namespace {

/// Whether the `(` or `[` at `open` continues an expression on its left: f(x), table[i], f<int>(x).
bool continues_left(const Program& p, std::size_t open) {
  if (open == 0) return false;
  const std::size_t before = open - 1;
  if (p.is_name(before) || p.is(before, "]")) return true;
  if (p.is(before, ">")) {
    const std::size_t angle = p.opening_angle(before);
    return angle != none && angle > 0 && p.is_name(angle - 1);
  }
  if (!p.is(before, ")")) return false;
  // `if (x) (k)<<<…` does not call the result of a call.
  const std::size_t outer = p.partner(before);
  if (outer == none || outer == 0) return false;
  return p.is_name(outer - 1) || p.is(outer - 1, ")") || p.is(outer - 1, "]") ||
         p.is(outer - 1, ">");
}

/// The last name of the kernel's expression [begin, launch), before its template arguments; `none`
/// if the kernel is a computed value.
struct KernelName {
  std::size_t name = none;
  std::size_t template_arguments = none;  // the `<`
};

KernelName kernel_name(const Program& p, std::size_t begin, std::size_t launch) {
  KernelName found;
  std::size_t last = launch - 1;
  if (p.is(last, ">")) {
    found.template_arguments = p.opening_angle(last);
    if (found.template_arguments == none || found.template_arguments <= begin) return {};
    last = found.template_arguments - 1;
  }
  if (!p.is_name(last)) return {};
  if (last > begin && (p.is(last - 1, ".") || p.is(last - 1, "->"))) return {};
  found.name = last;
  return found;
}

/// The names of a function's parameters; none if they include a pack, whose name alone is no
/// expression.
std::set<std::string_view> list_parameters(const Program& p, const Function* function) {
  std::set<std::string_view> names;
  if (function == nullptr || p.partner(function->parameters) == none) return names;
  const std::size_t close = p.partner(function->parameters);
  for (std::size_t i = function->parameters + 1; i < close; i = p.past(i)) {
    if (p.is(i, "...")) return {};
    const bool last = p.is(i + 1, ",") || i + 1 == close;
    const bool after_type = p.is_name(i - 1) || p.is(i - 1, "*") || p.is(i - 1, "&") ||
                            p.is(i - 1, "int") || p.is(i - 1, "long") || p.is(i - 1, "unsigned") ||
                            p.is(i - 1, "short") || p.is(i - 1, "const");
    if (p.is_name(i) && last && after_type) names.insert(p[i].text);
  }
  return names;
}

/// The arguments between `<<<` and `>>>` as source text, and the values of parameters in them, for
/// messages about a refused launch. Empty if there are only numbers.
std::string format_config(const Program& p, const Function* function, std::size_t begin,
                          std::size_t end) {
  std::vector<std::string> arguments;
  std::set<std::string_view> used;
  const std::set<std::string_view> parameters = list_parameters(p, function);
  bool names = false;
  std::size_t from = begin;
  for (std::size_t i = begin; i < end; ++i) {
    names = names || p.is_name(i);
    const bool member = p.is(i - 1, ".") || p.is(i - 1, "->") || p.is(i - 1, "::") ||
                        p.is(i + 1, "::") || p.is(i + 1, "(");
    if (!member && parameters.count(p[i].text) != 0) used.insert(p[i].text);
  }
  if (!names) return "";
  for (std::size_t i = begin; i < end;) {
    if (p.is(i, ",")) {
      arguments.push_back(p.spelled(from, i));
      from = i + 1;
    }
    const std::size_t angle = p.is(i, "<") && p.is_name(i - 1) ? p.closing_angle(i) : none;
    i = angle != none && angle < end ? angle + 1 : p.past(i);
  }
  arguments.push_back(p.spelled(from, end));
  if (arguments.size() < 2 || arguments.size() > 4) return "";
  std::string config =
      ".spelled(" + string_literal(arguments[0]) + ", " + string_literal(arguments[1]);
  if (arguments.size() > 2) config += ", " + string_literal(arguments[2]);
  config += ")";
  for (const std::string_view name : used)
    config.append(".with(").append(string_literal(name)).append(", ").append(name).append(")");
  return config;
}

/// The last members of a Site or KernelFacts initializer.
std::string format_kernel_facts(const Kernel* kernel, std::size_t at) {
  if (kernel == nullptr) return "";
  const bool bounded = !kernel->max_threads.empty() && kernel->max_threads_from < at;
  if (kernel->cluster.empty()) return bounded ? ", " + kernel->max_threads : "";
  return ", " + (bounded ? kernel->max_threads : "1024") + ", dim3(" + kernel->cluster + ")";
}

/// `::simt::the<its type>(`, which distinguishes the kernel from a header's functions of the same
/// name; empty if there are none.
std::string selection(const Program& p, const Kernel& kernel, std::size_t template_arguments,
                      std::size_t end) {
  if (kernel.type.empty()) return "";
  return "::simt::the<" + kernel.type +
         (template_arguments == none ? "" : p.spelled(template_arguments, end)) + ">(";
}

void rewrite_launch(const Launches& of, const Function* function, std::size_t launch,
                    std::size_t begin, std::size_t end, Edits& edits) {
  const Program& p = of.program;
  const KernelName name = kernel_name(p, begin, launch);
  const Kernel* kernel = name.name == none ? nullptr : of.kernels.find(p[name.name].text);
  bool by_call = kernel != nullptr && kernel->by_call;
  // With all template arguments given, a template's name means one function.
  if (by_call && name.template_arguments != none && kernel->template_parameters != none &&
      count_arguments(p, name.template_arguments, launch - 1) == kernel->template_parameters)
    by_call = false;

  const std::string text = p.spelled(begin, launch);
  std::string site = "::simt::Site{" + string_literal(text) + ", " + string_literal(p.file(begin)) +
                     ", " + std::to_string(p[begin].line);
  site += format_kernel_facts(kernel, begin) + "}";

  const std::string selected = by_call || kernel == nullptr || begin < kernel->declared
                                   ? ""
                                   : selection(p, *kernel, name.template_arguments, launch);
  if (by_call && kernel->references != 0) {
    edits.insert_before(begin, " ::simt::launch_generic<" + std::to_string(kernel->references) +
                                   "u>([=](auto&&... simt_a) { ");
    edits.insert_after(launch - 1, "(simt_a...); }");
  } else if (by_call) {
    edits.insert_before(begin, " ::simt::launch_generic([=](auto&&... simt_a) { ");
    edits.insert_after(launch - 1, "(simt_a...); }");
  } else {
    edits.insert_before(begin, " ::simt::launch(" + selected);
    if (!selected.empty()) edits.insert_after(launch - 1, ")");
  }
  edits.replace(launch, ", " + site + ", ::simt::Config(");
  edits.erase(launch + 1, launch + 3);
  std::string block;
  if (of.plain != nullptr && kernel != nullptr && !by_call)
    block = of.plain->block_function(
        p[name.name].text,
        name.template_arguments == none ? "" : p.spelled(name.template_arguments, launch), begin,
        selected);
  edits.replace(end, ")" + format_config(p, function, launch + 3, end) +
                         (block.empty() ? ")" : ", " + block + ")"));
  edits.erase(end + 1, end + 3);
}

/// One step to the left in a kernel's expression.
struct Step {
  bool ends;
  std::size_t at;  // `none` if it is no such expression
};

/// Moves past the `::` whose scope ends at `scope`. `begin`: start of the expression if there is no
/// scope.
Step left_of_scope(const Program& p, std::size_t scope, std::size_t begin) {
  if (p.is_name(scope)) return {false, scope};
  if (p.is(scope, ">") && p.opening_angle(scope) != none) return {false, scope};
  const std::size_t open = p.is(scope, ")") ? p.partner(scope) : none;
  if (open != none && open > 0 && p.is(open - 1, "decltype")) return {true, open - 1};
  return {true, begin};
}

Step left_of_name(const Program& p, std::size_t i) {
  std::size_t begin = i;
  if (begin > 0 && p.is(begin - 1, "template")) --begin;
  if (begin == 0) return {true, begin};
  if (p.is(begin - 1, ".") || p.is(begin - 1, "->"))
    return begin < 2 ? Step{true, none} : Step{false, begin - 2};
  if (!p.is(begin - 1, "::")) return {true, begin};
  --begin;
  return begin == 0 ? Step{true, begin} : left_of_scope(p, begin - 1, begin);
}

}  // namespace

std::size_t kernel_begin(const Program& p, std::size_t launch) {
  if (launch == 0) return none;
  // Limits the length of a kernel's expression, so that damaged texts do not take quadratic time.
  std::size_t i = launch - 1;
  for (int steps = 0; steps < 500; ++steps) {
    if (p.is(i, ")") || p.is(i, "]")) {
      const std::size_t open = p.partner(i);
      if (open == none) return none;
      if (!continues_left(p, open)) return p.is(i, ")") ? open : none;
      i = open - 1;
    } else if (p.is(i, ">")) {
      const std::size_t angle = p.opening_angle(i);
      if (angle == none || angle == 0) return none;
      i = angle - 1;
    } else if (p.is_name(i) || p.is(i, "this")) {
      const Step step = left_of_name(p, i);
      if (step.ends) return step.at;
      i = step.at;
    } else {
      return none;
    }
  }
  return none;
}

std::size_t config_end(const Program& p, std::size_t launch) {
  // `>>>` may also close templates: f<A<B<int>>>(3). The launch's own is the last one followed by
  // an argument list.
  std::size_t found = none;
  for (std::size_t i = launch + 3; i < p.size();) {
    if (p.is(i, ";") || p.is(i, ")") || p.is(i, "]") || p.is(i, "}") || p.opens_launch(i)) break;
    if (!p.is(i, ">")) {
      i = p.past(i);
      continue;
    }
    std::size_t end = i;
    while (p.is(end, ">")) ++end;
    if (end - i >= 3 && p.is(end, "(")) found = end - 3;
    i = end;
  }
  return found;
}

void rewrite_launches(const Launches& of, Edits& edits, Diagnostics& diagnostics) {
  const Program& p = of.program;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (!p.opens_launch(i)) continue;
    const auto error = [&](std::string message) {
      diagnostics.error(p[i].file, p[i].line, std::move(message));
    };
    const std::size_t begin = kernel_begin(p, i);
    const std::size_t end = config_end(p, i);
    const Function* function = of.scopes.function(i);
    if (begin == none) {
      error("there is no kernel before this '<<<'");
    } else if (end == none) {
      error("this '<<<' needs a '>>>' and the kernel's arguments in parentheses after it");
    } else if (p.is(i + 3, ">")) {
      error("a launch needs a grid and a block between '<<<' and '>>>'");
    } else if (of.untrusted && function != nullptr && function->runs_on_device() &&
               !function->host) {
      diagnostics.unsupported(
          p[i].file, p[i].line,
          "a kernel launched from a kernel (dynamic parallelism): launch it from "
          "host code instead");
    } else {
      rewrite_launch(of, function, i, begin, end, edits);
    }
    i += 2;
  }
}

namespace {

/// Whether a value can begin after the token at `i`, or, below, end before it.
bool opens_value(const Program& p, std::size_t i) {
  return p.is(i, "(") || p.is(i, ",") || p.is(i, "=") || p.is(i, "{") || p.is(i, "?") ||
         p.is(i, ":") || p.is(i, ")") || p.is(i, "return");
}
bool closes_value(const Program& p, std::size_t i) {
  return p.is(i, ")") || p.is(i, ",") || p.is(i, ";") || p.is(i, "}") || p.is(i, ":");
}

/// The opening bracket around the token at `i`, or `none`.
std::size_t bracket_around(const Program& p, std::size_t i) {
  while (i-- > 0) {
    const std::size_t partner = p.partner(i);
    if (partner == none) continue;
    if (partner > i) return i;
    i = partner;
  }
  return none;
}

/// Whether [begin, end), preceded by `,` or `{`, declares something else of that name: the `b` of
/// `float a, b;` or of `enum { a, b }`.
bool declares(const Program& p, std::size_t begin, std::size_t end) {
  const std::size_t open = bracket_around(p, begin);
  if (open == none || (!p.is(open, "{") && !p.is(begin - 1, ","))) return false;
  if (p.is(begin - 1, ",")) {
    std::size_t i = end;
    while (i < p.partner(open) && !p.is(i, ";")) i = p.past(i);
    if (p.is(i, ";")) return true;
  }
  for (std::size_t i = open; i-- > 0;) {
    if (p.is(i, "enum")) return true;
    if (!p.is_name(i) && !p.is(i, ":") && !p.is(i, "::") && !p.is(i, "class") &&
        !p.is(i, "struct") && !p.is(i, "int") && !p.is(i, "unsigned") && !p.is(i, "char"))
      return false;
  }
  return false;
}

}  // namespace

void note_addresses(const Program& p, const Kernels& kernels, Edits& edits) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Kernel* const kernel = p.is_identifier(i) ? kernels.find(p[i].text) : nullptr;
    if (kernel == nullptr || i < kernel->declared || i == 0) continue;
    std::size_t last = i, begin = i;
    if (p.is(i + 1, "<") && p.closing_angle(i + 1) != none) {
      last = p.closing_angle(i + 1);
      if (kernel->template_parameters == none ||
          count_arguments(p, i + 1, last) != kernel->template_parameters)
        continue;
    } else if (!kernel->one_function) {
      continue;
    }
    while (begin > 1 && p.is(begin - 1, "::")) begin -= p.is_name(begin - 2) ? 2 : 1;
    if (p.is(begin - 1, "&") && begin > 1 && opens_value(p, begin - 2)) --begin;
    if (begin == 0 || !opens_value(p, begin - 1) || !closes_value(p, last + 1)) continue;
    if ((p.is(begin - 1, "(") && p.is(begin - 2, "decltype")) || declares(p, begin, last + 1))
      continue;
    const std::string selected = selection(p, *kernel, last == i ? none : i + 1, last + 1);
    edits.insert_before(begin, " ::simt::kernel(" + selected);
    edits.insert_after(last, (selected.empty() ? "" : ")") + std::string(", ::simt::KernelFacts{") +
                                 string_literal(p[i].text) + format_kernel_facts(kernel, begin) +
                                 "})");
  }
}

}  // namespace simt::rewrite
