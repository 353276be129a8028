// The terminal of `warpgrade watch`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/style.h"

namespace warpgrade::watch {

/// The alternate screen of a terminal: what stood there before is there again at the end, with the
/// terminal's settings and its cursor. Keys come at once and are not shown; Ctrl-C is a signal as
/// ever.
class Screen {
 public:
  /// On standard output and input.
  Screen();
  ~Screen();  // leaves
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  Style style() const;

  /// `head` stays in sight, `body` can be scrolled. Lines with colours of our own, and nothing else
  /// that a terminal would follow.
  void draw(const std::string& head, const std::string& body);

  /// Begins at the top of the next body.
  void to_top() { top_ = 0; }

  enum class Key { none, quit, again };
  /// What was pressed, if anything; keys that scroll are done here.
  Key take_keys();

  /// The terminal as it was. May be called in a signal handler, before the process ends.
  static void leave_in_signal_handler() noexcept;

 private:
  void scroll(int lines);

  std::size_t top_ = 0, shown_ = 0, lines_ = 0;
  std::string drawn_;
};

}  // namespace warpgrade::watch
