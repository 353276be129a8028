// What the sandbox's tests run inside it: one misdeed for each name on the command line.
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

using Arguments = std::vector<std::string>;

/// Adds to a counter in a shared file, for ever.
[[noreturn]] void count(const std::string& file) {
  const int fd = open(file.c_str(), O_RDWR);
  void* place = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (place == MAP_FAILED) _exit(99);
  auto* counter = static_cast<std::atomic<long>*>(place);
  for (;;) counter->fetch_add(1);
}

/// 0 when a local server answers.
int connect_to(const Arguments& a) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (fd < 0) return errno == EPERM ? 10 : 11;
  sockaddr_in to = {};
  to.sin_family = AF_INET;
  to.sin_port = htons(static_cast<std::uint16_t>(std::stoi(a[0])));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connect(fd, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0 ? 0 : 12;
}

/// How many of these paths can be seen.
int see(const Arguments& a) {
  int seen = 0;
  for (const auto& path : a) {
    if (access(path.c_str(), F_OK) == 0) {
      std::printf("%s\n", path.c_str());
      ++seen;
    }
  }
  return seen;
}

/// How many of these files can be made.
int write_to(const Arguments& a) {
  int written = 0;
  for (const auto& path : a) {
    const int fd = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
    if (fd >= 0 && write(fd, "x", 1) == 1) {
      std::printf("%s\n", path.c_str());
      ++written;
    }
  }
  return written;
}

int fork_bomb(const Arguments&) {
  for (;;) {
    if (fork() < 0 && errno == EPERM) return 10;
  }
}

/// Every way to start a process. 10 when each is refused with the error that it should have.
int start_processes(const Arguments&) {
  if (fork() >= 0 || errno != EPERM) return 1;
  if (syscall(SYS_vfork) >= 0 || errno != EPERM) return 2;
  if (syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0) >= 0 || errno != EPERM) return 3;
  if (syscall(SYS_clone3, nullptr, 0) >= 0 || errno != ENOSYS) return 4;
  if (std::system("true") == 0) return 5;
  int touched = 0;
  std::thread([&] { touched = 10; }).join();
  return touched;
}

/// Calls that must be refused. 10 when all are.
int call_kernel(const Arguments&) {
  const struct {
    const char* name;
    long result;
  } calls[] = {
      {"ptrace", syscall(SYS_ptrace, 0, 0, 0, 0)},
      {"unshare", syscall(SYS_unshare, 0x10000000)},
      {"clone new user", syscall(SYS_clone, 0x10000000 | SIGCHLD, 0, 0, 0, 0)},
      {"mount", syscall(SYS_mount, "none", "/tmp", "tmpfs", 0, nullptr)},
      {"bpf", syscall(SYS_bpf, 0, nullptr, 0)},
      {"perf_event_open", syscall(SYS_perf_event_open, nullptr, 0, 0, 0, 0)},
      {"io_uring_setup", syscall(SYS_io_uring_setup, 1, nullptr)},
      {"keyctl", syscall(SYS_keyctl, 0, -3, 0)},
      {"memfd_create", syscall(SYS_memfd_create, "x", 0)},
      {"shmget", syscall(SYS_shmget, 0, 4096, 01600)},
      {"netlink", socket(AF_NETLINK, SOCK_RAW, 0)},
      {"inet", socket(AF_INET, SOCK_STREAM, 0)},
  };
  for (const auto& call : calls) {
    if (call.result >= 0) {
      std::printf("%s\n", call.name);
      return 1;
    }
  }
  if (ioctl(0, 0x5412, "x") == 0 || errno != EPERM) return 2;  // TIOCSTI
  return 10;
}

/// Signal and timer that would wait, each by itself.
long queue_timer() {
  timer_t timer;
  sigevent event = {};
  event.sigev_notify = SIGEV_NONE;
  return syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer);
}

long lock(int command) {
  const int fd = open("/tmp/lock", O_RDWR | O_CREAT, 0600);
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  return fcntl(fd, command, &whole);
}

long advise(int advice) {
  void* place = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return madvise(place, 4096, advice);
}

long map_with(int flags) {
  return mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0) == MAP_FAILED
             ? -1
             : 0;
}

/// Sends a descriptor to itself, and leaves it there.
long send_descriptor(bool many) {
  static int ends[2] = {-1, -1};
  if (ends[0] < 0 && socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return -1;
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  char byte = 0;
  iovec part{&byte, 1};
  mmsghdr message = {};
  msghdr& header = message.msg_hdr;
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  cmsghdr* const rights = CMSG_FIRSTHDR(&header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(sizeof(int));
  return many ? sendmmsg(ends[0], &message, 1, MSG_DONTWAIT)
              : sendmsg(ends[0], &header, MSG_DONTWAIT);
}

/// Calls by which a process could tell another one something, change what others see, or use up
/// what a user has so much of: the names of those that are made. `on_gpu`: leaves out what CUDA's
/// driver may need.
int reach_others(const Arguments& a) {
  const bool on_gpu = !a.empty() && a[0] == "gpu";
  const int program = open(access("/worker", R_OK) == 0 ? "/worker" : "/program/inmate", O_RDONLY);
  const int null = open("/dev/null", O_RDWR);
  static int word = 0;
  alignas(4096) static char page[4096];
  rlimit limit = {};
  getrlimit(RLIMIT_CPU, &limit);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, 40);
  sigprocmask(SIG_BLOCK, &set, nullptr);
  std::uint64_t cpus = ~0ull;
  int queued = 0;  // sched_param
  char buffer[256];
  struct Call {
    const char* name;
    bool with_gpu;  // refused there, too
    std::function<long()> make;
  };
  const Call calls[] = {
      // attributes of nodes that others see
      {"chmod", true, [] { return chmod("/dev/null", 0666); }},
      {"fchmod", true, [&] { return fchmod(null, 0666); }},
      {"fchmodat", true, [] { return fchmodat(AT_FDCWD, "/dev/null", 0666, 0); }},
      {"chown", true, [] { return chown("/dev/null", -1, -1); }},
      {"fchown", true, [&] { return fchown(null, -1, -1); }},
      {"lchown", true, [] { return lchown("/dev/null", -1, -1); }},
      {"utimensat", true, [] { return syscall(SYS_utimensat, AT_FDCWD, "/dev/null", 0, 0); }},
      {"futimens", true, [&] { return syscall(SYS_utimensat, null, 0, 0, 0); }},
      {"setxattr", true, [] { return setxattr("/tmp", "user.a", "b", 1, 0); }},
      {"fsetxattr", true, [&] { return fsetxattr(null, "user.a", "b", 1, 0); }},
      {"mknod", true, [] { return mknod("/tmp/pipe", S_IFIFO | 0600, 0); }},
      // locks and notices
      {"flock", false, [&] { return flock(program, LOCK_EX | LOCK_NB); }},
      {"F_SETLK", false, [] { return lock(F_SETLK); }},
      {"F_GETLK", false, [] { return lock(F_GETLK); }},
      {"F_OFD_SETLK", false, [] { return lock(F_OFD_SETLK); }},
      {"F_SETLEASE", true, [&] { return fcntl(program, F_SETLEASE, F_RDLCK); }},
      {"F_NOTIFY", true, [] { return fcntl(open("/tmp", O_RDONLY), F_NOTIFY, DN_CREATE); }},
      {"inotify", true, [] { return inotify_init1(0); }},
      {"futex that is shared", false, [&] { return syscall(SYS_futex, &word, 1, 1, 0, 0, 0); }},
      // counters of the machine, and of a file system that others use
      {"sysinfo", false, [&] { return syscall(SYS_sysinfo, buffer); }},
      {"statfs", false, [&] { return syscall(SYS_statfs, "/", buffer); }},
      {"fstatfs", false, [&] { return syscall(SYS_fstatfs, program, buffer); }},
      {"getpriority", false, [] { return syscall(SYS_getpriority, PRIO_USER, 0); }},
      {"/proc/stat", false, [] { return open("/proc/stat", O_RDONLY); }},
      {"/proc/loadavg", false, [] { return open("/proc/loadavg", O_RDONLY); }},
      {"/proc/meminfo", false, [] { return open("/proc/meminfo", O_RDONLY); }},
      {"the program by /proc", false, [&] { return open("/proc/self/exe", O_RDONLY); }},
      // what the kernel keeps of a file
      {"mincore", false,
       [&] { return mincore(page, 1, reinterpret_cast<unsigned char*>(buffer)); }},
      {"fadvise", false, [&] { return syscall(SYS_fadvise64, program, 0, 0, 4); }},
      {"readahead", false, [&] { return readahead(program, 0, 4096); }},
      {"preadv2", false,
       [&] {
         iovec to{buffer, 1};
         return preadv2(program, &to, 1, 0, RWF_NOWAIT);
       }},
      {"MADV_COLD", false, [] { return advise(20); }},
      {"MADV_PAGEOUT", false, [] { return advise(21); }},
      {"MADV_WILLNEED", false, [] { return advise(3); }},
      {"fsync", false, [&] { return fsync(program); }},
      {"syncfs", false, [&] { return syncfs(program); }},
      // calls that no signal but a deadly one ends
      {"MADV_POPULATE_READ", false, [] { return advise(22); }},
      {"MADV_POPULATE_WRITE", false, [] { return advise(23); }},
      {"MAP_POPULATE", false, [] { return map_with(MAP_POPULATE); }},
      {"MAP_LOCKED", false, [] { return map_with(MAP_LOCKED); }},
      {"mlock", false, [&] { return mlock(&word, 4); }},
      {"mlockall", false, [] { return mlockall(MCL_CURRENT); }},
      // so many for a user
      {"sendmsg", true, [] { return send_descriptor(false); }},
      {"sendmmsg", true, [] { return send_descriptor(true); }},
      {"socketpair", false,
       [] {
         int two[2];
         return socketpair(AF_UNIX, SOCK_STREAM, 0, two);
       }},
      {"socket", false, [] { return socket(AF_UNIX, SOCK_STREAM, 0); }},
      {"pipe", false,
       [] {
         int two[2];
         return pipe(two);
       }},
      {"eventfd", false, [] { return syscall(SYS_eventfd2, 0, 0); }},
      {"epoll", false, [] { return syscall(SYS_epoll_create1, 0); }},
      {"timerfd", false, [] { return syscall(SYS_timerfd_create, CLOCK_MONOTONIC, 0); }},
      {"signalfd", false, [&] { return syscall(SYS_signalfd4, -1, &set, 8, 0); }},
      {"timer", false, queue_timer},
      {"message queue", true, [] { return syscall(SYS_mq_open, "q", O_CREAT | O_RDWR, 0600, 0); }},
      {"semaphores", true, [] { return syscall(SYS_semget, 0, 1, 01600); }},
      {"messages", true, [] { return syscall(SYS_msgget, 0, 01600); }},
      {"signal that waits", false, [] { return syscall(SYS_tgkill, getpid(), gettid(), 40); }},
      {"sigqueue", true, [] { return sigqueue(getpid(), 0, {}); }},
      {"ptmx", false, [] { return open("/dev/ptmx", O_RDWR); }},
      // the sandbox's helper, and other processes
      {"limits of the helper", true,
       [&] { return syscall(SYS_prlimit64, 1, RLIMIT_CPU, &limit, 0); }},
      {"processors of the helper", true,
       [&] { return syscall(SYS_sched_setaffinity, 1, 8, &cpus); }},
      {"scheduling of the helper", true,
       [&] { return syscall(SYS_sched_setscheduler, 1, 0, &queued); }},
      {"priority of the helper", true, [] { return setpriority(PRIO_PROCESS, 1, 0); }},
      {"disk of the helper", true, [] { return syscall(SYS_ioprio_set, 1, 1, 0); }},
      {"pidfd", false, [] { return syscall(SYS_pidfd_open, 1, 0); }},
  };
  int made = 0;
  for (const Call& call : calls) {
    if ((on_gpu && !call.with_gpu) || call.make() < 0) continue;
    std::printf("%s\n", call.name);
    ++made;
  }
  return made;
}

/// Goes into a call that only a deadly signal ends: reading faults of GiB of zero pages.
int stay_in_call(const Arguments&) {
  constexpr std::size_t bytes = 400ull << 30;
  void* place = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (place == MAP_FAILED) return 1;
  madvise(place, bytes, MADV_NOHUGEPAGE);
  std::puts("up");
  std::fflush(stdout);
  madvise(place, bytes, 22);  // MADV_POPULATE_READ
  return 2;
}

/// Attacks the helper, PID 1. 10 when it shrugs.
int attack_helper(const Arguments&) {
  if (getppid() != 1) return 1;
  for (const int number : {SIGKILL, SIGTERM, SIGSTOP, SIGSEGV}) kill(1, number);
  usleep(50000);
  char link[64];
  if (readlink("/proc/self/fd/1", link, sizeof link) < 0) return 2;
  if (readlink("/proc/1/fd/1", link, sizeof link) >= 0) return 3;
  if (open("/proc/self/mem", O_RDONLY) < 0) return 4;
  if (open("/proc/1/mem", O_RDONLY) >= 0) return 5;
  return 10;
}

[[noreturn]] void idle() {
  for (;;) pause();
}

/// Stays where the kernel refuses another thread: after some 32,000, which is how far it comes
/// while a busy machine keeps the supervisor from looking for seconds.
int thread_bomb(const Arguments&) {
  try {
    for (;;) std::thread(idle).detach();
  } catch (const std::system_error&) {
    idle();
  }
}

int threads(const Arguments& a) {
  for (int i = 1; i < std::stoi(a[0]); ++i) std::thread(idle).detach();
  std::puts("up");
  std::fflush(stdout);
  idle();
}

void fill(std::size_t bytes, int flags) {
  const auto kind = flags | MAP_ANONYMOUS;
  void* place = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, kind, -1, 0);
  if (place == MAP_FAILED) _exit(98);
  for (std::size_t i = 0; i < bytes; i += 4096) static_cast<volatile char*>(place)[i] = 1;
}

int memory_bomb(const Arguments& a) {
  for (;;) fill(16 << 20, a.empty() ? MAP_PRIVATE : MAP_SHARED);
}

/// Tries to get memory that /proc shows nobody. 10 when no way leads there.
int hide_memory(const Arguments&) {
  constexpr int rights = PROT_READ | PROT_WRITE;
  if (mmap(nullptr, 4096, rights, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) return 1;
  const int zero = open("/dev/zero", O_RDWR);
  if (zero >= 0 && mmap(nullptr, 4096, rights, MAP_SHARED, zero, 0) != MAP_FAILED) return 2;
  if (syscall(SYS_memfd_create, "x", 0) >= 0) return 3;
  return 10;
}

/// Fills shared memory of no file and lets go of each part: it stays, and no process maps it.
int drop_memory(const Arguments&) {
  constexpr std::size_t all = 2ull << 30, part = 64 << 20;
  void* place = mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (place == MAP_FAILED) return 1;
  for (std::size_t at = 0; at < all; at += part) {
    std::memset(static_cast<char*>(place) + at, 1, part);
    madvise(static_cast<char*>(place) + at, part, MADV_DONTNEED);
  }
  for (;;) pause();
}

/// Does the rest in another thread, after the first one has ended.
[[noreturn]] void without_leader(void (*rest)(const std::string&), const std::string& argument) {
  static std::string kept;
  kept = argument;
  static void (*deed)(const std::string&);
  deed = rest;
  std::thread([] {
    usleep(20000);
    deed(kept);
    idle();
  }).detach();
  syscall(SYS_exit, 0);
  _exit(96);
}

/// Fills so many MiB, shares them with a second process and stays a while.
int share_memory(const Arguments& a) {
  fill(static_cast<std::size_t>(std::stoi(a[0])) << 20, MAP_SHARED);
  const pid_t child = fork();
  if (child < 0) return 1;
  usleep(300000);
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  return 10;
}

int print(const Arguments& a) {
  const std::string line(1000, 'x');
  for (long i = 0; a.empty() || i < std::stol(a[0]); ++i) {
    if (write(i % 2 == 0 ? 1 : 2, line.data(), line.size()) < 0) return 1;
  }
  return 10;
}

int big_file(const Arguments& a) {
  const int fd = open(a[0].c_str(), O_WRONLY | O_CREAT, 0600);
  const std::vector<char> block(1 << 20);
  for (int i = 0; i < std::stoi(a[1]); ++i) {
    if (write(fd, block.data(), block.size()) < 0) return errno;
  }
  return 0;
}

int fill_disk(const Arguments& a) {
  for (int i = 0; i < 1000; ++i) {
    const int error = big_file({a[0] + "/" + std::to_string(i), "1"});
    if (error == ENOSPC) return 10;
    if (error != 0) return error;
  }
  return 0;
}

/// Leaves a process behind that no longer belongs to it.
int orphan(const Arguments& a) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) count(a[0]);
    _exit(0);
  }
  wait(nullptr);
  if (a.size() > 1) idle();
  return 7;
}

int descriptors(const Arguments&) {
  DIR* folder = opendir("/proc/self/fd");
  while (const dirent* entry = readdir(folder)) {
    if (entry->d_name[0] != '.' && std::atoi(entry->d_name) != dirfd(folder)) {
      std::printf("%s ", entry->d_name);
    }
  }
  return 0;
}

/// Answers each byte from descriptor 3 with the next.
int echo(const Arguments&) {
  char byte;
  while (read(3, &byte, 1) == 1) {
    ++byte;
    if (write(3, &byte, 1) != 1) return 1;
  }
  return 5;
}

int spin(const Arguments&) {
  for (std::atomic<long> i = 0;; ++i) {
  }
}

int main(int argc, char** argv) {
  const Arguments rest(argv + (argc > 1 ? 2 : 1), argv + argc);
  const std::map<std::string, std::function<int(const Arguments&)>> deeds = {
      {"connect", connect_to},
      {"see", see},
      {"write", write_to},
      {"fork-bomb", fork_bomb},
      {"start-processes", start_processes},
      {"call-kernel", call_kernel},
      {"reach-others", reach_others},
      {"stay-in-call", stay_in_call},
      {"attack-helper", attack_helper},
      {"thread-bomb", thread_bomb},
      {"threads", threads},
      {"memory-bomb", memory_bomb},
      {"share-memory", share_memory},
      {"hide-memory", hide_memory},
      {"drop-memory", drop_memory},
      {"leaderless-memory-bomb",
       [](const Arguments&) -> int {
         without_leader([](const std::string&) { memory_bomb({}); }, "");
       }},
      {"leaderless-spin",
       [](const Arguments&) -> int { without_leader([](const std::string&) { spin({}); }, ""); }},
      {"leaderless-count",
       [](const Arguments& a) -> int {
         without_leader([](const std::string& file) { count(file); }, a[0]);
       }},
      {"leaderless-threads",
       [](const Arguments& a) -> int {
         without_leader([](const std::string& n) { threads({n}); }, a[0]);
       }},
      {"print", print},
      {"big-file", big_file},
      {"fill-disk", fill_disk},
      {"orphan", orphan},
      {"descriptors", descriptors},
      {"echo", echo},
      {"spin", spin},
      {"spin-in-child", [](const Arguments& a) { return fork() == 0 ? spin(a) : (idle(), 0); }},
      {"count", [](const Arguments& a) -> int { count(a[0]); }},
      {"count-by-threads",
       [](const Arguments& a) -> int {
         for (int i = 0; i < 8; ++i) std::thread([&a] { count(a[0]); }).detach();
         idle();
       }},
      {"sleep", [](const Arguments&) -> int { idle(); }},
      {"exit", [](const Arguments& a) { return std::stoi(a[0]); }},
      {"raise", [](const Arguments& a) { return raise(std::stoi(a[0])), 0; }},
      {"abort", [](const Arguments&) -> int { std::abort(); }},
      {"segfault", [](const Arguments&) { return *static_cast<volatile int*>(nullptr); }},
      {"user", [](const Arguments&) { return static_cast<int>(getuid()) % 256; }},
      {"hang-up",
       [](const Arguments&) -> int {
         close(3);
         idle();
       }},
  };
  const auto deed = argc > 1 ? deeds.find(argv[1]) : deeds.end();
  if (deed == deeds.end()) return 97;
  return deed->second(rest);
}
