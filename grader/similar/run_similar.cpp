#include "similar/run_similar.h"

#include <algorithm>
#include <map>
#include <system_error>

#include "base/atomic_file.h"
#include "base/fault.h"
#include "base/nearest.h"
#include "import/scratch.h"
#include "lab/manifest.h"
#include "similar/collect.h"
#include "similar/page.h"
#include "similar/results.h"
#include "similar/words.h"

namespace warpgrade::similar {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> wanted(const SimilarRequest& request,
                                const std::vector<std::string>& known) {
  for (const std::string& lab : request.import.labs)
    if (std::find(known.begin(), known.end(), lab) == known.end())
      throw UsageError("there is no lab '" + lab + "'", choose_from("The labs are", lab, known));
  return request.import.labs.empty() ? known : request.import.labs;
}

GivenCode collect_given(const SimilarRequest& request, const std::string& lab) {
  GivenCode given{Lengths()};
  for (const SourceFile& file : handed_out(request, lab)) given.add(file.text);
  const fs::path whole_lab = request.root / "labs" / lab;
  if (fs::is_directory(whole_lab))
    for (const SourceFile& file : sources_below(whole_lab)) given.add(file.text);
  return given;
}

using ByLab = std::map<std::string, std::vector<HandIn>>;

/// A folder like `solutions`, with a folder per lab; nothing if it is not one.
ByLab read_solutions(const fs::path& folder, const std::vector<std::string>& labs) {
  ByLab by_lab;
  std::error_code error;
  for (const std::string& lab : labs) {
    if (!fs::is_regular_file(folder / lab / (lab + ".cu"), error)) continue;
    HandIn& one = by_lab[lab].emplace_back();
    one.student.id = lab;
    one.folder = folder / lab;
  }
  return by_lab;
}

ByLab collect(const SimilarRequest& request, const std::vector<std::string>& labs,
              const Scratch& scratch, std::vector<Unmatched>& unmatched) {
  ByLab by_lab;
  if (!request.from.empty()) {
    by_lab = read_batch_hand_ins(request.from, labs);
  } else {
    ImportRequest import = request.import;
    import.work = scratch.folder("class");
    import.labs = labs;
    by_lab = import_hand_ins(import, unmatched);
  }
  int number = 0;
  for (fs::path folder : request.against) {
    // `--against solutions` is meant from everywhere.
    std::error_code error;
    if (!fs::exists(folder, error) && fs::exists(request.root / folder, error))
      folder = request.root / folder;
    ImportRequest import;
    import.submissions = folder;
    import.work = scratch.folder(std::to_string(++number));
    import.labs = labs;
    const fs::path name = fs::weakly_canonical(folder).filename();
    ByLab earlier = fs::exists(folder / "gradebook.sqlite") ? read_batch_hand_ins(folder, labs)
                                                            : read_solutions(folder, labs);
    if (earlier.empty()) earlier = import_hand_ins(import, unmatched);
    for (auto& [lab, hand_ins] : earlier) {
      for (HandIn& one : hand_ins) one.origin = name.string();
      if (by_lab.count(lab) > 0)
        by_lab[lab].insert(by_lab[lab].end(), hand_ins.begin(), hand_ins.end());
    }
  }
  return by_lab;
}

}  // namespace

std::vector<SourceFile> handed_out(const SimilarRequest& request, const std::string& lab) {
  std::vector<fs::path> paths = request.base;
  std::error_code error;
  for (const fs::path& path :
       {request.root / "skeletons" / lab, request.root / "labs" / lab / (lab + ".h")})
    if (fs::exists(path, error)) paths.push_back(path);
  std::vector<SourceFile> files;
  for (const fs::path& path : paths)
    for (SourceFile& file : sources_below(path)) files.push_back(std::move(file));
  return files;
}

std::map<std::string, std::vector<HandIn>> collect_hand_ins(const SimilarRequest& request,
                                                            const Scratch& scratch,
                                                            std::vector<Unmatched>& unmatched) {
  const std::vector<std::string> labs = wanted(request, lab_names(request.root));
  ByLab by_lab = collect(request, labs, scratch, unmatched);
  if (!request.all_attempts)
    for (auto& [lab, hand_ins] : by_lab) keep_last_attempts(hand_ins);
  return by_lab;
}

void make_output_folder(const fs::path& out) {
  std::error_code error;
  fs::create_directories(out, error);
  if (!fs::is_directory(out))
    throw UsageError("The folder " + out.string() + " cannot be made: " + error.message());
}

SimilarOutcome run_similar(const SimilarRequest& request) {
  const std::vector<std::string> known = lab_names(request.root);
  make_output_folder(request.out);
  const Scratch scratch(request.out / ".similar");
  SimilarOutcome outcome;
  for (auto& [lab, hand_ins] : collect_hand_ins(request, scratch, outcome.unmatched)) {
    std::vector<std::string> all_left_out;
    const auto read = [&, &lab = lab, &hand_ins = hand_ins](std::size_t i) {
      std::vector<std::string> left_out;
      auto sources = read_sources(hand_ins[i].folder, lab, known, left_out);
      for (const std::string& file : left_out)
        all_left_out.push_back(hand_in_name(hand_ins[i]) + ": " + file);
      return sources;
    };
    Found found = find_similar(hand_ins, collect_given(request, lab), request.rules, read);
    found.left_out = std::move(all_left_out);
    outcome.labs.push_back({lab, hand_ins, std::move(found)});
  }
  if (outcome.labs.empty() && outcome.unmatched.empty())
    throw UsageError("Nothing to compare: nobody handed in a file of these labs.");
  const ReadSources read_again = [&](const LabFound& one, std::size_t hand_in) {
    std::vector<std::string> left_out;
    return read_sources(one.hand_ins[hand_in].folder, one.lab, known, left_out);
  };
  write_file_atomically(request.out / "similar.csv", similar_csv(outcome.labs));
  write_file_atomically(request.out / "similar.json", similar_json(outcome.labs, read_again));
  write_file_atomically(request.out / "similar.html", similar_page(outcome.labs, read_again));
  return outcome;
}

}  // namespace warpgrade::similar
