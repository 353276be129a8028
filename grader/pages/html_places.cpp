#include "pages/html_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "report/html_text.h"

namespace warpgrade::html {
namespace {

// A name as part of an anchor. Characters that attributes or fragments would escape become ~hex.
// A long name is replaced by a number, because each line of the file repeats them.
std::string as_id(const std::string& name, std::size_t number) {
  std::string id;
  for (const char c : name) {
    const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '.' || c == '_' || c == '-' || c == '/';
    id += kept ? std::string(1, c) : fmt::format("~{:02x}", static_cast<unsigned char>(c));
  }
  return id.empty() || id.size() > 60 ? fmt::format("~~{}", number) : id;
}

// Characters that cannot be part of a file name in a sentence.
bool ends_name(char c) {
  return static_cast<unsigned char>(c) <= ' ' ||
         std::string_view("\"'`()[]{}<>,;").find(c) != std::string_view::npos;
}

}  // namespace

int count_lines(std::string_view text) {
  const auto breaks = std::count(text.begin(), text.end(), '\n');
  return static_cast<int>(breaks) + (text.empty() || text.back() == '\n' ? 0 : 1);
}

Places::Places(const std::map<std::string, std::string>& sources) {
  for (const auto& [name, text] : sources)
    files_[name] = {as_id(name, files_.size() + 1), count_lines(text), {}};
}

bool Places::has(const std::string& file, int line) const {
  const auto found = files_.find(file);
  return found != files_.end() && line >= 1 && line <= found->second.lines;
}

std::string Places::file_id(const std::string& file) const { return "file:" + files_.at(file).id; }

std::string Places::line_id(const std::string& file, int line) const {
  return fmt::format("{}-{}", files_.at(file).id, line);
}

const std::set<int>& Places::linked_lines(const std::string& file) const {
  return files_.at(file).linked;
}

std::string Places::link(const std::string& file, int line) {
  if (file.empty()) return "";
  std::string text = escaped(line > 0 ? fmt::format("{}:{}", file, line) : file);
  if (has(file, line)) {
    files_.find(file)->second.linked.insert(line);
    return fmt::format("<a href=\"#{}\">{}</a>", line_id(file, line), text);
  }
  if (line <= 0 && files_.count(file) > 0)
    return fmt::format("<a href=\"#{}\">{}</a>", file_id(file), text);
  return text;
}

std::string Places::linked(std::string_view text) {
  std::string out;
  for (;;) {
    const std::size_t open = text.find('`'),
                      close = text.find('`', std::min(open, text.size()) + 1);
    if (open == text.npos || close == text.npos) return out + with_links(text);
    out += with_links(text.substr(0, open)) + "<code>" +
           escaped(text.substr(open + 1, close - open - 1)) + "</code>";
    text.remove_prefix(close + 1);
  }
}

std::string Places::with_links(std::string_view text) {
  std::string out;
  std::size_t done = 0;
  constexpr std::size_t longest_name = 4096;  // PATH_MAX
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos;
       colon = text.find(':', colon + 1)) {
    int line = 0;
    const char* const digits = text.data() + colon + 1;
    const auto [end, error] = std::from_chars(digits, text.data() + text.size(), line);
    if (error != std::errc() || end == digits || *digits == '-') continue;
    std::size_t begin = colon;
    while (begin > done && colon - begin < longest_name && !ends_name(text[begin - 1])) --begin;
    const auto found = files_.find(text.substr(begin, colon - begin));
    if (found == files_.end() || !has(found->first, line)) continue;
    out += escaped(text.substr(done, begin - done));
    out += link(found->first, line);
    done = static_cast<std::size_t>(end - text.data());
  }
  return out + escaped(text.substr(done));
}

}  // namespace warpgrade::html
