// Where the lines of the student's files are on the page: anchors, and links to them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace warpgrade::html {

/// Anchors of lines are "matmul.cu-31". All others hold a colon, which those of lines never do. Not
/// every line of a large file has one, so links are noted: they are made before the sources are.
class Places {
 public:
  /// `sources`: the files on the page, by name.
  explicit Places(const std::map<std::string, std::string>& sources);

  /// True where that line is on the page.
  bool has(const std::string& file, int line) const;

  std::string file_id(const std::string& file) const;
  std::string line_id(const std::string& file, int line) const;

  /// "matmul.cu:31", linked where the page has it; "" without a file.
  std::string link(const std::string& file, int line);

  /// A text of others with each FILE:LINE in it that the page has as a link, and what stands
  /// between two backquotes as code.
  std::string linked(std::string_view text);

  /// The lines of a file that something links to so far.
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
