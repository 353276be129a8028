#include "toolchain/meddling.h"

#include <set>
#include <sstream>
#include <string_view>

namespace warpgrade {

std::vector<std::string> meddling_calls(const std::string& undefined_symbols) {
  static const std::set<std::string_view> reaching = {
      // messages, by a descriptor that is known or guessed
      "send", "sendto", "sendmsg", "sendmmsg", "recv", "recvfrom", "recvmsg", "recvmmsg", "write",
      "writev", "pwrite", "pwrite64", "pwritev", "pwritev2", "dprintf", "vdprintf", "fdopen",
      "sendfile", "sendfile64", "splice", "tee", "vmsplice", "aio_write", "aio_write64",
      // any call by its number or its name
      "syscall", "dlsym", "dlvsym", "dlopen", "dlmopen",
      // memory that is kept from it
      "mprotect", "pkey_mprotect", "pkey_set", "pkey_alloc", "pkey_free", "process_vm_readv",
      "process_vm_writev"};
  std::set<std::string> found;
  std::istringstream lines(undefined_symbols);
  for (std::string symbol; std::getline(lines, symbol);)
    if (reaching.count(symbol) != 0) found.insert(symbol);
  return {found.begin(), found.end()};
}

}  // namespace warpgrade
