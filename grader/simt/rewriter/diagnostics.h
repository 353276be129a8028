// Mistakes in a source, each with the file and line that the author knows.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace simt::rewrite {

struct Diagnostic {
  enum class Kind { error, unsupported };

  Kind kind = Kind::error;
  std::uint32_t file = 0;  // index into Source::files
  std::uint32_t line = 0;
  std::string message;
};

class Diagnostics {
 public:
  void error(std::uint32_t file, std::uint32_t line, std::string message);
  void unsupported(std::uint32_t file, std::uint32_t line, std::string message);

  const std::vector<Diagnostic>& all() const { return all_; }
  bool empty() const { return all_.empty(); }

  /// 0: nothing found; 1: an error; 3: only unsupported features. An error is one on every machine,
  /// so it outranks what only this engine cannot do.
  int exit_status() const;

  /// Prints one line each, `file:line: error: …` or `file:line: unsupported: …`, in text order,
  /// without duplicates.
  void print(std::ostream& out, const std::vector<std::string>& files) const;

 private:
  void add(Diagnostic diagnostic);

  std::vector<Diagnostic> all_;
};

}  // namespace simt::rewrite
