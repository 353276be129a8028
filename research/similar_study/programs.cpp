#include "research/similar_study/programs.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "research/similar_study/disguises.h"

namespace warpgrade::similar::study {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> labs() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator("skeletons"))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

std::string solution(const std::string& lab) {
  return read("solutions/" + lab + "/" + lab + ".cu");
}

std::vector<std::pair<std::string, std::string>> disguised_parts(const std::string& lab) {
  // The next lab's solution stands for one's own code.
  const std::vector<std::string> all = labs();
  const auto next = std::find(all.begin(), all.end(), lab) + 1;
  const std::string own = solution(next == all.end() ? all.front() : *next);
  const std::string part = longest_function(solution(lab));
  std::vector<std::pair<std::string, std::string>> parts;
  for (const Disguise& disguise : disguises_of_a_function())
    parts.emplace_back(disguise.name, own + disguise.make(part));
  return parts;
}

std::vector<std::pair<Text, Text>> honest_pairs() {
  std::vector<std::pair<Text, Text>> pairs;
  std::vector<Text> students = {{"solution", "dot", solution("dot")}};
  for (const auto& entry : fs::directory_iterator("tests/submissions/independent"))
    students.push_back({entry.path().filename().string(), "dot", read(entry.path() / "dot.cu")});
  std::vector<Text> programs;
  for (const std::string& lab : labs()) programs.push_back({lab, lab, solution(lab)});
  for (const auto* group : {&students, &programs})
    for (std::size_t i = 0; i < group->size(); ++i)
      for (std::size_t j = 0; j < i; ++j) pairs.push_back({(*group)[i], (*group)[j]});
  return pairs;
}

}  // namespace warpgrade::similar::study
