#include "toolchain/build_key.h"

#include <gnu/libc-version.h>
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

#include "base/sha256.h"
#include "toolchain/build.h"
#include "toolchain/tool_output.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

/// The meaning of -march=native: machines that share the project's folder may differ in it.
const std::string& native_target() {
  static const std::string words = tool_output("/usr/bin/g++", "-march=native -Q --help=target");
  return words;
}

/// g++ also compiles and links for nvcc.
const std::string& host_words() {
  static const std::string words = [] {
    utsname machine{};
    uname(&machine);
    return tool_output("/usr/bin/g++", "--version") + gnu_get_libc_version() + ' ' +
           machine.machine;
  }();
  return words;
}

class KeyMaker {
 public:
  explicit KeyMaker(const fs::path& product)
      : product_(fs::canonical(product.parent_path()) / product.filename()) {}

  /// With its length, so that different lists of texts give different bytes.
  void add(std::string_view text) {
    sha256_.add(std::to_string(text.size()) + ':');
    sha256_.add(text);
  }

  void add_file(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in.is_open() || text.bad())  // (an empty file sets failbit, not badbit)
      throw_unreadable(file);
    add(text.str());
  }

  void add_stamp(const fs::path& file) {
    add(std::to_string(fs::file_size(file)));
    add(std::to_string(fs::last_write_time(file).time_since_epoch().count()));
  }

  /// All files of a folder by their names, or one file. `add_one`: add_file or add_stamp.
  void add_tree(const fs::path& mounted, void (KeyMaker::*add_one)(const fs::path&)) {
    const fs::path at = fs::canonical(mounted);
    if (!fs::is_directory(at)) return (this->*add_one)(at);
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(at))
      if (entry.is_symlink() || entry.is_regular_file()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
      if (file == product_) continue;
      add(file.lexically_relative(at).string());
      if (fs::is_symlink(file)) add(fs::read_symlink(file).string());
      if (fs::is_regular_file(file)) (this->*add_one)(file);
    }
    add("");  // an empty name marks the end
  }

  std::string hex() { return sha256_.hex(); }

 private:
  [[noreturn]] static void throw_unreadable(const fs::path& file) {
    throw fs::filesystem_error("cannot read", file, std::make_error_code(std::errc::io_error));
  }

  const fs::path product_;
  Sha256 sha256_;
};

}  // namespace

std::string build_key(const fs::path& root, const Sandbox& sandbox, const Command& command,
                      const fs::path& product, const CudaToolkit* toolkit) {
  try {
    KeyMaker key(product);
    key.add("1");  // change this if the format of the cache changes
    // Without isolation a program contains its sources' paths.
    key.add(sandbox.isolates() ? "isolated" : "open " + root.string());
    key.add(host_words());
    key.add(toolkit == nullptr ? "" : toolkit->words);
    key.add(std::to_string(command.argv.size()));
    for (const std::string& word : command.argv) {
      key.add(word);
      if (word == "-march=native") key.add(native_target());
    }
    key.add(command.directory.string());
    key.add(std::to_string(command.environment.size()));
    for (const auto& [name, value] : command.environment) key.add(name + '=' + value);
    for (const Mount& mount : command.mounts) {
      key.add(mount.target.string());
      if (toolkit != nullptr && mount.source == toolkit->home) continue;
      key.add_tree(mount.source,
                   mount.target == deps_inside ? &KeyMaker::add_stamp : &KeyMaker::add_file);
    }
    return key.hex();
  } catch (const fs::filesystem_error&) {
    return {};
  }
}

}  // namespace warpgrade
