#include "report/document/changed_text.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "report/document/definition.h"

namespace warpgrade {
namespace {

constexpr std::size_t nowhere = std::string::npos;

/// Replaces `length` characters at `at`.
struct Edit {
  std::size_t at, length;
  std::string text;
};
using Edits = std::vector<Edit>;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool starts_with(std::string_view text, std::string_view begin) {
  return text.substr(0, begin.size()) == begin;
}

bool holds_operator(std::string_view code, std::string_view operators = "+-*/%<>=!&|?") {
  int depth = 0;
  for (std::size_t i = 0; i + 1 < code.size(); ++i) {
    if (code[i] == '(' || code[i] == '[') ++depth;
    if (code[i] == ')' || code[i] == ']') --depth;
    if (depth == 0 && i > 0 && code[i - 1] == ' ' && operators.find(code[i]) != nowhere)
      return true;
  }
  return false;
}

/// Splits "n / 8, f(m, 2)" into "n / 8" and "f(m, 2)".
std::vector<std::string_view> split_list(std::string_view list) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t from = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || (depth != 0 && i < list.size())) continue;
    parts.push_back(trimmed(list.substr(from, i - from)));
    from = i + 1;
  }
  return parts;
}

/// Edits one file. `code` is its text with comments blanked, so positions in both are equal.
class Editor {
 public:
  explicit Editor(const std::string& text) : text_(text), code_(without_comments(text)) {
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
      begins_.push_back(at);
      if (text.find('\n', at) == nowhere) break;
    }
  }

  /// False if the change cannot be given as exact edits.
  bool apply(const Remedy& change, Edits& edits) const {
    const std::string& id = change.id;
    if (change.line < 1 || static_cast<std::size_t>(change.line) > begins_.size()) return false;
    if (change.code.find("…") != nowhere && id != "guard.value") return false;
    if (id == "statement.after") return put_after(change.line, change.code, edits);
    if (id == "statement.before") return put_before(change.line, change.code, edits);
    if (id == "loop.end") return put_at_end(change.line, change.code, edits);
    if (id == "function.start") return put_at_start(change.line, change.code, edits);
    if (id == "loop.behind" || id == "statement.behind" || id == "barrier.out")
      return move_behind(change, edits);
    if (id == "variable.outside") return move_outside(change, edits);
    if (id == "guard") return guard(change, edits);
    if (id == "statement.removed")
      return take_out(change.line, change.old_code, edits, change.column);
    if (id == "guard.value") return guard_value(change, edits);
    if (id == "expression.instead" || id == "statement.instead" || id == "expression.exchanged")
      return replace(change, edits);
    return false;
  }

 private:
  std::size_t begin(int line) const { return begins_[static_cast<std::size_t>(line) - 1]; }
  std::size_t end(int line) const { return std::min(text_.find('\n', begin(line)), text_.size()); }
  bool has(int line) const { return line >= 1 && static_cast<std::size_t>(line) <= begins_.size(); }
  std::string_view code(int line) const {
    return trimmed(std::string_view(code_).substr(begin(line), end(line) - begin(line)));
  }
  std::string indent(int line) const {
    const std::size_t from = begin(line);
    std::size_t at = from;
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    return text_.substr(from, at - from);
  }
  /// The indentation of statements in the block that the line closes or opens.
  std::string inner_indent(int around, int neighbor, int step) const {
    while (has(neighbor) && code(neighbor).empty()) neighbor += step;
    if (has(neighbor) && indent(neighbor).size() > indent(around).size()) return indent(neighbor);
    return indent(around) + "  ";
  }

  void put_line(std::size_t at, const std::string& front, const std::string& what,
                Edits& edits) const {
    const bool last = at == text_.size() && (text_.empty() || text_.back() != '\n');
    edits.push_back({at, 0, (last ? "\n" : "") + front + what + (last ? "" : "\n")});
  }

  /// Whether the line ends where a statement ends.
  bool ends_statement(int line) const {
    const std::string_view text = code(line);
    if (text.empty() || (text.back() != ';' && text.back() != '}')) return false;
    int depth = 0;
    for (const char c : text) {
      if (c == '{') ++depth;
      if (c == '}') --depth;
      // If a block begins on this line, its end may be meant.
      if (c == ';' && depth > 0) return false;
    }
    return depth <= 0 && !(depth < 0 && text.find(';') != text.npos);
  }

  bool put_after(int line, const std::string& what, Edits& edits) const {
    if (!ends_statement(line)) return false;
    put_line(std::min(end(line) + 1, text_.size()), indent(outer_line(line)), what, edits);
    return true;
  }

  /// The line on which the outermost statement begins that ends on this line: for the last
  /// statement of loops and branches without braces, that of the first `for` or `if`.
  int outer_line(int line) const {
    for (;;) {
      line = first_line(line);
      int above = line - 1;
      while (has(above) && code(above).empty()) --above;
      const bool is_head =
          has(above) && (code(above).back() == ')' || code(above).ends_with("else"));
      if (!is_head || indent(first_line(above)).size() >= indent(line).size()) return line;
      line = above;
    }
  }

  /// The line on which the brackets that are closed on this line are opened.
  int first_line(int line) const {
    const auto closed = [&](int each) {
      const std::string_view text = code(each);
      return std::count(text.begin(), text.end(), ')') - std::count(text.begin(), text.end(), '(');
    };
    for (auto depth = closed(line); depth > 0 && has(line - 1); depth += closed(line)) --line;
    return line;
  }

  bool put_before(int line, const std::string& what, Edits& edits) const {
    const std::string_view text = code(line);
    if (text.empty() || text.front() == '}' || text.front() == '{') return false;
    if (std::count(text.begin(), text.end(), ';') > 1 && !starts_with(text, "for")) return false;
    put_line(begin(line), indent(line), what, edits);
    return true;
  }

  bool put_at_end(int line, const std::string& what, Edits& edits) const {
    const std::string_view text = code(line);
    if (text.find('}') == text.npos || text.find('}') != text.rfind('}')) return false;
    if (text.front() == '}') {
      put_line(begin(line), inner_indent(line, line - 1, -1), what, edits);
    } else {
      const std::size_t brace = code_.find('}', begin(line));
      edits.push_back({brace, 0, what + " "});
    }
    return true;
  }

  bool put_at_start(int line, const std::string& what, Edits& edits) const {
    if (code(line).empty() || code(line).back() != '{') return false;
    put_line(std::min(end(line) + 1, text_.size()), inner_indent(line, line + 1, 1), what, edits);
    return true;
  }

  /// Removes the whole line if it contains nothing else.
  bool take_out(int line, std::string_view what, Edits& edits, int column = 0) const {
    if (!has(line)) return false;
    if (code(line) == what) {
      const std::size_t next = std::min(end(line) + 1, text_.size());
      edits.push_back({begin(line), next - begin(line), ""});
      return true;
    }
    const auto [at, length] = find(what, line, column);
    if (at == nowhere) return false;
    edits.push_back({at, length, ""});
    return true;
  }

  static int line_in(std::string_view words) {
    int line = 0;
    if (const auto at = words.rfind("line "); at != words.npos)
      std::from_chars(words.data() + at + 5, words.data() + words.size(), line);
    return line;
  }

  bool move_behind(const Remedy& change, Edits& edits) const {
    // Behind the loop it may need the test of a branch that it was in.
    const std::string now =
        change.cause.id == "code.once-a-step" ? change.cause.fact("what") : change.code;
    return take_out(line_in(change.old_code), now, edits) &&
           put_after(change.line, change.code, edits);
  }

  bool move_outside(const Remedy& change, Edits& edits) const {
    if (!take_out(change.line, change.old_code, edits)) return false;
    int line = change.line;
    const auto is_head = [&](int at) {
      const char first = text_[begin(at)];
      return first != ' ' && first != '\t' && first != '\n' && first != '}' && first != '{' &&
             first != '#' && !code(at).empty();
    };
    while (line > 0 && !is_head(line)) --line;
    if (line == 0) return false;
    while (line > 1 && is_head(line - 1) && code(line - 1).back() != ';' &&
           code(line - 1).back() != '}')
      --line;
    put_line(begin(line), "", change.code, edits);
    return true;
  }

  bool put_in_front(int line, const std::string& what, Edits& edits) const {
    const std::string_view text = code(line);
    for (const char* other : {"for", "while", "if", "else", "do", "{", "}", "switch", "case"})
      if (starts_with(text, other) && (text.size() == std::string_view(other).size() ||
                                       !in_name(text[std::string_view(other).size()])))
        return false;
    edits.push_back({begin(line) + indent(line).size(), 0, what});
    return true;
  }

  /// Puts `if (…)` before the statement, or merges it with the condition of an `if` without `else`.
  bool guard(const Remedy& change, Edits& edits) const {
    if (change.column == 0) return put_in_front(change.line, change.code + " ", edits);
    const std::size_t at = begin(change.line) + static_cast<std::size_t>(change.column) - 1;
    const std::string_view statement = std::string_view(code_).substr(std::min(at, code_.size()));
    if (starts_with(statement, "if (") && starts_with(change.code, "if (")) {
      const std::size_t open = at + 3, close = closing(open);
      std::size_t next = close + 1;  // after the statement
      while (next < code_.size() && code_[next] != ';' && code_[next] != '{')
        next = code_[next] == '(' ? closing(next) + 1 : next + 1;
      if (next < code_.size() && code_[next] == '{') next = closing(next);
      ++next;
      while (next < code_.size() && is_blank(code_[next])) ++next;
      if (close < code_.size() && code_.compare(std::min(next, code_.size()), 4, "else") != 0) {
        std::string condition = text_.substr(open + 1, close - open - 1);
        if (condition.find("||") != nowhere || condition.find('?') != nowhere)
          condition = "(" + condition + ")";
        edits.push_back({open + 1, close - open - 1,
                         change.code.substr(4, change.code.size() - 5) + " && " + condition});
        return true;
      }
    }
    for (const char* other : {"else", "{", "}", "case"})
      if (starts_with(statement, other)) return false;
    if (!join_with_test(at, change.code, edits)) edits.push_back({at, 0, change.code + " "});
    return true;
  }

  /// Turns `if (a) statement`, with the statement at `at`, on one line and without an `else`, into
  /// `if (a && b) statement`.
  bool join_with_test(std::size_t at, std::string_view guard, Edits& edits) const {
    std::size_t close = at;
    while (close > 0 && code_[close - 1] == ' ') --close;
    if (close == 0 || code_[close - 1] != ')' || !starts_with(guard, "if (")) return false;
    int depth = 0;
    std::size_t open = close;
    while (open > 0 && code_[open - 1] != '\n') {
      --open;
      depth += code_[open] == ')' ? 1 : code_[open] == '(' ? -1 : 0;
      if (depth == 0) break;
    }
    std::size_t behind = code_.find(';', at);
    if (depth != 0 || behind == nowhere || open < 3 || code_.compare(open - 3, 3, "if ") != 0)
      return false;
    while (++behind < code_.size() && is_blank(code_[behind])) continue;
    std::string_view more = guard.substr(4, guard.size() - 5);
    const std::string_view test = std::string_view(code_).substr(open + 1, close - open - 2);
    if (code_.compare(std::min(behind, code_.size()), 4, "else") == 0 ||
        more.find("||") != nowhere || test.find("||") != nowhere || test.find('?') != nowhere)
      return false;
    // Skip what the test already contains.
    if (starts_with(more, std::string(test) + " && ")) more.remove_prefix(test.size() + 4);
    edits.push_back({close - 1, 0, " && " + std::string(more)});
    return true;
  }

  /// The bracket that closes the one at `open`, or the end.
  std::size_t closing(std::size_t open) const {
    int depth = 0;
    for (std::size_t at = open; at < code_.size(); ++at) {
      if (std::string_view("([{").find(code_[at]) != nowhere) ++depth;
      if (std::string_view(")]}").find(code_[at]) != nowhere && --depth == 0) return at;
    }
    return code_.size();
  }

  /// Replaces the value of the only assignment on the line by "guard ? value : 0".
  bool guard_value(const Remedy& change, Edits& edits) const {
    const std::size_t chosen = change.code.find(" ? ");
    if (chosen == nowhere) return false;
    std::string guard = change.code.substr(0, chosen);
    if (guard.size() > 2 && guard.front() == '(' && guard.back() == ')')
      guard = guard.substr(1, guard.size() - 2);
    const std::size_t from = begin(change.line), to = end(change.line);
    std::size_t equals = nowhere;
    for (std::size_t i = from + 1; i + 1 < to; ++i) {
      const bool assigns = code_[i] == '=' && code_[i + 1] != '=' &&
                           std::string_view("=<>!").find(code_[i - 1]) == nowhere;
      if (assigns && equals != nowhere) return false;
      if (assigns) equals = i;
    }
    const std::size_t close = code_.rfind(';', to);
    if (equals == nowhere || close == nowhere || close < equals || close > to) return false;
    std::size_t value = equals + 1;
    while (value < close && is_blank(code_[value])) ++value;
    std::string text = text_.substr(value, close - value);
    if (text.find('?') != nowhere) text = "(" + text + ")";
    edits.push_back({value, close - value, guard + " ? " + text + " : 0"});
    return true;
  }

  bool put_instead(int line, std::string_view old, const std::string& what, Edits& edits,
                   int column = 0) const {
    const auto [at, length] = find(old, line, column);
    if (at == nowhere) return false;
    edits.push_back({at, length, bracketed(at, length, old, what)});
    return true;
  }

  /// Replaces each element of a list by its counterpart; they need not be adjacent on the line.
  bool put_each_instead(const Remedy& change, Edits& edits) const {
    const auto old = split_list(change.old_code), code = split_list(change.code);
    if (old.size() < 2 || old.size() != code.size()) return false;
    for (std::size_t i = 0; i < old.size(); ++i)
      if (!put_instead(change.line, old[i], std::string(code[i]), edits)) return false;
    return true;
  }

  bool replace(const Remedy& change, Edits& edits) const {
    if (exchange_lines(change, edits)) return true;
    if (!put_instead(change.line, change.old_code, change.code, edits, change.column))
      return change.id == "expression.instead" && put_each_instead(change, edits);
    return change.id != "expression.exchanged" ||
           put_instead(change.line, change.code, change.old_code, edits);
  }

  /// If the change exchanges what stands on two lines: each stays on a line of its own.
  bool exchange_lines(const Remedy& change, Edits& edits) const {
    const auto [at, length] = find(change.old_code, change.line, change.column);
    const std::size_t line_end = at == nowhere ? nowhere : code_.find('\n', at);
    if (line_end >= at + length) return false;
    const std::size_t behind = at + length;
    const std::string_view code(code_), text(text_);
    const std::string one(trimmed(code.substr(at, line_end - at))),
        two(trimmed(code.substr(line_end, behind - line_end)));
    if (change.code != two + " " + one) return false;
    edits.push_back(
        {at, length,
         two + "\n" + indent(change.line) + std::string(trimmed(text.substr(at, line_end - at)))});
    return true;
  }

  /// Adds parentheses if the operators around `old` bind more tightly.
  std::string bracketed(std::size_t at, std::size_t length, std::string_view old,
                        const std::string& what) const {
    if (!holds_operator(what) || holds_operator(old)) return what;
    std::size_t left = at, right = at + length;
    while (left > 0 && is_blank(code_[left - 1])) --left;
    while (right < code_.size() && is_blank(code_[right])) ++right;
    const char before = left > 0 ? code_[left - 1] : ';';
    const char behind = right < code_.size() ? code_[right] : ';';
    const bool product = !holds_operator(what, "+-<>=!&|?");
    const std::string_view binding_left = product ? "*/%!~&" : "*/%+-!~&|<>?";
    const std::string_view binding_right = product ? ".[" : "*/%+-.[<>&|?=";
    const bool binds =
        binding_left.find(before) != nowhere ||
        (binding_right.find(behind) != nowhere && code_.compare(right, 3, ">>>") != 0);
    return binds ? "(" + what + ")" : what;
  }

  /// The position and length of `what` on that line, ignoring differences in blanks and comments.
  /// `nowhere` if there is none, or several and no column to decide.
  std::pair<std::size_t, std::size_t> find(std::string_view what, int line, int column = 0) const {
    if (what.empty()) return {nowhere, 0};
    if (column > 0) {
      const std::size_t at = begin(line) + static_cast<std::size_t>(column) - 1;
      if (const std::size_t length = at < end(line) ? matched(what, at) : 0) return {at, length};
    }
    std::pair<std::size_t, std::size_t> found{nowhere, 0};
    for (std::size_t at = begin(line); at < end(line); ++at) {
      if (at > 0 && in_name(code_[at - 1]) && in_name(what.front())) continue;
      const std::size_t length = matched(what, at);
      if (length == 0) continue;
      if (found.first != nowhere) return {nowhere, 0};
      found = {at, length};
    }
    return found;
  }

  std::size_t matched(std::string_view what, std::size_t from) const {
    std::size_t at = from;
    if (at < code_.size() && is_blank(code_[at])) return 0;
    for (std::size_t i = 0; i < what.size(); ++i) {
      if (is_blank(what[i])) {
        while (at < code_.size() && is_blank(code_[at])) ++at;
        continue;
      }
      // Blanks that `what` does not contain.
      while (at < code_.size() && is_blank(code_[at]) && i > 0 && !is_blank(what[i - 1]) &&
             !(in_name(what[i]) && in_name(what[i - 1])))
        ++at;
      if (at >= code_.size() || code_[at] != what[i]) return 0;
      ++at;
    }
    if (at < code_.size() && in_name(code_[at]) && in_name(what.back())) return 0;
    return at - from;
  }

  const std::string& text_;
  const std::string code_;
  std::vector<std::size_t> begins_;  // offsets of lines
};

std::string with_edits(const std::string& text, Edits edits) {
  std::stable_sort(edits.begin(), edits.end(),
                   [](const Edit& a, const Edit& b) { return a.at < b.at; });
  std::string out;
  std::size_t copied = 0;
  for (const Edit& edit : edits) {
    if (edit.at < copied) return {};  // two changes of one place
    out.append(text, copied, edit.at - copied);
    out += edit.text;
    copied = edit.at + edit.length;
  }
  return out + text.substr(copied);
}

}  // namespace

std::string changed_text(const std::string& text, const std::vector<Remedy>& changes) {
  const Editor editor(text);
  Edits edits;
  for (const Remedy& change : changes)
    if (!editor.apply(change, edits)) return {};
  return with_edits(text, std::move(edits));
}

}  // namespace warpgrade
