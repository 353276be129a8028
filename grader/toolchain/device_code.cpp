#include "toolchain/device_code.h"

#include <cctype>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <vector>

namespace warpgrade {
namespace {

/// One .func or .entry. The names and lines outside of all of them stand under "".
struct Function {
  bool is_kernel = false;
  std::set<std::string> names;  // all that it writes
  std::set<std::string> lines;  // of .loc
};

bool continues_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$';
}

/// The words of a line that may be names of functions: no %registers and no .directives.
std::vector<std::string> names_in(std::string_view line) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    while (end < line.size() && continues_name(line[end])) ++end;
    const bool plain = at == 0 || (line[at - 1] != '%' && line[at - 1] != '.');
    if (end > at && plain && std::isdigit(static_cast<unsigned char>(line[at])) == 0)
      names.emplace_back(line.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

class Ptx {
 public:
  explicit Ptx(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) read(line);
  }

  std::map<std::string, std::set<CodeOrigin>> kernels() const {
    std::map<std::string, std::set<CodeOrigin>> found;
    for (const auto& [name, function] : functions_) {
      if (!function.is_kernel) continue;
      for (const std::string& reached : reached_from(name))
        for (const std::string& line : functions_.at(reached).lines)
          found[name].insert(origin_of(line));
    }
    return found;
  }

 private:
  void read(const std::string& line) {
    const std::size_t word = line.find_first_not_of(" \t");
    if (word == line.npos || line.compare(word, 2, "//") == 0) return;
    if (line.compare(word, 5, ".file") == 0) {
      const std::size_t open = line.find('"'), close = line.rfind('"');
      if (open < close)
        files_[std::atoi(line.c_str() + word + 5)] = line.substr(open + 1, close - open - 1);
    } else if (line.compare(word, 4, ".loc") == 0) {
      functions_[owner_].lines.insert(line.substr(word + 4));
    } else if (line[0] == '}') {
      owner_.clear();
    } else {
      begin_function(line);
      for (std::string& name : names_in(line)) functions_[owner_].names.insert(std::move(name));
    }
  }

  /// ".visible .entry NAME(", ".func  (.param .b32 func_retval0) NAME(".
  void begin_function(const std::string& line) {
    if (line[0] != '.') return;
    const bool kernel = line.find(".entry ") != line.npos;
    if (!kernel && line.find(".func ") == line.npos) return;
    const std::size_t result = kernel ? line.npos : line.find(')');
    const auto names = names_in(result == line.npos ? line : line.substr(result));
    if (names.empty()) return;
    owner_ = names.front();
    functions_[owner_].is_kernel |= kernel;
  }

  std::set<std::string> reached_from(const std::string& kernel) const {
    // What stands outside of functions is a table of them, which any may read.
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

  /// " 2 518 5, function_name $L__info_string0, inlined_at 1 10 3"
  CodeOrigin origin_of(const std::string& line) const {
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

  std::map<int, std::string> files_;
  std::map<std::string, Function> functions_;
  std::string owner_;
};

}  // namespace

std::map<std::string, std::set<CodeOrigin>> kernels_of(const std::string& ptx) {
  return Ptx(ptx).kernels();
}

}  // namespace warpgrade
