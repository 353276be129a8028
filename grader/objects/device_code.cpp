#include "objects/device_code.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace warpgrade {
namespace {

/// One .func or .entry. Names and lines outside of all of them have the key "".
struct Function {
  bool is_kernel = false;
  std::set<std::string> names;  // all that it writes
  std::set<std::string> lines;  // All names in its code.
};

bool continues_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

/// Input whose meaning to ptxas is unknown here: nvcc writes nothing like it.
bool is_strange(char c) {
  const bool control = static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t';
  return control || static_cast<unsigned char>(c) > '~';
}

struct Token {
  enum class Kind { word, string, sign };
  Kind kind;
  std::string_view text;
};

/// The words and punctuation of a text without comments. False if in doubt.
bool split(std::string_view text, std::vector<Token>& tokens) {
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const std::string_view rest = text.substr(at);
    if (c == '\n' || c == '\t' || c == ' ') {
      ++at;
    } else if (rest.starts_with("//")) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      // A backslash may join the next line to it.
      if (rest[end - 1] == '\\' || std::any_of(rest.begin(), rest.begin() + end, is_strange))
        return false;
      at += end;
    } else if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/", 2);
      if (end == rest.npos || rest.find("/*", 2) < end) return false;
      at += end + 2;
    } else if (c == '"') {
      const std::size_t end = rest.find_first_of("\"\n\\", 1);
      if (end == rest.npos || rest[end] != '"') return false;
      tokens.push_back({Token::Kind::string, rest.substr(1, end - 1)});
      at += end + 1;
    } else if (c == '#' || c == '\\' || is_strange(c) || rest.starts_with("*/")) {
      return false;
    } else {
      std::size_t length = 1;
      // .directives and %registers are separate kinds of words, and so are numbers.
      const bool word = continues_name(c) || c == '.' || c == '%';
      while (word && length < rest.size() && continues_name(rest[length])) ++length;
      tokens.push_back({word ? Token::Kind::word : Token::Kind::sign, rest.substr(0, length)});
      at += length;
    }
  }
  return true;
}

bool is_name(const Token& token) {
  const char c = token.text[0];
  return token.kind == Token::Kind::word && c != '.' && c != '%' &&
         std::isdigit(static_cast<unsigned char>(c)) == 0;
}

bool is_number(const Token& token) {
  return token.kind == Token::Kind::word &&
         std::all_of(token.text.begin(), token.text.end(),
                     [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
}

class Ptx {
 public:
  explicit Ptx(const std::string& text) {
    clear_ = split(text, tokens_);
    while (clear_ && at_ < tokens_.size()) read();
    clear_ = clear_ && depth_ == 0 && brackets_ == 0;
  }

  DeviceCode code() const {
    DeviceCode found;
    found.unclear = !clear_;
    for (const auto& [name, function] : functions_) {
      if (!function.is_kernel) continue;
      std::set<CodeOrigin>& origins = found.kernels[name];
      for (const std::string& reached : reached_from(name))
        for (const std::string& line : functions_.at(reached).lines)
          origins.insert(parse_origin(line));
      // nvcc was asked for line information: each function has at least the line of its end.
      const bool known = std::none_of(origins.begin(), origins.end(),
                                      [](const CodeOrigin& o) { return o.file.empty(); });
      found.unclear |= function.lines.empty() || !known;
    }
    return found;
  }

 private:
  void read() {
    const Token& token = tokens_[at_];
    if (token.text == ".file" && token.kind == Token::Kind::word) return file();
    if (token.text == ".loc" && token.kind == Token::Kind::word) return location();
    ++at_;
    if (token.kind == Token::Kind::word) {
      if (token.text == ".entry" || token.text == ".func")
        begin_function(token.text == ".entry");
      else if (is_name(token))
        functions_[owner_].names.emplace(token.text);
    } else if (token.kind == Token::Kind::sign) {
      sign(token.text[0]);
    }
  }

  void sign(char c) {
    if (c == '(' || c == '[') ++brackets_;
    if (c == ')' || c == ']') --brackets_;
    if (c == '{') ++depth_;
    if (c == '}' && --depth_ == 0) owner_.clear();
    if (c == ';' && depth_ == 0) owner_.clear();  // a declaration ends
    clear_ &= depth_ >= 0 && brackets_ >= 0;
  }

  /// .file 2 "/usr/include/x.h"
  void file() {
    const bool whole = at_ + 2 < tokens_.size() && is_number(tokens_[at_ + 1]) &&
                       tokens_[at_ + 2].kind == Token::Kind::string;
    if (!whole) return give_up();
    const int number = std::atoi(std::string(tokens_[at_ + 1].text).c_str());
    const std::string name{tokens_[at_ + 2].text};
    if (!files_.emplace(number, name).second && files_[number] != name) return give_up();
    at_ += 3;
  }

  /// .loc 2 518 5, function_name $L__info_string0 + 4, inlined_at 1 10 3. What follows is code.
  void location() {
    ++at_;
    std::string line = numbers(3);
    while (clear_ && is_next(",") && at_ + 1 < tokens_.size()) {
      const std::string_view more = tokens_[at_ + 1].text;
      if (more != "function_name" && more != "inlined_at") break;
      at_ += 2;
      if (more == "inlined_at") {
        line += "inlined_at " + numbers(3);
      } else {
        ++at_;
        if (is_next("+")) ++at_, numbers(1);
      }
    }
    functions_[owner_].lines.insert(line);
  }

  bool is_next(std::string_view text) const {
    return at_ < tokens_.size() && tokens_[at_].text == text;
  }

  std::string numbers(int count) {
    std::string text;
    for (; count > 0 && at_ < tokens_.size() && is_number(tokens_[at_]); --count)
      text += std::string(tokens_[at_++].text) + ' ';
    if (count > 0) give_up();
    return text;
  }

  /// After ".visible .entry" NAME "(" or ".func" "(.param .b32 func_retval0)" NAME "(".
  void begin_function(bool kernel) {
    if (depth_ != 0 || brackets_ != 0 || !owner_.empty()) return give_up();
    if (!kernel && at_ < tokens_.size() && tokens_[at_].text == "(")
      while (at_ < tokens_.size() && tokens_[at_++].text != ")") {
      }
    // .noreturn and similar directives may precede the name.
    while (at_ < tokens_.size() && tokens_[at_].text[0] == '.') ++at_;
    if (at_ == tokens_.size() || !is_name(tokens_[at_])) return give_up();
    owner_ = tokens_[at_++].text;
    functions_[owner_].is_kernel |= kernel;
  }

  void give_up() { clear_ = false; }

  std::set<std::string> reached_from(const std::string& kernel) const {
    // Text outside functions is a table of them, which any may use.
    std::set<std::string> reached;
    std::vector<std::string> open = {kernel, ""};
    while (!open.empty()) {
      const std::string name = open.back();
      open.pop_back();
      const auto function = functions_.find(name);
      if (function == functions_.end() || !reached.insert(name).second) continue;
      open.insert(open.end(), function->second.names.begin(), function->second.names.end());
    }
    return reached;
  }

  /// "2 518 5 inlined_at 1 10 3 "
  CodeOrigin parse_origin(const std::string& line) const {
    const auto file_at = [&](const char* at) {
      const auto file = files_.find(std::atoi(at));
      return file == files_.end() ? std::string{} : file->second;
    };
    CodeOrigin origin{file_at(line.c_str()), {}};
    const std::string_view word = "inlined_at ";
    if (const std::size_t at = line.find(word); at != line.npos) {
      char* end = nullptr;
      std::strtol(line.c_str() + at + word.size(), &end, 10);
      const std::string file = file_at(line.c_str() + at + word.size());
      if (!file.empty()) origin.into = file + ':' + std::to_string(std::strtol(end, nullptr, 10));
    }
    return origin;
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0, brackets_ = 0;  // of braces; of the others
  bool clear_ = true;
  std::map<int, std::string> files_;
  std::map<std::string, Function> functions_;
  std::string owner_;
};

}  // namespace

DeviceCode parse_device_code(const std::string& ptx) { return Ptx(ptx).code(); }

std::set<std::string> files_opened(const std::string& dependencies) {
  std::set<std::string> files;
  std::string name;
  bool is_target = true;  // until the first colon
  const auto end = [&] {
    if (!is_target && !name.empty()) files.insert(name);
    if (!name.empty() && name.back() == ':') is_target = false;
    name.clear();
  };
  for (std::size_t i = 0; i < dependencies.size(); ++i) {
    const char c = dependencies[i];
    const char next = i + 1 < dependencies.size() ? dependencies[i + 1] : '\0';
    if (c == '\\' && (next == ' ' || next == '#' || next == '\\')) {
      name += next;
      ++i;
    } else if (c == ' ' || c == '\n' || (c == '\\' && next == '\n')) {
      end();
    } else {
      name += c;
    }
  }
  end();
  return files;
}

}  // namespace warpgrade
