// Submissions to import, made by the tests.
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "import/import.h"

/// A temporary folder with in/, which a test fills, and out/.
class Submissions {
 public:
  Submissions() {
    std::string name = "/tmp/import_XXXXXX";
    top = mkdtemp(name.data());
    in = top / "in";
    out = top / "out";
    std::filesystem::create_directories(in);
  }
  ~Submissions() { std::filesystem::remove_all(top); }
  Submissions(const Submissions&) = delete;
  Submissions& operator=(const Submissions&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((in / name).parent_path());
    std::ofstream(in / name, std::ios::binary) << text;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(out / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  warpgrade::ImportRequest request() const {
    warpgrade::ImportRequest r;
    r.submissions = in;
    r.work = out;
    r.labs = {"matmul"};
    return r;
  }
  warpgrade::Imported import() const { return warpgrade::import_submissions(request()); }

  std::filesystem::path top, in, out;
};

/// The bytes of a number, the lowest first.
inline std::string number(std::size_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> 8 * i & 255);
  return text;
}

inline std::size_t crc(const std::string& data) {
  std::uint32_t sum = 0xffffffff;
  for (const char c : data) {
    sum ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return sum ^ 0xffffffff;
}

/// A zip of stored files, byte by byte, so that it can hold what no tool would put there. A link
/// has the mode 0120777 and its target as data.
class Zip {
 public:
  Zip& add(const std::string& name, const std::string& data, unsigned mode = 0100644,
           bool encrypted = false) {
    const std::string same = number(0, 2) + number(0, 4) + number(crc(data), 4) +
                             number(data.size(), 4) + number(data.size(), 4) +
                             number(name.size(), 2) + number(0, 2);
    const std::string flags = number(encrypted ? 0x801 : 0x800, 2);
    directory_ += "PK\1\2" + number(0x031e, 2) + number(20, 2) + flags + same + number(0, 6) +
                  number(static_cast<std::size_t>(mode) << 16, 4) + number(files_.size(), 4) + name;
    files_ += "PK\3\4" + number(20, 2) + flags + same + name + data;
    ++count_;
    return *this;
  }
  std::string bytes() const {
    return files_ + directory_ + "PK\5\6" + number(0, 4) + number(count_, 2) + number(count_, 2) +
           number(directory_.size(), 4) + number(files_.size(), 4) + number(0, 2);
  }

 private:
  std::string files_, directory_;
  std::size_t count_ = 0;
};

/// A rar of one stored file (RAR 4, as the archive library documents it).
inline std::string rar(const std::string& name, const std::string& data) {
  const auto block = [](const std::string& rest) { return number(crc(rest) & 0xffff, 2) + rest; };
  const std::string head = number(data.size(), 4) + number(data.size(), 4) + number(3, 1) +
                           number(crc(data), 4) + number(0, 4) + number(20, 1) + number(0x30, 1) +
                           number(name.size(), 2) + number(0100644, 4) + name;
  return std::string("Rar!\x1a\x07\0", 7) +
         block(number(0x73, 1) + number(0, 2) + number(13, 2) + number(0, 6)) +
         block(number(0x74, 1) + number(0x8000, 2) + number(7 + head.size(), 2) + head) + data +
         block(number(0x7b, 1) + number(0x4000, 2) + number(7, 2));
}

/// A 7z of one file.
inline std::string seven_zip(const std::string& name, const std::string& data) {
  std::string bytes(1 << 16, '\0');
  std::size_t used = 0;
  ::archive* const to = archive_write_new();
  archive_write_set_format_7zip(to);
  archive_write_open_memory(to, bytes.data(), bytes.size(), &used);
  archive_entry* const entry = archive_entry_new();
  archive_entry_set_pathname(entry, name.c_str());
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_size(entry, static_cast<la_int64_t>(data.size()));
  archive_write_header(to, entry);
  archive_write_data(to, data.data(), data.size());
  archive_entry_free(entry);
  archive_write_close(to);
  archive_write_free(to);
  return bytes.substr(0, used);
}

/// "ada 1, ada 2 late".
inline std::string list(const warpgrade::Imported& imported) {
  std::string text;
  for (const warpgrade::Attempt& a : imported.attempts) {
    text += (text.empty() ? "" : ", ") + a.student.id + ' ' + std::to_string(a.number) +
            (a.late ? " late" : "");
  }
  return text;
}

/// "SOURCE: WHY" by lines.
inline std::string by_lines(const std::vector<warpgrade::Unmatched>& list) {
  std::string text;
  for (const warpgrade::Unmatched& u : list) text += u.source + ": " + u.why + '\n';
  return text;
}
inline std::string unmatched(const warpgrade::Imported& imported) {
  return by_lines(imported.unmatched);
}
inline std::string left_out(const warpgrade::Imported& imported) {
  return by_lines(imported.left_out);
}

/// "STUDENT LAB: FILE: REASON" by lines.
inline std::string unusable(const warpgrade::Imported& imported) {
  std::string text;
  for (const warpgrade::Unusable& u : imported.unusable) {
    text += u.student.id;
    for (const std::string& lab : u.labs) text += ' ' + lab;
    text += ": " + unusable_cause(u) + '\n';
  }
  return text;
}
