// On the CPU engine, only the runner can use its sockets. A submission shares the process, so its
// calls cannot be told from the runner's; but the instruction that enters the kernel can. Before
// any of the submission's code runs, even a constructor, the process gets a seccomp filter:
// - messages are sent and received only by the one instruction below;
// - other writes reach only standard output and error, no descriptor is copied, these and the
// socket stay open, and no other call writes to one;
// - the pages of the program itself, where the check keeps its findings, change their protection
// only by the check's own instruction (simt/check/report/vault.cpp), and no memory becomes
// executable;
// - no second filter can be installed that answers in the kernel's place.
// Refused calls return EPERM.
#include "runner/channel.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runner/protocol.h"

extern "C" {
// Labels after the instructions; the second one exists only with the check.
extern const char wg_message_call[] __attribute__((visibility("hidden")));
extern const char simt_vault_call[] __attribute__((visibility("default"), weak));
extern const char _end[] __attribute__((visibility("default")));  // of the program's image
}

namespace warpgrade::runner {
namespace {

[[gnu::noinline, gnu::noclone]] long message_call(long number, long socket, const void* message,
                                                  long third_argument) {
#if defined(__x86_64__)
  asm volatile("syscall\n.globl wg_message_call\n.hidden wg_message_call\nwg_message_call:"
               : "+a"(number)
               : "D"(socket), "S"(message), "d"(third_argument)
               : "rcx", "r11", "memory");
  return number;
#elif defined(__aarch64__)
  register long call asm("x8") = number;
  register long result asm("x0") = socket;
  register const void* second asm("x1") = message;
  register long third asm("x2") = third_argument;
  asm volatile("svc 0\n.globl wg_message_call\n.hidden wg_message_call\nwg_message_call:"
               : "+r"(result)
               : "r"(call), "r"(second), "r"(third)
               : "memory");
  return result;
#endif
}

ssize_t set_errno(long returned) {
  if (returned >= 0) return returned;
  errno = static_cast<int>(-returned);
  return -1;
}

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#endif

/// The lower half of a little-endian argument; its upper half follows.
constexpr std::uint32_t argument(unsigned i) {
  return static_cast<std::uint32_t>(offsetof(seccomp_data, args) + 8 * i);
}

/// The filter's program: a list of system calls, each with a test that ends in a verdict.
class Program {
 public:
  Program() {
    load(offsetof(seccomp_data, arch));
    jump(BPF_JEQ, architecture, 1, 0);
    verdict(refuse);
    load(offsetof(seccomp_data, nr));
    jump(BPF_JGE, 0x40000000, 0, 1);  // x86's x32 numbers
    verdict(refuse);
  }

  void refuse_calls(std::initializer_list<long> numbers) {
    for (const long number : numbers) test(number, [&] { verdict(refuse); });
  }

  /// Allows the call only from the instruction before `place`.
  void only_from(long number, const char* place) {
    test(number, [&] {
      unless_from(place);
      verdict(allow);
      verdict(refuse);
    });
  }

  /// Allows the call only with argument `i` in [least, most]; the instruction before `place`, if
  /// given, is exempt.
  void only_between(long number, unsigned i, std::uint32_t least, std::uint32_t most,
                    const char* place = nullptr) {
    test(number, [&] {
      if (place != nullptr) {
        unless_from(place);
        verdict(allow);
      }
      load(argument(i));
      jump(BPF_JGE, least, 0, 2);
      jump(BPF_JGT, most, 1, 0);
      verdict(allow);
      verdict(refuse);
    });
  }

  /// Refuses the call if argument `i` is one of these values.
  void refuse_values(long number, unsigned i, std::initializer_list<std::uint32_t> values) {
    test(number, [&] {
      for (const std::uint32_t value : values) {
        load(argument(i));
        jump(BPF_JEQ, value, 0, 1);
        verdict(refuse);
      }
      verdict(allow);
    });
  }

  /// For a call that changes memory from the address in its first argument on. Only the instruction
  /// before `place`, if given, may change the program's image; and argument `i` may have none of
  /// `bits`.
  void keep_image(long number, const char* place, unsigned i, std::uint32_t bits,
                  bool null_is_anywhere = false) {
    const auto end = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(_end));
    test(number, [&] {
      if (place != nullptr) {
        unless_from(place);
        verdict(allow);
      }
      load(argument(0) + 4);
      jump(BPF_JEQ, 0, 0, 4);
      load(argument(0));
      jump(BPF_JEQ, 0, null_is_anywhere ? 2 : 1, 0);
      jump(BPF_JGE, end, 1, 0);
      verdict(refuse);
      load(argument(i));
      jump(BPF_JSET, bits, 0, 1);
      verdict(refuse);
      verdict(allow);
    });
  }

  bool install() {
    verdict(allow);
    sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  static constexpr std::uint32_t allow = SECCOMP_RET_ALLOW;
  static constexpr std::uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;

  void add(unsigned code, std::uint32_t value, unsigned yes = 0, unsigned no = 0) {
    code_.push_back({static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(yes),
                     static_cast<std::uint8_t>(no), value});
  }
  void load(std::size_t offset) {
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  }
  void jump(unsigned kind, std::uint32_t value, unsigned yes, unsigned no) {
    add(BPF_JMP | BPF_K | kind, value, yes, no);
  }
  void verdict(std::uint32_t what) { add(BPF_RET | BPF_K, what); }

  /// Runs `body`, which ends in verdicts, for that call only; the number stays loaded for others.
  template <class Body>
  void test(long number, Body body) {
    jump(BPF_JEQ, static_cast<std::uint32_t>(number), 0, 0);
    const std::size_t at = code_.size() - 1;
    body();
    code_[at].jf = static_cast<std::uint8_t>(code_.size() - 1 - at);
  }

  /// Makes calls from elsewhere than the instruction before `place` skip the next instruction.
  void unless_from(const char* place) {
    const std::uint64_t address = reinterpret_cast<std::uintptr_t>(place);
    load(offsetof(seccomp_data, instruction_pointer) + 4);
    jump(BPF_JEQ, static_cast<std::uint32_t>(address >> 32), 0, 3);
    load(offsetof(seccomp_data, instruction_pointer));
    jump(BPF_JEQ, static_cast<std::uint32_t>(address), 0, 1);
  }

  std::vector<sock_filter> code_;
};

void confine(int, char**, char**) {
  Program program;
  program.only_from(SYS_recvmsg, wg_message_call);
  program.only_between(SYS_write, 0, 1, 2);
  program.only_between(SYS_writev, 0, 1, 2, wg_message_call);
  program.only_between(SYS_close, 0, protocol::socket_fd + 1, INT32_MAX);
  program.refuse_values(SYS_fcntl, 1, {F_DUPFD, F_DUPFD_CLOEXEC});
  program.refuse_values(SYS_prctl, 0, {PR_SET_SECCOMP});
  program.refuse_calls({SYS_sendmsg,
                        SYS_sendto,
                        SYS_sendmmsg,
                        SYS_recvfrom,
                        SYS_recvmmsg,
                        SYS_socket,
                        SYS_socketpair,
                        SYS_connect,
                        SYS_accept,
                        SYS_accept4,
                        SYS_shutdown,
                        SYS_setsockopt,
                        SYS_dup,
                        SYS_dup3,
                        SYS_pwrite64,
                        SYS_pwritev,
                        SYS_pwritev2,
                        SYS_sendfile,
                        SYS_splice,
                        SYS_tee,
                        SYS_vmsplice,
                        SYS_copy_file_range,
                        SYS_io_setup,
                        SYS_io_submit,
                        SYS_io_uring_setup,
                        SYS_close_range,
                        SYS_process_vm_writev,
                        SYS_seccomp});
#if defined(__x86_64__)
  program.refuse_calls({SYS_dup2});
#endif
  program.keep_image(SYS_mprotect, simt_vault_call, 2, PROT_EXEC);
  program.keep_image(SYS_pkey_mprotect, nullptr, 2, PROT_EXEC);
  program.keep_image(SYS_mmap, nullptr, 2, PROT_EXEC, true);
  program.keep_image(SYS_mremap, nullptr, 3, MREMAP_FIXED);
  program.keep_image(SYS_munmap, nullptr, 2, 0);
  program.keep_image(SYS_madvise, nullptr, 2, 0);
  // Without the filter, the promises of docs/security.md do not hold, so compute nothing.
  if (!program.install()) _exit(1);
}

[[gnu::section(".preinit_array"), gnu::used]] void (*const before_all)(int, char**,
                                                                       char**) = confine;

}  // namespace

ssize_t send_parts(int socket, const iovec* parts, int count) {
  return set_errno(message_call(SYS_writev, socket, parts, count));
}

ssize_t receive_message(int socket, msghdr& message, int flags) {
  return set_errno(message_call(SYS_recvmsg, socket, &message, flags));
}

}  // namespace warpgrade::runner
