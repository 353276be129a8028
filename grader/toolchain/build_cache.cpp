#include "toolchain/build_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>
#include <vector>

#include "sandbox/descriptor.h"
#include "toolchain/build_key.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

/// An entry: this line with the sizes of the following parts, the compiler's output, the product.
std::string head_of_entry(std::size_t words, std::size_t product) {
  return fmt::format("warpgrade build {} {}\n", words, product);
}

const std::string part_prefix = ".part-";

/// Whether it is owned by this user or root, and nobody else can write it. `type`: S_IFREG or
/// S_IFDIR.
bool is_trusted(int fd, mode_t type) {
  struct stat found {};
  return fstat(fd, &found) == 0 && (found.st_mode & S_IFMT) == type &&
         (found.st_uid == geteuid() || found.st_uid == 0) &&
         (found.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

Descriptor open_trusted(int folder, const fs::path& path, mode_t type) {
  Descriptor fd(openat(folder, path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  return fd && is_trusted(fd.get(), type) ? std::move(fd) : Descriptor();
}

std::optional<std::string> read_all(int fd) {
  struct stat found {};
  if (fd < 0 || fstat(fd, &found) != 0 || !S_ISREG(found.st_mode)) return {};
  std::string text(static_cast<std::size_t>(found.st_size), '\0');
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t got = ::read(fd, text.data() + at, text.size() - at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return {};
    at += static_cast<std::size_t>(got);
  }
  return text;
}

bool write_whole(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// The permissions that a linker sets.
bool write_product(const fs::path& product, std::string_view bytes) {
  unlink(product.c_str());
  const Descriptor file(open(product.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0777));
  return file && write_whole(file.get(), bytes);
}

}  // namespace

Command own_nvcc(const CudaToolkit& toolkit, int capability, const fs::path& product) {
  Command command;
  command.argv = {toolkit.nvcc.string(), "-o", "/out/" + product.filename().string()};
  for (const std::string& option : toolkit.options_for(capability)) command.argv.push_back(option);
  command.mounts = {{product.parent_path(), "/out", true}};
  if (toolkit.home != "/usr") command.mounts.push_back({toolkit.home, toolkit.home, false});
  command.environment = {{"PATH", toolkit.nvcc.parent_path().string() + ":/usr/bin:/bin"}};
  command.may_fork = true;
  command.limits.cpu_seconds = 120;
  command.limits.wall_seconds = 240;
  command.limits.processes = 256;
  return command;
}

CompilerRun BuildCache::compile(const Sandbox& sandbox, const Command& command,
                                const std::string& name, const fs::path& product,
                                const CudaToolkit* toolkit) const {
  return get(
      name, [&] { return build_key(root_, sandbox, command, product, toolkit); }, product,
      [&] { return run_compiler(sandbox, command, product.parent_path()); });
}

CompilerRun BuildCache::get(const std::string& name, const std::function<std::string()>& key,
                            const fs::path& product,
                            const std::function<CompilerRun()>& make) const {
  const std::string number = key();
  if (number.empty()) return make();
  const std::string entry = name + '-' + number;
  if (auto kept = load_kept(entry, product)) return *std::move(kept);
  CompilerRun run = make();
  if (run.succeeded() && key() == number) keep(entry, run, product);
  return run;
}

std::optional<CompilerRun> BuildCache::load_kept(const std::string& entry,
                                                 const fs::path& product) const {
  const Descriptor kept = open_trusted(AT_FDCWD, folder(), S_IFDIR);
  if (!kept) return {};
  const Descriptor file = open_trusted(kept.get(), entry, S_IFREG);
  const auto text = read_all(file.get());
  if (!text) return {};
  std::size_t words = 0, bytes = 0;
  if (std::sscanf(text->c_str(), "warpgrade build %zu %zu\n", &words, &bytes) != 2) return {};
  const std::string head = head_of_entry(words, bytes);
  const bool whole = text->rfind(head, 0) == 0 && words <= text->size() - head.size() &&
                     text->size() - head.size() - words == bytes;
  if (!whole || !write_product(product, std::string_view(*text).substr(head.size() + words)))
    return {};
  futimens(file.get(), nullptr);  // its last use
  return CompilerRun{CompilerEnd::made, text->substr(head.size(), words)};
}

void BuildCache::keep(const std::string& entry, const CompilerRun& run,
                      const fs::path& product) const {
  std::error_code ignored;
  fs::create_directories(folder().parent_path(), ignored);
  mkdir(folder().c_str(), 0700);
  const Descriptor kept = open_trusted(AT_FDCWD, folder(), S_IFDIR);
  const Descriptor made(open(product.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  const auto bytes = read_all(made.get());
  if (!kept || !bytes) return;
  std::string part = (folder() / (part_prefix + "XXXXXX")).string();
  {
    const Descriptor file(mkostemp(part.data(), O_CLOEXEC));  // mode 0600
    if (!file) return;
    const std::string head = head_of_entry(run.output.size(), bytes->size());
    if (!write_whole(file.get(), head + run.output + *bytes) || fsync(file.get()) != 0 ||
        std::rename(part.c_str(), (folder() / entry).c_str()) != 0) {
      unlink(part.c_str());
      return;
    }
  }
  prune();
}

void BuildCache::prune() const {
  constexpr std::chrono::hours longest_write{
      24};  // older partial files were left by killed processes
  struct Kept {
    fs::file_time_type used;
    std::uintmax_t bytes;
    fs::path path;
  };
  std::vector<Kept> all;
  const auto now = fs::file_time_type::clock::now();
  std::error_code error;
  for (fs::directory_iterator at(folder(), error), end; !error && at != end; at.increment(error)) {
    std::error_code gone;
    const auto used = at->last_write_time(gone);
    const auto bytes = gone ? 0 : at->file_size(gone);
    if (gone) continue;
    const bool part = at->path().filename().string().rfind(part_prefix, 0) == 0;
    if (now - used > (part ? longest_write : limits_.unused))
      fs::remove(at->path(), gone);
    else
      all.push_back({used, bytes, at->path()});
  }
  std::sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) { return a.used > b.used; });
  std::uintmax_t sum = 0;
  for (const Kept& kept : all) {
    sum += kept.bytes;
    std::error_code gone;
    if (sum > limits_.bytes) fs::remove(kept.path, gone);
  }
}

}  // namespace warpgrade
