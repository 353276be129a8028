#include "report/page.h"

#include <cstddef>

namespace warpgrade {

void Page::paragraph(int indent, Tone lead_tone, std::string_view lead, std::string_view text,
                     Tone tone) {
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  const std::string first = safe(lead);
  // Wrap before coloring: escape sequences have no width, but wrapping would count them.
  const std::string lines = wrapped(first + safe(text), style_.width, margin, style_.unicode);
  std::size_t skip = 0;
  if (!first.empty() && lines.compare(margin.size(), first.size(), first) == 0) {
    text_ += margin + paint(style_, lead_tone, first);
    skip = margin.size() + first.size();
  }
  for (std::size_t begin = skip; begin < lines.size();) {
    const std::size_t end = lines.find('\n', begin);
    text_ += paint(style_, tone, std::string_view(lines).substr(begin, end - begin));
    text_ += '\n';
    begin = end + 1;
  }
}

}  // namespace warpgrade
