// A preprocessed text (`g++ -E`). Only parts from the author's own files become tokens.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "simt/rewriter/diagnostics.h"
#include "simt/rewriter/tokenizer.h"

namespace simt::rewrite {

/// Which files are CUDA C++: the author's, and those of template libraries such as CUB. The rule of
/// the innermost folder applies.
class Ownership {
 public:
  enum class FileOwner { author, library, engine, system };
  void add(const std::string& folder, FileOwner owner);
  bool owns(const std::string& file) const {
    const FileOwner owner = find_owner(file);
    return owner == FileOwner::author || owner == FileOwner::library;
  }
  bool is_library(const std::string& file) const { return find_owner(file) == FileOwner::library; }
  bool is_engine(const std::string& file) const { return find_owner(file) == FileOwner::engine; }

 private:
  struct Rule {
    std::filesystem::path folder;
    FileOwner owner;
  };
  /// For a file in none of these folders: the system.
  FileOwner find_owner(const std::string& file) const;

  std::vector<Rule> rules_;
};

/// A `#pragma` line in an own file.
struct Pragma {
  std::size_t offset = 0;  // of the `#`
  std::size_t length = 0;  // without the line end
  std::size_t next_token = 0;
};

/// A macro that an own file defines or undefines (with `g++ -dD`), or a header that it includes.
struct Preprocessed {
  std::string_view directive;           // for a macro: "#define N 4"
  std::uint32_t file = 0, line = 0;     // of an #include
  std::vector<std::string_view> lines;  // of the header and nested ones, including pragmas
  bool is_header() const { return directive.empty(); }
};

struct Source {
  std::string_view text;
  std::vector<std::string> files;
  std::vector<std::uint32_t> own_files;  // other than the text itself, which is the first
  std::vector<bool> library_files;       // by file: whether it belongs to a library
  std::vector<Token> tokens;             // of own files only; the last one has kind `end`
  std::vector<Pragma> pragmas;
  std::vector<std::string_view> foreign;  // text of all other files
  bool precompiled = false;               // a header's text is missing here
  std::vector<Preprocessed> preprocessed;
  bool has_intrinsics = false;  // it includes one of g++'s intrinsics headers
  Spellings spellings;

  /// Whether another file declares or calls a function of that name.
  bool foreign_calls(std::string_view name) const;
  /// The same, or unknown.
  bool may_be_foreign(std::string_view name) const { return precompiled || foreign_calls(name); }
};

/// Reports an error if an own file includes an NVIDIA header listed in headers.h. `name`: the
/// text's name until its first linemarker. The text must outlive the result.
Source read_source(std::string_view text, const std::string& name, const Ownership& ownership,
                   Diagnostics& diagnostics);

}  // namespace simt::rewrite
