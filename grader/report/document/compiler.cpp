#include "report/document/compiler.h"

#include <algorithm>

#include "base/nearest.h"
#include "base/text.h"
#include "report/document/case_groups.h"
#include "report/document/definition.h"
#include "report/text.h"

namespace warpgrade {
namespace {

std::size_t end_of_word(std::string_view line, std::size_t at) {
  std::size_t end = at;
  while (end < line.size() && in_name(line[end])) ++end;
  return std::max(end, at + 1);
}

/// The column of nvcc's caret, whose lines have another indentation than the file's.
std::size_t below_caret(const CompilerMessage& message, std::string_view line) {
  if (message.excerpt.size() < 2) return line.npos;
  const std::string &drawn = message.excerpt[0], &carets = message.excerpt[1];
  const std::size_t caret = carets.find('^'), from = drawn.find_first_not_of(' ');
  const std::size_t indent = line.find_first_not_of(" \t");
  if (caret == carets.npos || from == drawn.npos || indent == line.npos || caret < from ||
      drawn.find('|') != drawn.npos)
    return line.npos;
  const std::size_t at = indent + caret - from;
  return at < line.size() ? at : line.npos;
}

/// The first name in the message that occurs in the line.
std::size_t named_word(std::string_view text, std::string_view line) {
  constexpr std::size_t shortest = 3;
  for (std::size_t at = 0; at < text.size();) {
    if (!in_name(text[at])) {
      ++at;
      continue;
    }
    const std::string_view word = text.substr(at, end_of_word(text, at) - at);
    at += word.size();
    if (word.size() < shortest) continue;
    for (std::size_t i = line.find(word); i != line.npos; i = line.find(word, i + 1))
      if ((i == 0 || !in_name(line[i - 1])) &&
          (i + word.size() == line.size() || !in_name(line[i + word.size()])))
        return i;
  }
  return line.npos;
}

/// The line where the lab's header should be included; 0 if the file includes it, or its text is
/// missing.
int line_without_header(const std::string& text, const std::string& header) {
  int line = 0, last = 1;
  bool has = text.empty();
  for_each_line(without_comments(text), [&](std::string_view each) {
    ++line;
    if (each.find("#include") == each.npos) return;
    last = line;
    has = has || each.find(header) != each.npos;
  });
  return has ? 0 : last;
}

/// Whether names declared by the lab's header are unknown.
bool lacks_header(const std::vector<CompilerMessage>& messages, const GradeResult& grade) {
  const auto first = std::find_if(messages.begin(), messages.end(),
                                  [](const CompilerMessage& m) { return m.error; });
  if (first == messages.end()) return false;
  const std::string text = first->cause.fact("text");
  if (text.find("'real'") != text.npos || text.find("\"real\"") != text.npos) return true;
  return std::any_of(grade.tasks.begin(), grade.tasks.end(), [&](const TaskResult& task) {
    return text.find("'" + task.task + "'") != text.npos ||
           text.find("\"" + task.task + "\"") != text.npos;
  });
}

/// The line with `[r][c]` instead of `[r, c]`; empty if there is no such mistake.
std::string without_comma(std::string_view line) {
  for (std::size_t open = line.find('['); open != line.npos; open = line.find('[', open + 1)) {
    const std::size_t close = line.find(']', open), comma = line.find(',', open);
    if (close == line.npos || comma > close) continue;
    if (line.substr(open, comma - open).find('(') != line.npos) continue;  // a call's comma
    std::size_t from = open;  // start of the array's name
    while (from > 0 && in_name(line[from - 1])) --from;
    return std::string(line.substr(from, comma - from)) + "][" +
           std::string(trimmed(line.substr(comma + 1, close - comma - 1))) + "]";
  }
  return {};
}

/// What to write for `__shared__ real tile[n];`, if the message complains about variable sizes.
std::string fixed_size(const std::string& text, std::string_view line) {
  if (text.find("variably modified") == text.npos && text.find("constant") == text.npos) return {};
  const std::size_t open = line.find('[');
  if (open == line.npos || line.find("__shared__") == line.npos) return {};
  const std::size_t close = line.find(']', open);
  const std::string size(trimmed(line.substr(open + 1, close - open - 1)));
  if (size.empty() || is_digits(size)) return {};
  if (std::all_of(size.begin(), size.end(), in_name))
    return "the compiler must know the size of an array: constexpr int " + size + " = …";
  std::size_t name = open;
  while (name > 0 && in_name(line[name - 1])) --name;
  const std::string array(line.substr(name, open - name));
  return "the compiler must know the size of an array" +
         (size.find("blockDim") == size.npos ? ""
                                             : ": " + array + "[1024] is enough for any block");
}

/// Characters of a hint for which a narrow terminal has room at the mark.
constexpr std::size_t most_at_a_mark = 66;

/// What to do about `swap(from, to)` if g++ knows none for `const real*&` and `real*&`.
std::string one_type(const std::string& text) {
  const std::size_t call = text.find("call to 'swap(");
  const std::size_t comma = call == text.npos ? call : text.find(", ", call);
  if (comma == text.npos) return {};
  const bool one = text.find("const ", call) < comma,
             other = text.find("const ", comma) < text.npos;
  return one == other ? "" : "swap needs two of one type: declare both with const, or none";
}

}  // namespace

std::vector<CompilerMessage> collect_messages(const GradeResult& grade) {
  std::vector<CompilerMessage> messages = compiler_messages(grade.compiler_output);
  const std::string header = grade.lab + ".h", main = grade.lab + ".cu";
  const auto source = grade.sources.find(main);
  if (source != grade.sources.end() && lacks_header(messages, grade)) {
    if (const int line = line_without_header(source->second, header); line > 0) {
      CompilerMessage missing;
      missing.error = true;
      missing.file = main;
      missing.line = line;
      missing.cause = because("include.lab", {{"file", header}});
      missing.hint = "add it after line " + std::to_string(line);
      return {missing};
    }
  }
  // Of several messages at one place, keep those that name no part of the engine.
  const auto is_inner = [](const CompilerMessage& m) {
    return m.cause.fact("text").find("simt") != std::string::npos;
  };
  std::erase_if(messages, [&](const CompilerMessage& inner) {
    return is_inner(inner) &&
           std::any_of(messages.begin(), messages.end(), [&](const CompilerMessage& other) {
             return other.file == inner.file && other.line == inner.line && !is_inner(other);
           });
  });
  for (CompilerMessage& message : messages) {
    const std::string_view line = find_source_line(grade.sources, message.file, message.line);
    if (message.cause.id == "include.missing") {
      const std::string wanted = message.cause.fact("file");
      if (wanted != header && edit_distance(wanted, header) <= 2)
        message.hint = "did you mean \"" + header + "\"?";
    }
    if (const std::string meant = without_comma(line); message.error && !meant.empty())
      message.hint = "did you mean " + meant + "?";
    if (const std::string size = fixed_size(message.cause.fact("text"), line); !size.empty())
      message.hint = size;
    if (message.cause.fact("text").find("operator^") != std::string::npos)
      message.hint = "^ is exclusive or: for a square, multiply";
    if (const std::string type = one_type(message.cause.fact("text")); !type.empty())
      message.hint = type;
    if (message.column > 0 || line.empty()) continue;
    std::size_t at = below_caret(message, line);
    if (at == line.npos) at = named_word(describe(message.cause), line);
    if (at != line.npos) message.column = static_cast<int>(at) + 1;
  }
  return messages;
}

std::vector<CompilerMessage> distinct_messages(const GradeResult& grade) {
  std::vector<CompilerMessage> distinct;
  std::vector<std::vector<std::string>> lines;  // of those like it
  for (CompilerMessage& message : collect_messages(grade)) {
    const bool explained =
        !message.error && std::ranges::any_of(grade.tasks, [&](const TaskResult& task) {
          return std::ranges::any_of(task.findings, [&](const Finding& f) {
            return f.level == "error" && f.file == message.file && f.line == message.line;
          });
        });
    if (explained) continue;
    const auto like = std::find_if(distinct.begin(), distinct.end(), [&](const auto& other) {
      return other.error == message.error && other.file == message.file &&
             other.cause == message.cause;
    });
    if (like != distinct.end()) {
      lines[static_cast<std::size_t>(like - distinct.begin())].push_back(
          std::to_string(message.line));
    } else {
      distinct.push_back(std::move(message));
      lines.emplace_back();
    }
  }
  for (std::size_t i = 0; i < distinct.size(); ++i)
    if (!lines[i].empty())
      distinct[i].notes.push_back(
          (lines[i].size() == 1 ? "the same in line " : "the same in lines ") +
          listed(lines[i], 4));
  return distinct;
}

Bug make_bug(const CompilerMessage& message, const Sources& sources) {
  Bug bug;
  bug.title = std::string(message.error ? "error" : "warning") + ": " + describe(message.cause);
  bug.file = message.file;
  bug.line = message.line;
  bug.cause = message.cause.id;
  const std::string_view line = find_source_line(sources, message.file, message.line);
  bool hinted = false;
  if (line.find_first_not_of(" \t") != line.npos) {
    bug.quote = {{message.line, std::string(line), {}}};
    const std::size_t at = static_cast<std::size_t>(std::max(message.column, 1)) - 1;
    if (message.column > 0 && at < line.size() && at >= line.find_first_not_of(" \t")) {
      hinted = message.hint.size() <= most_at_a_mark;
      bug.quote[0].marks = {{at, end_of_word(line, at), hinted ? message.hint : ""}};
    }
  }
  if (!hinted) bug.hint = message.hint;
  for (const std::string& note : message.notes)
    bug.text += (bug.text.empty() ? "" : "\n") + ("note: " + note);
  return bug;
}

}  // namespace warpgrade
