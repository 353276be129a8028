#include "remedy/host/launches.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Launches::round_up_grids() {
  for (const Function& f : code_.functions()) {
    if (f.on_device || launches(f).empty()) continue;
    std::vector<std::pair<Range, Range>> all;
    for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
      if (!code_.is(i, "/")) continue;
      const Range a = left_operand(i), b = right_operand(i);
      const std::string divisor = code_.spelled(b.begin, b.end);
      // Skip divisions that already round up or are not of integers.
      const std::string dividend = code_.spelled(a.begin, a.end);
      // Matches (n + 7) / 8
      const std::string less = std::to_string(std::atoi(divisor.c_str()) - 1);
      const bool done =
          dividend.find(divisor) != dividend.npos ||
          (dividend.find("- 1") != dividend.npos && dividend.find('+') != dividend.npos) ||
          dividend.find("+ " + less) != dividend.npos || code_.is(b.end, "+");
      if (!done && divisor.find('.') == divisor.npos && dividend.find('.') == dividend.npos)
        all.push_back({a, b});
    }
    for (const auto& [a, b] : all) round_up({{a, b}});
    if (all.size() > 1 && all.size() <= 4) round_up(all);
  }
}

void Launches::round_up(const std::vector<std::pair<Range, Range>>& divisions) {
  std::vector<Insertion> insertions;
  std::string shown, old;
  for (const auto& [a, b] : divisions) {
    std::string x = code_.spelled(a.begin, a.end);
    const std::string y = code_.spelled(b.begin, b.end);
    if (code_.is(a.begin, "(") && code_.partner(a.begin) + 1 == a.end)
      x = x.substr(1, x.size() - 2);
    const std::string up = "(" + x + " + " + y + " - 1) / " + y;
    for (Insertion& each : around({a.begin, b.end}, "(" + asks() + " ? " + up + " : (", "))"))
      insertions.push_back(std::move(each));
    shown += (shown.empty() ? "" : ", ") + up;
    old += (old.empty() ? "" : ", ") + code_.spelled(a.begin, b.end);
  }
  propose("expression.instead", code_.line(divisions.front().first.begin), shown,
          std::move(insertions), old, because("code.grid-rounded-down"));
}

void Launches::one_block_each() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
      if (!code_.is(i, "/") || !code_.is(i - 1, ")")) continue;
      const Range a = left_operand(i), b = right_operand(i);
      // Matches (n + b - 1) / b
      if (code_.is(a.begin + 2, "+") && holds(a.begin, a.end, code_.spelled(b.begin, b.end)))
        instead({a.begin, b.end}, code_.spelled(a.begin + 1, a.begin + 2),
                because("code.grid-of-threads"));
    }
  }
}

/// How many elements a block computes, in the host's terms: what the kernel multiplies blockIdx.x
/// by. Empty if it is not known.
std::string Launches::elements_of_a_block(const Function& kernel,
                                          const std::string& threads) const {
  const auto in_hosts_terms = [&](Range r) -> std::string {
    std::string all;
    for (std::size_t i = r.begin; i < r.end; ++i) {
      const std::string_view text = code_.tokens()[i].text;
      const bool known = code_.tokens()[i].kind == Kind::number || text == "/" || text == "*" ||
                         text == "(" || text == ")" || is_constant(i);
      if (code_.is(i, "blockDim") && code_.is(i + 2, "x")) {
        all += threads;
        i += 2;
      } else if (text == "warpSize") {
        all += "32";
      } else if (!known &&
                 (code_.function_at(code_.line(i)) == nullptr || is_in_scope(kernel, text, r.end) ||
                  std::any_of(kernel.parameters.begin(), kernel.parameters.end(),
                              [&](const Variable& v) { return v.name == text; }))) {
        return "";
      } else {
        all += text == "/" || text == "*" ? " " + std::string(text) + " " : std::string(text);
      }
    }
    return all;
  };
  for (std::size_t i = kernel.open; i + 6 < kernel.close; ++i) {
    if (!code_.is(i, "blockIdx") || !code_.is(i + 2, "x")) continue;
    // (blockIdx.x * blockDim.x + threadIdx.x) / 32
    const bool of_warps = code_.is(i - 1, "(") && code_.is(code_.partner(i - 1) + 1, "/") &&
                          holds(i, code_.partner(i - 1), "threadIdx");
    if (of_warps) {
      const std::size_t by = code_.partner(i - 1) + 2;
      return code_.is(by, "32") || code_.is(by, "warpSize") ? threads + " / 32" : "";
    }
    if (!code_.is(i + 3, "*")) continue;
    const Range factor = right_operand(i + 3);
    // A variable of the kernel: its value.
    for (std::size_t at = kernel.open; at + 2 < i && factor.end == factor.begin + 1; ++at)
      if (code_.is(at, code_.tokens()[factor.begin].text) && code_.is(at + 1, "=")) {
        std::size_t end = at + 2;
        while (end < i && !code_.is(end, ";") && !code_.is(end, ",")) ++end;
        return in_hosts_terms({at + 2, end});
      }
    return in_hosts_terms(factor);
  }
  return "";
}

void Launches::blocks_of_parts() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) {
      const auto kernel = std::find_if(
          code_.functions().begin(), code_.functions().end(),
          [&](const Function& k) { return k.kernel && code_.is(launch.name, k.name); });
      if (launch.sizes.size() < 2 || kernel == code_.functions().end()) continue;
      const std::string threads = code_.spelled(launch.sizes[1].begin, launch.sizes[1].end);
      std::string elements = elements_of_a_block(*kernel, threads);
      if (elements.empty() || elements == threads) continue;
      Range grid = launch.sizes[0];
      if (const Range value = initial_value(f, grid); value.end > value.begin) grid = value;
      std::vector<Piece> pieces;
      for (std::size_t i = grid.begin; i < grid.end; ++i)
        if (launch.sizes[1].end == launch.sizes[1].begin + 1 && code_.is(i, threads))
          pieces.push_back({{i, i + 1}, elements});
      if (!pieces.empty())
        replace_all(std::move(pieces), because("code.blocks-of-parts", {{"kernel", kernel->name},
                                                                        {"elements", elements},
                                                                        {"threads", threads}}));
    }
  }
}

void Launches::one_block() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f))
      for (const Function& kernel : code_.functions())
        if (kernel.kernel && code_.is(launch.name, kernel.name) && launch.sizes.size() > 1 &&
            !holds(kernel.open, kernel.close, "blockIdx"))
          instead(launch.sizes[0], "1", because("code.same-in-all-blocks"));
  }
}

void Launches::limit_of_one_block() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) {
      if (launch.sizes.size() < 2 || launch.sizes[1].end != launch.sizes[1].begin + 1) continue;
      const std::string threads = code_.spelled(launch.sizes[1].begin, launch.sizes[1].end);
      for (const std::size_t index : f.statements) {
        const Statement& s = code_.statements()[index];
        if (!code_.is(s.begin, "if") || s.begin > launch.name || s.end < launch.name) continue;
        const std::size_t close = code_.partner(s.begin + 1);
        for (std::size_t i = s.begin + 2; i < close && !holds(close, launch.name, "else"); ++i)
          if ((code_.is(i, "<=") || code_.is(i, "<")) && code_.line(i) == code_.line(i + 1) &&
              code_.tokens()[i + 1].kind == Kind::number && !code_.is(i + 1, threads))
            instead({i - 1, i + 2}, code_.spelled(i - 1, i) + " <= " + threads,
                    because("code.more-than-a-block", {{"threads", threads}}));
      }
    }
  }
}

void Launches::exchange_sizes() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) {
      if (launch.sizes.size() < 2) continue;
      const Range grid = launch.sizes[0], block = launch.sizes[1];
      if ((is_grid(f, block) && !is_grid(f, grid)) ||
          (is_block(f, grid) && !is_block(f, block) && !is_grid(f, grid)))
        exchange(grid, block, {grid.begin, block.end}, because("code.launch-exchanged"));
    }
  }
}

void Launches::exchange() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) exchange_arguments(f, launch);
    exchange_axes(f);
  }
}

void Launches::blocks_that_ran() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    const auto all = launches(f);
    const auto is_one_token = [](Range r) { return r.end == r.begin + 1; };
    for (std::size_t second = 1; second < all.size(); ++second) {
      for (std::size_t first = 0; first < second; ++first) {
        const Range grid = all[first].sizes.empty() ? Range{0, 0} : all[first].sizes[0];
        if (!is_one_token(grid) || code_.tokens()[grid.begin].kind != Kind::identifier) continue;
        const std::string blocks = code_.spelled(grid.begin, grid.end);
        for (const Range& given : all[second].arguments) {
          const Token& token = code_.tokens()[given.begin];
          const bool constant = token.kind == Kind::number || is_macro(token.text);
          if (is_one_token(given) && constant && token.text != blocks)
            instead(given, blocks,
                    because("code.count-of-blocks",
                            {{"kernel", std::string(code_.tokens()[all[first].name].text)}}));
        }
      }
    }
  }
}

/// For each argument `A` of a launch or call, takes the `dA` or `d_a` that the function declares.
void Launches::all_pointers_of_the_device(const Function& f) {
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

void Launches::pointers_of_the_device() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    all_pointers_of_the_device(f);
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
        // Similar names are tried first.
        for (const bool alike : {true, false})
          for (const Variable& other : list_pointers(f))
            if (!is_parameter(other.name) && (other.name.find(name) != other.name.npos) == alike)
              instead(given, other.name, because("code.pointer-of-host"));
      }
    }
  }
}

void Launches::address_on_the_device(const std::string& variable) {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) address_for_a_launch(f, launch, variable);
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

/// For `kernel<<<…>>>(&table[0][0])`: a pointer of its own, which gets the address.
void Launches::address_for_a_launch(const Function& f, const Launch& launch,
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
std::string Launches::starts_at(Range pointer) const {
  std::string text = without_blanks(code_.spelled(pointer.begin, pointer.end));
  if (text.starts_with("&")) text.erase(0, 1);
  while (text.ends_with("[0]")) text.erase(text.size() - 3);
  return text;
}

bool Launches::is_named(Range size, std::initializer_list<const char*> parts) const {
  const std::string text = code_.spelled(size.begin, size.end);
  return std::any_of(parts.begin(), parts.end(),
                     [&](const char* part) { return text.find(part) != text.npos; });
}

/// Where the size is one variable, the value that the function gives it: `(x, y)` of
/// `dim3 b(x, y)`. Empty if unknown.
Range Launches::initial_value(const Function& f, Range size) const {
  if (size.end != size.begin + 1) return {0, 0};
  for (std::size_t i = f.open + 2; i + 1 < size.begin; ++i) {
    if (!code_.is(i, code_.tokens()[size.begin].text) ||
        code_.tokens()[i - 1].kind != Kind::identifier)
      continue;
    if (code_.is(i + 1, "(") || code_.is(i + 1, "{")) return {i + 1, code_.partner(i + 1) + 1};
    std::size_t end = i + 1;
    while (end < size.begin && !code_.is(end, ";")) ++end;
    return {i + 1, end};
  }
  return {0, 0};
}

/// Decides by the name, or by a division. Otherwise, one thread in each of many blocks would give
/// right values without fixing the mistake.
bool Launches::is_grid(const Function& f, Range size) const {
  if (is_named(size, {"grid", "Grid", "GRID", "blocks", "Blocks", "BLOCKS"})) return true;
  const Range value = initial_value(f, size);
  return holds(size.begin, size.end, "/") || holds(value.begin, value.end, "/");
}

/// Decides by the name, or by a dim3 of constants.
bool Launches::is_block(const Function& f, Range size) const {
  if (is_named(size, {"block_size", "blockSize", "threads", "Threads", "THREADS"})) return true;
  const Range value = initial_value(f, size);
  for (std::size_t i = value.begin; i < value.end; ++i)
    if (code_.tokens()[i].kind == Kind::identifier && !is_constant(i)) return false;
  return code_.is(value.begin, "(") || code_.is(value.begin, "{");
}

/// Exchanges two expressions separated by a comma.
void Launches::exchange(Range one, Range two, Range shown, Cause cause) {
  const std::string a = code_.spelled(one.begin, one.end), b = code_.spelled(two.begin, two.end);
  if (a == b || code_.line(one.begin) != code_.line(two.end - 1)) return;
  std::vector<Insertion> insertions;
  for (const auto& [range, other] : {std::pair(one, b), std::pair(two, a)})
    for (Insertion& each : around(range, "(" + asks() + " ? (" + other + ") : (", "))"))
      insertions.push_back(std::move(each));
  const std::string between = code_.spelled(one.end, two.begin);
  propose("expression.instead", code_.line(one.begin), b + between + " " + a, std::move(insertions),
          code_.spelled(shown.begin, shown.end), std::move(cause));
}

/// Exchanges arguments of the same type, neighbors first.
void Launches::exchange_arguments(const Function& f, const Launch& launch) {
  const std::vector<Variable> pointers = list_pointers(f);
  for (const Function& kernel : code_.functions()) {
    if (!kernel.kernel || !code_.is(launch.name, kernel.name)) continue;
    const std::size_t count = std::min(kernel.parameters.size(), launch.arguments.size());
    const auto plain_type = [&](std::size_t i) { return without_const(kernel.parameters[i].type); };
    const auto type_given = [&](std::size_t i) {
      for (const Variable& v : pointers)
        if (code_.is(launch.arguments[i].begin, v.name)) return v.type;
      return std::string();
    };
    const auto is_name = [&](std::size_t i) {
      const Range given = launch.arguments[i];
      return given.end == given.begin + 1 && code_.tokens()[given.begin].kind == Kind::identifier;
    };
    for (std::size_t i = 0; i + 1 < count; ++i) {
      if (plain_type(i) != plain_type(i + 1) || !is_name(i) || !is_name(i + 1)) continue;
      if (type_given(i) != type_given(i + 1)) continue;
      const Range one = launch.arguments[i], two = launch.arguments[i + 1];
      exchange(one, two, {one.begin, two.end},
               because("code.arguments-exchanged", {{"kernel", kernel.name},
                                                    {"one", code_.spelled(one.begin, one.end)},
                                                    {"two", code_.spelled(two.begin, two.end)}}));
    }
  }
}

void Launches::exchange_turns() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) {
      const auto array = [&](Range given) {
        const bool element =
            code_.is(given.begin + 1, "[") && code_.partner(given.begin + 1) + 1 == given.end;
        return element ? code_.tokens()[given.begin].text : std::string_view();
      };
      for (std::size_t i = 0; i + 1 < launch.arguments.size(); ++i) {
        const Range one = launch.arguments[i], two = launch.arguments[i + 1];
        if (array(one).empty() || array(one) != array(two)) continue;
        exchange(one, two, {one.begin, two.end},
                 because("code.arguments-exchanged",
                         {{"kernel", std::string(code_.tokens()[launch.name].text)},
                          {"one", code_.spelled(one.begin, one.end)},
                          {"two", code_.spelled(two.begin, two.end)}}));
      }
    }
  }
}

/// A name or a number; otherwise empty.
std::string Launches::divisor_in(Range expression) const {
  for (std::size_t i = expression.begin; i + 1 < expression.end; ++i)
    if (code_.is(i, "/") && code_.tokens()[i + 1].kind != Kind::punctuation)
      return std::string(code_.tokens()[i + 1].text);
  return "";
}

/// With `by` where it has `old`, and for numbers also one less.
std::string Launches::with_other(Range expression, const std::string& old,
                                 const std::string& by) const {
  std::string text;
  for (std::size_t i = expression.begin; i < expression.end; ++i) {
    const std::string token(code_.tokens()[i].text);
    const std::string gap = code_.spelled(i, i + 2).substr(token.size());
    const bool spaced = i + 1 < expression.end && gap.starts_with(" ");
    text += token == old ? by : token == one_less(old) ? one_less(by) : token;
    if (spaced) text += " ";
  }
  return text;
}

/// `dim3 grid(a, b)`.
void Launches::exchange_axes(const Function& f) {
  for (std::size_t i = f.open; i + 2 < f.close; ++i) {
    if (!code_.is(i, "dim3")) continue;
    const std::size_t open = code_.tokens()[i + 1].kind == Kind::identifier ? i + 2 : i + 1;
    if (!code_.is(open, "(")) continue;
    const auto given = arguments(open);
    if (given.size() < 2) continue;
    // Of `(m + 31) / 32, (n + 7) / 8` the divisors are in the block's order and stay.
    const std::string x = divisor_in(given[0]), y = divisor_in(given[1]);
    if (!x.empty() && !y.empty() && x != y)
      replace_all({{given[0], with_other(given[1], y, x)}, {given[1], with_other(given[0], x, y)}},
                  because("code.axes-exchanged"));
    exchange(given[0], given[1], {given[0].begin, given[1].end}, because("code.axes-exchanged"));
  }
}

std::string Launches::threads_expression(const Function& f, Range block) const {
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

std::optional<Launches::DynamicShared> Launches::dynamic_shared_in(Range where) const {
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

void Launches::pass_shared_bytes() {
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

void Launches::commas_in_brackets() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open; i + 3 < f.close; ++i) {
      if (!code_.is(i, "dim3") || !code_.is(i + 2, "=") || !code_.is(i + 3, "(")) continue;
      const Range brackets = {i + 3, code_.partner(i + 3) + 1};
      if (holds(brackets.begin, brackets.end, ","))
        instead(brackets, "dim3" + code_.spelled(brackets.begin, brackets.end),
                because("code.comma-in-brackets"));
    }
  }
}

}  // namespace warpgrade::remedy
