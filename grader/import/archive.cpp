#include "import/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>
#include <system_error>

#include "base/fault.h"
#include "base/text.h"
#include "base/utf8.h"
#include "import/import_formats.h"
#include "import/utf8_locale.h"

namespace warpgrade {
namespace fs = std::filesystem;
namespace {

constexpr const char* needs_password = "is encrypted";

[[noreturn]] void disk_fails(const fs::path& file, int error) {
  throw GraderError("Cannot write " + file.string() + ": " + std::strerror(error),
                    "Check free disk space and write permission.");
}

constexpr const char* no_such_name = "has a name that cannot be written here";

/// Another name could be written: the error is the hand-in's, not the disk's.
bool is_of_the_name(int error) {
  return error == ENAMETOOLONG || error == EILSEQ || error == EINVAL;
}

std::string entry_name(archive_entry* entry) {
  const char* name = archive_entry_pathname(entry);
  if (name == nullptr) name = archive_entry_pathname_utf8(entry);
  std::string text = name == nullptr ? "" : plain_text(name);
  // Backslashes come from Windows archives; names of CUDA files contain none.
  std::replace(text.begin(), text.end(), '\\', '/');
  return text;
}

/// Why an entry with that name is refused; "": accepted. `clutter`: not the student's work.
std::string refusal(archive_entry* entry, const std::string& name, bool& clutter) {
  if (name.empty()) return "has no name";
  if (name.front() == '/') return "is an absolute path: refused";
  if (name.size() > 1000) return "has a name that is too long";
  std::size_t at = 0;
  while (at <= name.size()) {
    const std::size_t end = std::min(name.find('/', at), name.size());
    const std::string part = name.substr(at, end - at);
    if (part == "..") return "leads outside the archive's folder: refused";
    if (part.size() > 200) return "has a name that is too long";
    if (!part.empty() && part != "." && is_clutter(part)) clutter = true;
    at = end + 1;
  }
  if (archive_entry_hardlink(entry) != nullptr || archive_entry_filetype(entry) == AE_IFLNK) {
    return clutter ? "" : "is a link: refused";
  }
  if (archive_entry_filetype(entry) != AE_IFREG && archive_entry_filetype(entry) != AE_IFDIR) {
    return "is a special file: refused";
  }
  if (archive_entry_is_encrypted(entry) != 0) return needs_password;
  return "";
}

class Unpacking {
 public:
  Unpacking(const fs::path& archive, fs::path target, const ArchiveLimits& limits)
      : archive_(archive), target_(std::move(target)), limits_(limits) {
    open_archive();
  }

  Unpacked run() {
    while (result_.trouble.empty()) {
      archive_entry* entry = nullptr;
      const int status = archive_read_next_header(reader_.get(), &entry);
      if (status == ARCHIVE_EOF) break;
      if (status >= ARCHIVE_WARN && skip_ != 0) {
        --skip_;
        continue;
      }
      if (status < ARCHIVE_WARN) {
        result_.trouble = is_encrypted() ? needs_password : "is damaged: " + libarchive_error();
      } else if (++entries_ + limits_.used_entries > limits_.entries) {
        result_.trouble = "has more than " + std::to_string(limits_.entries) + " entries";
      } else {
        extract_entry(entry);
      }
    }
    const auto locked = [](const Unmatched& entry) { return entry.why == needs_password; };
    if (result_.trouble.empty() && written_ == 0 && !result_.refused.empty() &&
        std::all_of(result_.refused.begin(), result_.refused.end(), locked)) {
      result_.refused.clear();  // report the encryption once
      result_.trouble = needs_password;
    }
    return result_;
  }

 private:
  void open_archive() {
    reader_.reset(archive_read_new());
    archive_read_support_format_zip(reader_.get());
    archive_read_support_format_tar(reader_.get());
    archive_read_support_format_7zip(reader_.get());
    archive_read_support_format_rar(reader_.get());
    archive_read_support_format_rar5(reader_.get());
    archive_read_support_filter_gzip(reader_.get());
    archive_read_support_filter_bzip2(reader_.get());
    archive_read_support_filter_xz(reader_.get());
    archive_read_support_filter_zstd(reader_.get());
    if (archive_read_open_filename(reader_.get(), archive_.c_str(), 64 * 1024) != ARCHIVE_OK) {
      result_.trouble = "cannot be read: " + libarchive_error();
    }
  }

  /// Some formats also encrypt their lists of files.
  bool is_encrypted() const {
    return archive_read_has_encrypted_entries(reader_.get()) == 1 ||
           lower(libarchive_error()).find("encrypt") != std::string::npos;
  }

  std::string libarchive_error() const {
    const char* text = archive_error_string(reader_.get());
    return text == nullptr ? "its list of files is malformed" : plain_text(text);
  }

  /// A damaged entry does not affect the others. If libarchive cannot continue, the archive is
  /// reopened and reading continues after that entry.
  void leave_out(const std::string& name, bool go_on) {
    result_.refused.push_back({name, "is damaged: " + libarchive_error()});
    if (go_on) return;
    if (++reopened_ > 20) {
      result_.trouble = "is damaged in many places";
      return;
    }
    skip_ = entries_;
    bytes_before_ = bytes_;
    open_archive();
  }

  void extract_entry(archive_entry* entry) {
    const std::string name = entry_name(entry);
    bool clutter = false;
    const std::string why = refusal(entry, name, clutter);
    if (!why.empty()) {
      result_.refused.push_back({name, why});
    } else if (!clutter) {
      write(entry, name);
    }
  }

  void write(archive_entry* entry, const std::string& name) {
    const fs::path file = target_ / fs::path(name).lexically_normal();
    const bool folder = archive_entry_filetype(entry) == AE_IFDIR;
    std::error_code error;
    fs::create_directories(folder ? file : file.parent_path(), error);
    if (error == std::errc::not_a_directory || error == std::errc::file_exists) {
      result_.refused.push_back({name, "is in a folder with the name of a file"});
    } else if (error && is_of_the_name(error.value())) {
      result_.refused.push_back({name, no_such_name});
    } else if (error) {
      disk_fails(file, error.value());
    } else if (!folder) {
      write_file(file, name);
    }
  }

  void write_file(const fs::path& file, const std::string& name) {
    const int to = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
    if (to < 0 && (errno == EEXIST || errno == EISDIR)) {
      result_.refused.push_back({name, "occurs twice: the first one is used"});
      return;
    }
    if (to < 0 && is_of_the_name(errno)) {
      result_.refused.push_back({name, no_such_name});
      return;
    }
    if (to < 0) disk_fails(file, errno);
    int status = ARCHIVE_OK;
    const int error = copy_data(to, status);
    close(to);
    if (error != 0) disk_fails(file, error);
    if (result_.trouble.empty() && status == ARCHIVE_OK) {
      ++written_;
      return;
    }
    fs::remove(file);
    if (!result_.trouble.empty()) {
      result_.trouble = name + " " + result_.trouble;
    } else {
      leave_out(name, status != ARCHIVE_FATAL);
    }
  }

  /// Sizes in headers may be wrong, so the actual bytes are counted.
  int copy_data(int to, int& status) {
    std::array<char, 64 * 1024> buffer;
    while (!limits_.names_only) {
      const la_ssize_t got = archive_read_data(reader_.get(), buffer.data(), buffer.size());
      if (got < 0) status = static_cast<int>(got);
      if (got <= 0) return 0;
      bytes_ += static_cast<std::uintmax_t>(got);
      const auto packed = static_cast<std::uintmax_t>(archive_filter_bytes(reader_.get(), -1));
      if (bytes_ + limits_.used_bytes > limits_.bytes) {
        result_.trouble = "exceeds the limit of " + std::to_string(limits_.bytes >> 20) + " MiB";
      } else if (bytes_ - bytes_before_ > limits_.ratio_from &&
                 (bytes_ - bytes_before_) / limits_.ratio > packed) {
        result_.trouble = "unpacks to more than " + std::to_string(limits_.ratio) +
                          " times its size, like an archive bomb";
      }
      if (!result_.trouble.empty()) return 0;
      for (la_ssize_t done = 0; done < got;) {
        const ssize_t wrote =
            ::write(to, buffer.data() + done, static_cast<std::size_t>(got - done));
        if (wrote < 0 && errno != EINTR) return errno;
        if (wrote > 0) done += wrote;
      }
    }
    return 0;
  }

  struct Free {
    void operator()(archive* a) const { archive_read_free(a); }
  };
  std::unique_ptr<archive, Free> reader_;
  fs::path archive_;
  fs::path target_;
  ArchiveLimits limits_;
  std::size_t entries_ = 0, written_ = 0;
  std::size_t skip_ = 0;  // entries read before the archive was reopened
  int reopened_ = 0;
  std::uintmax_t bytes_ = 0, bytes_before_ = 0;  // all bytes, and those before it was reopened
  Unpacked result_;
};

}  // namespace

bool is_archive(const std::string& name) { return name_without_extension(name) != name; }

std::string name_without_extension(const std::string& archive) {
  const std::string plain = lower(archive);
  for (const std::string_view end : {".zip", ".7z", ".rar", ".tar", ".tar.gz", ".tgz", ".tar.xz",
                                     ".txz", ".tar.bz2", ".tbz2", ".tar.zst"}) {
    if (plain.size() > end.size() && plain.ends_with(end))
      return archive.substr(0, archive.size() - end.size());
  }
  return archive;
}

Unpacked unpack(const fs::path& archive, const fs::path& target, const ArchiveLimits& limits) {
  const Utf8Locale utf8;
  std::error_code error;
  fs::create_directories(target, error);
  if (error) disk_fails(target, error.value());
  return Unpacking(archive, target, limits).run();
}

}  // namespace warpgrade
