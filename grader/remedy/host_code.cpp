#include "remedy/host_code.h"

#include <algorithm>
#include <set>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void HostCode::host_waits(const std::vector<int>& lines) {
  for (const int line : lines) {
    const Function* f = code_.function_at(line);
    if (f == nullptr || f->on_device) continue;
    std::size_t s = code_.listed(code_.statement_at(*f, line));
    for (; s != none; s = code_.listed(code_.statements()[s].parent)) {
      const std::size_t begin = code_.statements()[s].begin;
      propose("statement.before", code_.line(begin), "cudaDeviceSynchronize();",
              {{before(begin), "if (" + asks() + ") { cudaDeviceSynchronize(); } "}});
      if (code_.statements()[s].parent == none) break;
    }
  }
}

void HostCode::set_on_device(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || f->on_device) return;
  const std::size_t s = code_.statement_at(*f, line);
  if (s == none || code_.statements()[s].kind != Statement::Kind::other) return;
  const std::size_t begin = code_.statements()[s].begin, end = code_.statements()[s].end - 1;
  std::size_t equals = begin;
  while (equals < end && !code_.is(equals, "=")) ++equals;
  const std::string value = code_.spelled(equals + 1, end);
  if (equals == end || value.find('0') == value.npos ||
      value.find_first_of("123456789") != value.npos)
    return;
  std::string pointer = code_.spelled(begin, equals);
  pointer = pointer[0] == '*' ? pointer.substr(1) : "&" + pointer;
  while (!pointer.empty() && pointer.back() == ' ') pointer.pop_back();
  const std::string call = "cudaMemset(" + pointer + ", 0, sizeof(*" + pointer + "));";
  propose("statement.instead", code_.line(begin), call,
          {{before(begin), "if (" + asks() + ") { " + call + " } else "}},
          code_.spelled(begin, end + 1));
}

void HostCode::round_up_grids() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    bool launches = false;
    for (std::size_t i = f.open; i + 2 < f.close; ++i)
      launches = launches || (code_.is(i, "<") && code_.is(i + 1, "<") && code_.is(i + 2, "<")) ||
                 code_.is(i, "<<<");
    if (!launches) continue;
    std::vector<std::pair<Range, Range>> all;
    for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
      if (!code_.is(i, "/")) continue;
      const Range a = operand(i, true), b = operand(i, false);
      const std::string divisor = code_.spelled(b.begin, b.end);
      // Rounded up already, or no whole numbers.
      const std::string dividend = code_.spelled(a.begin, a.end);
      const bool done = dividend.find(divisor) != dividend.npos ||
                        dividend.find("- 1") != dividend.npos || code_.is(b.end, "+");
      if (!done && divisor.find('.') == divisor.npos && dividend.find('.') == dividend.npos)
        all.push_back({a, b});
    }
    for (const auto& [a, b] : all) round_up({{a, b}});
    if (all.size() > 1 && all.size() <= 4) round_up(all);
  }
}

void HostCode::round_up(const std::vector<std::pair<Range, Range>>& divisions) {
  std::vector<Insertion> insertions;
  std::string shown, old;
  for (const auto& [a, b] : divisions) {
    const std::string x = code_.spelled(a.begin, a.end), y = code_.spelled(b.begin, b.end);
    const std::string up = "(" + x + " + " + y + " - 1) / " + y;
    for (Insertion& each : around({a.begin, b.end}, "(" + asks() + " ? " + up + " : (", "))"))
      insertions.push_back(std::move(each));
    shown += (shown.empty() ? "" : ", ") + up;
    old += (old.empty() ? "" : ", ") + code_.spelled(a.begin, b.end);
  }
  propose("expression.instead", code_.line(divisions.front().first.begin), shown,
          std::move(insertions), old);
}

void HostCode::copy_directions() {
  for (const Function& f : code_.functions()) {
    for (std::size_t i = f.open; i < f.close; ++i) {
      if (code_.is(i, "cudaMemcpyHostToDevice")) instead({i, i + 1}, "cudaMemcpyDeviceToHost");
      if (code_.is(i, "cudaMemcpyDeviceToHost")) instead({i, i + 1}, "cudaMemcpyHostToDevice");
    }
  }
}

void HostCode::one_block_each() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
      if (!code_.is(i, "/") || !code_.is(i - 1, ")")) continue;
      const Range a = operand(i, true), b = operand(i, false);
      // (n + b - 1) / b
      if (code_.is(a.begin + 2, "+") && holds(a.begin, a.end, code_.spelled(b.begin, b.end)))
        instead({a.begin, b.end}, code_.spelled(a.begin + 1, a.begin + 2));
    }
  }
}

void HostCode::one_block() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open + 1; i + 4 < f.close; ++i) {
      if (!code_.is(i, "<") || !code_.is(i + 1, "<") || !code_.is(i + 2, "<")) continue;
      for (const Function& kernel : code_.functions()) {
        if (!kernel.kernel || !code_.is(i - 1, kernel.name)) continue;
        if (holds(kernel.open, kernel.close, "blockIdx")) continue;
        std::size_t end = i + 3;
        for (; end < f.close && !code_.is(end, ","); ++end)
          if (code_.is(end, "(")) end = code_.partner(end);
        if (end > i + 3 && end < f.close) instead({i + 3, end}, "1");
      }
    }
  }
}

void HostCode::sizes_in_bytes() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      const std::string_view name = code_.tokens()[i].text;
      const bool copies = name == "cudaMemcpy" || name == "cudaMemcpyAsync" ||
                          name == "cudaMemset" || name == "cudaMemsetAsync";
      const bool takes = name == "cudaMalloc" || name == "cudaMallocManaged";
      if ((!copies && !takes) || !code_.is(i + 1, "(")) continue;
      const auto given = arguments(i + 1);
      const std::size_t which = takes ? 1 : 2;
      if (given.size() <= which) continue;
      std::string pointer = code_.spelled(given[0].begin, given[0].end);
      if (takes && !pointer.empty() && pointer[0] == '&') pointer.erase(0, 1);
      in_bytes(given[which], !takes && !pointer.empty() && pointer[0] == '&'
                                 ? "sizeof(" + pointer.substr(1) + ")"
                                 : "sizeof(*" + pointer + ")");
    }
    for (std::size_t i = f.open; i + 6 < f.close; ++i) {
      if (!code_.is(i, "<") || !code_.is(i + 1, "<") || !code_.is(i + 2, "<")) continue;
      std::vector<Range> list;
      std::size_t begin = i + 3, at = begin;
      for (; at + 2 < f.close; ++at) {
        if (code_.is(at, "(") || code_.is(at, "{")) at = code_.partner(at);
        const bool end = code_.is(at, ">") && code_.is(at + 1, ">") && code_.is(at + 2, ">");
        if (code_.is(at, ",") || end) {
          list.push_back({begin, at});
          begin = at + 1;
        }
        if (end) break;
      }
      if (list.size() > 2) in_bytes(list[2], "sizeof(real)");
      i = at;
    }
  }
}

void HostCode::in_bytes(const Range& size, const std::string& element) {
  const std::string text = code_.spelled(size.begin, size.end);
  if (text.find("sizeof") != text.npos || text == "0") return;
  // A name may hold bytes; that is seen by trying.
  const bool simple = size.end == size.begin + 1;
  const std::string shown = (simple ? text : "(" + text + ")") + " * " + element;
  propose("expression.instead", code_.line(size.begin), shown,
          around(size, "(", ") * (" + asks() + " ? " + element + " : 1)"), text);
}

void HostCode::zero_allocations() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if (!code_.is(i, "cudaMalloc") || !code_.is(i + 1, "(")) continue;
      const auto given = arguments(i + 1);
      if (given.size() != 2) continue;
      std::string pointer = code_.spelled(given[0].begin, given[0].end);
      const auto amp = pointer.rfind('&');
      if (amp == pointer.npos) continue;
      pointer.erase(0, amp + 1);
      const std::size_t s = code_.listed(code_.statement_at(f, code_.line(i)));
      if (s != none)
        put_after(
            "statement.after", s,
            "cudaMemset(" + pointer + ", 0, " + code_.spelled(given[1].begin, given[1].end) + ");");
    }
  }
}

void HostCode::zero_results(const std::string& entry) {
  for (const Function& f : code_.functions()) {
    if (f.on_device || f.name != entry) continue;
    for (const Variable& v : f.parameters) {
      if (v.type.find('*') == v.type.npos || v.type.find("const") != v.type.npos) continue;
      const std::string what = "cudaMemset(" + v.name + ", 0, sizeof(*" + v.name + "));";
      propose("function.start", code_.line(f.open), what,
              {{after(f.open), " if (" + asks() + ") { " + what + " }"}});
    }
  }
}

}  // namespace warpgrade::remedy
