// A text that grows line by line in one style.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "report/style.h"
#include "report/text.h"

namespace warpgrade {

class Page {
 public:
  explicit Page(const Style& style) : style_(style) {}

  const Style& style() const { return style_; }
  const std::string& text() const { return text_; }

  /// What others wrote (a student, a compiler, a manifest), made safe to show.
  std::string safe(std::string_view text) const { return printable(text, style_.unicode); }

  /// `text` in that tone; it is made safe first.
  std::string in(Tone tone, std::string_view text) const { return paint(style_, tone, safe(text)); }

  void blank() { text_ += '\n'; }

  /// A line as it is: its parts went through safe() or in().
  void line(std::string_view parts) {
    text_ += parts;
    text_ += '\n';
  }

  /// A paragraph broken to the width, indented by `indent`, its first `lead` in a tone of its own.
  void paragraph(int indent, Tone lead_tone, std::string_view lead, std::string_view text,
                 Tone tone = Tone::plain);

 private:
  Style style_;
  std::string text_;
};

}  // namespace warpgrade
