// How well copied code is told from honest code: docs/similarity.md's tables.
//
//   similar_study                      the tables, with the values that `warpgrade similar` uses
//   similar_study --choose             for other lengths of runs (k) and windows
//   similar_study --write LAB FOLDER   the lab's solution in every disguise, for other tools
//
// Every lab's solution is disguised in ways that students use, by this program, and compared with
// itself; programs that were written independently are compared with each other.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "research/similar_study/disguises.h"
#include "research/similar_study/programs.h"
#include "similar/common_code.h"

namespace {

using namespace warpgrade::similar;
using namespace warpgrade::similar::study;
namespace fs = std::filesystem;

struct Row {
  std::string name;
  Comparison found;
};

void print(const Row& row) {
  const Comparison& c = row.found;
  std::printf("| %s | %zu, %zu | %.0f %%, %.0f %% | %zu | %s |\n", row.name.c_str(), c.own_a,
              c.own_b, 100 * c.share_a(), 100 * c.share_b(), c.longest,
              is_reported(c) ? "told" : "not told");
}

class Study {
 public:
  explicit Study(const Lengths& lengths) : lengths_(lengths) {}

  Comparison compare(const std::string& lab, const std::string& a, const std::string& b) const {
    const GivenCode given = collect_given(lab);
    const Program one = program(a, given);
    return compare_programs(one, GramIndex(one.grams), program(b, given), lengths_,
                            [&](Gram gram) { return !given.holds(gram); });
  }
  GivenCode collect_given(const std::string& lab) const {
    GivenCode given(lengths_);
    given.add(read("skeletons/" + lab + "/" + lab + ".cu"));
    given.add(read("labs/" + lab + "/" + lab + ".h"));
    return given;
  }
  Program program(const std::string& text, const GivenCode& given) const {
    Tokens tokens;
    append_tokens(text, 0, tokens);
    return given.program(tokens);
  }

 private:
  Lengths lengths_;
};

void choose() {
  std::printf("| k | window | told of disguised | told of one function | told of honest |\n");
  std::printf("| --- | --- | --- | --- | --- |\n");
  const auto pairs = honest_pairs();
  for (const std::size_t k : {8u, 10u, 12u, 15u, 20u, 25u})
    for (const std::size_t window : {5u, 9u, 16u}) {
      const Study study(Lengths{k, window, std::min<std::size_t>(k, 10)});
      int copies = 0, reported = 0, parts = 0, parts_reported = 0, honest_reported = 0;
      for (const std::string& lab : labs())
        for (const Disguise& disguise : disguises()) {
          ++copies;
          reported += is_reported(study.compare(lab, solution(lab), disguise.make(solution(lab))));
        }
      for (const std::string& lab : labs())
        for (const auto& [name, part] : disguised_parts(lab)) {
          ++parts;
          parts_reported += is_reported(study.compare(lab, solution(lab), part));
        }
      for (const auto& [a, b] : pairs)
        honest_reported += is_reported(study.compare(a.lab, a.text, b.text));
      std::printf("| %zu | %zu | %d of %d | %d of %d | %d of %zu |\n", k, window, reported, copies,
                  parts_reported, parts, honest_reported, pairs.size());
    }
}

void tables() {
  const Study study{Lengths()};
  const std::vector<std::string> all = labs();
  std::printf("| changed |");
  for (const std::string& lab : all) std::printf(" %s |", lab.c_str());
  std::printf("\n| --- |");
  for (std::size_t i = 0; i < all.size(); ++i) std::printf(" --- |");
  const auto row = [&](const std::string& name, const auto& changed) {
    std::printf("\n| %s |", name.c_str());
    for (const std::string& lab : all) {
      const Comparison c = study.compare(lab, solution(lab), changed(lab));
      std::printf(" %s%.0f %%, %zu%s |", is_reported(c) ? "" : "*", 100 * c.share_a(), c.longest,
                  is_reported(c) ? "" : "*");
    }
  };
  for (const Disguise& disguise : disguises())
    row(disguise.name, [&](const std::string& lab) { return disguise.make(solution(lab)); });
  for (std::size_t i = 0; i < disguised_parts(all.front()).size(); ++i)
    row(disguised_parts(all.front())[i].first,
        [&](const std::string& lab) { return disguised_parts(lab)[i].second; });
  std::printf("\n");
  std::printf("\n| pair | own tokens | alike | longest | |\n| --- | --- | --- | --- | --- |\n");
  std::vector<Row> rows;
  for (const auto& [a, b] : honest_pairs())
    rows.push_back({a.name + ", " + b.name, study.compare(a.lab, a.text, b.text)});
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::max(a.found.share_a(), a.found.share_b()) >
           std::max(b.found.share_a(), b.found.share_b());
  });
  for (std::size_t i = 0; i < rows.size() && i < 12; ++i) print(rows[i]);
  std::printf("\n%zu pairs\n", rows.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::strcmp(argv[1], "--choose") == 0) {
    choose();
  } else if (argc > 3 && std::strcmp(argv[1], "--write") == 0) {
    fs::create_directories(argv[3]);
    int n = 0;
    for (const Disguise& disguise : disguises())
      std::ofstream(fs::path(argv[3]) / fmt::format("{:02}.cu", ++n))
          << disguise.make(solution(argv[2]));
  } else {
    tables();
  }
}
