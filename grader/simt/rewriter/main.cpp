// simt_rewrite: rewrites one preprocessed text. Exit status: 0: written; 1: an error in the text;
// 2: wrong usage, or a file cannot be read or written; 3: the text contains something that the
// engine does not support.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simt/rewriter/c_library.h"
#include "simt/rewriter/columns.h"
#include "simt/rewriter/headers.h"
#include "simt/rewriter/host_pass.h"
#include "simt/rewriter/missing_names.h"
#include "simt/rewriter/rewrite.h"

namespace {

constexpr const char* usage =
    "usage: simt_rewrite IN.ii OUT.ii [--own FOLDER]… [--library FOLDER]… [--engine FOLDER]… "
    "[--system FOLDER]… "
    "[--untrusted CLEAN.cpp [--macro NAME]…] [--loops]\n"
    "       simt_rewrite --compare IN.ii CLEAN.ii [--own FOLDER]…\n"
    "       simt_rewrite --unseen IN.ii DUMP [--own FOLDER]…\n"
    "       simt_rewrite --columns IN.ii MESSAGES [--own FOLDER]… [--untrusted CLEAN.cpp] "
    "[--loops]\n"
    "       simt_rewrite --host HOST.ii IN.ii OUT.ii [--own FOLDER]…\n"
    "       simt_rewrite --missing MESSAGES\n"
    "       simt_rewrite --header NAME\n"
    "       simt_rewrite --hooked\n"
    "  Rewrites CUDA C++ that g++ -E has preprocessed. Text from files below an own folder is\n"
    "  rewritten (by default the folder of the file that the text begins with), all else is "
    "copied. With --untrusted what could hide code from the check does not come through;\n"
    "  where macros could change headers, CLEAN.cpp gets what --compare needs, preprocessed; the\n"
    "  command line defined the macros NAME. With\n"
    "  --loops a block's threads that only compute run in a loop. --host joins IN.ii with "
    "HOST.ii,\n"
    "  the same file without __CUDA_ARCH__.\n";

int system_failure(const char* what, const char* file) {
  std::cerr << "simt_rewrite: " << what << ' ' << file << ": " << std::strerror(errno) << '\n';
  return 2;
}

class MappedFile {
 public:
  explicit MappedFile(const char* name) {
    const int fd = ::open(name, O_RDONLY | O_CLOEXEC);
    struct stat status {};
    ok_ = fd >= 0 && ::fstat(fd, &status) == 0;
    if (ok_ && status.st_size > 0) {
      size_ = static_cast<std::size_t>(status.st_size);
      data_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, fd, 0);
      if (data_ == MAP_FAILED) ok_ = false;
    }
    if (fd >= 0) ::close(fd);
  }
  ~MappedFile() {
    if (ok_ && size_ > 0) ::munmap(data_, size_);
  }
  // Not copyable: the text points into the mapping.
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  bool ok() const { return ok_; }
  std::string_view text() const {
    return size_ == 0 ? std::string_view() : std::string_view(static_cast<char*>(data_), size_);
  }

 private:
  bool ok_ = false;
  void* data_ = nullptr;
  std::size_t size_ = 0;
};

bool write_file(const char* name, std::string_view text) {
  const int fd = ::open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return false;
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      const int why = errno;
      ::close(fd);
      errno = why;
      return false;
    }
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::close(fd) == 0;
}

/// The folder of the file named by the text's first linemarker.
std::string folder_of_source(std::string_view text) {
  const std::size_t open = text.find('"');
  const std::size_t close = open == std::string_view::npos ? open : text.find('"', open + 1);
  if (text.rfind("# ", 0) != 0 || close == std::string_view::npos) return ".";
  const std::string_view name = text.substr(open + 1, close - open - 1);
  const std::size_t slash = name.rfind('/');
  return slash == std::string_view::npos ? "." : std::string(name.substr(0, slash + 1));
}

struct Options {
  std::vector<std::string> files;  // two
  simt::rewrite::Ownership ownership;
  bool help = false, any_own = false, compare = false, unseen = false, columns = false;
  std::string clean, host;
  simt::rewrite::Options options;
};

std::optional<simt::rewrite::Ownership::FileOwner> find_owner(const std::string& option) {
  using FileOwner = simt::rewrite::Ownership::FileOwner;
  if (option == "--own") return FileOwner::author;
  if (option == "--library") return FileOwner::library;
  if (option == "--engine") return FileOwner::engine;
  if (option == "--system") return FileOwner::system;
  return {};
}

/// Prints a message and returns nothing if they are invalid.
std::optional<Options> read_options(const std::vector<std::string>& arguments) {
  Options given;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    if (a == "--help") {
      given.help = true;
      return given;
    }
    if (a == "--untrusted" || a == "--host" || a == "--macro") {
      if (++i == arguments.size()) {
        std::cerr << "simt_rewrite: " << a << " needs a value\n";
        return {};
      }
      if (a == "--macro") {
        given.options.given_macros.push_back(arguments[i]);
      } else {
        given.options.untrusted = given.options.untrusted || a == "--untrusted";
        (a == "--host" ? given.host : given.clean) = arguments[i];
      }
    } else if (a == "--compare") {
      given.compare = true;
    } else if (a == "--unseen") {
      given.unseen = true;
    } else if (a == "--columns") {
      given.columns = true;
    } else if (a == "--loops") {
      given.options.loops = true;
    } else if (const auto owner = find_owner(a)) {
      if (++i == arguments.size()) {
        std::cerr << "simt_rewrite: " << a << " needs a folder\n";
        return {};
      }
      given.ownership.add(arguments[i], *owner);
      given.any_own = given.any_own || a == "--own";
    } else {
      given.files.push_back(a);
    }
  }
  if (given.files.size() == 2) return given;
  std::cerr << usage;
  return {};
}

int run(const std::vector<std::string>& arguments) {
  if (arguments.size() == 2 && arguments[0] == "--header") {
    const auto what = simt::rewrite::unsupported_header(arguments[1]);
    if (what) std::cout << *what << '\n';
    return what ? 3 : 0;
  }
  if (arguments.size() == 2 && arguments[0] == "--missing") {
    const MappedFile messages(arguments[1].c_str());
    if (!messages.ok()) return system_failure("cannot read", arguments[1].c_str());
    const std::string missing = simt::rewrite::missing_names_in(messages.text());
    std::cerr << missing;
    return missing.empty() ? 0 : 3;
  }
  if (arguments.size() == 1 && arguments[0] == "--hooked") {
    for (const std::string& name : simt::rewrite::hooked_functions()) std::cout << name << '\n';
    return 0;
  }
  const auto given = read_options(arguments);
  if (!given) return 2;
  if (given->help) {
    std::cout << usage;
    return 0;
  }
  const std::vector<std::string>& files = given->files;
  const MappedFile in(files[0].c_str());
  if (!in.ok()) return system_failure("cannot read", files[0].c_str());
  simt::rewrite::Ownership ownership = given->ownership;
  if (!given->any_own)
    ownership.add(folder_of_source(in.text()), simt::rewrite::Ownership::FileOwner::author);
  if (given->compare || given->unseen) {
    const MappedFile other(files[1].c_str());
    if (!other.ok()) return system_failure("cannot read", files[1].c_str());
    const simt::rewrite::Result found =
        given->compare ? simt::rewrite::compare(in.text(), other.text(), ownership)
                       : simt::rewrite::find_unseen(in.text(), other.text(), ownership);
    found.diagnostics.print(std::cerr, found.files);
    return found.diagnostics.exit_status();
  }
  if (!given->host.empty()) {
    const MappedFile host(given->host.c_str());
    if (!host.ok()) return system_failure("cannot read", given->host.c_str());
    const simt::rewrite::Result joined =
        simt::rewrite::join_host_pass(in.text(), host.text(), files[0], ownership);
    joined.diagnostics.print(std::cerr, joined.files);
    if (!joined.diagnostics.empty()) return joined.diagnostics.exit_status();
    return write_file(files[1].c_str(), joined.text)
               ? 0
               : system_failure("cannot write", files[1].c_str());
  }
  const simt::rewrite::Result result =
      simt::rewrite::rewrite(in.text(), files[0], ownership, given->options);
  if (given->columns) {
    const MappedFile messages(files[1].c_str());
    if (!messages.ok()) return system_failure("cannot read", files[1].c_str());
    std::cout << simt::rewrite::with_columns_of_source(messages.text(), in.text(), result);
    return 0;
  }
  result.diagnostics.print(std::cerr, result.files);
  if (!result.diagnostics.empty()) return result.diagnostics.exit_status();
  if (result.clean && !write_file(given->clean.c_str(), *result.clean))
    return system_failure("cannot write", given->clean.c_str());
  if (!write_file(files[1].c_str(), result.text))
    return system_failure("cannot write", files[1].c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& e) {
    std::cerr << "simt_rewrite: " << e.what() << '\n';
    return 2;
  }
}
