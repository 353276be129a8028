#include "findings/verdict.h"

#include <array>
#include <cstddef>

namespace warpgrade {
namespace {

struct Row {
  Verdict verdict;
  std::string_view name, meaning;
  // The rank for comparing verdicts, higher is more important: grader_error first (a grade with a
  // failure of the grader must not look final), then verdicts that hide everything else (compile
  // error, forbidden), then process ends from the most to the least precise, then wrong values,
  // then open verdicts.
  int rank;
};

constexpr std::array rows = {
    Row{Verdict::ok, "ok", "correct within the error bound", 0},
    Row{Verdict::wrong, "wrong", "a wrong value, a changed input, or an error reported by CUDA", 3},
    Row{Verdict::race, "race",
        "unsynchronized access by two threads, one of which writes, even if the values are right; "
        "or right at first and wrong on a second run",
        5},
    Row{Verdict::out_of_bounds, "out-of-bounds",
        "a write outside an array, or an illegal address in a kernel", 10},
    Row{Verdict::crashed, "crashed",
        "host code or a kernel ended by a signal, an exception, exit, abort or an assertion", 9},
    Row{Verdict::timeout, "timeout",
        "no result within the lab's time limit for one call, or for all calls of the task", 6},
    Row{Verdict::memory_limit, "memory-limit",
        "more memory than the lab allows, or no device memory left", 8},
    Row{Verdict::output_limit, "output-limit",
        "host code printed more than 1 MiB in one call (32 MiB on a GPU, where kernels' output "
        "counts as well). Of what kernels print only the last part is kept, as on a GPU",
        7},
    Row{Verdict::compile_error, "compile-error",
        "the file or the function is missing, does not compile, or has another signature", 12},
    Row{Verdict::forbidden, "forbidden",
        "the code uses a library that the task does not allow, or loads code at run time", 11},
    Row{Verdict::implausible, "implausible",
        "a timed call was faster than the device can move the bytes and do the operations", 4},
    Row{Verdict::pending, "pending", "needs a device that is not here", 2},
    Row{Verdict::inconclusive, "inconclusive",
        "the timings are too noisy to decide; the points in doubt stay open", 1},
    Row{Verdict::grader_error, "grader-error", "the grader or the machine failed, not the student",
        13},
};

// `table_row` indexes by value, so the rows must be in the order of the enumeration.
constexpr bool in_order() {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (static_cast<std::size_t>(rows[i].verdict) != i) return false;
  return static_cast<std::size_t>(Verdict::grader_error) + 1 == rows.size();
}
static_assert(in_order());

constexpr const Row& table_row(Verdict verdict) { return rows[static_cast<std::size_t>(verdict)]; }

}  // namespace

std::string_view name(Verdict verdict) { return table_row(verdict).name; }

std::string_view meaning(Verdict verdict) { return table_row(verdict).meaning; }

std::optional<Verdict> parse_verdict(std::string_view name) {
  for (const Row& row : rows)
    if (row.name == name) return row.verdict;
  return std::nullopt;
}

bool is_students_fault(Verdict verdict) { return verdict != Verdict::ok && !is_open(verdict); }

bool is_open(Verdict verdict) {
  return verdict == Verdict::pending || verdict == Verdict::inconclusive ||
         verdict == Verdict::grader_error;
}

Verdict worse(Verdict a, Verdict b) { return table_row(b).rank > table_row(a).rank ? b : a; }

}  // namespace warpgrade
