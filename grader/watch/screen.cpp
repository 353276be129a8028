#include "watch/screen.h"

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <string_view>

#include "base/lines.h"

namespace warpgrade::watch {
namespace {

// Alternate screen, no cursor, lines are not wrapped; and back.
constexpr std::string_view enter = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[H\x1b[2J";
constexpr std::string_view leave = "\x1b[?7h\x1b[?25h\x1b[?1049l";

std::atomic<bool> entered = false;
termios before;  // valid while `settings_changed`
bool settings_changed = false;

void send(std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = ::write(STDOUT_FILENO, text.data(), text.size());
    if (sent <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

struct Size {
  int rows = 24, columns = 80;
};

Size size() {
  winsize window{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_row == 0 || window.ws_col == 0)
    return {};
  return {window.ws_row, window.ws_col};
}

}  // namespace

Screen::Screen() {
  if (::tcgetattr(STDIN_FILENO, &before) == 0) {
    termios raw = before;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    raw.c_cc[VSUSP] = _POSIX_VDISABLE;  // a stopped process would leave the alternate screen active
    settings_changed = ::tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0;
  }
  entered = true;
  send(enter);
}

void Screen::leave_in_signal_handler() noexcept {
  if (!entered.exchange(false)) return;
  send(leave);
  if (settings_changed) ::tcsetattr(STDIN_FILENO, TCSANOW, &before);
}

Screen::~Screen() { leave_in_signal_handler(); }

Style Screen::style() const {
  Style style = detect_style(STDOUT_FILENO);
  style.width = std::min(style.width, size().columns);
  return style;
}

void Screen::draw(const std::string& head, const std::string& body) {
  const Size room = size();
  const auto top = split_lines(head), all = split_lines(body);
  const auto rows = static_cast<std::size_t>(std::max(room.rows, 2));
  lines_ = all.size();
  shown_ = rows > top.size() ? rows - top.size() : 1;
  if (lines_ > shown_ && shown_ > 1) --shown_;  // for the scroll indicator
  top_ = std::min(top_, lines_ > shown_ ? lines_ - shown_ : 0);
  std::string text = "\x1b[H";
  const auto add = [&](std::string_view line) {
    text += "\x1b[K";  // first: after a full line it would erase the last character
    (text += line) += "\x1b[0m\r\n";
  };
  for (const auto line : top) add(line);
  for (std::size_t i = top_; i < std::min(lines_, top_ + shown_); ++i) add(all[i]);
  if (lines_ > shown_) {
    text += "\x1b[K\x1b[2m  " + std::to_string(lines_ - shown_ - top_) +
            " more lines below; arrow keys or space scroll\x1b[0m";
  } else if (text.size() >= 2) {
    text.resize(text.size() - 2);  // otherwise the last line would scroll the screen
  }
  text += "\x1b[J";
  if (text == drawn_) return;
  send(text);
  drawn_ = std::move(text);
}

void Screen::scroll(int lines) {
  const long most = lines_ > shown_ ? static_cast<long>(lines_ - shown_) : 0;
  top_ = static_cast<std::size_t>(std::clamp(static_cast<long>(top_) + lines, 0l, most));
}

Screen::Key Screen::read_keys() {
  char keys[64];
  const ssize_t got = ::read(STDIN_FILENO, keys, sizeof keys);
  if (got <= 0) return Key::none;
  const std::string_view pressed(keys, static_cast<std::size_t>(got));
  const int page = std::max(1, static_cast<int>(shown_) - 2);
  Key key = Key::none;
  for (std::size_t at = 0; at < pressed.size(); ++at) {
    const std::string_view rest = pressed.substr(at);
    const auto is = [&](std::string_view sequence) {
      if (rest.substr(0, sequence.size()) != sequence) return false;
      at += sequence.size() - 1;
      return true;
    };
    if (is("\x1b[A") || is("\x1bOA") || is("k"))
      scroll(-1);
    else if (is("\x1b[B") || is("\x1bOB") || is("j"))
      scroll(1);
    else if (is("\x1b[5~") || is("b"))
      scroll(-page);
    else if (is("\x1b[6~") || is(" "))
      scroll(page);
    else if (is("q"))
      key = Key::quit;
    else if (is("r") && key != Key::quit)
      key = Key::again;
  }
  return key;
}

}  // namespace warpgrade::watch
