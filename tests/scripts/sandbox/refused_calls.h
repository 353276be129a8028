// Calls that the sandbox refuses, for the program inmate.cpp.
#pragma once

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
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

using Arguments = std::vector<std::string>;

/// Every way to start a process. 10 when each is refused with the error that it should have.
inline int start_processes(const Arguments&) {
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
inline int call_kernel(const Arguments&) {
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
inline long queue_timer() {
  timer_t timer;
  sigevent event = {};
  event.sigev_notify = SIGEV_NONE;
  return syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer);
}

inline long lock(int command) {
  const int fd = open("/tmp/lock", O_RDWR | O_CREAT, 0600);
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  return fcntl(fd, command, &whole);
}

inline long advise(int advice) {
  void* place = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return madvise(place, 4096, advice);
}

inline long map_with(int flags) {
  return mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0) == MAP_FAILED
             ? -1
             : 0;
}

/// Sends a descriptor to itself, and leaves it there.
inline long send_descriptor(bool many) {
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
inline int reach_others(const Arguments& a) {
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
