#include "toolchain/source_check.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <set>
#include <sstream>
#include <system_error>

#include "lab/fault.h"
#include "toolchain/demangle.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t largest_source = 4 << 20;

struct Library {
  const char* name;
  std::vector<std::string> headers;      // beginning of what #include names
  std::vector<std::string> identifiers;  // beginning of an identifier, or a namespace before ::
  std::vector<std::string> symbols;      // beginning of an undefined symbol
};

const std::vector<Library>& libraries() {
  static const std::vector<Library> all = {
      {"cublas", {"cublas", "nvblas"}, {"cublas", "CUBLAS_"}, {"cublas"}},
      {"cusolver", {"cusolver"}, {"cusolver", "CUSOLVER_"}, {"cusolver"}},
      {"cusparse", {"cusparse"}, {"cusparse", "CUSPARSE_"}, {"cusparse"}},
      {"cudnn", {"cudnn"}, {"cudnn", "CUDNN_"}, {"cudnn"}},
      {"thrust", {"thrust/"}, {"thrust::"}, {}},
      {"cub", {"cub/"}, {"cub::"}, {}},
      {"cutlass", {"cutlass/", "cute/"}, {"cutlass::", "cute::"}, {}},
      {"openblas",
       {"cblas", "openblas", "lapacke", "mkl"},
       {"cblas_", "LAPACKE_"},
       {"cblas_", "LAPACKE_"}},
      {"dlopen", {"dlfcn.h"}, {"dlopen", "dlsym", "dlmopen"}, {"dlopen", "dlsym", "dlmopen"}},
  };
  return all;
}

bool starts_with(const std::string& text, const std::string& beginning) {
  return text.compare(0, beginning.size(), beginning) == 0;
}

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// One pass over the text that skips comments, strings and characters.
class Scanner {
 public:
  Scanner(const std::string& text, std::string file, SourceCheck& check,
          std::vector<std::string>& includes)
      : text_(text), file_(std::move(file)), check_(check), includes_(includes) {}

  void scan() {
    bool line_start = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        ++at_;
        line_start = true;
      } else if (std::isspace(static_cast<unsigned char>(c))) {
        ++at_;
      } else if (text_.compare(at_, 2, "//") == 0) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.compare(at_, 2, "/*") == 0) {
        skip_to("*/");
      } else if (c == '#' && line_start) {
        directive();
      } else if (c == '"' || c == '\'') {
        quoted(c);
        line_start = false;
      } else if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') {
        identifier();
        line_start = false;
      } else {
        ++at_;
        line_start = false;
      }
    }
  }

 private:
  void skip_to(const char* end) {
    const auto found = text_.find(end, at_ + 2);
    const auto stop = found == text_.npos ? text_.size() : found + 2;
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<long>(at_),
                                         text_.begin() + static_cast<long>(stop), '\n'));
    at_ = stop;
  }

  void quoted(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
  }

  void directive() {
    const auto end = std::min(text_.find('\n', at_), text_.size());
    const std::string line = text_.substr(at_, end - at_);
    const auto word = line.find_first_not_of(" \t", 1);
    if (word != line.npos && starts_with(line.substr(word), "include")) {
      const auto open = line.find_first_of("<\"", word);
      const auto close = open == line.npos ? open : line.find_first_of(">\"", open + 1);
      if (close != line.npos) {
        const std::string header = line.substr(open + 1, close - open - 1);
        if (line[open] == '"') includes_.push_back(header);
        for (const auto& library : libraries()) {
          for (const auto& beginning : library.headers) {
            if (starts_with(header, beginning)) note(library.name, header);
          }
        }
      }
      at_ = end;
    } else {
      ++at_;  // what a macro stands for is code
    }
  }

  void identifier() {
    auto end = at_;
    while (end < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[end])) || text_[end] == '_'))
      ++end;
    std::string word = text_.substr(at_, end - at_);
    const auto after = text_.find_first_not_of(" \t\n", end);
    if (after != text_.npos && text_.compare(after, 2, "::") == 0) word += "::";
    for (const auto& library : libraries()) {
      for (const auto& beginning : library.identifiers) {
        const bool is_namespace = beginning.back() == ':';
        if (is_namespace ? word == beginning : starts_with(word, beginning))
          note(library.name, word);
      }
    }
    at_ = end;
  }

  void note(const std::string& library, const std::string& what) {
    for (const auto& use : check_.libraries) {
      if (use.library == library && use.file == file_) return;
    }
    check_.libraries.push_back({library, file_, line_, what});
  }

  const std::string& text_;
  const std::string file_;
  SourceCheck& check_;
  std::vector<std::string>& includes_;
  std::size_t at_ = 0;
  int line_ = 1;
};

std::string problem_of(const fs::path& path, const std::string& file) {
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status)) return file + " is missing";
  if (fs::is_directory(status)) return file + " is a folder";
  if (!fs::is_regular_file(status)) return file + " is not a plain file";
  const auto size = fs::file_size(path, error);
  if (error) return file + " cannot be read: " + error.message();
  if (size == 0) return file + " is empty";
  if (size > largest_source) {
    return file + " has " + std::to_string(size >> 20) + " MiB; a source file has 4 MiB at most";
  }
  return {};
}

}  // namespace

SourceCheck check_source(const fs::path& submission, const std::string& file) {
  SourceCheck check;
  std::error_code error;
  if (!fs::is_directory(submission, error)) {
    throw UsageError(submission.string() + " is not a folder",
                     "--submission takes the folder that holds " + file + ".");
  }
  std::set<std::string> seen;
  std::vector<std::string> open = {file};
  while (!open.empty()) {
    const std::string name = fs::path(open.back()).lexically_normal().string();
    open.pop_back();
    // Files outside the folder are not there for the compiler either.
    if (!seen.insert(name).second || starts_with(name, "..") || starts_with(name, "/")) continue;
    const fs::path path = submission / name;
    const std::string problem = problem_of(path, name);
    if (!problem.empty()) {
      if (name == fs::path(file).lexically_normal().string()) check.problem = problem;
      continue;
    }
    const std::string text = slurp(path);
    if (text.find('\0') != text.npos) {
      check.problem = name + " is a binary file, not CUDA C++ source";
      continue;
    }
    if (text.find_first_not_of(" \t\r\n") == text.npos && name == file)
      check.problem = name + " is empty";
    std::vector<std::string> includes;
    Scanner(text, name, check, includes).scan();
    for (const auto& include : includes)
      open.push_back((fs::path(name).parent_path() / include).string());
  }
  check.readable = check.problem.empty();
  return check;
}

void add_libraries_of(std::string_view symbol, std::vector<LibraryUse>& uses) {
  for (const auto& library : libraries()) {
    const bool called =
        std::any_of(library.symbols.begin(), library.symbols.end(),
                    [&](const std::string& beginning) { return symbol.starts_with(beginning); });
    const bool known = std::any_of(uses.begin(), uses.end(), [&](const LibraryUse& use) {
      return use.library == library.name;
    });
    if (called && !known) uses.push_back({library.name, "", 0, shown_name(symbol)});
  }
}

}  // namespace warpgrade
