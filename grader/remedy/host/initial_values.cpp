#include "remedy/host/initial_values.h"

#include <algorithm>

namespace warpgrade::remedy {

/// `cudaMemcpy(to, array, …)`, `memcpy(to, array, bytes)`, `std::copy(array, array + n, to)`,
/// `std::copy_n(array, n, to)`.
void InitialValues::zeros_for_call(std::size_t name, const std::string& array) {
  const auto given = arguments(name + 1);
  if (given.size() < 3) return;
  const auto text = [&](std::size_t a) { return code_.spelled(given[a].begin, given[a].end); };
  const bool copies = code_.is(name, "cudaMemcpy") || code_.is(name, "memcpy");
  const bool counts = code_.is(name, "copy_n"), range = code_.is(name, "copy");
  if (text(copies ? 1 : 0) != array) return;
  std::string sets;
  if (copies) {
    sets = std::string(code_.is(name, "memcpy") ? "memset" : "cudaMemset") + "(" + text(0) +
           ", 0, " + text(2) + ")";
  } else if (counts) {
    sets = "std::fill_n(" + text(2) + ", " + text(1) + ", real(0))";
  } else if (range && text(1).starts_with(array + " + ")) {
    sets = "std::fill(" + text(2) + ", " + text(2) + text(1).substr(array.size()) + ", real(0))";
  } else {
    return;
  }
  std::size_t begin = name;
  if (code_.is(begin - 1, "::")) begin -= 2;
  const Range call = {begin, code_.partner(name + 1) + 1};
  // The two have different types.
  const bool discards = !code_.is(name, "cudaMemcpy");
  propose("expression.instead", code_.line(begin), sets,
          around(call,
                 "(" + asks() + " ? " + (discards ? "(void)" : "") + sets + " : " +
                     (discards ? "(void)" : ""),
                 ")"),
          code_.spelled(call.begin, call.end),
          because("code.start-from-garbage", {{"array", array}}));
}

/// `to[i] = array[i];`
void InitialValues::zeros_for_element(const Function& f, const Statement& s,
                                      const std::string& array) {
  std::size_t set = s.begin;
  while (set < s.end && !code_.is(set, "=")) ++set;
  if (s.kind != Statement::Kind::other || set == s.end || !code_.is(set + 1, array) ||
      !code_.is(set + 2, "[") || code_.partner(set + 2) + 2 != s.end || holds(s.begin, set, array))
    return;
  // Before the first launch: later it copies a result.
  const auto all = launches(f);
  if (!all.empty() && all.front().name < s.begin) return;
  instead({set + 1, s.end - 1}, "0", because("code.start-from-garbage", {{"array", array}}));
}

/// `auto old = upload(array, n);`, `Buffer old(array, n);`: a function of the file that makes zeros
/// instead, or an array that is 0 before.
void InitialValues::zeros_for_helper(const Statement& s, const std::string& array) {
  for (std::size_t i = s.begin + 1; i + 1 < s.end; ++i) {
    if (code_.tokens()[i].kind != Token::Kind::identifier ||
        (!code_.is(i + 1, "(") && !code_.is(i + 1, "{")))
      continue;
    const auto given = arguments(i + 1);
    if (given.size() != 2) continue;
    const auto text = [&](std::size_t a) { return code_.spelled(given[a].begin, given[a].end); };
    const std::size_t which = text(0) == array ? 0 : 1;
    if (text(which) != array) continue;
    const std::string count = text(1 - which);
    const Cause cause = because("code.start-from-garbage", {{"array", array}});
    for (const Function& other : code_.functions())
      if (!other.on_device && other.parameters.size() == 1 &&
          is_whole_number(other.parameters[0].type) && holds(other.open, other.close, "cudaMemset"))
        instead({i, code_.partner(i + 1) + 1}, other.name + "(" + count + ")", cause);
    const std::string sets = "std::fill_n(" + array + ", " + count + ", real(0));";
    propose("statement.before", code_.line(s.begin), sets,
            {{before(s.begin), "if (" + asks() + ") { " + sets + " } "}}, "", cause);
    return;
  }
}

void InitialValues::zeros(const std::string& entry, const Outputs& outputs) {
  for (const Function& f : code_.functions()) {
    if (f.on_device || f.name != entry) continue;
    for (const Output& output : outputs.all) {
      for (std::size_t i = f.open; i + 1 < f.close; ++i)
        if (code_.is(i + 1, "(")) zeros_for_call(i, output.name);
      for (const std::size_t s : f.statements)
        zeros_for_element(f, code_.statements()[s], output.name);
      const auto all = launches(f);
      for (const std::size_t index : f.statements)
        if (const Statement& s = code_.statements()[index];
            s.kind == Statement::Kind::other && s.listed &&
            (all.empty() || s.begin < all.front().name))
          zeros_for_helper(s, output.name);
    }
  }
}

void InitialValues::zero_before_launch(int line) {
  const Function* kernel = code_.function_at(line);
  if (kernel == nullptr || !kernel->kernel) return;
  for (std::size_t which = 0; which < kernel->parameters.size(); ++which) {
    const Variable& v = kernel->parameters[which];
    if (v.type.find('*') == v.type.npos || v.type.starts_with("const ")) continue;
    bool one = false;  // the line uses its first element
    for (std::size_t i = kernel->open; i < kernel->close; ++i)
      one |= code_.line(i) == line && code_.is(i, v.name) &&
             (!code_.is(i + 1, "[") || code_.is(i + 2, "0"));
    if (!one) continue;
    for (const Function& host : code_.functions()) {
      if (host.on_device) continue;
      for (const Launch& launch : launches(host)) {
        const std::size_t at = code_.listed(code_.statement_at(host, code_.line(launch.name)));
        if (!code_.is(launch.name, kernel->name) || launch.arguments.size() <= which || at == none)
          continue;
        const std::size_t begin = code_.statements()[at].begin;
        const Range given = launch.arguments[which];
        const std::string array = code_.spelled(given.begin, given.end);
        const std::string call = "cudaMemset(" + array + ", 0, sizeof(*" + array + "));";
        for (const std::size_t index : host.statements) {
          const Statement& s = code_.statements()[index];
          const std::size_t sets = call_in(s);
          if (s.listed && s.parent == code_.statements()[at].parent && s.begin > begin &&
              code_.tokens()[sets].text.starts_with("cudaMemset") && code_.is(sets + 2, array))
            move_before(s, begin, array);
        }
        if (given.end == given.begin + 1)
          propose("statement.before", code_.line(begin), call,
                  {{before(begin), "if (" + asks() + ") { " + call + " } "}}, "",
                  because("code.not-zeroed", {{"what", array}}));
      }
    }
  }
}

/// Moves what sets the array behind a launch in front of it.
void InitialValues::move_before(const Statement& s, std::size_t launch, const std::string& array) {
  const std::string sets = code_.spelled(s.begin, s.end);
  std::vector<Insertion> insertions = around({s.begin, s.end}, "{ if (!" + asks() + ") ", " }");
  insertions.push_back({before(launch), "if (" + asks() + ") { " + sets + " } "});
  const Cause cause =
      because("code.zeroed-behind-launch", {{"what", array}, {"line", code_.line(launch)}});
  propose_together({{"statement.removed", "", code_.line(s.begin), "", sets, cause},
                    {"statement.before", "", code_.line(launch), sets, "", {}}},
                   std::move(insertions));
}

void InitialValues::zero_is_the_least() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if (!code_.is(i, "atomicMin") || !code_.is(i + 1, "(")) continue;
      const auto given = arguments(i + 1);
      if (given.size() != 2) continue;
      const std::string word = code_.spelled(given[0].begin, given[0].end),
                        value = code_.spelled(given[1].begin, given[1].end);
      instead({i, code_.partner(i + 1) + 1}, "atomicCAS(" + word + ", 0, " + value + ")",
              because("code.zero-is-the-least",
                      {{"word", word.starts_with("&") ? word.substr(1) : "*" + word},
                       {"value", value}}));
    }
  }
}

}  // namespace warpgrade::remedy
