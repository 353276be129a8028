#include "similar/clusters.h"

#include <algorithm>
#include <map>

namespace warpgrade::similar {
namespace {

/// Union-find over ids.
class Links {
 public:
  void link(const std::string& a, const std::string& b) { above_[root(a)] = root(b); }
  std::string root(const std::string& id) {
    const std::string up = above_.try_emplace(id, id).first->second;
    return up == id ? id : above_[id] = root(up);
  }
  std::map<std::string, std::vector<std::string>> groups() {
    std::map<std::string, std::vector<std::string>> groups;
    std::vector<std::string> ids;
    for (const auto& [id, up] : above_) ids.push_back(id);
    for (const std::string& id : ids) groups[root(id)].push_back(id);
    return groups;
  }

 private:
  std::map<std::string, std::string> above_;
};

}  // namespace

std::vector<std::vector<std::string>> find_clusters(const std::vector<HandIn>& hand_ins,
                                                    const Found& found) {
  Links links;
  const auto id = [&](std::size_t hand_in) { return student_key(hand_ins[hand_in]); };
  for (const Pair& pair : found.pairs) links.link(id(pair.a), id(pair.b));
  for (const auto& group : found.identical)
    for (const std::size_t hand_in : group) links.link(id(group[0]), id(hand_in));
  std::vector<std::vector<std::string>> clusters;
  for (auto& [root, ids] : links.groups())
    if (ids.size() > 2) clusters.push_back(std::move(ids));
  std::stable_sort(clusters.begin(), clusters.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return clusters;
}

}  // namespace warpgrade::similar
