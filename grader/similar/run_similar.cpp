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

Given collect_given(const SimilarRequest& request, const std::string& lab) {
  Given given{Lengths()};
  for (const fs::path& folder : {request.root / "skeletons" / lab, request.root / "labs" / lab})
    if (fs::is_directory(folder))
      for (const SourceFile& file : sources_below(folder)) given.add(file.text);
  for (const fs::path& path : request.base)
    for (const SourceFile& file : sources_below(path)) given.add(file.text);
  return given;
}

using ByLab = std::map<std::string, std::vector<HandIn>>;

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
  for (const fs::path& folder : request.against) {
    ImportRequest import;
    import.submissions = folder;
    import.work = scratch.folder(std::to_string(++number));
    import.labs = labs;
    const fs::path name = fs::weakly_canonical(folder).filename();
    ByLab earlier = fs::exists(folder / "gradebook.sqlite") ? read_batch_hand_ins(folder, labs)
                                                            : import_hand_ins(import, unmatched);
    for (auto& [lab, hand_ins] : earlier) {
      for (HandIn& one : hand_ins) one.origin = name.string();
      if (by_lab.count(lab) > 0)
        by_lab[lab].insert(by_lab[lab].end(), hand_ins.begin(), hand_ins.end());
    }
  }
  return by_lab;
}

}  // namespace

SimilarOutcome run_similar(const SimilarRequest& request) {
  const std::vector<std::string> known = lab_names(request.root);
  const std::vector<std::string> labs = wanted(request, known);
  std::error_code error;
  fs::create_directories(request.out, error);
  if (!fs::is_directory(request.out))
    throw UsageError("The folder " + request.out.string() + " cannot be made: " + error.message());
  const Scratch scratch(request.out / ".similar");
  SimilarOutcome outcome;
  for (auto& [lab, hand_ins] : collect(request, labs, scratch, outcome.unmatched)) {
    if (!request.all_attempts) keep_last_attempts(hand_ins);
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
