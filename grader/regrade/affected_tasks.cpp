#include "regrade/affected_tasks.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string_view>

#include "base/sha256.h"
#include "report/document/definition.h"

namespace warpgrade::regrade {
namespace {

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool goes_on(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// A top-level declaration, or the text between two of them.
struct Chunk {
  std::string name;  // of a function; empty: anything else
  std::string text;  // without comments, whitespace as single blanks
  std::set<std::string> names;
  int first = 1, last = 1;  // lines
};

std::string squeezed(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank)
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

std::set<std::string> names_in(std::string_view code) {
  std::set<std::string> names;
  for (std::size_t at = 0; at < code.size();) {
    if (!begins_name(code[at])) {
      ++at;
      while (at < code.size() && goes_on(code[at - 1]) && goes_on(code[at])) ++at;
      continue;
    }
    std::size_t end = at;
    while (end < code.size() && goes_on(code[end])) ++end;
    names.emplace(code.substr(at, end - at));
    at = end;
  }
  return names;
}

/// Other directives affect everything after them.
bool only_pragmas(std::string_view text) {
  for (auto at = text.find('#'); at != text.npos; at = text.find('#', at + 1)) {
    const auto word = text.find_first_not_of(' ', at + 1);
    if (word == text.npos || text.substr(word, 6) != "pragma") return false;
  }
  return true;
}

/// The position after the bracket that closes the one at `at`; npos if it is not closed.
std::size_t past_bracket(std::string_view code, std::size_t at, char open, char close) {
  int depth = 0;
  for (; at < code.size(); ++at) {
    if (code[at] == open) ++depth;
    if (code[at] == close && --depth == 0) return at + 1;
  }
  return std::string_view::npos;
}

/// The name of the function that `code` defines or declares: the word before the first bracket that
/// is no attribute's. Empty if it is something else.
std::string function_in(std::string_view code) {
  static const std::set<std::string, std::less<>> not_functions = {
      "struct", "class",  "union",         "enum",     "typedef", "using",
      "extern", "friend", "static_assert", "operator", "concept", "requires"};
  static const std::set<std::string, std::less<>> attributes = {
      "__launch_bounds__", "__attribute__", "__align__", "alignas", "decltype", "__declspec"};
  std::string last;
  int before = 0;  // words before the name
  for (std::size_t at = 0; at < code.size();) {
    const char c = code[at];
    if (begins_name(c)) {
      std::size_t end = at;
      while (end < code.size() && goes_on(code[end])) ++end;
      last = std::string(code.substr(at, end - at));
      at = end;
      if (not_functions.count(last) != 0) return "";
      ++before;
    } else if (c == '(') {
      if (attributes.count(last) == 0) return before > 1 ? last : "";
      at = past_bracket(code, at, '(', ')');
    } else if (c == '<') {
      at = past_bracket(code, at, '<', '>');
    } else if (c == '[') {
      if (code.substr(at, 2) != "[[") return "";
      at = past_bracket(code, at, '[', ']');
    } else if (c == '{' || c == '=' || c == ';' || c == '#') {
      return "";
    } else {
      ++at;
    }
  }
  return "";
}

/// Splits a text after each top-level declaration.
class Cutter {
 public:
  explicit Cutter(const std::string& text)
      : code_(code_alone(text)), kept_(without_comments(text)) {}

  std::vector<Chunk> chunks() {
    for (std::size_t at = 0; at < code_.size(); ++at)
      if (is_end(at)) cut(at + 1);
    cut(code_.size());
    return std::move(chunks_);
  }

 private:
  /// Whether a part ends with the next character.
  bool is_end(std::size_t at) {
    const char c = code_[at];
    if (c == '(') ++brackets_;
    if (c == ')') brackets_ = std::max(0, brackets_ - 1);
    if (c == '{') {
      // The content of a namespace counts as top level.
      if (depth_ == 0 && squeezed(since_cut(code_, at)).rfind("namespace", 0) == 0) return true;
      ++depth_;
    }
    if (c == '}') depth_ = std::max(0, depth_ - 1);
    if (depth_ > 0 || brackets_ > 0) return false;
    // A line of its own: a directive, or blank.
    return c == '}' || c == ';' || (c == '\n' && squeezed(since_cut(code_, at)).empty());
  }

  std::string_view since_cut(const std::string& of, std::size_t end) const {
    return std::string_view(of).substr(begin_, end - begin_);
  }

  void cut(std::size_t end) {
    const std::string_view part = since_cut(kept_, end), of_code = since_cut(code_, end);
    Chunk chunk;
    chunk.text = squeezed(part);
    const std::size_t start = std::min(part.find_first_not_of(" \t\r\n"), part.size());
    chunk.first = line_ + static_cast<int>(std::count(part.begin(), part.begin() + start, '\n'));
    line_ += static_cast<int>(std::count(part.begin(), part.end(), '\n'));
    chunk.last = line_;
    chunk.names = names_in(of_code);
    if (only_pragmas(chunk.text)) chunk.name = function_in(of_code);
    if (!chunk.text.empty()) chunks_.push_back(std::move(chunk));
    begin_ = end;
  }

  const std::string code_, kept_;
  std::vector<Chunk> chunks_;
  std::size_t begin_ = 0;  // start of the part being read
  int line_ = 1, depth_ = 0, brackets_ = 0;
};

/// A file, split into parts.
class Parts {
 public:
  explicit Parts(const std::string& text) : chunks_(Cutter(text).chunks()) {
    for (const Chunk& chunk : chunks_) {
      if (chunk.name.empty()) {
        rest_ += chunk.text + "\n";
        names_in_rest_.merge(names_in(chunk.text));  // names in directives count, too
      } else {
        functions_[chunk.name].push_back(&chunk);
      }
    }
  }

  /// Everything that is not a function.
  const std::string& rest() const { return rest_; }
  const std::vector<Chunk>& chunks() const { return chunks_; }

  /// The functions that `entry` may reach, as text, and their lines.
  std::pair<std::string, std::vector<int>> reached(const std::string& entry) const {
    std::set<std::string> seen = names_in_rest_;
    seen.insert(entry);
    std::vector<std::string> open(seen.begin(), seen.end());
    std::map<std::string, const std::vector<const Chunk*>*> found;
    while (!open.empty()) {
      const std::string name = open.back();
      open.pop_back();
      const auto function = functions_.find(name);
      if (function == functions_.end()) continue;
      found[name] = &function->second;
      for (const Chunk* chunk : function->second)
        for (const std::string& used : chunk->names)
          if (seen.insert(used).second) open.push_back(used);
    }
    std::pair<std::string, std::vector<int>> all;
    for (const auto& [name, chunks] : found)
      for (const Chunk* chunk : *chunks) {
        all.first += chunk->text + "\n";
        all.second.push_back(chunk->first);
      }
    return all;
  }

 private:
  std::vector<Chunk> chunks_;
  std::map<std::string, std::vector<const Chunk*>> functions_;
  std::string rest_;
  std::set<std::string> names_in_rest_;
};

const std::string& find_text(const Texts& texts, const std::string& name) {
  static const std::string none;
  const auto found = texts.find(name);
  return found == texts.end() ? none : found->second;
}

void add(Sha256& hash, const std::string& text) {
  hash.add(std::to_string(text.size()) + ":");
  hash.add(text);
}

void add_others(Sha256& hash, const Texts& texts, const std::string& main_file) {
  for (const auto& [name, text] : texts) {
    if (name == main_file) continue;
    add(hash, name);
    add(hash, text);
  }
}

}  // namespace

std::string code_hash(const Texts& texts, const std::string& main_file) {
  Sha256 hash;
  add_others(hash, texts, main_file);
  for (const Chunk& chunk : Cutter(find_text(texts, main_file)).chunks()) add(hash, chunk.text);
  return hash.hex();
}

std::vector<Basis> compute_bases(const Texts& texts, const std::string& main_file,
                                 const std::vector<std::string>& tasks) {
  const Parts parts(find_text(texts, main_file));
  Sha256 common;
  add_others(common, texts, main_file);
  add(common, parts.rest());
  std::vector<Basis> bases;
  for (const std::string& task : tasks) {
    const auto [text, lines] = parts.reached(task);
    Sha256 hash = common;
    add(hash, text);
    bases.push_back({hash.hex(), lines});
  }
  return bases;
}

void move_lines(TaskResult& task, const std::string& before, const std::string& after,
                const std::string& main_file) {
  const Parts old(before), now(after);
  const auto moved = [&](int line) {
    for (const Chunk& chunk : old.chunks()) {
      if (line < chunk.first || line > chunk.last) continue;
      for (const Chunk& other : now.chunks())
        if (other.name == chunk.name && other.text == chunk.text)
          return line + other.first - chunk.first;
    }
    return line;
  };
  for (Finding& finding : task.findings) {
    if (finding.file == main_file) finding.line = moved(finding.line);
    if (finding.other_file == main_file) finding.other_line = moved(finding.other_line);
  }
  for (KernelCosts& kernel : task.metrics)
    for (LineCosts& line : kernel.lines)
      if (line.file == main_file) line.line = moved(line.line);
}

}  // namespace warpgrade::regrade
