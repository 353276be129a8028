#include "process/worker.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <functional>
#include <random>

#include "base/fault.h"
#include "base/parallel_for.h"
#include "model/reply.h"
#include "process/check_channel.h"
#include "process/shared_memory.h"
#include "referee/descriptor_message.h"
#include "sandbox/descriptor.h"

namespace warpgrade {
namespace {

/// After this share of its time, a checked call reports where it is.
constexpr double late = 0.8;

}  // namespace

void Worker::Settings::run(const Build& build) {
  executable = build.executable;
  shared_objects = build.shared_objects;
}

Worker::Worker(const Sandbox& sandbox, const Settings& settings)
    : limits_(settings.limits),
      engine_threads_(settings.engine_threads),
      wrapped_(settings.wrapper.has_value()) {
  if (wrapped_) {
    start_wrapped(sandbox, settings);
  } else {
    start(sandbox, settings);
  }
}

void Worker::start(const Sandbox& sandbox, const Settings& settings) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw out_of_resources("cannot make a socket");
  socket_ = ends[0];
  Command command;
  command.argv = {"/worker"};
  command.mounts = {{settings.executable, "/worker", false}};
  command.mounts.insert(command.mounts.end(), settings.libraries.begin(), settings.libraries.end());
  if (settings.shared_objects) {
    command.system = false;
    // /proc and /sys reveal other programs, and ptys are few. But CUDA's driver reads both.
    command.files_only = !settings.gpu;
    for (const auto& file : *settings.shared_objects) command.mounts.push_back({file, file, false});
  }
  command.environment = settings.environment;
  command.gpu = settings.gpu;
  command.socket = ends[1];
  command.limits = settings.limits;
  try {
    process_ = settings.kept ? sandbox.start(command, *settings.kept) : sandbox.start(command);
  } catch (...) {
    close(ends[0]);
    close(ends[1]);
    throw;
  }
  close(ends[1]);
}

void Worker::start_wrapped(const Sandbox& sandbox, const Settings& settings) {
  const Wrapper& wrapper = *settings.wrapper;
  const std::string path = wrapper.folder / "socket";
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    throw GraderError("the path of a socket is too long: " + path, "Set TMPDIR to a shorter one.");
  std::copy(path.begin(), path.end(), address.sun_path);
  std::filesystem::remove(path);
  const Descriptor listening(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  if (!listening || bind(listening.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) ||
      listen(listening.get(), 1) != 0)
    throw out_of_resources("cannot listen at " + path);
  Command command;
  command.argv = wrapper.argv;
  command.argv.insert(command.argv.end(), {wrapper.connect, path, settings.executable});
  command.environment = settings.environment;
  command.gpu = settings.gpu;
  command.may_fork = true;
  command.unfiltered = true;
  // Keeps descriptor 3 free in the wrapped process, even if the wrapper's libraries open files.
  const Descriptor placeholder(open("/dev/null", O_RDONLY | O_CLOEXEC));
  command.socket = placeholder.get();
  command.limits = settings.limits;
  process_ = sandbox.start(command);
  never_came_ = process_->supervise(listening.get(), limits_);
  if (never_came_) return;
  socket_ = accept4(listening.get(), nullptr, nullptr, SOCK_CLOEXEC);
  if (socket_ < 0) throw out_of_resources("cannot accept a connection at " + path);
}

Worker::~Worker() {
  process_.reset();
  if (socket_ >= 0) close(socket_);
  if (!loan_) return;
  try {
    lender_->drop(*loan_);
  } catch (const GraderError&) {
    // A failed referee has nothing to release.
  }
}

void Worker::end(const std::vector<Worker*>& workers) {
  std::vector<std::function<void()>> jobs;
  for (Worker* const worker : workers) {
    worker->alive_ = false;
    jobs.emplace_back([worker] { worker->process_.reset(); });
  }
  run_all(jobs);
}

Ended Worker::finish() {
  if (never_came_) return *never_came_;
  if (socket_ >= 0) shutdown(socket_, SHUT_RDWR);
  alive_ = false;
  return process_->wait();
}

void Worker::send(const protocol::Request& request, const std::vector<int>& descriptors) {
  // If the worker has already ended, supervise() reports that.
  if (!send_with_descriptors(socket_, request, descriptors) && errno != EPIPE &&
      errno != ECONNRESET)
    throw out_of_resources("cannot reach the worker");
}

std::optional<protocol::Reply> Worker::receive(std::uint64_t id) {
  protocol::Reply reply;
  const ssize_t size = recv(socket_, &reply, sizeof reply, MSG_DONTWAIT);
  if (size != sizeof reply) return std::nullopt;
  return accepted_reply(reply, id);
}

std::optional<Ended> Worker::supervise(int fd, const Limits& limits) {
  try {
    return process_->supervise(fd, limits);
  } catch (const SandboxKilled&) {
    Ended ended;
    ended.how = Ended::How::from_outside;
    return ended;
  }
}

std::uint64_t Worker::fresh_id() {
  static std::random_device device;
  return (static_cast<std::uint64_t>(device()) << 32) | device();
}

void Worker::await(std::uint64_t id, CallOutcome& outcome, const Limits& limits) {
  outcome.reply.reset();
  // Ignore a few forged messages. More would let a worker restart its time limit with each.
  for (int messages = 0; !outcome.ended && !outcome.reply; ++messages) {
    outcome.ended = messages < most_messages ? supervise(socket_, limits) : process_->kill();
    if (!outcome.ended) outcome.reply = receive(id);
  }
  // The output limit applies to each call.
  if (outcome.reply) keep_output(process_->take_output());
}

void Worker::stop_threads(CallOutcome& outcome) {
  outcome.ended = process_->freeze();
  // A reply sent before the worker could be stopped does not count: its arrays are unknown.
  if (outcome.ended) outcome.reply.reset();
}

void Worker::note_end(CallOutcome& outcome) {
  if (!outcome.ended) outcome.ended = process_->wait();
  keep_output(outcome.ended->output);
  alive_ = false;
}

protocol::Request Worker::request_for(const std::string& entry, const CallImage& image) const {
  protocol::Request request{};
  request.id = fresh_id();
  request.engine_threads = engine_threads_;
  std::snprintf(request.entry, sizeof request.entry, "%s", entry.c_str());
  request.argument_count = static_cast<std::uint32_t>(image.arguments.size());
  std::snprintf(request.before, sizeof request.before, "%s", image.before.c_str());
  request.before_count = static_cast<std::uint32_t>(image.before_arguments.size());
  const auto behind = std::copy(image.arguments.begin(), image.arguments.end(), request.arguments);
  std::copy(image.before_arguments.begin(), image.before_arguments.end(), behind);
  request.total_bytes = image.bytes.size();
  return request;
}

/// Arrays that were not copied back, because of an error or because they are the host's, count as
/// unchanged.
static void keep_what_stayed(const protocol::Reply& reply, const CallImage& image,
                             std::vector<std::byte>& returned) {
  const auto keep = [&](const protocol::Argument& a) {
    if (a.kind != protocol::Argument::pointer) return;
    const auto begin = static_cast<std::ptrdiff_t>(a.region_offset);
    std::copy_n(image.bytes.begin() + begin, a.region_bytes, returned.begin() + begin);
  };
  for (std::size_t i = reply.copied_back; i < image.arguments.size(); ++i) keep(image.arguments[i]);
  for (const protocol::Argument& a : image.before_arguments) keep(a);
}

CallOutcome Worker::call(const std::string& entry, bool device_pointers, const CallImage& image,
                         const std::optional<CheckOrder>& check, const protocol::Timing& timing) {
  if (never_came_) {
    alive_ = false;
    CallOutcome none;
    none.ended = never_came_;
    return none;
  }
  protocol::Request request = request_for(entry, image);
  request.device_pointers = device_pointers;
  request.check = check ? 1 : 0;
  if (check) {
    request.sampling = check->sampling;
    request.late_processor = late * limits_.cpu_seconds;
    request.late_wall = late * limits_.wall_seconds;
  }
  request.timing = timing;

  SharedMemory given(image.bytes.size());
  given.write(image.bytes);
  given.seal(F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
  SharedMemory returned(image.bytes.size());
  // Arrays that a worker does not copy back must not look like an answer. For device arrays nothing
  // is written here: the check counts reads of them on the host.
  if (timing.discard == 0 && !device_pointers) returned.write(image.bytes);
  returned.seal(F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
  // Also for unchecked calls, so that the descriptor does not reveal which calls are checked.
  CheckChannel report;

  CallOutcome outcome;
  if (at_rest_) process_->thaw();
  at_rest_ = false;
  const int threads_before = process_->threads();
  const double cpu_before = process_->cpu_seconds();
  const auto start = std::chrono::steady_clock::now();
  const auto note_seconds = [&] {
    const auto passed = std::chrono::steady_clock::now() - start;
    outcome.seconds = std::chrono::duration<double>(passed).count();
    outcome.cpu_seconds = process_->cpu_seconds() - cpu_before;
  };
  send(request, {given.fd(), returned.fd(), report.workers_end()});
  report.close_workers_end();
  await(request.id, outcome, limits_);
  const auto replied = [&] {
    return outcome.reply && outcome.reply->status != protocol::Reply::fatal;
  };
  // A wrapper may not survive being stopped. A wrapped worker's arrays are not judged.
  if (replied() && !wrapped_) stop_threads(outcome);
  if (replied()) {
    note_seconds();
    // The first kernel starts threads of the CUDA implementation, or a copy before it does.
    const int more_threads = std::max(0, process_->threads() - threads_before);
    const bool launches = outcome.reply->kernel_count > 0;
    if (launched_ || (threads_started_ && !launches)) outcome.threads_left = more_threads;
    launched_ = launched_ || launches;
    threads_started_ = threads_started_ || more_threads > 0;
    if (timing.discard == 0) {
      outcome.returned = returned.read(image.bytes.size());
      if (device_pointers) keep_what_stayed(*outcome.reply, image, outcome.returned);
    }
    if (check) outcome.report = report.read(request.id);
    if (!wrapped_) process_->thaw();
    const bool stays = outcome.reply->error == 0;
    if (!stays) alive_ = false;  // after an error, the context may be unusable
  } else {
    note_end(outcome);
    note_seconds();
    if (check) outcome.report = report.read(request.id);
  }
  return outcome;
}

void Worker::keep_output(const std::string& text) {
  constexpr std::size_t most = std::size_t{1} << 20;
  output_.append(text, 0, most - std::min(most, output_.size()));
}

std::string Worker::take_output() {
  keep_output(process_->take_output());
  return std::exchange(output_, {});
}

}  // namespace warpgrade
