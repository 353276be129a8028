#include "similar/pair_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "pages/html_line.h"
#include "pages/html_tokens.h"
#include "report/html_text.h"

namespace warpgrade::similar {
namespace {

using html::escaped;

constexpr std::size_t colours = 6;

/// The region of each line of a file, starting at 1; -1: none. If two meet on a line, the second.
std::vector<int> regions_by_line(std::size_t file, std::size_t lines, const Pair& pair, bool in_a) {
  std::vector<int> regions(lines + 1, -1);
  for (std::size_t r = 0; r < pair.regions.size(); ++r) {
    const Place& place = in_a ? pair.regions[r].a : pair.regions[r].b;
    if (place.file != file) continue;
    for (std::size_t line = place.first; line <= std::min(place.last, lines); ++line)
      regions[line] = static_cast<int>(r);
  }
  return regions;
}

std::string code(std::string_view line, std::vector<html::Piece> pieces) {
  if (line.size() <= html::longest_line)
    return html::format_code(html::first_bytes(std::move(pieces), line.size()));
  const std::string_view shown = html::beginning(line, html::longest_line);
  std::string out;
  html::append_code(out, shown);
  return out + fmt::format(" <b>and {} more bytes</b>", line.size() - shown.size());
}

}  // namespace

std::string side_rows(const std::vector<SourceFile>& sources, const Pair& pair, bool in_a,
                      const std::string& id, const std::string& other) {
  std::string out;
  std::vector<char> begun(pair.regions.size(), 0);  // its anchor was written
  for (std::size_t f = 0; f < sources.size(); ++f) {
    out += fmt::format("<p class=\"file-name\">{}</p>\n", escaped(sources[f].name));
    const std::string_view text = sources[f].text;
    const auto breaks = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    const std::vector<int> regions = regions_by_line(f, breaks + 1, pair, in_a);
    auto pieces = html::pieces_of_lines(text);
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      std::string_view line = text.substr(at, end - at);
      if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
      at = end + 1;
      const int region = regions[++number];
      if (region < 0) {
        out += fmt::format("<div class=\"l\"><span class=\"n\">{}</span>", number);
      } else {
        const auto r = static_cast<std::size_t>(region);
        std::string anchor;
        if (begun[r] == 0) anchor = fmt::format(" id=\"{}r{}\"", id, r + 1);
        // Only a region's first line is a tab stop.
        out += fmt::format(
            "<div class=\"l m{}\" data-region=\"{}\"{}><a class=\"n\" href=\"#{}r{}\"{}>{}</a>",
            r % colours, r + 1, anchor, other, r + 1, begun[r] == 0 ? "" : " tabindex=\"-1\"",
            number);
        begun[r] = 1;
      }
      out += "<code>" + code(line, std::move(pieces[number - 1])) + "</code></div>\n";
    }
  }
  // A region whose lines all belong to another region must be reachable, too.
  for (std::size_t r = 0; r < begun.size(); ++r)
    if (begun[r] == 0) out += fmt::format("<span id=\"{}r{}\"></span>", id, r + 1);
  return out;
}

}  // namespace warpgrade::similar
