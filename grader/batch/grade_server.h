// A process that starts the grades of one lab on this machine.
//
// Theory of operation: loading a lab, finding the compilers, generating every problem and computing
// its expected results is the same for all grades with one seed, and takes most of the time for
// small submissions. So `warpgrade grade LAB --serve` does this once and then forks for each grade.
// The child is still a process of its own, so a crash affects one grade only, and it shares the
// memory pages.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

#include "batch/executor.h"

namespace warpgrade {

/// The longest message between a GradeServer and its process.
inline constexpr std::size_t server_message_bytes = 64 << 10;

/// Belongs to the thread that constructs it, which must outlive the object. When that thread ends,
/// even by kill -9, the process and its grades end.
class GradeServer {
 public:
  /// Starts the process. `shared`: prepare what the grades have in common. Throws GraderError.
  GradeServer(const GradeSettings& settings, const std::string& lab, bool shared);
  ~GradeServer();
  GradeServer(const GradeServer&) = delete;
  GradeServer& operator=(const GradeServer&) = delete;

  /// Starts a grade that writes its log, JSON and page to `folder`. If the process has died, died()
  /// reports it.
  void start(const GradeJob& job, const std::filesystem::path& folder);

  /// Sends a signal to that grade if it is running.
  void signal(std::size_t id, int number);

  struct GradeEnd {
    std::size_t id = 0;
    int status = 0;  // in the format of wait()
  };
  /// The next grade that has ended; nothing if there is none yet.
  std::optional<GradeEnd> next();

  /// Readable if next() or died() may return something.
  int descriptor() const { return socket_; }

  /// The status of the process and all its grades after it ended, as from wait(); nothing while it
  /// runs.
  std::optional<int> died();

 private:
  void send(const std::string& text);

  pid_t pid_ = 0;
  int socket_ = -1;
  std::optional<int> status_;
};

}  // namespace warpgrade
