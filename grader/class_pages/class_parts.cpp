#include "class_pages/class_parts.h"

#include <fmt/format.h>

#include "report/html_text.h"
#include "report/text.h"

namespace warpgrade::html {
bool lost_points(const ClassRow& row) { return row.score && *row.score + *row.pending < *row.most; }

bool below_half(const ClassRow& row) {
  return row.score && *row.score + *row.pending + *row.score + *row.pending < *row.most;
}

std::string student_link(const ClassRow& row, std::string_view after, std::string_view file,
                         int line) {
  constexpr std::size_t most = 48;
  const std::string& all = row.name.empty() ? row.student : row.name;
  const std::string_view start = beginning(all, most);
  std::string text = "<bdi>" + escaped(start) + (start.size() < all.size() ? "…" : "") + "</bdi>";
  text += escaped(after);
  const std::string title =
      start.size() < all.size() ? fmt::format(" title=\"{}\"", escaped(all)) : "";
  if (row.report.empty()) return fmt::format("<span{}>{}</span>", title, text);
  // A line's anchor is the file's name and the number, if the name needs no escaping.
  const bool plain = !file.empty() && line > 0 && file.size() <= 60 &&
                     percent_encode(file) == file && file.find('~') == file.npos;
  return fmt::format("<a href=\"{}.html{}\"{}>{}</a>", percent_encode(row.report),
                     plain ? fmt::format("#{}-{}", file, line) : "", title, text);
}

std::string folded_list(const std::vector<std::string>& items, std::size_t shown,
                        std::string_view one_more) {
  std::string first, rest;
  // A folded single item takes as much space as the item.
  if (items.size() == shown + 1) ++shown;
  for (std::size_t i = 0; i < items.size(); ++i) (i < shown ? first : rest) += items[i];
  std::string out = "<ul class=\"plain\">\n" + first + "</ul>\n";
  if (!rest.empty())
    out += fmt::format("<details><summary>{}</summary>\n<ul class=\"plain\">\n{}</ul></details>\n",
                       many(items.size() - shown, one_more), rest);
  return out;
}

}  // namespace warpgrade::html
