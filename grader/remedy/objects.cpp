#include "remedy/objects.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

std::vector<Objects::Owner> Objects::owners() const {
  std::vector<Owner> all;
  for (std::size_t i = 0; i + 2 < code_.tokens().size(); ++i) {
    if ((!code_.is(i, "class") && !code_.is(i, "struct")) || !code_.is(i + 2, "{") ||
        code_.partner(i + 2) == none)
      continue;
    Owner owner;
    owner.name = code_.tokens()[i + 1].text;
    owner.open = i + 2;
    const std::size_t close = code_.partner(i + 2);
    bool copies = false;
    int depth = 0;
    for (std::size_t at = i + 3; at < close; ++at) {
      depth += code_.is(at, "{") || code_.is(at, "(") ? 1 : 0;
      depth -= code_.is(at, "}") || code_.is(at, ")") ? 1 : 0;
      if (code_.is(at, "~") && code_.is(at + 1, owner.name)) {
        std::size_t open = at;
        while (open < close && !code_.is(open, "{") && !code_.is(open, ";")) ++open;
        for (std::size_t to = open; code_.is(open, "{") && to < code_.partner(open); ++to)
          if (owner.frees == 0 && code_.tokens()[to].text.starts_with("cudaFree"))
            owner.frees = code_.line(to);
        if (owner.frees != 0) owner.destructor = open;
      }
      owner.assigned |= code_.is(at, "operator") && code_.is(at + 1, "=");
      // A constructor from another object
      for (std::size_t to = at + 1;
           code_.is(at, owner.name) && code_.is(at + 1, "(") && to < code_.partner(at + 1); ++to)
        copies |= code_.is(to, owner.name);
      if (depth == 0 && code_.is(at, "*") && code_.tokens()[at + 1].kind == Kind::identifier &&
          (code_.is(at + 2, ";") || code_.is(at + 2, "=") || code_.is(at + 2, "{")))
        owner.pointers.emplace_back(code_.tokens()[at + 1].text);
    }
    if (owner.frees != 0 && !copies && !owner.pointers.empty()) all.push_back(std::move(owner));
  }
  return all;
}

/// Whether the function declares the name at `use` as an object: `Type a(n), b(n);`.
bool Objects::is_declared(const Function& f, const std::string& type, std::size_t use) const {
  for (const std::size_t index : f.statements) {
    const Statement& s = code_.statements()[index];
    if (s.kind != Statement::Kind::other || !code_.is(s.begin, type) || s.begin > use) continue;
    for (std::size_t i = s.begin + 1; i < s.end; ++i) {
      if (code_.is(i, "(") || code_.is(i, "{")) i = code_.partner(i);
      if (code_.is(i, code_.tokens()[use].text)) return true;
    }
  }
  return std::any_of(f.parameters.begin(), f.parameters.end(), [&](const Variable& v) {
    return code_.is(use, v.name) && v.type == type + "&";
  });
}

void Objects::swapped() {
  for (const Owner& owner : owners())
    for (const Function& f : code_.functions()) {
      if (f.on_device || owner.assigned) continue;
      for (const std::size_t index : f.statements) {
        const Statement& s = code_.statements()[index];
        std::size_t call = s.begin;
        while (call < s.end && !code_.is(call, "swap")) ++call;
        if (s.kind != Statement::Kind::other || call > s.begin + 2 || call + 6 > s.end ||
            !code_.is(call + 3, ",") || !code_.is(call + 5, ")") ||
            !is_declared(f, owner.name, call + 2) || !is_declared(f, owner.name, call + 4))
          continue;
        const std::string swaps =
            swap_pointers(owner, code_.spelled(s.begin, call + 1), call + 2, call + 4);
        propose("statement.instead", code_.line(s.begin), swaps,
                {{before(s.begin), "if (" + asks() + ") { " + swaps + " } else "}},
                code_.spelled(s.begin, s.end),
                because("code.owner-copied", {{"class", owner.name}, {"swap", "yes"}}));
      }
      swapped_by_hand(owner, f);
    }
}

/// The pointers of the objects that these two tokens name, swapped.
std::string Objects::swap_pointers(const Owner& owner, const std::string& swap, std::size_t one,
                                   std::size_t two) const {
  std::string all;
  for (const std::string& each : owner.pointers)
    all += (all.empty() ? "" : " ") + swap + "(" + code_.spelled(one, one + 1) + "." + each + ", " +
           code_.spelled(two, two + 1) + "." + each + ");";
  return all;
}

/// `Type t = a; a = b; b = t;`
void Objects::swapped_by_hand(const Owner& owner, const Function& f) {
  for (std::size_t at = 0; at + 2 < f.statements.size(); ++at) {
    const Statement &first = code_.statements()[f.statements[at]],
                    &second = code_.statements()[f.statements[at + 1]],
                    &third = code_.statements()[f.statements[at + 2]];
    const std::size_t copy = first.begin + 1, a = first.begin + 3, b = second.begin + 2;
    const auto same = [&](std::size_t x, std::size_t y) {
      return code_.tokens()[x].text == code_.tokens()[y].text;
    };
    const bool swaps = code_.is(copy + 1, "=") && first.end == copy + 4 && first.listed &&
                       second.end == second.begin + 4 && code_.is(second.begin + 1, "=") &&
                       third.end == third.begin + 4 && code_.is(third.begin + 1, "=") &&
                       same(second.begin, a) && same(third.begin, b) && same(third.begin + 2, copy);
    if (!swaps || (!code_.is(first.begin, owner.name) && !code_.is(first.begin, "auto")) ||
        !is_declared(f, owner.name, a) || !is_declared(f, owner.name, b))
      continue;
    // The declaration stays in the modified copy: its object must free nothing.
    const std::string change = swap_pointers(owner, "std::swap", a, b);
    std::string nothing;
    for (const std::string& each : owner.pointers)
      nothing += code_.spelled(copy, copy + 1) + "." + each + " = nullptr; ";
    const auto removed = [&](const Statement& s) {
      return Remedy{"statement.removed",           "", code_.line(s.begin), "",
                    code_.spelled(s.begin, s.end), {}};
    };
    propose_together({{"statement.instead", "", code_.line(first.begin), change,
                       code_.spelled(first.begin, first.end),
                       because("code.owner-copied", {{"class", owner.name}, {"by_hand", "yes"}})},
                      removed(second),
                      removed(third)},
                     {{after(first.end - 1), " if (" + asks() + ") { " + nothing + change + " }"},
                      {before(second.begin), "if (!" + asks() + ") "},
                      {before(third.begin), "if (!" + asks() + ") "}});
  }
}

/// Whether the function only calls const member functions of this parameter.
bool Objects::only_reads(const Owner& owner, const Function& f, const std::string& name) const {
  for (std::size_t i = f.open; i < f.close; ++i) {
    if (!code_.is(i, name)) continue;
    if (!code_.is(i + 1, ".") || !code_.is(i + 3, "(")) return false;
    bool is_const = false;
    for (std::size_t at = owner.open; at < code_.partner(owner.open); ++at)
      is_const |= code_.is(at, code_.tokens()[i + 2].text) && code_.is(at + 1, "(") &&
                  code_.is(code_.partner(at + 1) + 1, "const");
    if (!is_const) return false;
  }
  return true;
}

void Objects::passed_by_value() {
  for (const Owner& owner : owners()) {
    std::vector<Remedy> remedies;
    std::vector<Insertion> insertions;
    for (const Function& f : code_.functions()) {
      if (f.on_device) continue;  // a kernel can get no reference
      std::vector<std::string> parameters;
      const std::size_t first = remedies.size();
      for (const Range& each : arguments(name_token(f) + 1)) {
        // Type name or Type<…> name, const or not
        const std::size_t type = code_.is(each.begin, "const") ? each.begin + 1 : each.begin;
        const bool by_value =
            code_.is(type, owner.name) && (each.end == type + 2 || code_.is(each.end - 2, ">"));
        if (!by_value) continue;
        const std::string parameter(code_.tokens()[each.end - 1].text);
        const std::string reference = only_reads(owner, f, parameter) ? "const " : "";
        remedies.push_back({"expression.instead",
                            "",
                            code_.line(each.begin),
                            reference + code_.spelled(type, each.end - 1) + "& " + parameter,
                            code_.spelled(each.begin, each.end),
                            {}});
        parameters.push_back("`" + parameter + "`");
        // In the modified copy, what the function gets is still a copy, but frees nothing.
        insertions.push_back(
            {after(f.open), " if (" + asks() + ") simt_owner_copy(&" + parameter + ", true);"});
      }
      if (parameters.empty()) continue;
      std::string names;
      for (std::size_t i = 0; i < parameters.size(); ++i)
        names += (i == 0 ? "" : i + 1 == parameters.size() ? " and " : ", ") + parameters[i];
      remedies[first].cause =
          because("code.owner-by-value", {{"function", f.name},
                                          {"names", names},
                                          {parameters.size() == 1 ? "one" : "several", "yes"},
                                          {"line", owner.frees}});
    }
    if (remedies.empty()) continue;
    insertions.push_back({after(owner.destructor), skips_destructor()});
    propose_together(std::move(remedies), std::move(insertions));
  }
}

void Objects::copied() {
  for (const Owner& owner : owners())
    for (const Function& f : code_.functions())
      for (const std::size_t index : f.statements) {
        const Statement& s = code_.statements()[index];
        const std::size_t type = code_.is(s.begin, "const") ? s.begin + 1 : s.begin;
        const std::size_t from = s.end - 2, name = s.end - 4;  // Type name = from;
        const bool copies =
            !f.on_device && s.kind == Statement::Kind::other && s.listed && name > type &&
            code_.is(name + 1, "=") && (code_.is(type, "auto") || code_.is(type, owner.name)) &&
            (name == type + 1 || code_.is(name - 1, ">")) && is_declared(f, owner.name, from);
        if (!copies) continue;
        const std::string copy(code_.tokens()[name].text);
        propose("statement.instead", code_.line(s.begin),
                code_.spelled(s.begin, name) + "& " + code_.spelled(name, s.end),
                {{after(s.end - 1), " if (" + asks() + ") simt_owner_copy(&" + copy + ", true);"},
                 {after(owner.destructor), skips_destructor()}},
                code_.spelled(s.begin, s.end),
                because("code.owner-copy", {{"name", copy},
                                            {"object", code_.spelled(from, from + 1)},
                                            {"line", owner.frees}}));
      }
}

}  // namespace warpgrade::remedy
