#include "process/check_channel.h"

#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>

#include "process/shared_memory.h"
#include "runner/protocol.h"
#include "simt/include/simt/check_report.h"
#include "simt/include/simt/finding_words.h"

namespace warpgrade {
namespace {

namespace check = simt::check;
using protocol::CheckMessage;

/// Assembles a report. Any message that an undisturbed check would not send makes it doubtful.
class Assembly {
 public:
  explicit Assembly(std::uint64_t request) : request_(request) {}

  void receive(std::span<const std::byte> message) {
    CheckMessage head;
    if (ended_ || message.size() < sizeof head) return doubt();
    std::memcpy(&head, message.data(), sizeof head);
    const auto body = message.subspan(sizeof head);
    switch (head.part) {
      case CheckMessage::again_serially:
        report_->again_serially = 1;
        return;
      case CheckMessage::finding:
        return finding(head.index, body);
      case CheckMessage::counts:
        return counts(body);
      case CheckMessage::kernels:
        return fill(report_->kernels, report_->kernel_count, body);
      case CheckMessage::sites:
        return fill(report_->sites, report_->site_count, body);
      case CheckMessage::arrays:
        return fill(report_->arrays, report_->array_count, body);
      case CheckMessage::end:
        return end(body);
      case CheckMessage::tampering:
        report_->tampered = 1;
        return;
    }
    doubt();
  }

  std::vector<std::byte> bytes() {
    report_->ended = ended_ && !doubtful_ ? 1 : 0;
    std::vector<std::byte> all(sizeof *report_);
    std::memcpy(all.data(), report_.get(), all.size());
    return all;
  }

 private:
  void doubt() { doubtful_ = true; }

  static std::string_view find_kind(const check::Finding& finding) {
    return check::find_kind({finding.cause, ::strnlen(finding.cause, sizeof finding.cause)});
  }

  static unsigned weight(const check::Finding& finding) {
    return check::finding_weight(finding.level != check::Level::advice,
                                 {finding.cause, ::strnlen(finding.cause, sizeof finding.cause)});
  }

  /// A new finding, or a better example of a known one, which keeps the more severe level, or a
  /// heavier one in the place of a lighter one, if there is no room.
  void finding(std::uint32_t index, std::span<const std::byte> body) {
    check::Finding received;
    if (body.size() != sizeof received || index > report_->finding_count ||
        index >= check::Report::most_findings)
      return doubt();
    std::memcpy(&received, body.data(), sizeof received);
    check::Finding& kept = report_->findings[index];
    const bool full = report_->finding_count == check::Report::most_findings;
    if (full && weight(received) > weight(kept)) {
      kept = received;
      return;
    }
    if (index < report_->finding_count) {
      if (find_kind(received) != find_kind(kept)) return doubt();
      received.level = std::min(received.level, kept.level);  // error < advice
      received.count = std::max(received.count, kept.count);
    } else {
      ++report_->finding_count;
    }
    kept = received;
  }

  void counts(std::span<const std::byte> body) {
    std::uint64_t count = 0;
    if (body.size() != report_->finding_count * sizeof count) return doubt();
    for (std::uint32_t i = 0; i < report_->finding_count; ++i) {
      std::memcpy(&count, body.data() + i * sizeof count, sizeof count);
      report_->findings[i].count = std::max(report_->findings[i].count, count);
    }
  }

  template <class T, std::size_t most>
  void fill(T (&to)[most], std::uint32_t& count, std::span<const std::byte> body) {
    if (count != 0 || body.size() % sizeof(T) != 0 || body.size() > sizeof to) return doubt();
    std::memcpy(to, body.data(), body.size());
    count = static_cast<std::uint32_t>(body.size() / sizeof(T));
  }

  void end(std::span<const std::byte> body) {
    protocol::CheckEnd received;
    if (body.size() != sizeof received) return doubt();
    std::memcpy(&received, body.data(), sizeof received);
    if (received.request != request_) return doubt();
    report_->more_findings = received.more_findings;
    report_->from_host = received.from_host;
    report_->to_host = received.to_host;
    report_->seen_by_host = received.seen_by_host;
    ended_ = true;
  }

  std::uint64_t request_;
  std::unique_ptr<check::Report> report_ = std::make_unique<check::Report>();
  bool ended_ = false, doubtful_ = false;
};

constexpr std::size_t largest_message = sizeof(check::Report);

}  // namespace

CheckChannel::CheckChannel() {
  int ends[2];
  // Nonblocking: the worker must not hang when the buffer is full.
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0)
    throw out_of_resources("cannot make a socket");
  grader_end_ = Descriptor(ends[0]);
  worker_end_ = Descriptor(ends[1]);
  // Nobody reads during the call, so the buffer should hold a whole report. Linux may grant less.
  const int room = 4 * static_cast<int>(sizeof(check::Report));
  setsockopt(ends[1], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
}

std::vector<std::byte> CheckChannel::read(std::uint64_t request) {
  Assembly report(request);
  std::vector<std::byte> message(largest_message);
  // This loop terminates: the worker has ended or is stopped by now.
  for (ssize_t size;
       (size = recv(grader_end_.get(), message.data(), message.size(), MSG_DONTWAIT)) > 0;)
    report.receive(std::span(message).first(static_cast<std::size_t>(size)));
  return report.bytes();
}

}  // namespace warpgrade
