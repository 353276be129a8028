#include <sys/socket.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/fault.h"
#include "model/reply.h"
#include "process/worker.h"
#include "referee/descriptor_message.h"
#include "referee/relax.h"

namespace warpgrade {
namespace {

using Clock = std::chrono::steady_clock;
using protocol::Reply;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool is(const CallOutcome& outcome, Reply::Status status) {
  return outcome.reply && outcome.reply->status == status;
}

}  // namespace

WindowValues::WindowValues(const CallImage& image)
    : memory_(std::make_shared<SharedMemory>(image.size)) {
  memory_->write(image.bytes);
  memory_->seal(F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
}

protocol::Request Worker::request_for(const Window& window) const {
  protocol::Request request{};
  request.id = fresh_id();
  std::snprintf(request.entry, sizeof request.entry, "%s", window.entry.c_str());
  request.device_pointers = window.device_pointers;
  request.measure.timed = 1;
  request.measure.early = window.early ? 1 : 0;
  if (window.layout == nullptr) return request;
  const CallImage& layout = *window.layout;
  request.total_bytes = layout.size;
  request.measure.written_bytes = layout.written_bytes;
  request.measure.host_begin = layout.host_begin;
  request.measure.host_bytes = layout.host_bytes();
  request.argument_count = static_cast<std::uint32_t>(layout.arguments.size());
  request.before_count = static_cast<std::uint32_t>(layout.before_arguments.size());
  std::snprintf(request.before, sizeof request.before, "%s", layout.before.c_str());
  const auto behind =
      std::copy(layout.arguments.begin(), layout.arguments.end(), request.arguments);
  std::copy(layout.before_arguments.begin(), layout.before_arguments.end(), behind);
  return request;
}

void Worker::announce(const protocol::Request& request, const std::vector<int>& descriptors) {
  if (at_rest_) process_->thaw();
  at_rest_ = false;
  announced_ = request.id;
  send(request, descriptors);
}

void Worker::announce(const Window& window, Referee& referee) {
  protocol::Request request = request_for(window);
  request.measure.number = ++windows_;
  const std::uint64_t host_bytes = window.layout->host_bytes();
  if (!loan_ || loan_->bytes < window.layout->size) {
    if (loan_) referee.drop(*loan_);
    loan_.reset();
    accept_loan(referee, referee.lend(window.layout->size, host_bytes));
  } else if (loan_->host_bytes != host_bytes) {
    referee.renew_pages(*loan_, host_bytes);
    has_loan_ = false;
  }
  std::vector<int> descriptors;
  if (!std::exchange(has_loan_, true)) {
    request.measure.lent_bytes = loan_->bytes;
    descriptors = {loan_->memory.get(), loan_->gate.get(), loan_->reply.get()};
  }
  announce(request, descriptors);
}

void Worker::accept_loan(Referee& referee, Referee::Loan loan) {
  loan_ = std::move(loan);
  lender_ = &referee;
  has_loan_ = false;
}

void Worker::announce(const Window& window) {
  protocol::Request request = request_for(window);
  request.measure.on_host = 1;
  const std::size_t bytes = request.measure.written_bytes;
  if (!written_ || written_->bytes() != bytes) written_ = std::make_unique<WrittenMemory>(bytes);
  // Arrays that are both input and output get their values at the start.
  if (bytes > 0) written_->poison(*window.layout);
  announce(request, {written_->fd()});
}

bool Worker::finished(std::uint64_t id, WindowOutcome& outcome) {
  // A sleeping process wakes up late, on a virtual machine by some tenths of a millisecond, so this
  // polls at first. In a longer window, a late message does not matter.
  constexpr double awake = 0.2;  // seconds
  union {
    protocol::Finished finished;
    Reply reply;
  } message;
  const auto start = Clock::now();
  for (int messages = 0; messages < most_messages;) {
    const ssize_t size = recv(socket_, &message, sizeof message, MSG_DONTWAIT);
    if (size < 0 && since(start) < awake) {
      for (int i = 0; i < 16; ++i) referee::relax();
      continue;
    }
    if (size == sizeof message.finished && message.finished.id == id) {
      outcome.returned = message.finished.returned;
      return true;
    }
    if (size == sizeof message.reply) {
      outcome.whole.reply = accepted_reply(message.reply, id);
      if (is(outcome.whole, Reply::fatal)) return false;
      outcome.whole.reply.reset();
    }
    if (size >= 0) ++messages;
    if (size < 0 || size == 0) outcome.whole.ended = supervise(socket_, limits_);
    if (outcome.whole.ended) return false;
  }
  outcome.whole.ended = process_->kill();
  return false;
}

bool Worker::get_ready(WindowOutcome& outcome) {
  await(announced_, outcome.whole, limits_);
  return is(outcome.whole, Reply::ready);
}

void Worker::end_window(WindowOutcome& outcome) {
  CallOutcome& whole = outcome.whole;
  announced_ = 0;
  if (!whole.ended && !is(whole, Reply::fatal)) stop_threads(whole);
  if (whole.ended || is(whole, Reply::fatal)) {
    if (!is(whole, Reply::fatal)) whole.reply.reset();
    note_end(whole);
    return;
  }
  at_rest_ = true;
  alive_ = alive_ && whole.reply->error == 0;
}

WindowOutcome Worker::run_window(const Window& window, Referee& referee) {
  if (announced_ == 0) announce(window, referee);
  WindowOutcome outcome;
  CallOutcome& whole = outcome.whole;
  const auto begin = Clock::now();
  if (get_ready(outcome)) {
    const std::uint64_t id = announced_;
    referee.begin_window(*loan_, windows_, window.early);
    // Waits until the referee has the results, or the worker has ended or used up its time.
    whole.reply.reset();
    whole.ended = supervise(referee.socket(), limits_);
    if (whole.ended) {
      referee.abort_window();
    } else {
      outcome.seconds = referee.finish_window();
      await(id, whole, limits_);
    }
  }
  whole.seconds = since(begin);
  end_window(outcome);
  return outcome;
}

WindowOutcome Worker::run_window(const Window& window, const WindowValues& values) {
  if (announced_ == 0) announce(window);
  WindowOutcome outcome;
  CallOutcome& whole = outcome.whole;
  const auto begin = Clock::now();
  if (get_ready(outcome)) {
    const std::uint64_t id = announced_;
    const auto start = Clock::now();
    whole.reply.reset();
    if (!send_with_descriptors(socket_, id, {values.fd()})) {
      note_end(whole);
    } else if (finished(id, outcome)) {
      written_->copy_written();
      outcome.seconds = since(start);
      await(id, whole, limits_);
    }
  }
  whole.seconds = since(begin);
  end_window(outcome);
  if (!is(whole, Reply::done)) return outcome;
  outcome.written_late = !written_->complete();
  outcome.written = written_->results();
  return outcome;
}

}  // namespace warpgrade
