#include "process/referee.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/fault.h"
#include "referee/descriptor_message.h"

namespace warpgrade {
namespace {

namespace fs = std::filesystem;

/// Generating, copying and verifying take a second or two on a slow device.
Limits limits_of_a_referee() {
  Limits limits;
  limits.cpu_seconds = limits.wall_seconds = 120;
  limits.memory_bytes = 16ull << 30;
  limits.processes = 256;
  return limits;
}

RefereeFault referee_fault(const std::string& what) {
  return RefereeFault("the referee, which times calls on the GPU, failed: " + what,
                      "Run `warpgrade doctor`: does the GPU work, and has it enough free memory?");
}

}  // namespace

Referee::Referee(const Sandbox& sandbox, const fs::path& executable,
                 const std::map<std::string, std::string>& environment)
    : limits_(limits_of_a_referee()) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    throw out_of_resources("cannot make a socket");
  socket_ = ends[0];
  const Descriptor theirs(ends[1]);
  Command command;
  command.argv = {"/referee"};
  command.mounts = {{executable, "/referee", false}};
  command.environment = environment;
  command.gpu = true;
  command.may_fork = true;  // trusted: it may also send descriptors
  command.socket = theirs.get();
  command.limits = limits_;
  process_ = sandbox.start(command);
  Ask hello{};
  hello.kind = Ask::Kind::hello;
  send(hello);  // opens the device; free_bytes() receives the answer
}

void Referee::end() { process_.reset(); }

Referee::~Referee() {
  end();
  if (socket_ >= 0) close(socket_);
}

void Referee::send(const Ask& ask, const std::vector<int>& descriptors) {
  if (opening_ && ask.kind != Ask::Kind::hello) {
    opening_ = false;
    receive();
  }
  // If the referee has ended, waiting for its answer reports that.
  if (!send_with_descriptors(socket_, ask, descriptors) && errno != EPIPE && errno != ECONNRESET)
    throw out_of_resources("cannot reach the referee");
}

Referee::Answer Referee::receive(Descriptor* lent) {
  if (const std::optional<Ended> ended = process_->supervise(socket_, limits_))
    throw referee_fault(ended->output.empty() ? "it ended" : ended->output);
  Answer answer{};
  std::vector<int> descriptors;
  const bool whole = receive_with_descriptors(socket_, answer, descriptors);
  for (const int descriptor : descriptors) {
    Descriptor owner(descriptor);
    if (lent != nullptr) *lent = std::move(owner);
  }
  if (!whole) throw referee_fault("it ended");
  answer.error[sizeof answer.error - 1] = '\0';
  if (answer.ok == 0) throw referee_fault(answer.error);
  return answer;
}

Referee::Answer Referee::ask(const Ask& what, const std::vector<int>& descriptors,
                             Descriptor* lent) {
  send(what, descriptors);
  return receive(lent);
}

std::uint64_t Referee::free_bytes() {
  if (std::exchange(opening_, false)) return receive().free_bytes;
  Ask hello{};
  hello.kind = Ask::Kind::hello;
  return ask(hello).free_bytes;
}

ReferenceWork Referee::control() {
  Ask what{};
  what.kind = Ask::Kind::control;
  const referee::Slowness found = ask(what).slowness;
  return {found.memory, found.cache, found.link};
}

Ceilings Referee::ceilings() {
  Ask what{};
  what.kind = Ask::Kind::ceilings;
  const Answer answer = ask(what);
  Ceilings found;
  found.bytes_per_second = answer.bytes_per_second;
  found.flops_f32 = answer.flops_f32;
  found.flops_f64 = answer.flops_f64;
  return found;
}

Referee::Loan Referee::lend(std::uint64_t bytes, std::uint64_t host_bytes) {
  Loan loan;
  loan.arena = ++arenas_;
  Ask arena{};
  arena.kind = Ask::Kind::arena;
  arena.arena = loan.arena;
  constexpr std::uint64_t unit = 2 << 20;  // allocation unit of shared device memory
  arena.bytes = loan.bytes = std::max((bytes + unit - 1) / unit * unit, unit);
  ask(arena, {}, &loan.memory);
  if (!loan.memory) throw referee_fault("it lent no memory");
  renew_pages(loan, host_bytes);
  return loan;
}

void Referee::renew_pages(Loan& loan, std::uint64_t host_bytes) {
  SharedMemory gate(referee::page_bytes + host_bytes);
  SharedMemory reply(referee::page_bytes);
  Ask page{};
  page.kind = Ask::Kind::page;
  page.arena = loan.arena;
  page.bytes = host_bytes;
  ask(page, {gate.fd(), reply.fd()});
  // The referee has mapped it by now; later mappings can only read.
  gate.seal(F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL);
  reply.seal(F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
  loan.gate = gate.release();
  loan.reply = reply.release();
  loan.host_bytes = host_bytes;
}

void Referee::drop(const Loan& loan) {
  if (!process_) return;
  Ask what{};
  what.kind = Ask::Kind::drop;
  what.arena = loan.arena;
  ask(what);
}

bool Referee::generate(const CallImage& layout, const std::string& facts) {
  Ask what{};
  what.kind = Ask::Kind::generate;
  what.size = size_ = layout.size;
  what.written_bytes = written_bytes_ = layout.written_bytes;
  what.host_begin = layout.host_begin;
  what.host_bytes = layout.host_bytes();
  if (layout.regions.size() > referee::max_regions || facts.size() >= sizeof what.facts)
    throw GraderError("a function has more arrays or sizes than the referee can hold");
  what.regions = static_cast<std::uint32_t>(layout.regions.size());
  for (std::size_t i = 0; i < layout.regions.size(); ++i) {
    const Region& from = layout.regions[i];
    referee::Region& to = what.region[i];
    std::snprintf(to.name, sizeof to.name, "%s", from.name.c_str());
    to.written = from.role != Role::input;
    to.rows = from.rows;
    to.cols = from.cols;
    to.begin = from.begin;
    to.bytes = from.bytes;
    to.array = from.array;
    to.array_bytes = from.array_bytes;
    to.overflow_bytes = from.overflow_bytes;
  }
  std::memcpy(what.facts, facts.c_str(), facts.size() + 1);
  return ask(what).supported != 0;
}

void Referee::make(std::uint64_t seed, std::uint64_t poison_bits) {
  Ask what{};
  what.kind = Ask::Kind::make;
  what.seed = seed;
  what.poison_bits = poison_bits;
  ask(what);
}

void Referee::load(const std::vector<std::byte>& image) {
  SharedMemory values(image.size());
  values.write(image);
  Ask what{};
  what.kind = Ask::Kind::load;
  ask(what, {values.fd()});
}

void Referee::begin_window(const Loan& loan, std::uint32_t number, bool early) {
  Ask what{};
  what.kind = Ask::Kind::window;
  what.arena = loan.arena;
  what.number = number;
  what.early = early ? 1 : 0;
  send(what);
}

double Referee::finish_window() {
  const Answer answer = receive();
  if (answer.aborted != 0) throw referee_fault("a window was given up");
  return answer.seconds;
}

void Referee::abort_window() {
  // Any message ends the referee's wait; it answers this one afterwards.
  Ask hello{};
  hello.kind = Ask::Kind::hello;
  send(hello);
  receive();
  receive();
}

void Referee::load_results(const std::vector<std::byte>& written, std::int64_t returned) {
  SharedMemory results(written.size());
  results.write(written);
  Ask what{};
  what.kind = Ask::Kind::results;
  what.returned = returned;
  ask(what, {results.fd()});
}

Referee::Found Referee::verify() {
  Ask what{};
  what.kind = Ask::Kind::verify;
  const Answer answer = ask(what);
  return {answer.right != 0, answer.touched != 0, answer.returned};
}

std::vector<std::byte> Referee::read(std::uint32_t source, std::size_t offset, std::size_t bytes) {
  if (bytes == 0) return {};
  const SharedMemory to(bytes);
  Ask what{};
  what.kind = Ask::Kind::read;
  what.source = source;
  what.offset = offset;
  what.bytes = bytes;
  ask(what, {to.fd()});
  return to.read(bytes);
}

std::vector<std::byte> Referee::results(bool all) {
  std::vector<std::byte> taken = read(2, 0, written_bytes_);
  if (!all) return taken;
  const std::vector<std::byte> inputs = read(1, written_bytes_, size_ - written_bytes_);
  taken.insert(taken.end(), inputs.begin(), inputs.end());
  return taken;
}

std::vector<std::byte> Referee::made(std::size_t offset, std::size_t bytes) {
  return read(0, offset, bytes);
}

std::string format_facts(const Problem& problem, const Task& task, const Case& c, Real real,
                         const Tolerance& tolerance) {
  std::string text = fmt::format("entry {}\ninput {}\n", task.entry, c.input);
  if (!task.judge.empty()) text += fmt::format("judge {}\n", task.judge);
  for (const auto& [name, value] : problem.integers) text += fmt::format("i {} {}\n", name, value);
  for (const auto& [name, value] : problem.reals)
    text += fmt::format("r {} {:a}\n", name, round_to(real, value));
  return text +
         fmt::format("gamma {} {:a}\n",
                     tolerance.model == Tolerance::Model::statistical ? "statistical" : "worst",
                     tolerance.c);
}

}  // namespace warpgrade
