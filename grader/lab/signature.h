// The signature of a contract function, parsed from its declaration in <lab>.h.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lab/element.h"

namespace warpgrade {

struct Parameter {
  enum class Kind { integer, real, input, output } kind = Kind::integer;
  std::string name;
  Element element = Element::real;  // of an array
  bool on_host = false;             // an array in host memory, unlike the task's others
  bool is_pointer() const { return kind == Kind::input || kind == Kind::output; }
};

/// `const T*` is an input, `T*` an output (or both), for any T of element.h; `int` and `real` are
/// scalars by value.
struct Signature {
  std::string returns;  // "void" or "int"
  std::string entry;
  std::vector<Parameter> parameters;
  std::string declaration;  // as written, on one line
};

/// The declaration of `entry` in a contract header's text. Throws GraderError with `file` if there
/// is none, or if it has an unsupported parameter.
Signature parse_signature(std::string_view header, std::string_view entry, const std::string& file);

/// The parameters of all functions declared in a header, as far as supported.
std::vector<Parameter> parameters_in(std::string_view header);

}  // namespace warpgrade
