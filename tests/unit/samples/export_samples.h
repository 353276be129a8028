// Graded attempts and course sites' sheets, for the tests of what is exported.
#pragma once

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>

#include "gradebook/grade_history.h"

namespace warpgrade::samples {

/// A graded attempt of 100 points.
inline BookEntry graded(const std::string& id, double score, double pending = 0, int attempt = 1,
                        const std::string& handed_in = "") {
  static std::int64_t next = 0;
  BookEntry entry;
  entry.row.id = ++next;
  entry.run = 1;
  entry.seen = "2026-03-02T00:00:00Z";
  entry.row.student.id = id;
  entry.row.submission = entry.row.id;
  entry.row.attempt = attempt;
  entry.row.submitted_at = handed_in;
  BookedGrade& g = entry.row.grade;
  g.lab = "dot";
  g.score = Points::hundredths(static_cast<long long>(score * 100 + 0.5));
  g.pending = Points::hundredths(static_cast<long long>(pending * 100 + 0.5));
  g.max_score = Points::hundredths(10000);
  g.verdicts = "dot_naive:ok dot_best:wrong";
  return entry;
}

/// One that met trouble of ours.
inline BookEntry open(const std::string& id, int attempt = 1) {
  BookEntry entry = graded(id, 0, 0, attempt);
  BookedGrade& g = entry.row.grade;
  g.open = true;
  g.cause = "the disk is full";
  g.score = g.pending = g.max_score = std::nullopt;
  g.verdicts.clear();
  return entry;
}

/// A file of tests/scripts/exports: the tests run in the project's folder.
inline std::string exported_sheet(const std::string& name) {
  std::ifstream in("tests/scripts/exports/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// `text` with the one place where `from` stands replaced; "" where it is not one place.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == text.npos || text.find(from, at + 1) != text.npos) return "";
  return text.replace(at, from.size(), to);
}

}  // namespace warpgrade::samples
