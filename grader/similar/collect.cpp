#include "similar/collect.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <utility>

#include "base/fault.h"
#include "gradebook/sqlite.h"

namespace warpgrade::similar {
namespace {

namespace fs = std::filesystem;

using ByLab = std::map<std::string, std::vector<HandIn>>;

void add(ByLab& by_lab, const HandIn& one, const std::vector<std::string>& labs) {
  for (const std::string& lab : labs)
    if (fs::is_regular_file(fs::symlink_status(one.folder / (lab + ".cu"))))
      by_lab[lab].push_back(one);
}

}  // namespace

ByLab read_batch_hand_ins(const fs::path& graded, const std::vector<std::string>& labs) {
  const fs::path book = graded / "gradebook.sqlite";
  if (!fs::exists(book))
    throw UsageError("There is no " + book.string() + ".",
                     "--from names the --out of `warpgrade batch`; for plain folders and exports: "
                     "--submissions.");
  const Database database(book, false);
  Statement rows(
      database,
      "SELECT t.id, t.name, t.others, s.attempt, s.content FROM submissions s "
      "JOIN students t ON t.id = s.student WHERE s.content <> '' ORDER BY t.id, s.attempt, s.id");
  ByLab by_lab;
  while (rows.step()) {
    HandIn one;
    one.student.id = rows.text(0);
    one.student.name = rows.text(1);
    const auto others = nlohmann::json::parse(rows.text(2), nullptr, false);
    if (others.is_array()) one.student.others = others.get<std::vector<std::string>>();
    one.attempt = static_cast<int>(rows.number(3));
    one.folder = graded / "content" / rows.text(4).substr(0, 16);
    if (!fs::is_directory(one.folder))
      throw GraderError(one.folder.string() + ", which the gradebook names, is not there.",
                        "Copy the batch's whole folder.");
    add(by_lab, one, labs);
  }
  return by_lab;
}

void keep_last_attempts(std::vector<HandIn>& hand_ins) {
  std::map<std::pair<std::string, std::string>, int> last;
  for (const HandIn& one : hand_ins) {
    int& number = last[{one.origin, one.student.id}];
    number = std::max(number, one.attempt);
  }
  std::erase_if(hand_ins, [&](const HandIn& one) {
    return one.attempt != last.at({one.origin, one.student.id});
  });
}

ByLab import_hand_ins(const ImportRequest& request, std::vector<Unmatched>& unmatched) {
  const Imported imported = import_submissions(request);
  unmatched.insert(unmatched.end(), imported.unmatched.begin(), imported.unmatched.end());
  for (const Unusable& one : imported.unusable)
    unmatched.push_back({one.source, unusable_cause(one)});
  ByLab by_lab;
  for (const Attempt& attempt : imported.attempts)
    add(by_lab, {attempt.student, attempt.number, attempt.folder, ""}, request.labs);
  return by_lab;
}

}  // namespace warpgrade::similar
