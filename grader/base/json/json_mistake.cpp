#include "base/json/json_mistake.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>
#include <vector>

#include "base/regex.h"
#include "base/text.h"
#include "base/text_mistake.h"
#include "base/utf8.h"

namespace warpgrade {
namespace {

constexpr std::size_t deepest = 100;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '+' || c == '-' ||
         c == '.';
}

class JsonScanner {
 public:
  explicit JsonScanner(std::string_view text) : text_(text) {}

  std::optional<JsonMistake> scan() {
    if (text_.starts_with("\xff\xfe") || text_.starts_with("\xfe\xff"))
      return JsonMistake{0, "the file is UTF-16; save it as UTF-8"};
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
    while (!mistake_) {
      while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != text_.npos)
        ++at_;
      if (at_ == text_.size()) {
        if (next_ != Next::end) refuse(at_, unfinished());
        break;
      }
      token(text_[at_]);
    }
    return mistake_;
  }

 private:
  enum class Next { value, value_or_close, key, key_or_close, colon, comma_or_close, end };
  struct Bracket {
    std::size_t at;
    bool object;
    std::map<std::string, std::size_t, std::less<>> keys;  // with their offsets
  };

  void refuse(std::size_t at, std::string what) { mistake_ = JsonMistake{at, std::move(what)}; }

  std::size_t line(std::size_t at) const { return line_and_column(text_, at).line; }

  std::string unfinished() const {
    if (open_.empty()) return "the file is empty; write { … }";
    const Bracket& last = open_.back();
    return fmt::format("the file ends, and the `{}` of line {} is not closed; write `{}`",
                       text_[last.at], line(last.at), last.object ? '}' : ']');
  }

  void token(char c) {
    if (c == '#' || text_.substr(at_, 2) == "//" || text_.substr(at_, 2) == "/*")
      return refuse(at_, "JSON has no comments; delete this one");
    switch (next_) {
      case Next::key:
      case Next::key_or_close:
        return key(c);
      case Next::colon:
        if (c != ':') return refuse(after_, "a colon is missing after the key " + last_key_);
        ++at_;
        next_ = Next::value;
        return;
      case Next::value:
      case Next::value_or_close:
        return value(c);
      case Next::comma_or_close:
        if (c == '}' || c == ']') return close(c);
        if (c != ',') return refuse(after_, "a comma is missing here, before " + shown());
        comma_ = at_++;
        next_ = open_.back().object ? Next::key : Next::value;
        return;
      case Next::end:
        return refuse(at_, shown() + " comes after the end of the JSON; delete it");
    }
  }

  void key(char c) {
    if (c == '}' && next_ == Next::key) return refuse_comma(c);
    if (c == '}' || c == ']') return close(c);
    if (c == ',') return refuse(at_, "there is a comma too many; delete it");
    const std::size_t from = at_;
    if (c != '"') {
      const std::string word = this->word();
      if (is_digit(c) && comma_ == after_ && after_ > 0 && is_digit(text_[after_ - 1]))
        return refuse(comma_, "a number has a decimal point, not a comma; write a point");
      return refuse(from, word.empty()
                              ? shown() + " is not a key; write a key in double quotes"
                              : fmt::format("a key needs double quotes; write \"{}\"", word));
    }
    if (!string()) return;
    const std::string_view quoted = text_.substr(from, at_ - from);
    last_key_ = quoted;
    const auto [there, is_new] = open_.back().keys.emplace(quoted, from);
    if (!is_new)
      return refuse(from, fmt::format("the key {} is already in line {}; keep one of the two",
                                      quoted, line(there->second)));
    after_ = at_;
    next_ = Next::colon;
  }

  void value(char c) {
    if (c == ']' && next_ == Next::value && !open_.empty() && !open_.back().object)
      return refuse_comma(c);
    if (c == ']' && next_ == Next::value_or_close) return close(c);
    if (c == '}' || c == ']' || c == ',') return refuse(at_, "a value is missing" + of_key());
    if (c == '{' || c == '[') return open(c);
    if (c == '"') {
      if (string()) finish_value();
      return;
    }
    const std::size_t from = at_;
    const std::string found = word();
    static const std::regex number(R"(-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?)");
    if (found == "true" || found == "false" || found == "null") return finish_value();
    if (regex_match(found, number)) {
      if (!std::isfinite(std::strtod(found.c_str(), nullptr)))
        return refuse(from, found + " is too large for a number");
      return finish_value();
    }
    refuse(from, found.empty() ? not_a_value() : advice_on(found));
  }

  std::string not_a_value() const {
    for (const char* quote : {"'", "`", "“", "”", "„", "‘", "’"})
      if (text_.substr(at_).starts_with(quote))
        return std::string("text needs plain double quotes (\"), not ") + quote;
    return shown() + " is not a JSON value";
  }

  static std::string advice_on(const std::string& word) {
    std::string lower = word;
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (lower == "true" || lower == "false" || lower == "null")
      return fmt::format("{} is not a JSON value; write {}", word, lower);
    if (lower == "none") return word + " is not a JSON value; write null, or leave the key out";
    char* end = nullptr;
    const double number = std::strtod(word.c_str(), &end);
    if (*end == '\0' && std::isfinite(number))
      return fmt::format("{} is not a JSON number; write {}", word, number);
    if (std::isalpha(static_cast<unsigned char>(word[0])) != 0)
      return fmt::format(
          "{0} is not a JSON value; write a number, or text in double quotes: "
          "\"{0}\"",
          word);
    return word + " is not a JSON number";
  }

  std::string of_key() const {
    return open_.empty() || !open_.back().object ? " before " + shown() : " after " + last_key_;
  }

  void refuse_comma(char c) {
    refuse(comma_, fmt::format("there is a comma before `{}`; delete the comma", c));
  }

  void open(char c) {
    if (open_.size() == deepest)
      return refuse(at_, fmt::format("brackets nest more than {} deep", deepest));
    open_.push_back({at_, c == '{', {}});
    next_ = c == '{' ? Next::key_or_close : Next::value_or_close;
    ++at_;
  }

  void close(char c) {
    const Bracket& last = open_.back();
    if (last.object != (c == '}'))
      return refuse(at_, fmt::format("`{}` does not close the `{}` of line {}; write `{}`", c,
                                     text_[last.at], line(last.at), last.object ? '}' : ']'));
    open_.pop_back();
    ++at_;
    finish_value();
  }

  void finish_value() {
    after_ = at_;
    next_ = open_.empty() ? Next::end : Next::comma_or_close;
  }

  std::string word() {
    const std::size_t from = at_;
    while (at_ < text_.size() && is_word_character(text_[at_])) ++at_;
    return std::string(text_.substr(from, at_ - from));
  }

  /// Advances past the text that begins here. False: it contains a mistake.
  bool string() {
    const std::size_t from = at_++;
    while (at_ < text_.size() && text_[at_] != '"') {
      const char c = text_[at_];
      if (c == '\n' || c == '\r') break;
      const std::size_t begin = at_;
      if (static_cast<unsigned char>(c) < 0x20) {
        refuse(begin, "a control character is not allowed in text; write \\t for a tab");
      } else if (c == '\\') {
        static const std::regex allowed(R"(^(["\\/bfnrt]|u[0-9a-fA-F]{4}))");
        const std::string rest(text_.substr(at_ + 1, 5));
        std::smatch m;
        if (!regex_search(rest, m, allowed))
          refuse(begin, "a single backslash is not allowed in text; write \\\\ or /");
        else
          at_ += 1 + static_cast<std::size_t>(m.length());
      } else if (next_point(text_, at_) == invalid_point) {
        refuse(begin, "this character is not UTF-8; save the file as UTF-8");
      }
      if (mistake_) return false;
    }
    if (at_ < text_.size() && text_[at_] == '"') {
      ++at_;
      return true;
    }
    refuse(from, "the text that begins here has no closing double quote in its line");
    return false;
  }

  /// The character or word at this place, for a message.
  std::string shown() const {
    std::size_t end = at_;
    if (text_[at_] == '"') {
      end = std::min(text_.find_first_of("\"\n", at_ + 1), text_.size() - 1) + 1;
      return std::string(trimmed(text_.substr(at_, end - at_)));
    }
    while (end < text_.size() && is_word_character(text_[end]) && end - at_ < 32) ++end;
    if (end > at_) return fmt::format("`{}`", text_.substr(at_, end - at_));
    if (static_cast<unsigned char>(text_[at_]) < 0x20)
      return fmt::format("a control character ({:#04x})", static_cast<unsigned>(text_[at_]));
    if (next_point(text_, end) == invalid_point) return "a byte that is not UTF-8";
    return fmt::format("`{}`", text_.substr(at_, end - at_));
  }

  std::string_view text_;
  std::size_t at_ = 0, after_ = 0, comma_ = 0;  // after_: the end of the last key or value
  Next next_ = Next::value;
  std::vector<Bracket> open_;
  std::string last_key_;
  std::optional<JsonMistake> mistake_;
};

}  // namespace

std::optional<JsonMistake> find_json_mistake(std::string_view text) {
  return JsonScanner(text).scan();
}

}  // namespace warpgrade
