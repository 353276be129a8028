#include "base/regex.h"

#ifdef __GLIBCXX__
template class std::__detail::_Compiler<std::regex_traits<char>>;
#endif

namespace warpgrade {

bool regex_match(const std::string& text, const std::regex& regex) {
  return std::regex_match(text, regex);
}
bool regex_match(const std::string& text, std::smatch& match, const std::regex& regex) {
  return std::regex_match(text, match, regex);
}
bool regex_search(const std::string& text, const std::regex& regex) {
  return std::regex_search(text, regex);
}
bool regex_search(const std::string& text, std::smatch& match, const std::regex& regex) {
  return std::regex_search(text, match, regex);
}
std::string regex_replace(const std::string& text, const std::regex& regex, const char* with) {
  return std::regex_replace(text, regex, with);
}

}  // namespace warpgrade
