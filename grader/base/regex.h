// <regex>. Its templates take g++ two seconds in each file that uses them: regex.cpp has them.
#pragma once

#include <regex>
#include <string>

#ifdef __GLIBCXX__
extern template class std::__detail::_Compiler<std::regex_traits<char>>;
#endif

namespace warpgrade {

// As those of std.
bool regex_match(const std::string& text, const std::regex& regex);
bool regex_match(const std::string& text, std::smatch& match, const std::regex& regex);
bool regex_search(const std::string& text, const std::regex& regex);
bool regex_search(const std::string& text, std::smatch& match, const std::regex& regex);
std::string regex_replace(const std::string& text, const std::regex& regex, const char* with);

}  // namespace warpgrade
