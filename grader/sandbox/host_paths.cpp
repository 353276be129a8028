#include "sandbox/host_paths.h"

#include <algorithm>
#include <cctype>

namespace warpgrade {
namespace {

bool continues_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
}

/// Replaces `from` where it is a whole path or the beginning of one.
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at)) {
    const std::size_t end = at + from.size();
    const bool whole = end == text.size() || !continues_name(text[end]);
    // "/out" in "/other/out" is another path; after "-I" or "=" it is this one.
    const bool start = at == 0 || text[at - 1] != '/';
    const bool inside =
        at > 0 && (continues_name(text[at - 1]) && !(at >= 2 && text[at - 2] == '-'));
    if (whole && start && !inside) {
      text.replace(at, from.size(), to);
      at += to.size();
    } else {
      at = end;
    }
  }
  return text;
}

std::vector<Mount> longest_first(std::vector<Mount> mounts, std::filesystem::path Mount::*path) {
  std::stable_sort(mounts.begin(), mounts.end(), [path](const Mount& a, const Mount& b) {
    return (a.*path).string().size() > (b.*path).string().size();
  });
  return mounts;
}

}  // namespace

Command with_host_paths(const Command& command) {
  Command host = command;
  const auto translate = [mounts =
                              longest_first(command.mounts, &Mount::target)](std::string text) {
    for (const Mount& mount : mounts)
      text = replaced(std::move(text), mount.target.string(), mount.source.string());
    return text;
  };
  for (auto& word : host.argv) word = translate(word);
  for (auto& [name, value] : host.environment) value = translate(value);
  host.directory = translate(host.directory.string());
  return host;
}

std::string with_inner_paths(std::string text, const Command& command) {
  for (const Mount& mount : longest_first(command.mounts, &Mount::source)) {
    text = replaced(std::move(text), mount.source.string(), mount.target.string());
  }
  return text;
}

}  // namespace warpgrade
