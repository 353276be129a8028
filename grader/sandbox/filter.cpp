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

// Calls that no program graded here needs and that reach beyond its own process.
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
    // System V objects outlive their process and count to nobody's memory
    "shmget", "msgget", "semget"};

// Of a submission's run: what is shared with other programs of the machine, or what the kernel
// counts for a whole user. A GPU's driver needs none of it.
constexpr const char* shared[] = {
    // attributes of files that others see, too: devices, libraries, the program
    "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "utime",
    "utimes", "futimesat", "utimensat", "setxattr", "lsetxattr", "fsetxattr", "setxattrat",
    "removexattr", "lremovexattr", "fremovexattr", "removexattrat", "file_setattr", "mknod",
    "mknodat",
    // descriptors sent and not yet received: the judge sends some with each request
    "sendmsg", "sendmmsg",
    // so many of each for a user
    "inotify_init", "inotify_init1", "mq_open", "rt_sigqueueinfo", "rt_tgsigqueueinfo"};

// All that a submission's run on the CPU engine may call without more ado: files, memory, threads,
// signals and clocks of its own, and the socket to the judge.
constexpr const char* harmless[] = {
    "brk", "munmap", "mremap", "mprotect", "pkey_alloc", "pkey_free", "pkey_mprotect",
    // the file tree, of which it can write to nothing but /tmp and /dev/shm, which are its own
    "read", "write", "readv", "writev", "pread64", "pwrite64", "preadv", "pwritev", "open",
    "openat", "creat", "close", "close_range", "lseek", "stat", "fstat", "lstat", "newfstatat",
    "statx", "access", "faccessat", "faccessat2", "readlink", "readlinkat", "getcwd", "chdir",
    "getdents", "getdents64", "mkdir", "mkdirat", "rmdir", "unlink", "unlinkat", "rename",
    "renameat", "renameat2", "truncate", "ftruncate", "umask", "dup", "dup2", "dup3", "poll",
    "ppoll", "select", "pselect6",
    // the judge's requests and the replies; without control data, which sendmsg alone sends
    "sendto", "recvfrom", "recvmsg",
    // threads and signals
    "set_robust_list", "set_tid_address", "rseq", "arch_prctl", "sched_yield", "sched_getaffinity",
    "getcpu", "exit", "exit_group", "execve", "wait4", "waitid", "pause", "rt_sigaction",
    "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "rt_sigpending", "rt_sigtimedwait",
    "sigaltstack", "restart_syscall",
    // clocks, and what it is itself
    "clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time",
    "times", "alarm", "setitimer", "getitimer", "getrusage", "getrlimit", "getrandom", "getpid",
    "gettid", "getppid", "getpgrp", "getpgid", "getsid", "getuid", "geteuid", "getgid", "getegid",
    "getresuid", "getresgid", "getgroups", "uname"};

class Filter {
 public:
  /// `otherwise`: what becomes of a call without a rule.
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
    // The calls sit in a binary tree instead of a list: a system call costs 7 comparisons, not 60.
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
  /// A call that this libseccomp or processor does not know needs no rule.
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

// The kernel looks at the lower half of an int alone.
constexpr scmp_datum_t whole_int = 0xffffffff;

scmp_arg_cmp is(unsigned argument, scmp_datum_t value) {
  return SCMP_CMP(argument, SCMP_CMP_MASKED_EQ, whole_int, value);
}

constexpr scmp_datum_t new_namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS |
                                        CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

/// What is refused whoever asks.
void refuse_what_reaches_out(Filter& filter) {
  for (const char* name : refused) filter.refuse(name, EPERM);
  filter.refuse("memfd_secret", EPERM);
  // clone3 passes its flags in memory, where no filter can read them. The C library falls back to
  // clone when told that the kernel has no such call.
  filter.refuse("clone3", ENOSYS);
  for (scmp_datum_t space = 1; space <= new_namespaces; space <<= 1)
    if (space & new_namespaces)
      filter.refuse("clone", EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, space, space));
  filter.refuse("socket", EPERM, SCMP_A0(SCMP_CMP_NE, AF_UNIX));
  filter.refuse("ioctl", EPERM, is(1, TIOCSTI));
  filter.refuse("ioctl", EPERM, is(1, TIOCLINUX));
}

/// What a submission is refused on the CPU and on a GPU.
void refuse_a_submission(Filter& filter) {
  filter.refuse("fork", EPERM);
  filter.refuse("vfork", EPERM);
  filter.refuse("clone", EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  for (const char* name : shared) filter.refuse(name, EPERM);
}

/// A submission on a GPU: all but what is refused, for CUDA's driver decides what it needs.
std::vector<sock_filter> for_run_on_gpu() {
  Filter filter(SCMP_ACT_ALLOW);
  refuse_what_reaches_out(filter);
  refuse_a_submission(filter);
  for (const int command : {F_SETLEASE, F_NOTIFY, F_SETPIPE_SZ})
    filter.refuse("fcntl", EPERM, is(1, static_cast<scmp_datum_t>(command)));
  // The sandbox's helper is process 1, of the same user: its limits and its turn on a processor are
  // not the submission's.
  for (const char* name : {"prlimit64", "sched_setaffinity", "sched_setscheduler", "sched_setparam",
                           "sched_setattr", "migrate_pages", "move_pages"})
    filter.refuse(name, EPERM, is(0, 1));
  for (const char* name : {"setpriority", "ioprio_set"}) filter.refuse(name, EPERM, is(1, 1));
  return filter.program();
}

/// A submission on the CPU engine: nothing but what is known to be harmless. What else there is the
/// C library does without where it is told that the kernel lacks it.
std::vector<sock_filter> for_run_on_cpu() {
  Filter filter(SCMP_ACT_ERRNO(ENOSYS));
  refuse_what_reaches_out(filter);
  refuse_a_submission(filter);
  for (const char* name : harmless) filter.allow(name);
  filter.allow("clone", SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | new_namespaces, CLONE_THREAD));

  // Anonymous memory that is shared is still there when most of it is unmapped or dropped, and
  // /proc tells nobody. MAP_POPULATE, MAP_LOCKED and huge pages of the machine's stock are in no
  // rule: the first takes minutes that no signal but a deadly one ends.
  constexpr scmp_datum_t kind = MAP_TYPE | MAP_ANONYMOUS | MAP_POPULATE | MAP_LOCKED | MAP_HUGETLB;
  for (const scmp_datum_t wanted : {MAP_PRIVATE, MAP_PRIVATE | MAP_ANONYMOUS, MAP_SHARED})
    filter.allow("mmap", SCMP_A3(SCMP_CMP_MASKED_EQ, kind, wanted));
  // Others fill memory at once, or tell or change what the machine keeps of a file.
  for (const scmp_datum_t advice :
       {MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_DONTNEED, MADV_FREE, MADV_DONTFORK,
        MADV_DOFORK, MADV_HUGEPAGE, MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP})
    filter.allow("madvise", is(2, advice));

  // Locks, leases and notices are in no rule.
  for (const scmp_datum_t command : {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL})
    filter.allow("fcntl", is(1, command));
  for (const scmp_datum_t request : {TCGETS, TIOCGWINSZ, FIONREAD})
    filter.allow("ioctl", is(1, request));
  filter.allow("prctl", is(0, PR_SET_NAME));
  filter.allow("prctl", is(0, PR_GET_NAME));
  // The runner confines its process further before anything of the submission runs
  // (runner/channel_simt.cpp).
  filter.allow("prctl", is(0, PR_SET_NO_NEW_PRIVS));
  filter.allow("prctl", is(0, PR_SET_SECCOMP));
  filter.allow("prlimit64", is(0, 0));  // its own

  // Whoever maps a file that others map waits on the same word as they do. pthread_join waits so,
  // for the kernel, which wakes it.
  filter.allow("futex", SCMP_A1(SCMP_CMP_MASKED_EQ, FUTEX_PRIVATE_FLAG, FUTEX_PRIVATE_FLAG));
  for (const scmp_datum_t wait : {FUTEX_WAIT, FUTEX_WAIT_BITSET})
    filter.allow("futex", SCMP_A1(SCMP_CMP_MASKED_EQ,
                                  whole_int & ~scmp_datum_t{FUTEX_CLOCK_REALTIME}, wait));

  // Of the kernel's signals from 32 on each one waits by itself, and there are so many for a user.
  constexpr scmp_datum_t first_queued = 32;
  filter.allow("tgkill", SCMP_A2(SCMP_CMP_LT, first_queued));
  filter.allow("kill", SCMP_A1(SCMP_CMP_LT, first_queued));
  return filter.program();
}

/// Our tools, and compilers. What they share with children they may.
std::vector<sock_filter> for_tools(bool gpu) {
  Filter filter(SCMP_ACT_ALLOW);
  refuse_what_reaches_out(filter);
  // Memory of a memory file counts for a process only while it is mapped and touched.
  if (!gpu) filter.refuse("memfd_create", EPERM);
  return filter.program();
}

}  // namespace

std::vector<sock_filter> seccomp_filter(bool may_fork, bool gpu) {
  if (may_fork) return for_tools(gpu);
  return gpu ? for_run_on_gpu() : for_run_on_cpu();
}

}  // namespace warpgrade
