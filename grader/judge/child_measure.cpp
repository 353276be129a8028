#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "judge/child.h"
#include "lab/fault.h"

namespace warpgrade {
namespace {

using Clock = std::chrono::steady_clock;
using protocol::Reply;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool same_shape(const protocol::Argument& a, const protocol::Argument& b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

}  // namespace

std::optional<Reply> Child::receive_awake(std::uint64_t id) {
  // In a longer window a late message is no matter.
  constexpr double soon = 0.2;
  std::optional<Reply> reply;
  for (const auto start = Clock::now(); !reply && since(start) < soon;) reply = receive(id);
  return reply;
}

MeasuredSets::MeasuredSets(const std::vector<const CallImage*>& images) : count_(images.size()) {
  if (images.empty()) return;
  const CallImage& first = *images.front();
  stride_ = first.bytes.size();
  returned_stride_ = first.written_bytes;
  arguments_ = first.arguments;
  before_ = first.before;
  before_arguments_ = first.before_arguments;
  auto memory = std::make_shared<SharedMemory>(stride_ * count_);
  for (std::size_t i = 0; i < count_; ++i) {
    const CallImage& image = *images[i];
    if (image.bytes.size() != stride_ ||
        !std::equal(image.arguments.begin(), image.arguments.end(), arguments_.begin(),
                    arguments_.end(), same_shape))
      throw GraderError("the oracle gives calls of the same sizes different shapes or scalars",
                        "Speed is measured over many calls: let them differ in array values only.");
    memory->write(image.bytes, i * stride_);
  }
  memory->seal(F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
  memory_ = std::move(memory);
}

MeasuredSets MeasuredSets::first(std::size_t count) const {
  MeasuredSets some = *this;
  some.count_ = std::clamp<std::size_t>(count, 1, count_);
  return some;
}

Limits Child::limits_for(const Limits& one, std::size_t calls) {
  Limits limits = one;
  limits.cpu_seconds *= static_cast<double>(calls);
  limits.wall_seconds *= static_cast<double>(calls);
  return limits;
}

MeasuredOutcome Child::measure(const std::string& entry, bool device_pointers,
                               const MeasuredSets& sets, bool cold, bool back) {
  protocol::Request request{};
  request.id = fresh_id();
  std::snprintf(request.entry, sizeof request.entry, "%s", entry.c_str());
  request.device_pointers = device_pointers;
  request.measure.calls = static_cast<std::uint32_t>(sets.count_);
  request.measure.cold = cold ? 1 : 0;
  request.measure.discard = back ? 0 : 1;
  request.measure.stride = sets.stride_;
  request.measure.returned_stride = sets.returned_stride_;
  request.argument_count = static_cast<std::uint32_t>(sets.arguments_.size());
  request.before_count = static_cast<std::uint32_t>(sets.before_arguments_.size());
  std::snprintf(request.before, sizeof request.before, "%s", sets.before_.c_str());
  const auto behind = std::copy(sets.arguments_.begin(), sets.arguments_.end(), request.arguments);
  std::copy(sets.before_arguments_.begin(), sets.before_arguments_.end(), behind);
  request.total_bytes = sets.memory_ ? sets.stride_ * sets.count_ : 0;
  const SharedMemory nothing(0);
  SharedMemory returned(sets.returned_stride_ * sets.count_);
  returned.seal(F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);

  const Limits limits = limits_for(limits_, sets.count_);
  if (at_rest_) process_->thaw();
  at_rest_ = false;
  MeasuredOutcome measured;
  CallOutcome& whole = measured.whole;
  const auto begin = Clock::now();
  const auto is = [&](Reply::Status status) {
    return whole.reply && whole.reply->status == status;
  };
  send(request, {sets.memory_ ? sets.memory_->fd() : nothing.fd(), returned.fd()});
  await(request.id, whole, limits);
  if (is(Reply::ready)) {
    const auto start = Clock::now();
    if (::send(socket_, &request.id, sizeof request.id, MSG_NOSIGNAL) < 0) note_end(whole);
    if (!whole.ended) whole.reply = receive_awake(request.id);
    if (!whole.ended && !whole.reply) await(request.id, whole, limits);
    measured.window = since(start);
    if (is(Reply::ran)) {
      await(request.id, whole, limits);
      measured.until_back = since(start);
      // It has said so once already: one of the two messages was not the runner's.
      if (is(Reply::ran)) whole.ended = process_->kill();
    }
  }
  whole.seconds = since(begin);
  if (whole.ended || is(Reply::fatal)) {
    if (!is(Reply::fatal)) whole.reply.reset();
    note_end(whole);
    return measured;
  }
  process_->freeze();
  measured.threads = process_->threads();
  if (back && is(Reply::done)) {
    for (std::size_t i = 0; i < sets.count_; ++i)
      measured.sets.push_back(returned.read(sets.returned_stride_, i * sets.returned_stride_));
  }
  at_rest_ = true;
  const Reply& reply = *whole.reply;
  alive_ = alive_ && reply.error == 0;
  measured.claimed.assign(reply.samples, reply.samples + reply.sample_count);
  measured.control.assign(reply.control, reply.control + reply.sample_count);
  return measured;
}

}  // namespace warpgrade
