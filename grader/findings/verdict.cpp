#include "findings/verdict.h"

#include <array>
#include <cstddef>

namespace warpgrade {
namespace {

struct Row {
  Verdict verdict;
  std::string_view name;
  // The rank for comparing verdicts, higher is more important: grader_error first (a grade with a
  // failure of the grader must not look final), then verdicts that hide everything else (compile
  // error, forbidden), then process ends from the most to the least precise, then wrong values,
  // then open verdicts.
  int rank;
};

constexpr std::array rows = {
    Row{Verdict::ok, "ok", 0},
    Row{Verdict::wrong, "wrong", 3},
    Row{Verdict::race, "race", 5},
    Row{Verdict::out_of_bounds, "out-of-bounds", 10},
    Row{Verdict::crashed, "crashed", 9},
    Row{Verdict::timeout, "timeout", 6},
    Row{Verdict::memory_limit, "memory-limit", 8},
    Row{Verdict::output_limit, "output-limit", 7},
    Row{Verdict::compile_error, "compile-error", 12},
    Row{Verdict::forbidden, "forbidden", 11},
    Row{Verdict::implausible, "implausible", 4},
    Row{Verdict::pending, "pending", 2},
    Row{Verdict::inconclusive, "inconclusive", 1},
    Row{Verdict::grader_error, "grader-error", 13},
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
