// One line of source as a row: number, heat, code, and below it what is told about it.
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

/// What there is to tell of a line; null for nothing.
struct AboutLine {
  const std::vector<Note>* notes = nullptr;
  const LineHeat* heat = nullptr;
};

/// The pieces as the content of an element, each in its colour.
std::string format_code(const std::vector<Piece>& pieces);

/// `pieces` together are the line, without its line break. Of a very long line, what takes more
/// than `room` bytes of HTML is left out, and the row says so.
std::string line_row(const std::string& id, int number, const std::vector<Piece>& pieces,
                     const AboutLine& about, std::size_t room);

/// The notes and costs, to stand below the row.
std::string line_remarks(const GradeResult& grade, const AboutLine& about);

/// A longer line is not coloured, and what is beyond is folded.
constexpr std::size_t longest_line = 1000;

}  // namespace warpgrade::html
