#include "import/same_name.h"

#include <algorithm>
#include <set>
#include <utility>

#include "import/folding.h"

namespace warpgrade {
namespace {

/// ASCII letters alone: what transliterations and accents leave alike.
std::string letters_of(const std::string& name) {
  std::string text;
  for (const char c : without_accents(name))
    if (c >= 'a' && c <= 'z') text += c;
  return text;
}

std::set<std::string> words_of(const std::string& name) {
  std::set<std::string> words;
  std::string word;
  for (const char c : name + ' ') {
    if (c != ' ' && c != ',' && c != '\t') {
      word += c;
    } else if (!word.empty()) {
      words.insert(without_accents(std::exchange(word, "")));
    }
  }
  return words;
}

}  // namespace

bool may_be_one_name(const std::string& a, const std::string& b) {
  const std::set<std::string> words = words_of(b);
  for (const std::string& word : words_of(a))
    if (word.size() >= 2 && words.count(word) != 0) return true;
  const std::string one = letters_of(a), other = letters_of(b);
  const std::size_t enough = std::min<std::size_t>({4, one.size(), other.size()});
  for (std::size_t at = 0; at + enough <= one.size(); ++at)
    if (other.find(one.substr(at, enough)) != other.npos) return true;
  return false;
}

}  // namespace warpgrade
