#include "simt/rewriter/columns.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "simt/rewriter/tokenizer.h"

namespace simt::rewrite {

namespace {

constexpr std::size_t nowhere = std::string_view::npos;

std::string_view line_at(std::string_view text, std::size_t begin) {
  return text.substr(begin, std::min(text.find('\n', begin), text.size()) - begin);
}

bool in_word(char c) { return is_identifier_part(static_cast<unsigned char>(c)); }

/// The whole word at `at`, or a single character.
std::string_view word_at(std::string_view line, std::size_t at) {
  std::size_t end = at;
  while (end < line.size() && in_word(line[end])) ++end;
  return line.substr(at, std::max(end, at + 1) - at);
}

bool occurs_at(std::string_view line, std::size_t at, std::string_view word) {
  if (line.substr(at, word.size()) != word) return false;
  if (!in_word(word.front())) return true;
  return (at == 0 || !in_word(line[at - 1])) &&
         (at + word.size() == line.size() || !in_word(line[at + word.size()]));
}

/// The number of occurrences of `word` in `line` before `at`.
std::size_t count_before(std::string_view line, std::string_view word, std::size_t at) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < at; ++i) count += occurs_at(line, i, word) ? 1 : 0;
  return count;
}

std::size_t find_nth(std::string_view line, std::string_view word, std::size_t n) {
  for (std::size_t i = 0; i < line.size(); ++i)
    if (occurs_at(line, i, word) && n-- == 0) return i;
  return nowhere;
}

/// The offsets of lines in a preprocessed text, by original file and line.
class LineBegins {
 public:
  /// Finds the wanted lines only.
  LineBegins(std::string_view text, const std::set<std::pair<std::string, int>>& wanted)
      : text_(text) {
    std::string file;
    int line = 1;
    bool named = false;
    for (std::size_t at = 0; at < text.size();
         at = std::min(text.find('\n', at), text.size()) + 1) {
      const std::string_view here = line_at(text, at);
      if (here.rfind("# ", 0) == 0) {
        const char* const digits = here.data() + 2;
        int number = 0;
        const auto [end, error] = std::from_chars(digits, here.data() + here.size(), number);
        const std::size_t open = here.find('"'), close = here.rfind('"');
        if (error == std::errc() && end != digits && open != nowhere && close > open) {
          file = here.substr(open + 1, close - open - 1);
          line = number;
          named = std::any_of(wanted.begin(), wanted.end(),
                              [&](const auto& each) { return each.first == file; });
          continue;
        }
      }
      if (named && wanted.count({file, line}) != 0) begins_[{file, line}].push_back(at);
      ++line;
    }
  }

  /// The offset of the line that has such a column; `nowhere` if none does.
  std::size_t find_begin(const std::string& file, int line, std::size_t column) const {
    const auto found = begins_.find({file, line});
    if (found == begins_.end()) return nowhere;
    for (const std::size_t begin : found->second)
      if (line_at(text_, begin).size() >= column) return begin;
    return nowhere;
  }

 private:
  std::string_view text_;
  std::map<std::pair<std::string, int>, std::vector<std::size_t>> begins_;
};

struct Message {
  std::string file;
  int line = 0;
  std::size_t column = 0;
  std::string_view rest;  // from the colon after the column on
};

/// Parses "dot.cu:12:5: error: …"; empty for other text.
std::optional<Message> message_in(std::string_view text) {
  for (const char* kind : {": error: ", ": warning: ", ": note: ", ": fatal error: "}) {
    const std::size_t at = text.find(kind);
    if (at == nowhere) continue;
    const std::size_t second = text.rfind(':', at - 1);
    const std::size_t first =
        second == nowhere || second == 0 ? nowhere : text.rfind(':', second - 1);
    if (first == nowhere) return std::nullopt;
    Message message;
    message.file = text.substr(0, first);
    message.rest = text.substr(at);
    const auto read = [&](std::size_t from, std::size_t to, auto& number) {
      const auto [end, error] = std::from_chars(text.data() + from, text.data() + to, number);
      return error == std::errc() && end == text.data() + to;
    };
    if (!read(first + 1, second, message.line) || !read(second + 1, at, message.column) ||
        message.column == 0)
      return std::nullopt;
    return message;
  }
  return std::nullopt;
}

std::set<std::pair<std::string, int>> places_in(std::string_view messages) {
  std::set<std::pair<std::string, int>> places;
  while (!messages.empty()) {
    const std::string_view text = line_at(messages, 0);
    messages.remove_prefix(std::min(text.size() + 1, messages.size()));
    if (const auto message = message_in(text)) places.insert({message->file, message->line});
  }
  return places;
}

class Translator {
 public:
  Translator(std::string_view messages, std::string_view preprocessed, const Result& result)
      : in_(preprocessed), result_(result), lines_(result.text, places_in(messages)) {}

  /// The column (from 0) in the file's own line; `nowhere` if the text is not in it; empty if the
  /// line is unknown.
  std::optional<std::size_t> find_place(const Message& message, std::string_view source) const {
    const std::size_t begin = lines_.find_begin(message.file, message.line, message.column);
    if (begin == nowhere) return std::nullopt;
    const std::size_t in = in_place(begin + message.column - 1);
    if (in >= in_.size()) return std::nullopt;
    const std::size_t start = in == 0 ? 0 : in_.rfind('\n', in - 1) + 1;  // npos + 1 is 0
    const std::string_view line = line_at(in_, start);
    if (in - start >= line.size()) return std::nullopt;
    const std::string_view word = word_at(line, in - start);
    return find_nth(source, word, count_before(line, word, in - start));
  }

  /// The file's own line; empty if unknown.
  std::optional<std::string> source_line(const std::string& file, int line) {
    auto& lines = files_[file];
    if (!lines) {
      lines.emplace();
      std::ifstream in(file);
      for (std::string text; std::getline(in, text);) lines->push_back(text);
    }
    if (line < 1 || static_cast<std::size_t>(line) > lines->size()) return std::nullopt;
    return (*lines)[static_cast<std::size_t>(line) - 1];
  }

 private:
  /// For inserted text: the offset of the replaced text, or of the word before it.
  std::size_t in_place(std::size_t out) const {
    const auto after = std::upper_bound(result_.copied.begin(), result_.copied.end(), out,
                                        [](std::size_t at, const Copied& c) { return at < c.out; });
    std::size_t end = 0;
    if (after != result_.copied.begin()) {
      const Copied& before = *(after - 1);
      end = before.in + before.length;
      if (out < before.out + before.length) return before.in + (out - before.out);
    }
    std::size_t at = end;
    const std::size_t next = after == result_.copied.end() ? in_.size() : after->in;
    while (at < next && in_[at] == ' ') ++at;
    if (at < next) return at;
    for (at = end; at > 0 && in_[at - 1] == ' ';) --at;
    if (at > 0) --at;
    while (at > 0 && in_word(in_[at]) && in_word(in_[at - 1])) --at;
    return at;
  }

  std::string_view in_;
  const Result& result_;
  LineBegins lines_;
  std::map<std::string, std::optional<std::vector<std::string>>> files_;
};

/// The line with a marked word below it, in g++'s format.
std::string format_excerpt(int number, const std::string& source, std::size_t at) {
  std::ostringstream out;
  out.width(5);
  out << number << " | " << source << "\n      | ";
  for (std::size_t i = 0; i < at; ++i) out << (source[i] == '\t' ? '\t' : ' ');
  const std::size_t length = word_at(source, at).size();
  out << '^' << std::string(length - 1, '~') << '\n';
  return out.str();
}

}  // namespace

std::string with_columns_of_source(std::string_view messages, std::string_view preprocessed,
                                   const Result& result) {
  Translator translator(messages, preprocessed, result);
  std::string out;
  bool drawn = false;  // of the excerpt that follows
  while (!messages.empty()) {
    const std::string_view text = line_at(messages, 0);
    messages.remove_prefix(std::min(text.size() + 1, messages.size()));
    const std::size_t bar = text.find('|');
    if (drawn && bar != nowhere && text.find_first_not_of(" 0123456789+") >= bar) continue;
    drawn = false;
    const auto message = message_in(text);
    const auto source =
        message ? translator.source_line(message->file, message->line) : std::nullopt;
    const auto at = source ? translator.find_place(*message, *source) : std::nullopt;
    if (!at || *at + 1 == message->column) {
      out.append(text).append("\n");
      continue;
    }
    drawn = true;
    out += message->file + ":" + std::to_string(message->line);
    if (*at != nowhere) out += ":" + std::to_string(*at + 1);
    out.append(message->rest).append("\n");
    if (*at != nowhere) out += format_excerpt(message->line, *source, *at);
  }
  return out;
}

}  // namespace simt::rewrite
