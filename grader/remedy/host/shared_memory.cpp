#include "remedy/host/shared_memory.h"

#include <algorithm>
#include <map>
#include <set>

namespace warpgrade::remedy {

std::string SharedMemory::threads_expression(const Function& f, Range block) const {
  const std::string text = code_.spelled(block.begin, block.end);
  if (code_.is(block.begin, "dim3")) {
    std::string product;
    for (const Range& side : arguments(block.begin + 1))
      product += (product.empty() ? "(" : " * (") + code_.spelled(side.begin, side.end) + ")";
    return product;
  }
  if (block.end != block.begin + 1) return "(" + text + ")";
  for (std::size_t i = f.open; i < block.begin; ++i)
    if (code_.is(i, "dim3") && code_.is(i + 1, text))
      return text + ".x * " + text + ".y * " + text + ".z";
  return text;
}

std::optional<SharedMemory::DynamicShared> SharedMemory::dynamic_shared_in(Range where) const {
  // Matches extern __shared__ __align__(16) real partial[];
  for (std::size_t i = where.begin; i + 4 < where.end; ++i) {
    if (!code_.is(i, "extern") || !code_.is(i + 1, "__shared__")) continue;
    std::size_t type = i + 2;
    if (code_.is(type + 1, "(")) type = code_.partner(type + 1) + 1;
    std::size_t name = type + 1;
    while (name + 1 < where.end && !code_.is(name + 1, "[") && !code_.is(name, ";")) ++name;
    if (!code_.is(name + 1, "[")) continue;
    DynamicShared found{code_.spelled(type, name), 1};
    // Matches real* b = partial + n; or &partial[n];
    for (std::size_t j = name; j + 3 < where.end; ++j) {
      if (!code_.is(j, "=")) continue;
      const std::size_t at = code_.is(j + 1, "&") ? j + 2 : j + 1;
      if (code_.tokens()[at].text == code_.tokens()[name].text &&
          code_.is(at + 1, at == j + 1 ? "+" : "["))
        ++found.arrays;
    }
    return found;
  }
  return std::nullopt;
}

void SharedMemory::pass_bytes() {
  const auto& all = code_.functions();
  for (const Function& f : all) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) {
      const std::string name(code_.tokens()[launch.name].text);
      const auto kernel = std::find_if(
          all.begin(), all.end(), [&](const Function& g) { return g.kernel && g.name == name; });
      if (kernel == all.end()) continue;
      auto shared = dynamic_shared_in({kernel->open, kernel->close});
      if (!shared) shared = dynamic_shared_in({0, code_.tokens().size()});  // in its callees
      if (!shared) continue;
      const std::string arrays = std::to_string(shared->arrays) + " * ";
      if (launch.sizes.size() == 2) {
        const Range block = launch.sizes[1];
        const std::string sizes = code_.spelled(launch.sizes[0].begin, block.end);
        const std::string bytes = threads_expression(f, block) + " * " +
                                  (shared->arrays > 1 ? arrays : "") + "sizeof(" + shared->type +
                                  ")";
        propose("expression.instead", code_.line(launch.name), "<<<" + sizes + ", " + bytes + ">>>",
                {{after(block.end - 1), ", (" + asks() + " ? " + bytes + " : 0)"}},
                "<<<" + sizes + ">>>", because("code.no-shared", {{"kernel", name}}));
      } else if (launch.sizes.size() > 2 && shared->arrays > 1) {
        const std::string bytes = code_.spelled(launch.sizes[2].begin, launch.sizes[2].end);
        const bool sum = holds(launch.sizes[2].begin, launch.sizes[2].end, "+");
        instead(launch.sizes[2], arrays + (sum ? "(" + bytes + ")" : bytes),
                because("code.shared-of-one",
                        {{"kernel", name}, {"arrays", std::to_string(shared->arrays)}}));
      }
    }
  }
}

void SharedMemory::behind_the_first() {
  struct Array {
    Range declaration;
    std::string type, name;
  };
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    std::vector<Array> arrays;
    for (std::size_t i = f.open + 1; i + 5 < f.close; ++i) {
      if (!code_.is(i, "extern") || !code_.is(i + 1, "__shared__")) continue;
      std::size_t type = i + 2;
      if (code_.is(type, "__align__") || code_.is(type, "alignas"))
        type = code_.partner(type + 1) + 1;
      if (code_.is(type + 2, "[") && code_.is(type + 4, ";"))
        arrays.push_back(
            {{i, type + 5}, code_.spelled(type, type + 1), code_.spelled(type + 1, type + 2)});
    }
    if (arrays.size() != 2 || arrays[0].type != arrays[1].type) continue;
    const Array &one = arrays[0], &other = arrays[1];
    std::vector<std::string> sizes = {"blockDim.x"};
    std::vector<std::string> constants = constants_in(f);
    for (std::size_t i = f.open + 1; i < f.close; ++i)
      if (const std::string name = code_.spelled(i, i + 1); code_.declares_constant(name))
        constants.push_back(name);
    for (const std::string& each : constants) {
      for (const std::string& size : {"blockDim.x * " + each, each})
        if (std::find(sizes.begin(), sizes.end(), size) == sizes.end()) sizes.push_back(size);
    }
    for (const std::string& size : sizes) {
      const std::string start = one.name + " + " + size;
      std::vector<Insertion> insertions;
      for (std::size_t i = other.declaration.end; i < f.close; ++i)
        if (code_.is(i, other.name) && !code_.is(i - 1, ".") && !code_.is(i - 1, "->"))
          for (Insertion& piece : around({i, i + 1}, "(" + asks() + " ? " + start + " : ", ")"))
            insertions.push_back(std::move(piece));
      const auto [begin, end] = other.declaration;
      propose("statement.instead", code_.line(begin),
              other.type + "* " + other.name + " = " + start + ";", std::move(insertions),
              code_.spelled(begin, end),
              because("code.same-shared", {{"one", one.name}, {"other", other.name}}));
    }
  }
}

bool SharedMemory::launches_with_bytes(const Function& f) const {
  const auto all = launches(f);
  return std::any_of(all.begin(), all.end(),
                     [](const Launch& launch) { return launch.sizes.size() > 2; });
}

void SharedMemory::one_or_two_more() {
  for (const Function& f : code_.functions()) {
    if (f.on_device || !launches_with_bytes(f)) continue;
    for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
      // Matches (N + M) * sizeof(real)
      if (!code_.is(i, "*") || !code_.is(i + 1, "sizeof") || !code_.is(i - 1, ")")) continue;
      const Range sum = {code_.partner(i - 1) + 1, i - 1};
      const std::size_t end = code_.partner(i + 2) + 1;
      const std::string text = code_.spelled(sum.begin, sum.end);
      for (const std::string more : {"1", "2"})
        propose("expression.instead", code_.line(i),
                "(" + text + " + " + more + ")" + code_.spelled(i - 1, end).substr(1),
                around(sum, "", " + (" + asks() + " ? " + more + " : 0)"),
                code_.spelled(sum.begin - 1, end),
                because("code.too-little-shared", {{"more", more}}));
    }
  }
}

void SharedMemory::of_other_size() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) {
      if (launch.sizes.size() < 3 || !code_.is(launch.sizes[2].begin + 1, "*")) continue;
      const std::size_t size = launch.sizes[2].begin;
      const std::string name(code_.tokens()[size].text);
      for (const Variable& other : f.parameters)
        if (is_whole_number(other.type) && other.name != name)
          instead({size, size + 1}, other.name,
                  because("code.shared-of-other-size", {{"size", name}, {"other", other.name}}));
    }
  }
}

void SharedMemory::padded_rows() {
  std::map<std::string, std::string> padded;  // by the size that has no padding
  for (std::size_t i = 1; i + 3 < code_.tokens().size(); ++i) {
    // Matches pitch = N | 1, pitch = N + 1, pitch = N % 2 == 0 ? N + 1 : N
    std::size_t adds = i;
    while (adds < code_.tokens().size() && !code_.is(adds, "|") && !code_.is(adds, "+") &&
           !code_.is(adds, ";"))
      ++adds;
    if (!code_.is(i, "=") || code_.is(adds, ";") || code_.function_at(code_.line(i)) != nullptr)
      continue;
    const std::string pitch(code_.tokens()[i - 1].text);
    for (const Function& kernel : code_.functions())
      if (kernel.kernel && holds(kernel.open, kernel.close, pitch))
        padded[std::string(code_.tokens()[i + 1].text)] = pitch;
  }
  for (const Function& f : code_.functions()) {
    if (f.on_device || !launches_with_bytes(f)) continue;
    std::vector<Piece> pieces;
    for (std::size_t i = f.open + 1; i < f.close; ++i) {
      if (!code_.is(i, "sizeof")) continue;
      const Statement& s = code_.statements()[code_.statement_at(f, code_.line(i))];
      for (std::size_t at = s.begin; at < i; ++at)
        if (const auto found = padded.find(std::string(code_.tokens()[at].text));
            found != padded.end())
          pieces.push_back({{at, at + 1}, found->second});
    }
    if (!pieces.empty()) replace_all(std::move(pieces), because("code.memory-without-padding"));
  }
}

void SharedMemory::more_arrays() {
  for (const Function& f : code_.functions()) {
    if (f.on_device || !launches_with_bytes(f)) continue;
    std::set<std::string> constants;
    for (const Function& kernel : code_.functions()) {
      if (!kernel.kernel) continue;
      for (std::string& name : constants_in(kernel)) constants.insert(std::move(name));
      for (std::size_t i = kernel.open; i < kernel.close; ++i)
        if (const std::size_t end = end_of_name(i); end > i + 1 && !code_.is(end, "("))
          constants.insert(code_.spelled(i, end));
    }
    for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
      const std::size_t end = end_of_name(i);
      const std::string now = code_.spelled(i, end);
      const bool count = constants.count(now) != 0 && code_.is(end, "*") &&
                         code_.line(i) == code_.line(end) && !code_.is(i - 1, "::");
      const std::size_t s = count ? code_.statement_at(f, code_.line(i)) : none;
      if (s == none || !holds(i, code_.statements()[s].end, "sizeof")) continue;
      for (const std::string& other : constants)
        instead({i, end}, now + " + " + other, because("code.too-few-arrays"));
    }
  }
}

/// Behind `N` or `Row::words` at the token.
std::size_t SharedMemory::end_of_name(std::size_t token) const {
  return code_.is(token + 1, "::") && code_.tokens()[token].kind == Token::Kind::identifier &&
                 code_.tokens()[token + 2].kind == Token::Kind::identifier
             ? token + 3
             : token + 1;
}

void SharedMemory::limits_in_bytes() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open + 1; i + 1 < f.close; ++i) {
      if (!code_.is(i, "/")) continue;
      const Range by = right_operand(i);
      const std::string divisor = code_.spelled(by.begin, by.end);
      if (divisor.find("sizeof") == divisor.npos)
        instead(by, "(" + divisor + " * sizeof(real))", because("code.limit-in-elements"));
    }
  }
}

}  // namespace warpgrade::remedy
