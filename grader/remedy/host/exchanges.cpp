#include "remedy/host/exchanges.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void Exchanges::sizes() {
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

void Exchanges::arguments_and_axes() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) exchange_arguments(f, launch);
    exchange_axes(f);
  }
}

bool Exchanges::is_named(Range size, std::initializer_list<const char*> parts) const {
  const std::string text = code_.spelled(size.begin, size.end);
  return std::any_of(parts.begin(), parts.end(),
                     [&](const char* part) { return text.find(part) != text.npos; });
}

/// Decides by the name, or by a division. Otherwise, one thread in each of many blocks would give
/// right values without fixing the mistake.
bool Exchanges::is_grid(const Function& f, Range size) const {
  if (is_named(size, {"grid", "Grid", "GRID", "blocks", "Blocks", "BLOCKS"})) return true;
  const Range value = initial_value(f, size);
  return holds(size.begin, size.end, "/") || holds(value.begin, value.end, "/");
}

/// Decides by the name, or by a dim3 of constants.
bool Exchanges::is_block(const Function& f, Range size) const {
  if (is_named(size, {"block_size", "blockSize", "threads", "Threads", "THREADS"})) return true;
  const Range value = initial_value(f, size);
  for (std::size_t i = value.begin; i < value.end; ++i)
    if (code_.tokens()[i].kind == Kind::identifier && !is_constant(i)) return false;
  return code_.is(value.begin, "(") || code_.is(value.begin, "{");
}

/// Exchanges two expressions separated by a comma.
void Exchanges::exchange(Range one, Range two, Range shown, Cause cause) {
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
void Exchanges::exchange_arguments(const Function& f, const Launch& launch) {
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

void Exchanges::turns() {
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

std::string Exchanges::divisor_in(Range expression) const {
  for (std::size_t i = expression.begin; i + 1 < expression.end; ++i)
    if (code_.is(i, "/") && code_.tokens()[i + 1].kind != Kind::punctuation)
      return std::string(code_.tokens()[i + 1].text);
  return "";
}

std::string Exchanges::with_other(Range expression, const std::string& old,
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

/// Exchanges those of `dim3 grid(a, b)`.
void Exchanges::exchange_axes(const Function& f) {
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

}  // namespace warpgrade::remedy
