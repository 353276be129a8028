// Anchors of source lines on the page, and links to them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace warpgrade::html {

/// Line anchors look like "matmul.cu-31"; all others contain a colon. Only linked lines of a large
/// file get one, so links are recorded: they are created before the sources.
class Places {
 public:
  /// `sources`: the files on the page, by name.
  explicit Places(const std::map<std::string, std::string>& sources);

  /// True where that line is on the page.
  bool has(const std::string& file, int line) const;

  std::string file_id(const std::string& file) const;
  std::string line_id(const std::string& file, int line) const;

  /// "matmul.cu:31", linked if the page has the line; empty without a file.
  std::string link(const std::string& file, int line);

  /// Untrusted text as HTML: each FILE:LINE on the page becomes a link, and text between backquotes
  /// becomes code.
  std::string linked(std::string_view text);

  /// The lines of a file that have been linked so far.
  const std::set<int>& linked_lines(const std::string& file) const;

 private:
  struct File {
    std::string id;
    int lines;
    std::set<int> linked;
  };
  std::string with_links(std::string_view text);

  std::map<std::string, File, std::less<>> files_;
};

/// The number of the last line; a last line without '\n' counts.
int count_lines(std::string_view text);

}  // namespace warpgrade::html
