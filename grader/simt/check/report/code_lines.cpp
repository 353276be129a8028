#include "check/report/code_lines.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "simt/copy_functions.h"
#include "simt/finding_words.h"

namespace simt::check {

namespace {

std::vector<std::uint64_t> addresses_in(const Report& r) {
  std::vector<std::uint64_t> all;
  for (std::uint32_t i = 0; i < r.finding_count; ++i)
    for (const std::uint64_t pc :
         {r.findings[i].place.pc, r.findings[i].other.pc, released_pc(r.findings[i])})
      if (pc) all.push_back(pc);
  if (std::getenv("SIMT_METRICS"))
    for (std::uint32_t i = 0; i < r.site_count; ++i) all.push_back(r.sites[i].pc);
  return all;
}

/// Subtracts 1 from each return address, as it points past the call.
std::string command_for(const std::vector<std::uint64_t>& pcs) {
  std::string command = "addr2line -a -f -i -e /proc/" + std::to_string(getpid()) + "/exe";
  for (const std::uint64_t pc : pcs) {
    char text[32];
    std::snprintf(text, sizeof text, " 0x%lx", static_cast<unsigned long>(pc - 1));
    command += text;
  }
  return command + " 2>/dev/null";
}

/// Reads a command's output line by line.
class Output {
 public:
  explicit Output(const std::string& command) : out_(popen(command.c_str(), "r")) {}
  ~Output() {
    std::free(text_);
    if (out_) pclose(out_);
  }
  Output(const Output&) = delete;

  /// Returns null at the end, or if the command could not be started.
  const char* next() {
    if (!out_ || getline(&text_, &room_, out_) < 0) return nullptr;
    text_[std::strcspn(text_, "\n")] = 0;
    return text_;
  }

 private:
  std::FILE* out_;
  char* text_ = nullptr;
  std::size_t room_ = 0;
};

}  // namespace

CodeLines::CodeLines(const Report& r) {
  const std::vector<std::uint64_t> pcs = addresses_in(r);
  if (pcs.empty()) return;
  Output output(command_for(pcs));
  std::uint64_t pc = 0;
  bool final = false;
  // The output has the address and then, for each function around it from the innermost on, a name
  // and a line.
  while (const char* text = output.next()) {
    if (std::strncmp(text, "0x", 2) == 0) {
      pc = std::strtoull(text, nullptr, 16) + 1;
      final = false;
      continue;
    }
    const bool copies = copies_its_class(text);
    text = output.next();
    if (!text) break;
    if (final || std::strstr(text, "simt/include/") || text[0] == '?') continue;
    final = !copies && !is_in_a_library(text);
    std::string& line = lines_[pc];
    if (!line.empty() && !final) continue;
    line = text;
    line = line.substr(0, line.find(" (discriminator"));
  }
}

std::string CodeLines::of(std::uint64_t pc) const {
  const auto at = lines_.find(pc);
  return at == lines_.end() ? "" : at->second;
}

std::string CodeLines::of(const Place& p) const {
  if (p.pc != 0) return of(p.pc);
  return p.line ? std::string(p.file) + ":" + std::to_string(p.line) : "";
}

bool is_in_a_library(std::string_view line) {
  return line.find("/include/cub/") != line.npos || line.find("/include/thrust/") != line.npos;
}

std::uint64_t released_pc(const Finding& f) {
  return std::strtoull(fact_in(f.facts, "released_pc").c_str(), nullptr, 10);
}

}  // namespace simt::check
