#include "import/same_name.h"

#include <algorithm>
#include <set>
#include <utility>

#include "import/folding.h"

namespace warpgrade {
namespace {

/// Only ASCII letters, which transliterations and accents do not change.
std::string ascii_letters(const std::string& name) {
  std::string text;
  for (const char c : without_accents(name))
    if (c >= 'a' && c <= 'z') text += c;
  return text;
}

std::set<std::string> name_words(const std::string& name) {
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

bool may_be_same_person(const std::string& a, const std::string& b) {
  const std::set<std::string> words = name_words(b);
  for (const std::string& word : name_words(a))
    if (word.size() >= 2 && words.count(word) != 0) return true;
  const std::string one = ascii_letters(a), other = ascii_letters(b);
  const std::size_t enough = std::min<std::size_t>({4, one.size(), other.size()});
  for (std::size_t at = 0; at + enough <= one.size(); ++at)
    if (other.find(one.substr(at, enough)) != other.npos) return true;
  return false;
}

}  // namespace warpgrade
