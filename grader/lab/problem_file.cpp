#include "lab/problem_file.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <new>
#include <stdexcept>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "base/mapped_file.h"
#include "base/number_writer.h"
#include "lab/problem_file_parser.h"
#include "lab/signature.h"

namespace warpgrade {
namespace {

/// The contract header is the complete API: a file may contain the parameters of its functions, and
/// the compile-time constants.
NumberKinds number_kinds(const Lab& lab) {
  NumberKinds kinds;
  std::ifstream in(lab.header());
  const std::string header{std::istreambuf_iterator<char>(in), {}};
  for (const Parameter& parameter : parameters_in(header)) {
    if (!parameter.is_pointer()) kinds.emplace(parameter.name, parameter.kind);
  }
  for (const auto& name : lab.constants) kinds.emplace(name, Parameter::Kind::integer);
  return kinds;
}

bool is_for_reference(const Reference& reference, const MappedFile& file) {
  return reference.reads_files() && !begins_with_name(file.text());
}

void require_finite(const std::filesystem::path& path, const std::string& name, double value) {
  if (std::isfinite(value)) return;
  throw GraderError(fmt::format("{}: not written: {} holds {}", path.string(), name, value),
                    "Every number in it must be finite.");
}

}  // namespace

Problem generate_case(const Lab& lab, const Reference& reference, const Case& c, Real real,
                      Random& random) {
  const auto generated = [&](const Case& made) {
    Problem problem = reference.generate(made, real, random);
    set_elements(problem, lab.elements);
    return problem;
  };
  if (c.data.empty()) return generated(c);
  const MappedFile file(c.data);
  if (is_for_reference(reference, file)) return generated(c);
  const ProblemText text(file.text(), c.data.string(), lab.name, number_kinds(lab));
  Case made = c;
  made.data.clear();
  made.input = reference.input_kinds().front();
  made.sizes.insert(text.integers().begin(), text.integers().end());
  const auto too_large = [&] {
    return GraderError(
        fmt::format("{}: not enough memory for a problem of these sizes", c.data.string()),
        "Correct the numbers before its arrays, or read it on a larger machine.");
  };
  try {
    Problem problem = generated(made);
    text.read_into(problem);
    return problem;
  } catch (const std::bad_alloc&) {
    throw too_large();
  } catch (const std::length_error&) {
    throw too_large();
  }
}

bool is_problem_file(const std::filesystem::path& path, const Reference& reference) {
  return !is_for_reference(reference, MappedFile(path));
}

std::map<std::string, long long> integers_in_file(const Lab& lab,
                                                  const std::filesystem::path& path) {
  const MappedFile file(path);
  return ProblemText(file.text(), path.string(), lab.name, number_kinds(lab)).integers();
}

void write_problem(const std::filesystem::path& path, const Lab& lab, const Problem& problem) {
  const NumberKinds kinds = number_kinds(lab);
  for (const auto& [name, value] : problem.reals) require_finite(path, name, value);
  for (const Array& array : problem.arrays) {
    for (const double value : array.values) require_finite(path, array.name, value);
  }
  AtomicFile file(path);
  NumberWriter out(file);
  out.text(lab.name + "\n");
  for (const auto& [name, value] : problem.integers) {
    if (kinds.count(name) > 0) out.text(fmt::format("{} {}\n", name, value));
  }
  for (const auto& [name, value] : problem.reals) {
    if (kinds.count(name) == 0) continue;  // internal to the reference
    out.text(name + " ");
    out.line(&value, 1);
  }
  for (const Array& array : problem.arrays) {
    if (array.role == Role::output) continue;
    if (array.values.size() != array.size()) {
      throw GraderError(fmt::format("{}: not written: {} has {} numbers for {} elements",
                                    path.string(), array.name, array.values.size(), array.size()));
    }
    out.text(fmt::format("{} {} {}\n", array.name, array.rows, array.cols));
    // One matrix row per line; a vector, which is a column, in lines that fit on a screen.
    constexpr std::size_t of_vector = 8;
    const std::size_t width = array.cols == 1 ? of_vector : array.cols;
    for (std::size_t i = 0; i < array.size(); i += width)
      out.line(array.values.data() + i, std::min(width, array.size() - i));
  }
  out.flush();
  file.commit();
}

}  // namespace warpgrade
