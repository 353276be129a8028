// How well copied code is told from honest code: docs/similarity.md's tables.
//
//   similar_study            the tables, with the values that `warpgrade similar` uses
//   similar_study --choose   for other lengths of runs (k) and windows
//
// Every lab's solution is disguised in ways that students use, by this program, and compared with
// itself; programs that were written independently are compared with each other.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "similar/common_code.h"

namespace {

using namespace warpgrade::similar;
namespace fs = std::filesystem;

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// --- disguises
// ---------------------------------------------------------------------------------------

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

const std::set<std::string> fixed = {"alignas",
                                     "auto",
                                     "bool",
                                     "break",
                                     "const",
                                     "constexpr",
                                     "continue",
                                     "double",
                                     "else",
                                     "extern",
                                     "float",
                                     "for",
                                     "if",
                                     "inline",
                                     "int",
                                     "long",
                                     "nullptr",
                                     "real",
                                     "return",
                                     "size_t",
                                     "sizeof",
                                     "static",
                                     "std",
                                     "struct",
                                     "template",
                                     "typename",
                                     "unsigned",
                                     "void",
                                     "while",
                                     "do",
                                     "true",
                                     "false",
                                     "static_cast",
                                     "using",
                                     "x",
                                     "y",
                                     "z",
                                     "threadIdx",
                                     "blockIdx",
                                     "blockDim",
                                     "gridDim",
                                     "dim3",
                                     "fprintf",
                                     "stderr",
                                     "abort",
                                     "define",
                                     "reinterpret_cast",
                                     "const_cast",
                                     "class",
                                     "public",
                                     "switch",
                                     "case",
                                     "default",
                                     "volatile",
                                     "char",
                                     "operator",
                                     "noexcept",
                                     "enum",
                                     "typedef",
                                     "sqrt",
                                     "min",
                                     "max"};

std::string renamed(const std::string& text) {
  std::map<std::string, std::string> names;
  return words_changed(text, [&](const std::string& word) {
    if (std::isdigit(static_cast<unsigned char>(word[0])) || fixed.count(word) ||
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

std::vector<std::string> lines_of(const std::string& text) {
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

/// Every two neighbouring statements of one block change places.
std::string swapped(const std::string& text) {
  std::vector<std::string> lines = lines_of(without_comments(text));
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
  for (const std::string& line : lines_of(without_comments(text))) {
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
  for (const std::string& line : lines_of(without_comments(text))) {
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

struct Disguise {
  const char* name;
  std::function<std::string(const std::string&)> make;
};

const std::vector<Disguise>& disguises() {
  static const std::vector<Disguise> all = {
      {"comments and layout", relaid},
      {"all names", renamed},
      {"numbers", other_constants},
      {"types by aliases", other_types},
      {"functions in reverse order", reordered},
      {"`for` as `while`", whiles},
      {"neighbouring statements swapped", swapped},
      {"dead code behind every 4th statement",
       [](const std::string& t) { return padded_with_dead_code(t, 4); }},
      {"dead code behind every statement",
       [](const std::string& t) { return padded_with_dead_code(t, 1); }},
      {"all but the dead code",
       [](const std::string& t) {
         return relaid(renamed(other_constants(other_types(reordered(whiles(swapped(t)))))));
       }},
      {"all, dead code behind every 4th",
       [](const std::string& t) {
         return relaid(renamed(other_constants(
             other_types(reordered(whiles(swapped(padded_with_dead_code(t, 4))))))));
       }},
  };
  return all;
}

// --- what is compared
// --------------------------------------------------------------------------------

std::vector<std::string> labs() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator("skeletons"))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string solution(const std::string& lab) {
  return read("solutions/" + lab + "/" + lab + ".cu");
}

/// The longest function of a text: what a friend might hand over.
std::string longest_function(const std::string& text) {
  const std::vector<std::string> parts = top_level(without_comments(text));
  return *std::max_element(parts.begin(), parts.end(),
                           [](const auto& a, const auto& b) { return a.size() < b.size(); });
}

/// One function of the solution among code of one's own: the next lab's solution stands for that.
std::vector<std::pair<std::string, std::string>> parts_of(const std::string& lab) {
  const std::vector<std::string> all = labs();
  const auto next = std::find(all.begin(), all.end(), lab) + 1;
  const std::string own = solution(next == all.end() ? all.front() : *next);
  const std::string part = longest_function(solution(lab));
  const auto disguised = [](const std::string& text, bool dead) {
    const std::string longer = dead ? padded_with_dead_code(text, 4) : text;
    return renamed(other_constants(other_types(whiles(swapped(longer)))));
  };
  return {{"one function, all names", own + renamed(part)},
          {"one function, all but the dead code", own + disguised(part, false)},
          {"one function, all, dead code behind every 4th", own + disguised(part, true)}};
}

struct Row {
  std::string name;
  Comparison found;
};

void print(const Row& row) {
  const Comparison& c = row.found;
  std::printf("| %s | %zu, %zu | %.0f %%, %.0f %% | %zu | %s |\n", row.name.c_str(), c.own_a,
              c.own_b, 100 * c.share_a(), 100 * c.share_b(), c.longest,
              is_told(c) ? "told" : "not told");
}

class Study {
 public:
  explicit Study(const Lengths& lengths) : lengths_(lengths) {}

  Comparison compare(const std::string& lab, const std::string& a, const std::string& b) const {
    const Given given = given_of(lab);
    const Program one = program(a, given);
    return compare_programs(one, GramIndex(one.grams), program(b, given), lengths_,
                            [&](Gram gram) { return !given.holds(gram); });
  }
  Given given_of(const std::string& lab) const {
    Given given(lengths_);
    given.add(read("skeletons/" + lab + "/" + lab + ".cu"));
    given.add(read("labs/" + lab + "/" + lab + ".h"));
    return given;
  }
  Program program(const std::string& text, const Given& given) const {
    Tokens tokens;
    append_tokens(text, 0, tokens);
    return given.program(tokens);
  }

 private:
  Lengths lengths_;
};

struct Text {
  std::string name, lab, text;
};

/// Pairs that nobody copied: different authors' ways through one lab, and different programs.
std::vector<std::pair<Text, Text>> honest_pairs() {
  std::vector<std::pair<Text, Text>> pairs;
  std::vector<Text> students = {{"solution", "dot", solution("dot")}};
  for (const auto& entry : fs::directory_iterator("grader/testsuite/independent"))
    students.push_back({entry.path().filename().string(), "dot", read(entry.path() / "dot.cu")});
  std::vector<Text> programs;
  for (const std::string& lab : labs()) programs.push_back({lab, lab, solution(lab)});
  for (const auto* group : {&students, &programs})
    for (std::size_t i = 0; i < group->size(); ++i)
      for (std::size_t j = 0; j < i; ++j) pairs.push_back({(*group)[i], (*group)[j]});
  return pairs;
}

void choose() {
  std::printf("| k | window | told of disguised | told of one function | told of honest |\n");
  std::printf("| --- | --- | --- | --- | --- |\n");
  const auto pairs = honest_pairs();
  for (const std::size_t k : {8u, 10u, 12u, 15u, 20u, 25u})
    for (const std::size_t window : {5u, 9u, 16u}) {
      const Study study(Lengths{k, window, std::min<std::size_t>(k, 10)});
      int copies = 0, told = 0, parts = 0, parts_told = 0, honest_told = 0;
      for (const std::string& lab : labs())
        for (const Disguise& disguise : disguises()) {
          ++copies;
          told += is_told(study.compare(lab, solution(lab), disguise.make(solution(lab))));
        }
      for (const std::string& lab : labs())
        for (const auto& [name, part] : parts_of(lab)) {
          ++parts;
          parts_told += is_told(study.compare(lab, solution(lab), part));
        }
      for (const auto& [a, b] : pairs) honest_told += is_told(study.compare(a.lab, a.text, b.text));
      std::printf("| %zu | %zu | %d of %d | %d of %d | %d of %zu |\n", k, window, told, copies,
                  parts_told, parts, honest_told, pairs.size());
    }
}

void tables() {
  const Study study{Lengths()};
  const std::vector<std::string> all = labs();
  std::printf("| changed |");
  for (const std::string& lab : all) std::printf(" %s |", lab.c_str());
  std::printf("\n| --- |");
  for (std::size_t i = 0; i < all.size(); ++i) std::printf(" --- |");
  const auto row = [&](const std::string& name, const auto& changed) {
    std::printf("\n| %s |", name.c_str());
    for (const std::string& lab : all) {
      const Comparison c = study.compare(lab, solution(lab), changed(lab));
      std::printf(" %s%.0f %%, %zu%s |", is_told(c) ? "" : "*", 100 * c.share_a(), c.longest,
                  is_told(c) ? "" : "*");
    }
  };
  for (const Disguise& disguise : disguises())
    row(disguise.name, [&](const std::string& lab) { return disguise.make(solution(lab)); });
  for (std::size_t i = 0; i < parts_of(all.front()).size(); ++i)
    row(parts_of(all.front())[i].first,
        [&](const std::string& lab) { return parts_of(lab)[i].second; });
  std::printf("\n");
  std::printf("\n| pair | own tokens | alike | longest | |\n| --- | --- | --- | --- | --- |\n");
  std::vector<Row> rows;
  for (const auto& [a, b] : honest_pairs())
    rows.push_back({a.name + ", " + b.name, study.compare(a.lab, a.text, b.text)});
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::max(a.found.share_a(), a.found.share_b()) >
           std::max(b.found.share_a(), b.found.share_b());
  });
  for (std::size_t i = 0; i < rows.size() && i < 12; ++i) print(rows[i]);
  std::printf("\n%zu pairs\n", rows.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--choose") == 0) {
    choose();
  } else if (argc > 3 && std::strcmp(argv[1], "--write") == 0) {
    // --write LAB FOLDER: the disguised files, for other tools.
    fs::create_directories(argv[3]);
    int n = 0;
    for (const Disguise& disguise : disguises())
      std::ofstream(fs::path(argv[3]) / fmt::format("{:02}.cu", ++n))
          << disguise.make(solution(argv[2]));
  } else {
    tables();
  }
}
