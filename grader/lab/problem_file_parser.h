// Parses a lab's data files (data/README.md): the lab's name, named numbers, named arrays.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "lab/problem.h"
#include "lab/signature.h"
#include "lab/word_chunks.h"

namespace warpgrade {

/// The names of the lab's numbers; each is an integer or a real.
using NumberKinds = std::map<std::string, Parameter::Kind, std::less<>>;

/// Every mistake is a GraderError "name:line:column: found …, expected …" for the first one in the
/// text.
class ProblemText {
 public:
  /// Parses up to the first array. `text` must outlive this object; `name` is used in errors.
  ProblemText(std::string_view text, std::string name, const std::string& lab, NumberKinds kinds,
              ParseShare share = {});

  const std::map<std::string, long long>& integers() const { return integers_; }

  /// `problem` was generated for these sizes. Replaces its reals, as far as `kinds` names them, and
  /// all input arrays by the file's values; the file must contain each of them in these shapes, and
  /// nothing else.
  void read_into(Problem& problem) const;

 private:
  std::string_view word(const char* at) const;
  [[noreturn]] void refuse(const char* at, const std::string& expected,
                           const std::string& advice) const;
  void read_lab(const std::string& lab);
  bool read_number();
  void require_reals(Problem& problem) const;
  Array& array_named(Problem& problem, const char* at,
                     const std::map<std::string, bool>& done) const;
  const char* read_sizes(const Array& array, const char* at, const Problem& problem) const;

  std::string name_;
  std::string_view text_;
  const char* end_;
  const char* body_;  // the first array's name, or the end
  NumberKinds kinds_;
  ParseShare share_;
  std::map<std::string, long long> integers_;
  std::map<std::string, double> reals_;
};

/// True if a text begins with a name, like a lab's data file, and not with a number.
bool begins_with_name(std::string_view text);

}  // namespace warpgrade
