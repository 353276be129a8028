// One source line as a row: number, heat, code, and the remarks below it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/result.h"
#include "pages/html_notes.h"
#include "pages/html_tokens.h"
#include "report/html_heat.h"

namespace warpgrade::html {

/// The remarks about a line; null if there are none.
struct AboutLine {
  const std::vector<Note>* notes = nullptr;
  const LineHeat* heat = nullptr;
};

/// The pieces as HTML, each in its color.
std::string format_code(const std::vector<Piece>& pieces);

/// `pieces` form the line without its line break. Of a very long line, what exceeds `room` bytes of
/// HTML is left out, and the row says so.
std::string line_row(const std::string& id, int number, const std::vector<Piece>& pieces,
                     const AboutLine& about, std::size_t room);

/// Notes and costs to show below the row.
std::string line_remarks(const GradeResult& grade, const AboutLine& about);

/// A longer line is not colored, and the rest is folded.
constexpr std::size_t longest_line = 1000;

}  // namespace warpgrade::html
