#include "remedy/host/device_pointers.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace warpgrade::remedy {

using Kind = Token::Kind;

/// For each argument `A` of a launch or call, takes the `dA` or `d_a` that the function declares.
void DevicePointers::all_instead(const Function& f) {
  const auto lower = [](std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
  };
  const auto is_pointer_given = [&](const std::string& name) {
    return std::any_of(f.parameters.begin(), f.parameters.end(), [&](const Variable& p) {
      return p.name == name && p.type.find('*') != p.type.npos;
    });
  };
  const auto of_device = [&](const std::string& name) -> std::string {
    for (const Variable& v : list_pointers(f))
      if (!is_pointer_given(v.name) && v.name.size() > name.size() &&
          lower(v.name).find(lower(name)) != v.name.npos)
        return v.name;
    return "";
  };
  std::vector<std::vector<Range>> calls;
  for (const Launch& launch : launches(f)) calls.push_back(launch.arguments);
  for (std::size_t i = f.open; i + 1 < f.close; ++i)
    for (const Function& other : code_.functions())
      if (!other.on_device && code_.is(i, other.name) && code_.is(i + 1, "("))
        calls.push_back(arguments(i + 1));
  for (const std::vector<Range>& given : calls) {
    std::vector<Insertion> insertions;
    std::string code;
    for (const Range& each : given) {
      std::string text = code_.spelled(each.begin, each.end);
      const std::string other =
          each.end == each.begin + 1 && is_pointer_given(text) ? of_device(text) : "";
      if (!other.empty()) {
        for (Insertion& piece : around(each, "(" + asks() + " ? " + other + " : ", ")"))
          insertions.push_back(std::move(piece));
        text = other;
      }
      code += (code.empty() ? "" : ", ") + text;
    }
    if (insertions.empty() || code_.line(given.front().begin) != code_.line(given.back().end - 1))
      continue;
    const int line = code_.line(given.front().begin);
    propose("expression.instead", line, code, std::move(insertions),
            code_.spelled(given.front().begin, given.back().end),
            because("code.pointers-of-host", {{"line", line}}));
  }
}

/// `dev_b.get()` for `B`, where the launch is given `dev_a.get()`, too.
void DevicePointers::owners_instead(const Function& f, const Launch& launch, Range given) {
  std::set<std::string> members, owners;
  for (const Range& other : launch.arguments)
    if (other.end > other.begin + 2 && code_.is(other.begin + 1, ".")) {
      members.insert(spelled_behind(other.begin, other.end));
      owners.insert(code_.spelled(other.begin, other.begin + 1));
    }
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    std::size_t name = s.begin + 1;
    while (name + 1 < s.end && !is_one_of(code_.tokens()[name + 1].text, {"=", "(", "{", ";"}))
      ++name;
    const std::string owner(code_.tokens()[name].text);
    if (s.kind != Statement::Kind::other || s.begin > launch.name || name + 1 >= s.end ||
        code_.tokens()[s.begin].kind != Kind::identifier ||
        code_.tokens()[name].kind != Kind::identifier || owners.count(owner) != 0)
      continue;
    for (const std::string& member : members)
      instead(given, owner + member, because("code.pointer-of-host"));
  }
}

void DevicePointers::instead_of_the_hosts() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    all_instead(f);
    const auto is_parameter = [&](const std::string& name) {
      return std::any_of(f.parameters.begin(), f.parameters.end(),
                         [&](const Variable& p) { return p.name == name; });
    };
    for (const Launch& launch : launches(f)) {
      for (const Range& given : launch.arguments) {
        const std::string name = code_.spelled(given.begin, given.end);
        if (given.end != given.begin + 1 || !is_parameter(name)) continue;
        const auto of_caller = [&](const Variable& v) {
          return v.name == name && v.type.find('*') != v.type.npos;
        };
        if (std::none_of(f.parameters.begin(), f.parameters.end(), of_caller)) continue;
        owners_instead(f, launch, given);
        // Similar names are tried first.
        for (const bool alike : {true, false})
          for (const Variable& other : list_pointers(f))
            if (!is_parameter(other.name) && (other.name.find(name) != other.name.npos) == alike)
              instead(given, other.name, because("code.pointer-of-host"));
      }
    }
  }
}

/// For `kernel<<<…>>>(&table[0][0])`: a pointer of its own, which gets the address.
void DevicePointers::of_variable(const std::string& variable) {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) of_variable_for(f, launch, variable);
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other || !s.listed) continue;
      std::size_t set = s.begin + 1;
      while (set < s.end && !code_.is(set, "=")) ++set;
      const std::string name(code_.tokens()[set - 1].text);
      if (set == s.end || starts_at({set + 1, s.end - 1}) != variable) continue;
      put_after("statement.after", index,
                "cudaGetSymbolAddress((void**)&" + name + ", " + variable + ");");
    }
  }
}

void DevicePointers::of_variable_for(const Function& f, const Launch& launch,
                                     const std::string& variable) {
  const auto& all = code_.functions();
  const auto kernel = std::find_if(all.begin(), all.end(), [&](const Function& each) {
    return each.kernel && code_.is(launch.name, each.name);
  });
  const std::size_t at = code_.listed(code_.statement_at(f, code_.line(launch.name)));
  if (kernel == all.end() || at == none) return;
  for (std::size_t a = 0; a < std::min(launch.arguments.size(), kernel->parameters.size()); ++a) {
    const Range given = launch.arguments[a];
    if (starts_at(given) != variable) continue;
    const std::string pointer = variable + "_on_device", type = kernel->parameters[a].type;
    const std::string sets = type + " " + pointer + "; cudaGetSymbolAddress((void**)&" + pointer +
                             ", " + variable + ");";
    const int line = code_.line(code_.statements()[at].begin);
    propose_together(
        {{"statement.before", "", line, sets, "",
          because("code.address-of-host", {{"variable", variable}})},
         {"expression.instead",
          "",
          code_.line(given.begin),
          pointer,
          code_.spelled(given.begin, given.end),
          {}}},
        around(given, "(" + asks() + " ? [&] { " + sets + " return " + pointer + "; }() : ", ")"));
  }
}

/// "table" for `table`, `&table` and `&table[0]`.
std::string DevicePointers::starts_at(Range pointer) const {
  std::string text = without_blanks(code_.spelled(pointer.begin, pointer.end));
  if (text.starts_with("&")) text.erase(0, 1);
  while (text.ends_with("[0]")) text.erase(text.size() - 3);
  return text;
}

void DevicePointers::instead_of_their_addresses() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    const auto pointers = list_pointers(f);
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      const std::string_view name = code_.tokens()[i].text;
      if ((!name.starts_with("cudaMemcpy") && !name.starts_with("cudaMemset") &&
           name != "cudaFree") ||
          !code_.is(i + 1, "("))
        continue;
      for (const Range& given : arguments(i + 1)) {
        if (given.end != given.begin + 2 || !code_.is(given.begin, "&")) continue;
        const std::string pointer = code_.spelled(given.begin + 1, given.end);
        if (std::none_of(pointers.begin(), pointers.end(), [&](const Variable& v) {
              return v.name == pointer && v.type.find('*') != v.type.npos;
            }))
          continue;
        propose("expression.instead", code_.line(given.begin), pointer,
                around(given, "(" + asks() + " ? (void*)(" + pointer + ") : (void*)(", "))"),
                "&" + pointer, because("code.address-of-pointer", {{"pointer", pointer}}));
      }
    }
  }
}

}  // namespace warpgrade::remedy
