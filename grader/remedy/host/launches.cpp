#include "remedy/host/launches.h"

#include <algorithm>
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
    const bool strides = launches_striding_kernel(f);
    for (const auto& [a, b] : all) round_up({{a, b}}, strides);
    if (all.size() > 1 && all.size() <= 4) round_up(all, strides);
  }
}

/// Whether a kernel that it launches goes on with steps of the whole grid.
bool Launches::launches_striding_kernel(const Function& f) const {
  for (const Launch& launch : launches(f))
    for (const Function& kernel : code_.functions())
      if (kernel.kernel && code_.is(launch.name, kernel.name) &&
          holds(kernel.open, kernel.close, "gridDim"))
        return true;
  return false;
}

void Launches::constants_for_parameters() {
  for (const Function& f : code_.functions()) {
    const std::size_t name = f.on_device ? 0 : name_token(f);
    if (name == 0 || launches(f).empty()) continue;
    // template <int T> before its head
    std::size_t begin = name;
    while (begin > 0 && !code_.is(begin, ";") && !code_.is(begin, "}") &&
           !code_.is(begin, "template"))
      --begin;
    if (!code_.is(begin, "template")) continue;
    for (std::size_t p = begin; p + 1 < name; ++p) {
      if (!is_whole_number(std::string(code_.tokens()[p].text)) ||
          code_.tokens()[p + 1].kind != Token::Kind::identifier)
        continue;
      const std::string parameter(code_.tokens()[p + 1].text);
      for (std::size_t i = f.open + 1; i < f.close; ++i) {
        const std::string constant(code_.tokens()[i].text);
        if (constant != parameter && code_.tokens()[i].kind == Token::Kind::identifier &&
            code_.declares_constant(constant) && !code_.is(i + 1, "("))
          instead({i, i + 1}, parameter,
                  because("code.constant-for-parameter",
                          {{"constant", constant}, {"parameter", parameter}}));
      }
    }
  }
}

void Launches::round_up(const std::vector<std::pair<Range, Range>>& divisions, bool strides) {
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
          std::move(insertions), old,
          because("code.grid-rounded-down", {{strides ? "zero" : "rest", "yes"}}));
}

/// Whether a kernel that it launches takes blockIdx for an index as it is.
bool Launches::launches_kernel_of_blocks(const Function& f) const {
  for (const Launch& launch : launches(f)) {
    for (const Function& kernel : code_.functions()) {
      if (!kernel.kernel || !code_.is(launch.name, kernel.name)) continue;
      bool multiplies = false;
      for (std::size_t i = kernel.open; i < kernel.close; ++i)
        multiplies |= code_.is(i, "blockIdx") && (code_.is(i + 3, "*") || code_.is(i - 1, "*"));
      if (!multiplies) return true;
    }
  }
  return false;
}

void Launches::one_block_each() {
  for (const Function& f : code_.functions()) {
    if (f.on_device || !launches_kernel_of_blocks(f)) continue;
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

/// What the function's `dim3 name(x, y, z)` is made of; empty for anything else.
std::vector<Range> Launches::given_to_dim3(const Function& f, Range size) const {
  const Range value = initial_value(f, size);
  const bool made =
      value.end > value.begin && code_.is(value.begin, "(") && code_.is(value.begin - 2, "dim3");
  return made ? arguments(value.begin) : std::vector<Range>{};
}

void Launches::blocks_of_each_axis() {
  const auto text = [&](Range r) { return code_.spelled(r.begin, r.end); };
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) {
      if (launch.sizes.size() < 2) continue;
      const auto blocks = given_to_dim3(f, launch.sizes[0]),
                 threads = given_to_dim3(f, launch.sizes[1]);
      if (blocks.size() < 2 || threads.size() != blocks.size()) continue;
      const Range value = initial_value(f, blocks[0]);
      if (value.end == value.begin) continue;
      std::vector<Piece> pieces;
      std::string other;
      for (std::size_t axis = 1; axis < blocks.size(); ++axis) {
        if (text(blocks[axis]) != text(blocks[0]) || text(threads[axis]) == text(threads[0]))
          continue;
        std::string count;
        for (std::size_t i = value.begin + code_.is(value.begin, "="); i < value.end; ++i)
          count += (code_.is(i, text(threads[0])) ? text(threads[axis]) : code_.spelled(i, i + 1)) +
                   (code_.is(i, "(") || code_.is(i + 1, ")") || i + 1 == value.end ? "" : " ");
        pieces.push_back({blocks[axis], count});
        if (other.find(text(threads[axis])) == other.npos)
          other += (other.empty() ? "" : " and ") + text(threads[axis]);
      }
      if (!pieces.empty() && text(value).find(text(threads[0])) != std::string::npos)
        replace_all(std::move(pieces),
                    because("code.blocks-of-other-axis", {{"blocks", text(blocks[0])},
                                                          {"threads", text(threads[0])},
                                                          {"other", other}}));
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

void Launches::threads_that_run() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) {
      for (const Range& size : launch.sizes) {
        const Range value = initial_value(f, size);
        const std::string runs = code_.spelled(size.begin, size.end);
        if (!code_.is(value.begin, "=")) continue;  // dim3 grid(n, n)
        for (const Variable& asked : f.parameters) {
          if (asked.name == runs || !holds(value.begin, value.end, asked.name)) continue;
          for (std::size_t i = value.end; i < f.close; ++i)
            if (code_.is(i, asked.name))
              instead({i, i + 1}, runs, because("code.threads-that-run", {{"runs", runs}}));
        }
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
