#include "report/progress.h"

#include <fmt/format.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <exception>
#include <fstream>
#include <string_view>

#include "base/atomic_file.h"
#include "report/text.h"

namespace warpgrade {
namespace {

constexpr std::string_view erase_line =
    "\r\x1b[K";  // ECMA-48: to the start of the line, erase to its end
constexpr auto frame_time = std::chrono::milliseconds(100);

// The terminal with a live line, for the signal handler; -1: none.
std::atomic<int> live_fd = -1;
std::atomic<bool> silenced = false;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

// Progress must not cause failures: write errors are ignored.
void put(int fd, std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string bar(int done, int total, bool unicode) {
  constexpr int cells = 16;
  const int filled = static_cast<int>(static_cast<long long>(done) * cells / total);
  std::string text;
  for (int i = 0; i < cells; ++i)
    text += i < filled ? (unicode ? "━" : "#") : (unicode ? "╌" : ".");
  return text;
}

std::string_view spinner(int frame, bool unicode) {
  constexpr std::array<std::string_view, 10> dots = {"⠋", "⠙", "⠹", "⠸", "⠼",
                                                     "⠴", "⠦", "⠧", "⠇", "⠏"};
  constexpr std::array<std::string_view, 4> ascii = {"|", "/", "-", "\\"};
  const auto at = static_cast<std::size_t>(frame);
  return unicode ? dots[at % dots.size()] : ascii[at % ascii.size()];
}

}  // namespace

Progress::Progress()
    : Progress(STDERR_FILENO, is_live_terminal(STDERR_FILENO), detect_style(STDERR_FILENO)) {}

Progress::Progress(int fd, bool live, const Style& style) : fd_(fd), live_(live), style_(style) {
  if (!live_) return;
  // Signals such as SIGINT must reach the thread that handles them, not this one.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  drawer_ = std::thread([this] { draw_until_stopped(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

Progress::~Progress() {
  finish();
  if (!drawer_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  drawer_.join();
}

void Progress::estimate_from(const std::filesystem::path& file) {
  const std::lock_guard lock(mutex_);
  estimates_ = file;
  std::ifstream in(file);
  std::string what;
  for (int seconds = 0; in >> seconds && std::getline(in >> std::ws, what);)
    seconds_[what] = seconds;
}

void Progress::end_step() {
  if (what_.empty()) return;
  const auto taken = std::chrono::round<std::chrono::seconds>(Clock::now() - begun_[what_]);
  seconds_[what_] = static_cast<int>(taken.count());
  what_.clear();
}

void Progress::step(std::string what) { show(std::move(what), 0, 0); }

void Progress::fraction(int done, int total, std::string what) {
  show(std::move(what), std::clamp(done, 0, std::max(total, 0)), total);
}

void Progress::show(std::string what, int done, int total) {
  const std::lock_guard lock(mutex_);
  const bool asleep = what_.empty();
  if (what != what_) {
    end_step();
    begun_.emplace(what, Clock::now());
    what_ = what;
  }
  if (live_) {
    done_ = done;
    total_ = total;
    if (asleep) changed_.notify_all();
    return;
  }
  const bool counted = total > 0;
  if (counted && done < total) return;
  const std::string line = printable(what, style_.unicode) + (counted ? ": done\n" : "\n");
  if (line == last_line_) return;
  put(fd_, line);
  last_line_ = line;
}

void Progress::finish() {
  const std::lock_guard lock(mutex_);
  end_step();
  if (!estimates_.empty() && !begun_.empty()) {
    std::string text;
    for (const auto& [what, seconds] : seconds_) text += fmt::format("{} {}\n", seconds, what);
    try {
      std::filesystem::create_directories(estimates_.parent_path());
      write_file_atomically(estimates_, text);
    } catch (const std::exception&) {
    }
  }
  begun_.clear();
  if (on_screen_) put(fd_, erase_line);
  on_screen_ = false;
  if (live_) live_fd = -1;
}

void Progress::erase_in_signal_handler() noexcept {
  const int error = errno;
  silenced = true;
  const int fd = live_fd.exchange(-1);
  if (fd >= 0) put(fd, erase_line);
  errno = error;
}

std::string Progress::drawn() const {
  const std::chrono::duration<double> taken = Clock::now() - begun_.at(what_);
  const int seconds = static_cast<int>(taken.count());
  const auto earlier = seconds_.find(what_);
  int about = earlier == seconds_.end() ? 0 : earlier->second;
  if (about == 0 && done_ > 0) about = static_cast<int>(taken.count() * total_ / done_ + 0.5);
  std::string right;
  if (total_ > 0)
    right = fmt::format("  {}  {} of {}", bar(done_, total_, style_.unicode), done_, total_);
  if (seconds > 0) right += fmt::format("  {} s", seconds);
  if (seconds > 0 && about > std::max(seconds, 1)) right += fmt::format(" of about {}", about);
  const std::string left =
      fmt::format("{} {}", spinner(frame_, style_.unicode), printable(what_, style_.unicode));
  // Leave one column free: a full line would wrap, and a wrapped one cannot be erased.
  const int room = style_.width - 1;
  return clipped(clipped(left, std::max(room - columns(right), 10), style_.unicode) + right, room,
                 style_.unicode);
}

void Progress::draw_until_stopped() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    if (what_.empty()) {
      changed_.wait(lock, [this] { return stop_ || !what_.empty(); });
      // A step shorter than a frame is never shown.
    } else if (!silenced) {
      put(fd_, std::string("\r") + drawn() + "\x1b[K");
      on_screen_ = true;
      live_fd = fd_;
      ++frame_;
    }
    changed_.wait_for(lock, frame_time, [this] { return stop_; });
  }
}

}  // namespace warpgrade
