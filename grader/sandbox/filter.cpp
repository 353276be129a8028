#include "sandbox/filter.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include <cstdint>
#include <memory>

#include "sandbox/descriptor.h"

namespace warpgrade {
namespace {

// System calls that no graded program needs and that reach beyond its own process.
constexpr const char* refused[] = {
    // other processes
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "pidfd_getfd", "kcmp",
    // the file tree and namespaces
    "mount", "umount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree", "fsopen",
    "fsconfig", "fsmount", "fspick", "mount_setattr", "unshare", "setns", "open_by_handle_at",
    "fanotify_init",
    // large and often broken parts of the kernel
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter",
    "io_uring_register", "keyctl", "add_key", "request_key", "lookup_dcookie",
    // the machine
    "kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module",
    "create_module", "reboot", "swapon", "swapoff", "quotactl", "quotactl_fd", "acct",
    "settimeofday", "stime", "clock_settime", "clock_settime64", "adjtimex", "clock_adjtime",
    "clock_adjtime64", "sethostname", "setdomainname", "syslog", "vhangup", "iopl", "ioperm",
    // System V objects outlive their process and are not counted as memory
    "shmget", "msgget", "semget"};

// For a submission's run: calls that share resources with other programs of the machine, or that
// the kernel limits per user. A GPU driver needs none of them.
constexpr const char* shared[] = {
    // attributes of files visible to others: devices, libraries, the program
    "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime",
    "utimes", "futimesat", "utimensat", "setxattr", "lsetxattr", "fsetxattr", "setxattrat",
    "removexattr", "lremovexattr", "fremovexattr", "removexattrat", "file_setattr", "mknod",
    "mknodat",
    // descriptors sent and not yet received: the grader sends some with each request
    "sendmsg", "sendmmsg",
    // limited per user
    "inotify_init", "inotify_init1", "mq_open", "rt_sigqueueinfo", "rt_tgsigqueueinfo"};

// Calls that a submission's run on the CPU engine may always make: its own files, memory, threads,
// signals and clocks, and the socket to the grader.
constexpr const char* harmless[] = {
    "brk", "munmap", "mremap", "mprotect", "pkey_alloc", "pkey_free", "pkey_mprotect",
    // the file tree, where it can only write to its own /tmp and /dev/shm
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "open",
    "openat", "creat", "close", "close_range", "lseek", "stat", "fstat", "lstat", "newfstatat",
    "statx", "access", "faccessat", "faccessat2", "readlink", "readlinkat", "getcwd", "chdir",
    "getdents", "getdents64", "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename",
    "renameat", "renameat2", "truncate", "ftruncate", "umask", "dup", "dup2", "dup3", "poll",
    "ppoll", "select", "pselect6",
    // the grader's requests and the replies; without control data, which only sendmsg sends
    "sendto", "recvfrom", "recvmsg",
    // threads and signals
    "set_robust_list", "set_tid_address", "rseq", "arch_prctl", "sched_yield", "sched_getaffinity",
    "getcpu", "exit", "exit_group", "execve", "wait4", "waitid", "pause", "rt_sigaction",
    "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "rt_sigpending", "rt_sigtimedwait",
    "sigaltstack", "restart_syscall",
    // clocks and its own identity
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time",
    "times", "alarm", "setitimer", "getitimer", "getrusage", "getrlimit", "getrandom", "getpid",
    "gettid", "getppid", "getpgrp", "getpgid", "getsid", "getuid", "geteuid", "getgid", "getegid",
    "getresuid", "getresgid", "getgroups", "uname"};

class Filter {
 public:
  /// `otherwise`: the action for a call without a rule.
  explicit Filter(std::uint32_t otherwise)
      : otherwise_(otherwise), context_(seccomp_init(otherwise), &seccomp_release) {
    if (!context_) throw GraderError("the sandbox: libseccomp cannot start");
  }

  template <typename... Comparison>
  void refuse(const char* name, int error, Comparison... when) {
    add(name, SCMP_ACT_ERRNO(static_cast<unsigned>(error)), when...);
  }

  template <typename... Comparison>
  void allow(const char* name, Comparison... when) {
    add(name, SCMP_ACT_ALLOW, when...);
  }

  std::vector<sock_filter> program() {
    // A binary tree of calls instead of a list: a system call costs 7 comparisons, not 60.
    // Older libseccomp without this attribute makes the list.
    seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);
    const Descriptor file(checked(memfd_create("filter", MFD_CLOEXEC), "memfd_create"));
    const int result = seccomp_export_bpf(context_.get(), file.get());
    if (result < 0) {
      errno = -result;
      system_fault("seccomp_export_bpf");
    }
    const off_t bytes = checked(lseek(file.get(), 0, SEEK_END), "lseek");
    std::vector<sock_filter> code(static_cast<std::size_t>(bytes) / sizeof(sock_filter));
    if (pread(file.get(), code.data(), static_cast<std::size_t>(bytes), 0) != bytes) {
      system_fault("reading the seccomp program");
    }
    return code;
  }

 private:
  /// Calls unknown to this libseccomp or processor need no rule.
  template <typename... Comparison>
  void add(const char* name, std::uint32_t action, Comparison... when) {
    const int call = seccomp_syscall_resolve_name(name);
    if (call < 0 || action == otherwise_) return;
    const int result = seccomp_rule_add(context_.get(), action, call, sizeof...(when), when...);
    if (result < 0) {
      errno = -result;
      system_fault(std::string("libseccomp refuses a rule for ") + name);
    }
  }

  std::uint32_t otherwise_;
  std::unique_ptr<void, void (*)(scmp_filter_ctx)> context_;
};

// The kernel only uses the lower half of an int.
constexpr scmp_datum_t whole_int = 0xffffffff;

scmp_arg_cmp is(unsigned argument, scmp_datum_t value) {
  return SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, whole_int, value);
}

constexpr scmp_datum_t new_namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS |
                                        CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

/// Calls refused to all commands.
void refuse_what_reaches_out(Filter& filter) {
  for (const char* name : refused) filter.refuse(name, EPERM);
  filter.refuse("memfd_secret", EPERM);
  // clone3 passes its flags in memory, which filters cannot read. The C library falls back to clone
  // if the kernel reports that the call does not exist.
  filter.refuse("clone3", ENOSYS);
  for (scmp_datum_t space = 1; space <= new_namespaces; space <<= 1)
    if (space & new_namespaces)
      filter.refuse("clone", EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, space, space));
  filter.refuse("socket", EPERM, SCMP_A0(SCMP_CMP_NE, AF_UNIX));
  filter.refuse("ioctl", EPERM, is(1, TIOCSTI));
  filter.refuse("ioctl", EPERM, is(1, TIOCLINUX));
}

/// Calls refused to submissions on the CPU and on a GPU.
void refuse_a_submission(Filter& filter) {
  filter.refuse("fork", EPERM);
  filter.refuse("vfork", EPERM);
  filter.refuse("clone", EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  for (const char* name : shared) filter.refuse(name, EPERM);
}

/// A submission on a GPU: everything except refused calls, because CUDA's driver decides what it
/// needs.
std::vector<sock_filter> for_run_on_gpu() {
  Filter filter(SCMP_ACT_ALLOW);
  refuse_what_reaches_out(filter);
  refuse_a_submission(filter);
  for (const int command : {F_SETLEASE, F_NOTIFY, F_SETPIPE_SZ})
    filter.refuse("fcntl", EPERM, is(1, static_cast<scmp_datum_t>(command)));
  // The sandbox's helper is process 1, of the same user: a submission must not change its limits
  // and priority.
  for (const char* name : {"prlimit64", "sched_setaffinity", "sched_setscheduler", "sched_setparam",
                           "sched_setattr", "migrate_pages", "move_pages"})
    filter.refuse(name, EPERM, is(0, 1));
  for (const char* name : {"setpriority", "ioprio_set"}) filter.refuse(name, EPERM, is(1, 1));
  return filter.program();
}

/// A submission on the CPU engine: only calls known to be harmless. The C library works without the
/// others if the kernel reports that they do not exist.
std::vector<sock_filter> for_run_on_cpu() {
  Filter filter(SCMP_ACT_ERRNO(ENOSYS));
  refuse_what_reaches_out(filter);
  refuse_a_submission(filter);
  for (const char* name : harmless) filter.allow(name);
  filter.allow("clone", SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | new_namespaces, CLONE_THREAD));

  // Shared anonymous memory still exists after most of it is unmapped or dropped, invisible in
  // /proc. MAP_POPULATE, MAP_LOCKED and reserved huge pages have no rule: populating may take
  // minutes that only a deadly signal ends.
  constexpr scmp_datum_t kind = MAP_TYPE | MAP_ANONYMOUS | MAP_POPULATE | MAP_LOCKED | MAP_HUGETLB;
  for (const scmp_datum_t wanted : {MAP_PRIVATE, MAP_PRIVATE | MAP_ANONYMOUS, MAP_SHARED})
    filter.allow("mmap", SCMP_A3(SCMP_CMP_MASKED_EQ, kind, wanted));
  // Other flags fill memory at once, or reveal or change the machine's page cache of a file.
  for (const scmp_datum_t advice :
       {MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_DONTNEED, MADV_FREE, MADV_DONTFORK,
        MADV_DOFORK, MADV_HUGEPAGE, MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP})
    filter.allow("madvise", is(2, advice));

  // Locks, leases and notifications have no rule.
  for (const scmp_datum_t command : {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL})
    filter.allow("fcntl", is(1, command));
  for (const scmp_datum_t request : {TCGETS, TIOCGWINSZ, FIONREAD})
    filter.allow("ioctl", is(1, request));
  filter.allow("prctl", is(0, PR_SET_NAME));
  filter.allow("prctl", is(0, PR_GET_NAME));
  // The runner restricts its process further before any code of the submission runs
  // (runner/channel_simt.cpp).
  filter.allow("prctl", is(0, PR_SET_NO_NEW_PRIVS));
  filter.allow("prctl", is(0, PR_SET_SECCOMP));
  filter.allow("prlimit64", is(0, 0));  // its own

  // Without FUTEX_PRIVATE_FLAG, a process could wait on the same word as others that map the file.
  // pthread_join waits like that because the kernel wakes it.
  filter.allow("futex", SCMP_A1(SCMP_CMP_MASKED_EQ, FUTEX_PRIVATE_FLAG, FUTEX_PRIVATE_FLAG));
  for (const scmp_datum_t wait : {FUTEX_WAIT, FUTEX_WAIT_BITSET})
    filter.allow("futex", SCMP_A1(SCMP_CMP_MASKED_EQ,
                                  whole_int & ~scmp_datum_t{FUTEX_CLOCK_REALTIME}, wait));

  // Each queued signal from 32 on is limited per user.
  constexpr scmp_datum_t first_queued = 32;
  filter.allow("tgkill", SCMP_A2(SCMP_CMP_LT, first_queued));
  filter.allow("kill", SCMP_A1(SCMP_CMP_LT, first_queued));
  return filter.program();
}

/// Compilers and the project's tools. They may share resources with their children.
std::vector<sock_filter> for_tools(bool gpu) {
  Filter filter(SCMP_ACT_ALLOW);
  refuse_what_reaches_out(filter);
  // Memory of a memfd is only counted while a process maps and touches it.
  if (!gpu) filter.refuse("memfd_create", EPERM);
  return filter.program();
}

}  // namespace

std::vector<sock_filter> seccomp_filter(bool may_fork, bool gpu) {
  if (may_fork) return for_tools(gpu);
  return gpu ? for_run_on_gpu() : for_run_on_cpu();
}

}  // namespace warpgrade
