#include "simt/rewriter/checks/clean_headers.h"

#include <algorithm>
#include <fstream>
#include <map>

#include "simt/rewriter/program.h"

namespace simt::rewrite {

namespace {

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == text.npos ? std::string_view{}
                            : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// For a macro that makes a choice: "#define NDEBUG 1" unchanged, or "#define NDEBUG" for "#define
/// NDEBUG words". Empty for other macros.
std::string choice(std::string_view directive) {
  static constexpr std::string_view all[] = {"NDEBUG",
                                             "_BSD_SOURCE",
                                             "_DEFAULT_SOURCE",
                                             "_FILE_OFFSET_BITS",
                                             "_GNU_SOURCE",
                                             "_ISOC11_SOURCE",
                                             "_ISOC99_SOURCE",
                                             "_LARGEFILE64_SOURCE",
                                             "_LARGEFILE_SOURCE",
                                             "_POSIX_C_SOURCE",
                                             "_POSIX_SOURCE",
                                             "_REENTRANT",
                                             "_SVID_SOURCE",
                                             "_THREAD_SAFE",
                                             "_TIME_BITS",
                                             "_USE_MATH_DEFINES",
                                             "_XOPEN_SOURCE",
                                             "_XOPEN_SOURCE_EXTENDED",
                                             "__STDC_CONSTANT_MACROS",
                                             "__STDC_FORMAT_MACROS",
                                             "__STDC_LIMIT_MACROS"};
  constexpr std::string_view define = "#define ", undef = "#undef ";
  const bool defines = directive.substr(0, define.size()) == define;
  if (!defines && directive.substr(0, undef.size()) != undef) return {};
  directive.remove_prefix(defines ? define.size() : undef.size());
  const std::string_view name = directive.substr(0, directive.find(' '));
  if (!is_one_of(name, all)) return {};
  if (!defines) return "#undef " + std::string(name);
  std::string_view value = without_blanks(directive.substr(name.size()));
  if (!value.empty() && value.back() == 'L') value.remove_suffix(1);
  const bool number = value.find_first_not_of("0123456789") == value.npos;
  return "#define " + std::string(name) + (number ? " " + std::string(value) : "");
}

/// "#undef M" if M is one of `given`; otherwise empty.
std::string undefinition(std::string_view directive, const std::vector<std::string>& given) {
  constexpr std::string_view undef = "#undef ";
  if (directive.substr(0, undef.size()) != undef) return {};
  const std::string_view name = without_blanks(directive.substr(undef.size()));
  const bool known = std::find(given.begin(), given.end(), name) != given.end();
  return known ? "#undef " + std::string(name) : std::string();
}

/// Reads the author's files on disk line by line.
class Lines {
 public:
  const std::string& at(const std::string& file, std::uint32_t line) {
    const auto [found, fresh] = files_.try_emplace(file);
    if (fresh) {
      std::ifstream in(file, std::ios::binary);
      for (std::string each; std::getline(in, each);) found->second.push_back(each);
    }
    static const std::string none;
    return line >= 1 && line <= found->second.size() ? found->second[line - 1] : none;
  }

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

/// `#include <a>` or `#include "a"`, if the line contains nothing else but a comment; otherwise
/// empty.
std::string plain_include(std::string_view line) {
  line = without_blanks(line);
  if (line.empty() || line.front() != '#') return {};
  line = without_blanks(line.substr(1));
  constexpr std::string_view include = "include";
  if (line.substr(0, include.size()) != include) return {};
  line = without_blanks(line.substr(include.size()));
  if (line.empty() || (line.front() != '<' && line.front() != '"')) return {};
  const std::size_t close = line.find(line.front() == '<' ? '>' : '"', 1);
  if (close == line.npos) return {};
  const std::string_view rest = without_blanks(line.substr(close + 1));
  if (!rest.empty() && rest.substr(0, 2) != "//" && rest.substr(0, 2) != "/*") return {};
  return "#include " + std::string(line.substr(0, close + 1));
}

/// The header's non-blank lines.
std::string content(const Preprocessed& header) {
  std::string all;
  for (const std::string_view part : header.lines)
    for (std::size_t at = 0; at < part.size();) {
      const std::size_t end = std::min(part.find('\n', at), part.size());
      const std::string_view line = without_blanks(part.substr(at, end - at));
      if (!line.empty()) all.append(line) += '\n';
      at = end + 1;
    }
  return all;
}

std::vector<const Preprocessed*> find_headers(const Source& source) {
  std::vector<const Preprocessed*> headers;
  for (const Preprocessed& each : source.preprocessed)
    if (each.is_header() && each.line > 0) headers.push_back(&each);
  return headers;
}

}  // namespace

std::optional<std::string> without_macros(const Source& source,
                                          const std::vector<std::string>& given,
                                          Diagnostics& diagnostics) {
  const auto& all = source.preprocessed;
  const auto is_macro = [](const Preprocessed& each) { return !each.is_header(); };
  const auto first = std::find_if(all.begin(), all.end(), is_macro);
  if (std::all_of(first, all.end(), is_macro)) return {};
  Lines lines;
  std::string clean;
  for (const Preprocessed& each : all) {
    if (!each.is_header()) {
      clean += choice(each.directive) + undefinition(each.directive, given) + '\n';
    } else if (each.line > 0) {
      const std::string include = plain_include(lines.at(source.files[each.file], each.line));
      if (include.empty())
        diagnostics.error(each.file, each.line,
                          "this #include is not written out on one line, and macros are defined "
                          "before it: write #include <name>, before them");
      clean += include + '\n';
    }
  }
  return clean;
}

void compare_headers(const Source& source, const Source& clean, Diagnostics& diagnostics) {
  const auto given = find_headers(source), expected = find_headers(clean);
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (i < expected.size() && content(*given[i]) == content(*expected[i])) continue;
    diagnostics.error(given[i]->file, given[i]->line,
                      "a macro that is defined before this #include changes the header's text: "
                      "put the #include before the macro");
    return;
  }
}

}  // namespace simt::rewrite
