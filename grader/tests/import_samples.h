// Submissions to import, made by the tests.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "batch/import.h"

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
inline std::string unmatched(const warpgrade::Imported& imported) {
  std::string text;
  for (const warpgrade::Unmatched& u : imported.unmatched) text += u.source + ": " + u.why + '\n';
  return text;
}
