#include "similar/export_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "import/csv.h"
#include "lab/manifest.h"

namespace warpgrade::similar {
namespace {

namespace fs = std::filesystem;

/// A name that every tool and shell accepts.
std::string plain_name(const std::string& text) {
  std::string name;
  for (const char c : text)
    name += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    c == '-' || c == '_' || (c == '.' && !name.empty())
                ? c
                : '_';
  return name;
}

void write(const fs::path& file, const std::string& text) {
  std::error_code error;  // writing reports the error
  fs::create_directories(file.parent_path(), error);
  write_file_atomically(file, text);
}

std::string joined(const std::vector<SourceFile>& sources) {
  std::string text;
  for (const SourceFile& source : sources) text += source.text + "\n";
  return text;
}

class Layout {
 public:
  Layout(fs::path folder, std::string lab, std::string tool)
      : folder_(std::move(folder)), lab_(std::move(lab)), tool_(std::move(tool)) {}

  /// Dolos compares files, the others folders.
  void add(const HandIn& hand_in, const std::vector<SourceFile>& sources, bool all_attempts) {
    const std::string student = plain_name(hand_in.student.id) +
                                (all_attempts ? "-attempt" + std::to_string(hand_in.attempt) : "");
    const std::string wanted =
        hand_in.origin.empty() ? student : plain_name(hand_in.origin) + "_" + student;
    std::string name = wanted;
    for (int n = 2; !names_.insert(name).second; ++n) name = wanted + "_" + std::to_string(n);
    ++submissions_;
    const bool is_earlier = !hand_in.origin.empty();
    has_earlier_ |= is_earlier;
    if (tool_ == "dolos") {
      write(folder_ / (name + ".cu"), joined(sources));
      table_ += csv_line({name + ".cu", name, is_earlier ? hand_in.origin : "this class"});
      return;
    }
    const fs::path whole =
        folder_ / (is_earlier && tool_ == "jplag" ? "earlier" : "submissions") / name;
    for (const SourceFile& source : sources) write(whole / plain_name(source.name), source.text);
  }

  ToolLayout finish(const std::vector<SourceFile>& given) const {
    if (tool_ == "dolos") {
      write(folder_ / "given.cu", joined(given));
      write(folder_ / "info.csv", csv_line({"filename", "full_name", "label"}) + table_);
    } else {
      for (std::size_t i = 0; i < given.size(); ++i)
        write(folder_ / given_name(given, i), given[i].text);
    }
    return {lab_, submissions_, command(given)};
  }

 private:
  static std::string given_name(const std::vector<SourceFile>& given, std::size_t i) {
    return fmt::format("given/{}-{}", i + 1, plain_name(given[i].name));
  }

  std::string command(const std::vector<SourceFile>& given) const {
    if (tool_ == "dolos") return "dolos run -l cpp -i given.cu info.csv";
    if (tool_ == "jplag")
      return fmt::format(
          "java -jar jplag.jar -l cpp -p .cu,.cuh,.h,.hpp,.hh,.c,.cc,.cpp,.cxx,.inl -bc given{} "
          "submissions",
          has_earlier_ ? " --old earlier" : "");
    std::string bases;
    for (std::size_t i = 0; i < given.size(); ++i) bases += " -b " + given_name(given, i);
    return "moss -l cc -d" + bases + " submissions/*/*";
  }

  fs::path folder_;
  std::string lab_, tool_, table_;
  std::set<std::string> names_ = {"given", "info"};
  std::size_t submissions_ = 0;
  bool has_earlier_ = false;
};

}  // namespace

ToolExport export_for_tool(const SimilarRequest& request, const std::string& tool) {
  const std::vector<std::string> known = lab_names(request.root);
  make_output_folder(request.out);
  const Scratch scratch(request.out / ".similar");
  ToolExport result;
  for (const auto& [lab, hand_ins] : collect_hand_ins(request, scratch, result.unmatched)) {
    const fs::path folder = request.out / lab;
    std::error_code error;
    if (fs::exists(folder, error) && !fs::is_empty(folder, error))
      throw UsageError(folder.string() + " is not empty.", "Choose another --out.");
    Layout layout(folder, lab, tool);
    for (const HandIn& hand_in : hand_ins)
      layout.add(hand_in, read_sources(hand_in.folder, lab, known, result.left_out),
                 request.all_attempts);
    result.labs.push_back(layout.finish(handed_out(request, lab)));
  }
  if (result.labs.empty())
    throw UsageError("Nothing to export: nobody handed in a file of these labs.");
  return result;
}

}  // namespace warpgrade::similar
