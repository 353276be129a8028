#include "simt/rewriter/checks/unseen_copies.h"

#include <cctype>
#include <charconv>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace simt::rewrite {

namespace {

using Line = std::pair<std::string_view, std::uint32_t>;  // file and line

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The lines of functions and lambdas that run on a device.
std::set<Line> lines_of_device_code(const Program& p, const Scopes& scopes) {
  std::set<Line> lines;
  const auto add = [&](std::size_t open) {
    for (std::size_t i = open; i < p.past(open); ++i) lines.emplace(p.file(i), p[i].line);
  };
  for (const Function& f : scopes.functions())
    if (f.body != none && (f.runs_on_device() || f.is_constexpr)) add(f.body);
  for (std::size_t i = 0; i < p.size(); ++i) {
    // Lambdas: `[…] __device__ (…) {`, within a function.
    if (!p.is(i, "__device__") || scopes.function(i) == nullptr) continue;
    while (i < p.size() && !p.is(i, "{") && !p.is(i, ";")) ++i;
    if (p.is(i, "{")) add(i);
  }
  return lines;
}

/// The number behind the first `D.` in the text.
std::optional<unsigned> first_declaration(std::string_view text) {
  for (std::size_t at = text.find("D."); at != text.npos; at = text.find("D.", at + 2)) {
    unsigned number = 0;
    if (std::from_chars(text.data() + at + 2, text.data() + text.size(), number).ec == std::errc())
      return number;
  }
  return {};
}

/// Removes `[file:line:column] ` everywhere in the statement and returns the first place.
std::optional<std::pair<std::string, std::uint32_t>> take_places(std::string& statement) {
  std::optional<std::pair<std::string, std::uint32_t>> place;
  for (std::size_t open = statement.find('['); open != statement.npos;
       open = statement.find('[', open)) {
    const std::size_t close = statement.find("] ", open);
    const std::string inside =
        close == statement.npos ? "" : statement.substr(open + 1, close - open - 1);
    const std::size_t column = inside.rfind(':');
    const std::size_t line = column == inside.npos ? column : inside.rfind(':', column - 1);
    std::uint32_t number = 0;
    const bool is_place =
        line != inside.npos && column + 1 < inside.size() && is_digit(inside[column + 1]) &&
        std::from_chars(inside.data() + line + 1, inside.data() + column, number).ptr ==
            inside.data() + column;
    if (!is_place) {
      ++open;
      continue;
    }
    if (!place) place.emplace(inside.substr(0, line), number);
    statement.erase(open, close + 2 - open);
  }
  return place;
}

/// Reads the dump function by function.
class Reader {
 public:
  explicit Reader(std::string_view dump) : rest_(dump) {}

  /// The place of the next call with a structure from or to memory that is not the function's own.
  std::optional<std::pair<std::string, std::uint32_t>> next() {
    while (!rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size() - 1);
      const std::string_view line = rest_.substr(0, end + 1);
      rest_.remove_prefix(end + 1);
      if (line.rfind(";; Function ", 0) == 0) {
        own_.clear();
        head_ = true;
      } else if (line.find("<bb ") != line.npos) {
        head_ = false;
      } else if (head_) {
        note_declarations(line);
      } else {
        std::string statement(line);
        auto place = take_places(statement);
        if (!place) place = place_;
        place_ = place;
        if (place && copies_unseen(statement)) return place;
      }
    }
    return {};
  }

 private:
  void note_declarations(std::string_view line) {
    while (const auto number = first_declaration(line)) {
      own_.insert(*number);
      line.remove_prefix(line.find("D." + std::to_string(*number)) + 2);
    }
  }

  /// Whether the operand of a call is memory other than the function's own variables. Registers
  /// have no number of a declaration: `_3`, `i_4(D)`.
  bool is_foreign(std::string_view operand) const {
    while (!operand.empty() && operand.front() == ' ') operand.remove_prefix(1);
    if (operand.empty() || operand.rfind("<retval>", 0) == 0 || operand.rfind("*<retval>", 0) == 0)
      return false;
    if (is_digit(operand[0]) ||
        std::string_view("&\"{-").find(operand[0]) != std::string_view::npos)
      return false;
    const bool is_memory = operand.rfind("MEM", 0) == 0;
    if (is_memory) {
      const std::size_t address = operand.find(")&");
      if (address == operand.npos) return true;
      operand.remove_prefix(address);
    } else if (operand[0] == '*' || operand[0] == '(' || operand.find("->") != operand.npos) {
      return true;
    }
    const auto number = first_declaration(operand);
    return number && own_.count(*number) == 0;
  }

  /// `result = callee (argument, argument);`
  bool copies_unseen(std::string_view statement) const {
    const std::size_t close = end_of_arguments(statement);
    if (close == statement.npos) return false;
    std::size_t depth = 0, at = close, begin = close;
    bool any = false;
    while (at-- > 0) {
      const char c = statement[at];
      if (c == '"') {
        while (at > 0 && (statement[--at] != '"' || (at > 0 && statement[at - 1] == '\\'))) {
        }
      } else if (c == ')' || c == ']' || c == '}') {
        ++depth;
      } else if (depth > 0 && (c == '(' || c == '[' || c == '{')) {
        --depth;
      } else if (depth == 0 && (c == ',' || c == '(')) {
        any = any || is_foreign(statement.substr(at + 1, begin - at - 1));
        begin = at;
        if (c == '(') break;
      }
    }
    // A call has a blank before its bracket; `(D)` and conversions have none.
    if (at == 0 || at == statement.npos || statement[at - 1] != ' ') return false;
    const std::size_t assigned = statement.substr(0, at).find(" = ");
    return any || (assigned != statement.npos && is_foreign(statement.substr(0, assigned)));
  }

  /// At the `)` before the statement's `;` and notes like `[tail call]`.
  static std::size_t end_of_arguments(std::string_view statement) {
    std::size_t end = statement.rfind(';');
    while (end != statement.npos && end > 0) {
      --end;
      if (statement[end] == ')') return end;
      if (statement[end] == ']')
        end = statement.rfind(" [", end);
      else if (statement[end] != ' ')
        return statement.npos;
      if (end != statement.npos) ++end;
      while (end != statement.npos && end > 0 && statement[end - 1] == ' ') --end;
    }
    return statement.npos;
  }

  std::string_view rest_;
  std::set<unsigned> own_;  // declarations of the function and in it
  bool head_ = false;
  std::optional<std::pair<std::string, std::uint32_t>> place_;
};

}  // namespace

void find_unseen_copies(const Program& program, const Scopes& scopes, std::string_view dump,
                        Diagnostics& diagnostics) {
  const std::set<Line> device = lines_of_device_code(program, scopes);
  Reader reader(dump);
  while (const auto place = reader.next()) {
    if (device.count({place->first, place->second}) == 0) continue;
    for (std::uint32_t file = 0; file < program.source().files.size(); ++file)
      if (program.source().files[file] == place->first)
        diagnostics.unsupported(file, place->second,
                                "a structure goes straight between memory and a call, where "
                                "the check cannot see it: copy it by way of a local variable");
  }
}

}  // namespace simt::rewrite
