#include "import/open_archives.h"

#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "import/archive.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

/// Archives nested three deep. Nobody hands in more by accident.
constexpr int most_levels = 3;
constexpr int most_failures = 5;  // unreadable archives; each may take as long as a good hand-in

class Opening {
 public:
  Opening(HandIn& one, fs::path scratch) : one_(one), scratch_(std::move(scratch)) {}

  /// `named`: its name in remarks, "hw.zip: inner.zip"; `level`: depth of nesting.
  void add(const HandedFile& file, const std::string& named, int level) {
    if (!is_archive(file.name)) {
      files_.push_back(file);
    } else if (level == most_levels) {
      one_.remarks.push_back(
          {named, "is an archive in " + std::to_string(most_levels) + " others: not opened"});
    } else {
      open(file, named, level);
    }
  }

  std::vector<HandedFile> files() { return std::move(files_); }

 private:
  void open(const HandedFile& file, const std::string& named, int level) {
    const fs::path folder = scratch_ / std::to_string(++count_);
    if (failures_ == most_failures) return;
    const Unpacked unpacked = unpack(file.path, folder, limits_);
    for (const Unmatched& u : unpacked.refused)
      one_.remarks.push_back({named + (u.source.empty() ? "" : ": " + u.source), u.why});
    if (!unpacked.trouble.empty()) {
      one_.remarks.push_back({named, unpacked.trouble + "; it is not graded"});
      if (++failures_ == most_failures)
        one_.remarks.push_back({"", "too many archives cannot be read: the others are not opened"});
      fs::remove_all(folder);
      return;
    }
    std::vector<Unmatched> links;
    const std::vector<HandedFile> found = files_below(folder, named, links);
    one_.remarks.insert(one_.remarks.end(), links.begin(), links.end());
    std::error_code error;
    limits_.used_entries += found.size();
    for (const HandedFile& inside : found) limits_.used_bytes += fs::file_size(inside.path, error);
    if (found.empty() && unpacked.refused.empty() && links.empty())
      one_.remarks.push_back({named, "contains no readable file"});
    const std::string before = file.name.substr(0, file.name.rfind('/') + 1);
    for (const HandedFile& inside : found)
      add({inside.path, before + inside.name}, named + ": " + plain_text(inside.name), level + 1);
  }

  HandIn& one_;
  fs::path scratch_;
  int count_ = 0, failures_ = 0;
  ArchiveLimits limits_;
  std::vector<HandedFile> files_;
};

}  // namespace

void open_archives(HandIn& one, const fs::path& scratch) {
  Opening opening(one, scratch);
  for (const HandedFile& file : one.files) opening.add(file, plain_text(file.name), 0);
  one.files = opening.files();
}

}  // namespace warpgrade
