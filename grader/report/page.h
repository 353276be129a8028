// Builds a text line by line in one style.
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

  /// Makes untrusted text (of a student, a compiler, a manifest) safe to display.
  std::string safe(std::string_view text) const { return printable(text, style_.unicode); }

  /// `text`, made safe, in that tone.
  std::string in(Tone tone, std::string_view text) const { return paint(style_, tone, safe(text)); }

  void blank() { text_ += '\n'; }

  /// Adds a line unchanged: its parts went through safe() or in().
  void line(std::string_view parts) {
    text_ += parts;
    text_ += '\n';
  }

  /// Adds a wrapped paragraph, indented by `indent`; its first `lead` has its own tone.
  void paragraph(int indent, Tone lead_tone, std::string_view lead, std::string_view text,
                 Tone tone = Tone::plain);

 private:
  Style style_;
  std::string text_;
};

}  // namespace warpgrade
