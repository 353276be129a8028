// The terminal of `warpgrade watch`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/style.h"

namespace warpgrade::watch {

/// The terminal's alternate screen. The destructor restores the previous contents, settings and
/// cursor. Keys are read immediately and not echoed; Ctrl-C still sends a signal.
class Screen {
 public:
  /// On standard output and input.
  Screen();
  ~Screen();  // restores the terminal
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  Style style() const;

  /// `head` stays visible, `body` scrolls. Lines may contain color codes, but no other control
  /// sequences.
  void draw(const std::string& head, const std::string& body);

  /// Scrolls the next body to the top.
  void to_top() { top_ = 0; }

  enum class Key { none, quit, again };
  /// Reads pressed keys and handles scrolling. Returns another key, if any.
  Key read_keys();

  /// Restores the terminal. May be called in a signal handler before the process ends.
  static void leave_in_signal_handler() noexcept;

 private:
  void scroll(int lines);

  std::size_t top_ = 0, shown_ = 0, lines_ = 0;
  std::string drawn_;
};

}  // namespace warpgrade::watch
