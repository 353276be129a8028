// A process that starts the grades of one lab on this machine.
//
// Theory of operation: loading a lab, finding the compilers, generating every problem and computing
// what is right is the same for all who are graded with one seed, and for small submissions most of
// the work. So `warpgrade grade LAB --serve` does it once and then forks for each grade: a process
// of its own as before, whose crash costs nothing else, and which shares those pages.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "batch/executor.h"

namespace warpgrade {

/// No message between a GradeServer and its process is longer.
inline constexpr std::size_t server_message_bytes = 64 << 10;

/// For one thread, which must live as long as the object: its end ends the process and its grades,
/// and so does kill -9.
class GradeServer {
 public:
  /// Starts the process. `shared`: it makes ready what the grades have in common. Throws
  /// GraderError.
  GradeServer(const GradeSettings& settings, const std::string& lab, bool shared);
  ~GradeServer();
  GradeServer(const GradeServer&) = delete;
  GradeServer& operator=(const GradeServer&) = delete;

  /// Starts a grade, whose log, JSON and page go to `folder`. Where the process has died, died()
  /// says so.
  void start(const GradeJob& job, const std::filesystem::path& folder);

  /// Sends a signal to that grade, if it still runs.
  void signal(std::size_t id, int number);

  struct GradeEnd {
    std::size_t id = 0;
    int status = 0;  // as of wait()
  };
  /// A grade that has ended, or nothing so far.
  std::optional<GradeEnd> next();

  /// Readable when next() or died() may have something.
  int descriptor() const { return socket_; }

  /// How the process ended (as of wait()), with all its grades; nothing while it lives.
  std::optional<int> died();

 private:
  void send(const std::string& text);

  pid_t pid_ = 0;
  int socket_ = -1;
  std::optional<int> status_;
};

}  // namespace warpgrade
