// Who gets the grade in every import format: the table in docs/identities.md, which
// `make identities-table` writes.
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "import/roster.h"
#include "tests/unit/catch.h"
#include "tests/unit/samples/import_samples.h"

using namespace warpgrade;

namespace {

constexpr const char* file_name = "docs/identities.md";

// Two students are called Dan Ng.
constexpr const char* registrar =
    "ID,Name,Login,Email\n"
    "1001,Ada Lovelace,alovelace,alovelace@uni.example\n"
    "1002,Bob O'Brien,bobrien,bobrien@uni.example\n"
    "1003,Cleo Díaz-Müller,cdiaz,cdiaz@uni.example\n"
    "1004,Dan Ng,dng,dng@uni.example\n"
    "1005,Dan Ng,dng2,dng@cs.uni.example\n"
    "0106,李明 (Ming Li),mli,mli@uni.example\n";
constexpr const char* worksheet =
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade\n"
    "Participant 41001,Ada Lovelace,alovelace@uni.example,Submitted,,100\n"
    "Participant 41002,Bob O'Brien,bobrien@uni.example,Submitted,,100\n"
    "Participant 41003,Cleo Díaz-Müller,cdiaz@uni.example,Submitted,,100\n";

struct Sample {
  std::string format, what;
  std::vector<std::string> files;  // each contains its name, except submission_metadata.yml
  std::string pattern = "", metadata = "";
};

std::string submission(int number, const std::vector<std::string>& people, int hour = 10) {
  std::string text = fmt::format("submission_{}:\n  :submitters:\n", number);
  for (const std::string& person : people) text += "  - " + person + "\n";
  return text + fmt::format("  :created_at: 2026-03-01 {}:00:00 Z\n", hour);
}

std::string person(const std::string& name, const std::string& sid, const std::string& email) {
  return fmt::format("{{:name: \"{}\", :sid: '{}', :email: {}@uni.example}}", name, sid, email);
}

std::vector<Sample> samples() {
  const std::string pattern = "(?<student>[^_]+)_(?<attempt>[0-9]+)_(?<file>.*)";
  const std::string ada = person("Ada Lovelace", "1001", "alovelace"),
                    bob = person("Bob O'Brien", "1002", "bobrien");
  return {
      {"folders", "right", {"alovelace/dot.cu"}},
      {"folders", "contradicting", {"Dan Ng/dot.cu"}},
      {"folders", "group", {"Group 1/dot.cu"}},
      {"folders", "resubmission", {"1001/1/dot.cu", "1001/2/dot.cu"}},
      {"folders", "unusable", {"cdiaz/dot.cu.txt"}},
      {"folders", "one of two scripts", {"Li, Ming/dot.cu"}},
      {"folders", "similar", {"106/dot.cu", "Cleo Diaz-Muller/dot.cu"}},

      {"pattern", "right", {"LOVELACE, Ada_1_dot.cu"}, pattern},
      {"pattern", "contradicting", {"Dan Ng_1_dot.cu"}, pattern},
      {"pattern", "group", {"Group 1_1_dot.cu"}, pattern},
      {"pattern", "resubmission", {"alovelace_9_dot.cu", "alovelace_10_dot.cu"}, pattern},
      {"pattern", "unusable", {"cdiaz_1_dot.cpp"}, pattern},

      {"canvas", "right", {"lovelaceada_1001_9001_dot.cu"}},
      {"canvas", "contradicting", {"obrienbob_1001_9001_dot.cu"}},
      {"canvas", "group", {"group1_1001_9001_dot.cu"}},
      {"canvas",
       "resubmission",
       {"lovelaceada_1001_9001_dot.cu", "lovelaceada_1001_9002_dot-1.cu"}},
      {"canvas", "unusable", {"dazmllercleo_1003_9001_dot-final.cu"}},
      {"canvas", "late", {"ngdan_LATE_1005_9001_dot.cu", "ngdan_1004_9002_dot.cu"}},

      {"moodle", "right", {"Ada Lovelace_41001_assignsubmission_file/dot.cu"}},
      {"moodle", "contradicting", {"Bob O'Brien_41001_assignsubmission_file/dot.cu"}},
      {"moodle",
       "group",
       {"Group 1-Ada Lovelace_41001_assignsubmission_file/dot.cu",
        "Group 1-Bob O'Brien_41002_assignsubmission_file/dot.cu"}},
      {"moodle",
       "group without a number",
       {"Default group-Ada Lovelace_41001_assignsubmission_file/dot.cu"}},
      {"moodle", "resubmission", {"Ada Lovelace_41001_assignsubmission_file/dot.cu"}},
      {"moodle", "unusable", {"Cleo Díaz-Müller_41003_assignsubmission_file/dot.cpp"}},

      {"gradescope", "right", {"submission_1/dot.cu"}, "", submission(1, {ada})},
      {"gradescope",
       "contradicting",
       {"submission_1/dot.cu"},
       "",
       submission(1, {person("Bob O'Brien", "1001", "bobrien")})},
      {"gradescope", "group", {"submission_1/dot.cu"}, "", submission(1, {ada, bob})},
      {"gradescope",
       "resubmission",
       {"submission_2/dot.cu", "submission_3/dot.cu"},
       "",
       submission(2, {ada}, 12) + submission(3, {ada}, 11)},
      {"gradescope", "unusable", {"submission_1/lovelace_dot.cu"}, "", submission(1, {ada})},
      {"gradescope",
       "renamed",
       {"submission_1/dot.cu"},
       "",
       submission(1, {person("Tom Weber", "1001", "alovelace")})},
      {"gradescope",
       "group with a stranger",
       {"submission_1/dot.cu"},
       "",
       submission(1, {ada, person("Zoe Zed", "1099", "zzed")})},

      {"clones",
       "right",
       {"lab1-alovelace/.git/HEAD", "lab1-alovelace/dot.cu", "lab1-x/.git/HEAD"}},
      {"clones",
       "contradicting",
       {"lab1-dan-ng/.git/HEAD", "lab1-dan-ng/dot.cu", "lab1-x/.git/HEAD"}},
      {"clones",
       "group",
       {"lab1-team-1001/.git/HEAD", "lab1-team-1001/dot.cu", "lab1-team-1002/.git/HEAD"}},
      {"clones",
       "resubmission",
       {"lab1-alovelace/.git/HEAD", "lab1-alovelace/dot.cu", "lab1-x/.git/HEAD"}},
      {"clones",
       "unusable",
       {"lab1-cdiaz/.git/HEAD", "lab1-cdiaz/skeletons/dot/dot.txt", "lab1-x/.git/HEAD"}},

      {"autolab", "right", {"alovelace@uni.example_1_dot.cu"}},
      {"autolab", "contradicting", {"dng@gmail.example_1_dot.cu"}},
      {"autolab", "group", {"group1@uni.example_1_dot.cu"}},
      {"autolab",
       "resubmission",
       {"alovelace@uni.example_9_dot.cu", "alovelace@uni.example_10_dot.cu"}},
      {"autolab", "unusable", {"cdiaz@uni.example_1_dot.cu.txt"}},
  };
}

std::string everybody(const Student& student) {
  std::string text = id_and_name(student);
  for (const std::string& other : student.others) text += " and " + other;
  return text;
}

/// Who gets a grade for the last attempt, and what is listed instead.
std::string credited(const Sample& sample) {
  const Submissions in;
  for (const std::string& name : sample.files) in.write("all/" + name, name);
  if (!sample.metadata.empty()) in.write("all/submission_metadata.yml", sample.metadata);
  in.write("../class.csv", sample.format == "moodle" ? worksheet : registrar);
  ImportRequest request = in.request();
  request.submissions /= "all";
  request.roster = in.top / "class.csv";
  request.labs = {"dot"};
  request.pattern = sample.pattern;
  const Imported got = import_submissions(request);
  CHECK(got.format == sample.format);
  std::map<std::string, std::string> last;  // by student
  for (const Attempt& attempt : got.attempts)
    last[everybody(attempt.student)] =
        (attempt.number == 1 ? ""
                             : fmt::format(": attempt {}, {}", attempt.number, attempt.source)) +
        (attempt.late ? ", late" : "");
  std::string text;
  const auto add = [&](const std::string& line) { text += (text.empty() ? "" : "<br>") + line; };
  for (const auto& [who, attempt] : last) add(who + attempt);
  for (const Unusable& one : got.unusable)
    add(fmt::format("{}, not gradable: {}", everybody(one.student), unusable_cause(one)));
  for (const Unmatched& u : got.unmatched)
    if (u.source != "lab1-x" && u.source != "lab1-team-1002") add("nobody: " + u.why);
  return text;
}

std::string handed_in(const Sample& sample) {
  std::string text;
  for (const std::string& file : sample.files)
    if (file.find(".git/") == file.npos) text += (text.empty() ? "`" : "<br>`") + file + '`';
  if (sample.format == "gradescope" && sample.what != "resubmission" && sample.what != "unusable") {
    const auto begin = sample.metadata.find("  - "), end = sample.metadata.find("  :created");
    std::string people = sample.metadata.substr(begin + 4, end - begin - 5);
    if (const auto next = people.find("\n  - "); next != people.npos) people.replace(next, 5, ", ");
    text += "<br>" + people;
  }
  return text;
}

std::string table() {
  std::string text =
      "# Who is credited\n\n"
      "Made by `make identities-table` from imports of small exports, one for each line; a test "
      "compares. [import.md](import.md#the-roster) has the rules. The class: Ada Lovelace (1001, "
      "alovelace), Bob O'Brien (1002, bobrien), Cleo Díaz-Müller (1003, cdiaz), two students "
      "called "
      "Dan Ng (1004, dng, and 1005, dng2), and 李明 (Ming Li) (0106, mli). For Moodle it is a "
      "grading worksheet, in which "
      "they are participants 41001 to 41003. A format that tells one thing about a student cannot "
      "contradict itself: its line shows what fits two students. Moodle and clones hold the last "
      "submission alone.\n\n"
      "| format | case | handed in | credited |\n| --- | --- | --- | --- |\n";
  for (const Sample& sample : samples())
    text += fmt::format("| `{}` | {} | {} | {} |\n", sample.format, sample.what, handed_in(sample),
                        credited(sample));
  return text;
}

}  // namespace

TEST_CASE("docs/identities.md matches the imports") {
  const std::string now = table();
  if (std::getenv("WARPGRADE_WRITE_TABLES") != nullptr) std::ofstream(file_name) << now;
  std::ifstream in(file_name, std::ios::binary);
  const std::string written{std::istreambuf_iterator<char>(in), {}};
  CHECK(written == now);
}
