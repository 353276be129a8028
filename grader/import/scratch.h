// A temporary folder.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

namespace warpgrade {

/// The folder for unpacked archives. It is removed at the beginning and at the end; writers create
/// it.
class Scratch {
 public:
  explicit Scratch(std::filesystem::path path) : path_(std::move(path)) {
    std::filesystem::remove_all(path_);
  }
  ~Scratch() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::filesystem::path folder(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace warpgrade
