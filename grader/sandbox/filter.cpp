#include "sandbox/filter.h"

#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>

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

class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ALLOW), &seccomp_release) {
    if (!context_) throw GraderError("the sandbox: libseccomp cannot start");
  }

  /// A call that this libseccomp or processor does not know needs no rule.
  template <typename... Comparison>
  void refuse(const char* name, int error, Comparison... when) {
    const int call = seccomp_syscall_resolve_name(name);
    if (call < 0) return;
    const int result =
        seccomp_rule_add(context_.get(), SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call,
                         sizeof...(when), when...);
    if (result < 0) {
      errno = -result;
      system_fault(std::string("libseccomp refuses a rule for ") + name);
    }
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
  std::unique_ptr<void, void (*)(scmp_filter_ctx)> context_;
};

}  // namespace

std::vector<sock_filter> seccomp_filter(bool may_fork, bool gpu) {
  Filter filter;
  for (const char* name : refused) filter.refuse(name, EPERM);

  // clone3 passes its flags in memory, where no filter can read them. The C library falls back to
  // clone when told that the kernel has no such call.
  filter.refuse("clone3", ENOSYS);
  for (const unsigned space : {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
                               CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET}) {
    filter.refuse("clone", EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, space, space));
  }
  if (!may_fork) {
    filter.refuse("fork", EPERM);
    filter.refuse("vfork", EPERM);
    filter.refuse("clone", EPERM, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  }

  // Memory of a memory file counts for a process only while it is mapped and touched, and so does
  // anonymous memory that is shared: with most of it unmapped, or dropped by madvise, all of it is
  // still there, and /proc tells nobody. CUDA's driver uses some of both, and whoever may fork
  // shares with children; a run on the CPU needs neither.
  if (!gpu) filter.refuse("memfd_create", EPERM);
  if (!gpu && !may_fork) {
    constexpr scmp_datum_t kind = MAP_TYPE | MAP_ANONYMOUS;
    filter.refuse("mmap", EPERM, SCMP_A3(SCMP_CMP_MASKED_EQ, kind, MAP_SHARED | MAP_ANONYMOUS));
  }
  filter.refuse("memfd_secret", EPERM);

  filter.refuse("socket", EPERM, SCMP_A0(SCMP_CMP_NE, AF_UNIX));
  // The kernel looks at the lower half of the request alone.
  constexpr scmp_datum_t request = 0xffffffff;
  filter.refuse("ioctl", EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, request, TIOCSTI));
  filter.refuse("ioctl", EPERM, SCMP_A1(SCMP_CMP_MASKED_EQ, request, TIOCLINUX));
  return filter.program();
}

}  // namespace warpgrade
