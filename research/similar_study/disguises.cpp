#include "research/similar_study/disguises.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <utility>

namespace warpgrade::similar::study {
namespace {

std::string without_comments(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size()) - 1;
    } else if (text[i] == '"') {
      const std::size_t from = i;
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\';
      out += text.substr(from, i + 1 - from);
    } else {
      out += text[i];
    }
  }
  return out;
}

bool in_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Calls `change` with every word outside of strings and directives.
std::string words_changed(const std::string& text,
                          const std::function<std::string(const std::string&)>& change) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i + 1;
    if (text[i] == '"' || (text[i] == '#' && text.compare(i, 7, "#define") != 0)) {
      const char close = text[i] == '"' ? '"' : '\n';
      while (end < text.size() && text[end] != close) end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
      out += text.substr(i, end - i);
    } else if (in_word(text[i])) {
      while (end < text.size() && in_word(text[end])) ++end;
      out += change(text.substr(i, end - i));
    } else {
      out += text[i];
    }
    i = end;
  }
  return out;
}

/// What no student renames: words of the language and of CUDA.
const std::set<std::string>& fixed() {
  static const std::set<std::string> words = [] {
    std::istringstream in(
        R"(alignas auto bool break const constexpr continue double else extern float for if inline
int long nullptr real return size_t sizeof static std struct template typename unsigned
void while do true false static_cast using x y z threadIdx blockIdx blockDim gridDim dim3
fprintf stderr abort define reinterpret_cast const_cast class public switch case default
volatile char operator noexcept enum typedef sqrt min max)");
    return std::set<std::string>{std::istream_iterator<std::string>(in), {}};
  }();
  return words;
}

std::string renamed(const std::string& text) {
  std::map<std::string, std::string> names;
  return words_changed(text, [&](const std::string& word) {
    if (std::isdigit(static_cast<unsigned char>(word[0])) || fixed().count(word) ||
        word.rfind("cuda", 0) == 0 || word.rfind("__", 0) == 0 || word.rfind("atomic", 0) == 0 ||
        word.rfind("matmul_", 0) == 0 || word.rfind("dot_", 0) == 0)
      return word;
    return names.try_emplace(word, "v" + std::to_string(names.size())).first->second;
  });
}

std::string relaid(const std::string& text) {
  std::string out;
  for (const char c : without_comments(text)) {
    if (c == '{')
      out += "\n  {\n     ";
    else if (c == ',')
      out += " ,\n   ";
    else
      out += c;
  }
  return out;
}

std::string other_constants(const std::string& text) {
  return words_changed(text, [](const std::string& word) {
    const bool number = std::all_of(word.begin(), word.end(), [](char c) {
      return std::isdigit(static_cast<unsigned char>(c));
    });
    return number ? std::to_string(std::stoll(word) * 2 + 3) : word;
  });
}

std::string other_types(const std::string& text) {
  return "using whole = int; using number = real;\n" +
         words_changed(text, [](const std::string& word) {
           return word == "int" ? "whole" : word == "real" ? "number" : word;
         });
}

/// The text cut behind every '}' that closes at the top level.
std::vector<std::string> top_level(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    parts.back() += text[i];
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth == 0 && text[i + 1] == '\n') parts.emplace_back();
  }
  return parts;
}

std::string reordered(const std::string& text) {
  std::vector<std::string> parts = top_level(without_comments(text));
  std::reverse(parts.begin(), parts.end());
  std::string out;
  for (const std::string& part : parts) out += part + "\n";
  return out;
}

/// A line that is one statement of its own.
bool is_statement(const std::string& line) {
  const std::size_t first = line.find_first_not_of(' ');
  if (first == std::string::npos || first == 0 || line.back() != ';') return false;
  const std::string begin = line.substr(first, 4);
  const auto count = [&](char c) { return std::count(line.begin(), line.end(), c); };
  return count('(') == count(')') && count('{') == 0 && begin != "for " && begin != "if (" &&
         begin.substr(0, 2) != "} " && begin != "retu" &&
         std::isalpha(static_cast<unsigned char>(line[first]));
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

/// Every two neighboring statements of one block change places.
std::string swapped(const std::string& text) {
  std::vector<std::string> lines = split_lines(without_comments(text));
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    while (!lines[i].empty() && lines[i].back() == ' ') lines[i].pop_back();
    if (is_statement(lines[i]) && is_statement(lines[i + 1]) &&
        lines[i].find_first_not_of(' ') == lines[i + 1].find_first_not_of(' ')) {
      std::swap(lines[i], lines[i + 1]);
      ++i;
    }
  }
  return joined(lines);
}

/// A useless statement behind every `every`-th.
std::string padded_with_dead_code(const std::string& text, int every) {
  std::vector<std::string> out;
  int n = 0;
  for (const std::string& line : split_lines(without_comments(text))) {
    out.push_back(line);
    if (is_statement(line) && ++n % every == 0)
      out.push_back(fmt::format("    int unused{0} = {0}; if (unused{0} > 7) unused{0} = 3;", n));
  }
  return joined(out);
}

/// `for (a; b; c) {` of one line becomes `a; while (b) {`, and c stands where the block ends.
std::string whiles(const std::string& text) {
  std::vector<std::string> out;
  std::vector<std::pair<std::size_t, std::string>> open;  // indent, what stands at the end
  for (const std::string& line : split_lines(without_comments(text))) {
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent != std::string::npos && line[indent] == '}' && !open.empty() &&
        open.back().first == indent) {
      out.push_back(std::string(indent + 2, ' ') + open.back().second + ";");
      open.pop_back();
    }
    const std::size_t a = line.find("for ("), b = line.find(';', a), c = line.find(';', b + 1);
    const std::size_t end = line.rfind(')');
    if (a != std::string::npos && c != std::string::npos && end != std::string::npos && end > c) {
      const std::string rest = line.substr(end + 1);
      if (rest == " {") {
        out.push_back(line.substr(0, a) + line.substr(a + 5, b - a - 5) + ";");
        out.push_back(line.substr(0, a) + "while (" + line.substr(b + 2, c - b - 2) + ") {");
        open.push_back({a, line.substr(c + 2, end - c - 2)});
        continue;
      }
    }
    out.push_back(line);
  }
  return joined(out);
}

std::string all_but_dead_code(const std::string& text) {
  return relaid(renamed(other_constants(other_types(reordered(whiles(swapped(text)))))));
}

/// In place, as it is to stand among other code.
std::string function_but_dead_code(const std::string& text) {
  return renamed(other_constants(other_types(whiles(swapped(text)))));
}

}  // namespace

const std::vector<Disguise>& disguises() {
  static const std::vector<Disguise> all = {
      {"comments and layout", relaid},
      {"all names", renamed},
      {"numbers", other_constants},
      {"types by aliases", other_types},
      {"functions in reverse order", reordered},
      {"`for` as `while`", whiles},
      {"neighboring statements swapped", swapped},
      {"dead code behind every 4th statement",
       [](const std::string& t) { return padded_with_dead_code(t, 4); }},
      {"dead code behind every statement",
       [](const std::string& t) { return padded_with_dead_code(t, 1); }},
      {"all but the dead code", [](const std::string& t) { return all_but_dead_code(t); }},
      {"all, dead code behind every 4th",
       [](const std::string& t) { return all_but_dead_code(padded_with_dead_code(t, 4)); }},
  };
  return all;
}

const std::vector<Disguise>& disguises_of_a_function() {
  static const std::vector<Disguise> all = {
      {"one function, all names", renamed},
      {"one function, all but the dead code", function_but_dead_code},
      {"one function, all, dead code behind every 4th",
       [](const std::string& t) { return function_but_dead_code(padded_with_dead_code(t, 4)); }},
  };
  return all;
}

std::string longest_function(const std::string& text) {
  const std::vector<std::string> parts = top_level(without_comments(text));
  return *std::max_element(parts.begin(), parts.end(),
                           [](const auto& a, const auto& b) { return a.size() < b.size(); });
}

}  // namespace warpgrade::similar::study
