#include "remedy/host/byte_counts.h"

#include <algorithm>

namespace warpgrade::remedy {

using Kind = Token::Kind;

/// The values of the variables that the function gives to CUDA as a number of bytes.
std::vector<Range> ByteCounts::byte_counts(const Function& f) const {
  std::vector<std::string> names;
  for (std::size_t i = f.open; i + 1 < f.close; ++i) {
    const std::string_view call = code_.tokens()[i].text;
    const bool allocates = call.starts_with("cudaMalloc");
    if ((!allocates && call != "cudaMemcpy" && call != "cudaMemcpyAsync" && call != "cudaMemset") ||
        !code_.is(i + 1, "("))
      continue;
    const auto given = arguments(i + 1);
    const std::size_t bytes = allocates ? 1 : 2;
    if (given.size() > bytes && code_.tokens()[given[bytes].begin].kind == Kind::identifier)
      names.emplace_back(code_.tokens()[given[bytes].begin].text);
  }
  std::vector<Range> values;
  for (std::size_t i = f.open + 2; i + 2 < f.close; ++i) {
    // Matches size_t a = …, b = …;
    const bool declares = code_.tokens()[i - 1].kind == Kind::identifier || code_.is(i - 1, ",");
    if (!declares || !code_.is(i + 1, "=") ||
        std::find(names.begin(), names.end(), code_.tokens()[i].text) == names.end())
      continue;
    std::size_t end = i + 2;
    while (end < f.close && !code_.is(end, ";") && !code_.is(end, ","))
      end = code_.is(end, "(") ? code_.partner(end) + 1 : end + 1;
    if (end > i + 2 && code_.line(i) == code_.line(end - 1)) values.push_back({i + 2, end});
  }
  return values;
}

/// The function's sizes that these values use.
std::vector<std::string> ByteCounts::sizes(const Function& f,
                                           const std::vector<Range>& counts) const {
  std::vector<std::string> names;
  for (const Variable& v : f.parameters)
    if (is_whole_number(v.type) && std::any_of(counts.begin(), counts.end(), [&](const Range& r) {
          return holds(r.begin, r.end, v.name);
        }))
      names.push_back(v.name);
  return names;
}

void ByteCounts::put(const std::vector<Change>& changes) {
  std::vector<Remedy> remedies;
  std::vector<Insertion> insertions;
  for (const Change& each : changes) {
    remedies.push_back({"expression.instead", "", code_.line(each.value.begin), each.code,
                        code_.spelled(each.value.begin, each.value.end), each.cause});
    for (Insertion& piece : around(each.value, "(" + asks() + " ? " + each.code + " : ", ")"))
      insertions.push_back(std::move(piece));
  }
  propose_together(std::move(remedies), std::move(insertions));
}

void ByteCounts::in_variables() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    const std::vector<Range> counts = byte_counts(f);
    const std::vector<std::string> all_sizes = sizes(f, counts);
    std::vector<Change> elements, squares;
    for (const Range& value : counts) {
      const std::string text = code_.spelled(value.begin, value.end);
      bool plain = text.find("sizeof") == text.npos;  // a product of sizes alone
      for (std::size_t i = value.begin; i < value.end; ++i)
        if (code_.tokens()[i].kind == Kind::identifier && !code_.is(i, "size_t") &&
            !is_whole_number(std::string(code_.tokens()[i].text)))
          plain &= std::find(all_sizes.begin(), all_sizes.end(), code_.tokens()[i].text) !=
                   all_sizes.end();
      if (plain)
        elements.push_back({value, text + " * sizeof(real)", because("code.size-in-elements")});
      for (std::size_t op = value.begin + 1; op + 1 < value.end; ++op) {
        const std::string size(code_.tokens()[op + 1].text);
        if (!code_.is(op, "*") || !code_.is(op - 1, size) ||
            std::find(all_sizes.begin(), all_sizes.end(), size) == all_sizes.end())
          continue;
        for (const std::string& other : all_sizes)
          if (other != size)
            squares.push_back({value,
                               code_.spelled(value.begin, op + 1) + " " + other +
                                   spelled_behind(op + 1, value.end),
                               because("code.other-size", {{"was", size}, {"is", other}})});
      }
    }
    for (const Change& square : squares) {
      std::vector<Change> all = {square};
      for (const Change& each : elements)
        if (each.value.begin != square.value.begin) all.push_back(each);
      if (all.size() > 1) put(all);
    }
    if (elements.size() > 1) put(elements);
    for (const Change& each : elements) put({each});
    for (const Change& each : squares) put({each});
  }
}

/// "double" for `&x` and `p` that the function declares as `double x` and `double* p`; empty if it
/// is not known.
std::string ByteCounts::type_pointed_to(const Function& f, Range pointer) const {
  const bool address = code_.is(pointer.begin, "&");
  const std::size_t name = pointer.begin + (address ? 1 : 0);
  if (pointer.end != name + 1) return "";
  const auto plain = [](std::string type) {
    std::erase(type, ' ');
    if (type.starts_with("const")) type.erase(0, 5);
    return type;
  };
  for (const Variable& v : f.parameters)
    if (code_.is(name, v.name) && (plain(v.type).ends_with('*') != address)) {
      const std::string type = plain(v.type);
      return address ? type : type.substr(0, type.size() - 1);
    }
  for (std::size_t i = f.open + 2; i < pointer.begin; ++i) {
    const std::size_t type = address ? i - 1 : i - 2;
    if (code_.is(i, code_.tokens()[name].text) && code_.tokens()[type].kind == Kind::identifier &&
        (address || code_.is(i - 1, "*")) && !code_.is(type, "return"))
      return std::string(code_.tokens()[type].text);
  }
  return "";
}

/// The last token before `before` that declares the name: `TYPE name =`, `TYPE name;`.
std::size_t ByteCounts::declaration(const Function& f, std::string_view name,
                                    std::size_t before) const {
  for (std::size_t i = before; i-- > f.open + 2;)
    if (code_.is(i, name) && code_.tokens()[i - 1].kind == Kind::identifier &&
        !code_.is(i - 1, "return") &&
        (code_.is(i + 1, "=") || code_.is(i + 1, ";") || code_.is(i + 1, ",") ||
         code_.is(i + 1, "{")))
      return i;
  return none;
}

void ByteCounts::types_of_variables() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      const std::size_t call = call_in(s);
      if (s.kind != Statement::Kind::other || !code_.is(call + 1, "(") ||
          (!code_.is(call, "cudaMemcpy") && !code_.is(call, "cudaMemcpyAsync")))
        continue;
      const auto given = arguments(call + 1);
      if (given.size() < 4) continue;
      const std::size_t ours = code_.is(given[0].begin, "&") ? 0 : 1;
      const Range variable = given[ours], array = given[1 - ours];
      if (!code_.is(variable.begin, "&") || variable.end != variable.begin + 2) continue;
      const std::string name(code_.tokens()[variable.begin + 1].text);
      const std::string type = type_pointed_to(f, array);
      const std::size_t declared = declaration(f, name, s.begin);
      if (type.empty() || type == "void" || declared == none) continue;
      const std::string had(code_.tokens()[declared - 1].text);
      if (had == type || had == "auto") continue;
      // A type cannot be switched on: in the modified copy, a variable of that type is copied.
      const std::string copied = "copied_" + name,
                        array_text = code_.spelled(array.begin, array.end);
      std::string change = "{ cudaDeviceSynchronize(); " + type + " " + copied;
      if (ours == 1) change += " = " + name;
      change += "; cudaMemcpy(" +
                (ours == 0 ? "&" + copied + ", " + array_text : array_text + ", &" + copied) +
                ", sizeof(" + type + "), " + code_.spelled(given[3].begin, given[3].end) + ");";
      if (ours == 0) change += " " + name + " = static_cast<" + had + ">(" + copied + ");";
      std::vector<Remedy> remedies = {
          {"expression.instead", "", code_.line(declared), type + " " + name,
           code_.spelled(declared - 1, declared + 1),
           because("code.variable-of-another-type",
                   {{"name", name}, {"array", array_text}, {"type", type}})}};
      const std::string size = code_.spelled(given[2].begin, given[2].end);
      if (size == "sizeof(" + had + ")")
        remedies.push_back({"expression.instead",
                            "",
                            code_.line(given[2].begin),
                            "sizeof(" + type + ")",
                            size,
                            {}});
      propose_together(std::move(remedies),
                       {{before(s.begin), "if (" + asks() + ") " + change + " } else "}});
    }
  }
}

void ByteCounts::of_pointers() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    const std::vector<Variable> pointers = list_pointers(f);
    for (std::size_t i = f.open; i + 3 < f.close; ++i) {
      if (!code_.is(i, "sizeof") || code_.partner(i + 1) != i + 3) continue;
      const std::string name(code_.tokens()[i + 2].text);
      if (std::any_of(pointers.begin(), pointers.end(), [&](const Variable& v) {
            return v.name == name && v.type.find('*') != v.type.npos;
          }))
        instead({i, i + 4}, "sizeof(*" + name + ")",
                because("code.size-of-a-pointer", {{"name", name}}));
    }
  }
}

void ByteCounts::of_the_type() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      const bool allocates = code_.tokens()[i].text.starts_with("cudaMalloc");
      if ((!allocates && !code_.tokens()[i].text.starts_with("cudaMem")) || !code_.is(i + 1, "("))
        continue;
      const auto given = arguments(i + 1);
      const std::size_t size = allocates ? 1 : 2;
      if (given.size() <= size) continue;
      // Of cudaMalloc(&p, bytes): p.
      const auto pointer = [&](std::size_t which) {
        return allocates ? Range{given[which].end - 1, given[which].end} : given[which];
      };
      const Range variable = initial_value(f, given[size]);
      const Range bytes = variable.end > variable.begin ? variable : given[size];
      for (std::size_t at = bytes.begin; at + 3 < bytes.end + 1; ++at) {
        if (!code_.is(at, "sizeof") || code_.partner(at + 1) != at + 3) continue;
        for (std::size_t which = 0; which < size; ++which) {
          const std::string type = type_pointed_to(f, pointer(which));
          if (type.empty() || code_.is(at + 2, type) || type == "void") continue;
          // Of two types, neither one's size is right.
          const std::string other = allocates ? "" : type_pointed_to(f, given[1 - which]);
          if (!other.empty() && other != type && other != "void") continue;
          const std::string name = code_.spelled(given[which].end - 1, given[which].end);
          instead({at, at + 4}, "sizeof(" + type + ")",
                  because("code.size-of-another-type", {{"name", name}, {"type", type}}));
        }
      }
    }
  }
}

void ByteCounts::of_several() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if ((!code_.is(i, "cudaMemcpy") && !code_.is(i, "cudaMemcpyAsync")) || !code_.is(i + 1, "("))
        continue;
      const auto given = arguments(i + 1);
      if (given.size() < 4 || !holds(given[2].begin, given[2].end, "*")) continue;
      const std::string bytes = code_.spelled(given[2].begin, given[2].end);
      for (const Variable& v : f.parameters)
        if (is_whole_number(v.type))
          instead(given[2], v.name + " * " + bytes,
                  because("code.copy-of-a-part", {{"size", v.name}}));
    }
  }
}

}  // namespace warpgrade::remedy
