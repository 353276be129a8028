#include "objects/libraries.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

struct Library {
  std::string_view name;
  std::vector<std::string_view> symbols;  // beginning of a function's name
  std::vector<std::string_view> folders;  // of its headers
  std::vector<std::string_view> files;    // beginning of a binary's name
};

const std::vector<Library>& libraries() {
  static const std::vector<Library> all = {
      {"cublas", {"cublas", "nvblas"}, {}, {"libcublas", "libnvblas"}},
      {"cusolver", {"cusolver"}, {}, {"libcusolver"}},
      {"cusparse", {"cusparse"}, {}, {"libcusparse"}},
      {"cudnn", {"cudnn"}, {}, {"libcudnn"}},
      {"thrust", {}, {"thrust"}, {}},
      {"cub", {}, {"cub"}, {}},
      {"cutlass", {}, {"cutlass", "cute"}, {}},
      {"openblas", {"cblas_", "LAPACKE_"}, {}, {"libopenblas", "libblas", "liblapack", "libmkl"}},
      {dynamic_loading,
       {"dlopen", "dlsym", "dlvsym", "dlmopen", "__libc_dl", "cudaLibraryLoad", "cuLibraryLoad",
        "cuModuleLoad", "cuLink", "nvrtc"},
       {},
       {}},
  };
  return all;
}

template <typename Matches>
std::string_view first_that(Matches matches) {
  for (const Library& library : libraries())
    if (matches(library)) return library.name;
  return {};
}

bool begins_with_any(std::string_view text, const std::vector<std::string_view>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return text.starts_with(beginning); });
}

/// The folders in which this machine's loader finds libraries.
std::set<fs::path> folders_of_loader() {
  std::ifstream in("/etc/ld.so.cache", std::ios::binary);
  const std::string cache{std::istreambuf_iterator<char>(in), {}};
  std::set<fs::path> folders = {"/lib",       "/lib64",         "/usr/lib",
                                "/usr/lib64", "/usr/local/lib", "/usr/local/lib64"};
  // Its texts end with zeros; those that begin with a slash are files.
  for (std::size_t at = 0; at < cache.size();) {
    const std::size_t end = std::min(cache.find('\0', at), cache.size());
    if (cache[at] == '/') folders.insert(fs::path(cache.substr(at, end - at)).parent_path());
    at = end + 1;
  }
  return folders;
}

}  // namespace

std::string_view find_symbol_library(std::string_view symbol) {
  return first_that([&](const Library& one) { return begins_with_any(symbol, one.symbols); });
}

std::string_view find_header_library(std::string_view path) {
  // The toolkit has them in include/ or include/cccl/, a system package in /usr/include/.
  const std::string_view include = "/include/", cccl = "cccl/";
  const std::size_t at = path.rfind(include);
  if (at == path.npos) return {};
  std::string_view inside = path.substr(at + include.size());
  if (inside.starts_with(cccl)) inside.remove_prefix(cccl.size());
  const std::string_view folder = inside.substr(0, inside.find('/'));
  if (folder.size() == inside.size()) return {};
  return first_that([&](const Library& one) {
    return std::find(one.folders.begin(), one.folders.end(), folder) != one.folders.end();
  });
}

std::vector<fs::path> library_files(const fs::path& toolkit) {
  std::set<fs::path> folders = folders_of_loader();
  std::error_code ignored;
  if (!toolkit.empty()) {
    folders.insert({toolkit / "lib", toolkit / "lib64"});
    for (fs::directory_iterator at(toolkit / "targets", ignored), end; at != end;
         at.increment(ignored))
      folders.insert(at->path() / "lib");
  }
  std::set<fs::path> files;
  for (const fs::path& folder : folders) {
    for (fs::directory_iterator at(folder, ignored), end; at != end; at.increment(ignored)) {
      const std::string name = at->path().filename();
      if (first_that([&](const Library& one) { return begins_with_any(name, one.files); }).empty())
        continue;
      const fs::path file = fs::canonical(at->path(), ignored);
      if (!ignored) files.insert(file);
    }
  }
  return {files.begin(), files.end()};
}

}  // namespace warpgrade
