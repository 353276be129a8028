#include "simt/rewriter/source.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>

#include "simt/rewriter/headers.h"

namespace simt::rewrite {

namespace {

namespace fs = std::filesystem;

fs::path whole_path(const std::string& name) {
  std::error_code failed;
  const fs::path absolute = fs::absolute(name.empty() ? "." : name, failed);
  fs::path normal = (failed ? fs::path(name) : absolute).lexically_normal();
  return normal.has_filename() ? normal : normal.parent_path();
}

struct Linemarker {
  std::uint32_t line;
  std::string file;
};

/// The quoted name at `i`, with g++'s escapes (`\\`, `\"`, three octal digits) resolved.
std::optional<std::string> quoted_name(std::string_view line, std::size_t i) {
  std::string name;
  for (++i; i < line.size() && line[i] != '"'; ++i) {
    if (line[i] != '\\' || i + 1 >= line.size()) {
      name.push_back(line[i]);
    } else if (i + 3 < line.size() && is_digit(static_cast<unsigned char>(line[i + 1]))) {
      int code = 0;
      for (int k = 1; k <= 3; ++k) code = code * 8 + (line[i + static_cast<std::size_t>(k)] - '0');
      name.push_back(static_cast<char>(code));
      i += 3;
    } else {
      name.push_back(line[++i]);
    }
  }
  if (i >= line.size()) return std::nullopt;
  return name;
}

/// `# 12 "file" 1 3` or `#line 12 "file"`; anything else is no linemarker.
std::optional<Linemarker> parse_linemarker(std::string_view line) {
  std::size_t i = 1;
  const auto skip_blanks = [&] {
    while (i < line.size() && (line[i] == ' ' || line[i] == '\t')) ++i;
  };
  skip_blanks();
  if (line.substr(i, 4) == "line") i += 4;
  skip_blanks();
  std::uint64_t number = 0;
  const std::size_t first_digit = i;
  for (; i < line.size() && is_digit(static_cast<unsigned char>(line[i])); ++i)
    if (number < std::numeric_limits<std::int32_t>::max())
      number = number * 10 + static_cast<unsigned>(line[i] - '0');
  if (i == first_digit) return std::nullopt;
  skip_blanks();
  if (i >= line.size() || line[i] != '"') return std::nullopt;
  auto name = quoted_name(line, i);
  if (!name) return std::nullopt;
  return Linemarker{static_cast<std::uint32_t>(number), std::move(*name)};
}

class Reader {
 public:
  Reader(std::string_view text, const Ownership& ownership, Diagnostics& diagnostics)
      : ownership_(ownership), diagnostics_(diagnostics) {
    source_.text = text;
  }

  Source run(const std::string& name) {
    enter(name);
    const std::string_view text = source_.text;
    if (text.size() >= std::numeric_limits<std::uint32_t>::max()) {
      diagnostics_.error(0, 1, "the preprocessed text is larger than 4 GiB");
    } else {
      while (at_.offset < text.size()) {
        if (const std::size_t hash = directive_start(); hash != std::string_view::npos)
          directive(hash);
        else if (own_)
          tokenise_line(text, at_, source_.tokens, source_.spellings, diagnostics_);
        else
          foreign_lines();
      }
    }
    Token end;
    end.offset = static_cast<std::uint32_t>(at_.offset);
    end.line = at_.line;
    end.file = at_.file;
    source_.tokens.push_back(end);
    return std::move(source_);
  }

 private:
  /// The position of the `#` that starts the cursor's line, if there is one.
  std::size_t directive_start() const {
    std::size_t i = at_.offset;
    while (i < source_.text.size() && (source_.text[i] == ' ' || source_.text[i] == '\t')) ++i;
    return i < source_.text.size() && source_.text[i] == '#' ? i : std::string_view::npos;
  }

  std::size_t line_end(std::size_t from) const {
    const void* found = std::memchr(source_.text.data() + from, '\n', source_.text.size() - from);
    return found == nullptr
               ? source_.text.size()
               : static_cast<std::size_t>(static_cast<const char*>(found) - source_.text.data());
  }

  void directive(std::size_t hash) {
    std::size_t end = line_end(hash);
    const std::string_view line = source_.text.substr(hash, end - hash);
    if (const auto marker = parse_linemarker(line)) {
      at_.offset = std::min(end + 1, source_.text.size());
      const bool included_by_own = own_;
      enter(marker->file);
      at_.line = marker->line;
      note_header(*marker, included_by_own);
      return;
    }
    ++at_.line;
    while (end > hash && end < source_.text.size() && source_.text[end - 1] == '\\') {
      end = line_end(end + 1);
      ++at_.line;
    }
    std::size_t word = hash + 1;
    while (word < end && (source_.text[word] == ' ' || source_.text[word] == '\t')) ++word;
    if (line.find("GCC pch_preprocess") != line.npos) source_.precompiled = true;
    const std::string_view after = source_.text.substr(word, 6);
    if (own_ && after == "pragma")
      source_.pragmas.push_back({hash, end - hash, source_.tokens.size()});
    else if (own_ && (after == "define" || after.substr(0, 5) == "undef"))
      source_.preprocessed.push_back({line, at_.file, at_.line, {}});
    else if (!own_ && after == "pragma" && in_header_)
      source_.preprocessed.back().lines.push_back(line);
    at_.offset = std::min(end + 1, source_.text.size());
  }

  /// Copies nothing and reads only the first character of each line.
  void foreign_lines() {
    const std::size_t start = at_.offset;
    do {
      at_.offset = std::min(line_end(at_.offset) + 1, source_.text.size());
    } while (at_.offset < source_.text.size() && directive_start() == std::string_view::npos);
    source_.foreign.push_back(source_.text.substr(start, at_.offset - start));
    if (in_header_) source_.preprocessed.back().lines.push_back(source_.foreign.back());
  }

  /// When it returns from a header, g++ gives the line after the #include.
  void note_header(const Linemarker& marker, bool included_by_own) {
    if (own_ && in_header_) {
      source_.preprocessed.back().file = at_.file;
      source_.preprocessed.back().line = at_.line > 1 ? at_.line - 1 : 1;
      in_header_ = false;
    } else if (!own_ && included_by_own && marker.file.substr(0, 1) != "<") {
      source_.preprocessed.push_back({});
      in_header_ = true;
    }
    if (own_ && header_) {
      if (!source_.library_files[at_.file])
        diagnostics_.unsupported(at_.file, at_.line > 1 ? at_.line - 1 : 1, *header_);
      header_.reset();
    } else if (!own_ && included_by_own && !ownership_.is_engine(marker.file)) {
      header_ = unsupported_header(marker.file);
    }
  }

  void enter(const std::string& name) {
    const auto [found, fresh] =
        known_.try_emplace(name, static_cast<std::uint32_t>(source_.files.size()));
    if (fresh) {
      source_.files.push_back(name);
      owned_.push_back(ownership_.owns(name));
      source_.library_files.push_back(ownership_.is_library(name));
      if (owned_.back() && found->second != 0) source_.own_files.push_back(found->second);
    }
    at_.file = found->second;
    own_ = owned_[at_.file];
    for (const std::string_view intrinsics : {"intrin.h", "/arm_neon.h"})
      if (fresh && name.size() > intrinsics.size() &&
          name.compare(name.size() - intrinsics.size(), intrinsics.size(), intrinsics) == 0)
        source_.has_intrinsics = true;
  }

  const Ownership& ownership_;
  Diagnostics& diagnostics_;
  Source source_;
  Cursor at_;
  bool own_ = false;
  bool in_header_ = false;             // refers to the last element of source_.preprocessed
  std::optional<std::string> header_;  // an NVIDIA header just included by an own file
  std::unordered_map<std::string, std::uint32_t> known_;
  std::vector<bool> owned_;
};

}  // namespace

void Ownership::add(const std::string& folder, FileOwner owner) {
  rules_.push_back({whole_path(folder), owner});
}

Ownership::FileOwner Ownership::find_owner(const std::string& file) const {
  if (file.empty() || file.front() == '<') return FileOwner::system;  // <built-in>, <command-line>
  const fs::path path = whole_path(file);
  std::ptrdiff_t deepest = -1;
  FileOwner owner = FileOwner::system;
  for (const Rule& rule : rules_) {
    const auto [in_rule, in_path] =
        std::mismatch(rule.folder.begin(), rule.folder.end(), path.begin(), path.end());
    if (in_rule != rule.folder.end()) continue;
    const std::ptrdiff_t depth = std::distance(rule.folder.begin(), rule.folder.end());
    if (depth > deepest) {
      deepest = depth;
      owner = rule.owner;
    }
  }
  return owner;
}

bool Source::foreign_calls(std::string_view name) const {
  for (const std::string_view header : foreign) {
    for (std::size_t at = header.find(name); at != header.npos; at = header.find(name, at + 1)) {
      std::size_t after = at + name.size();
      while (after < header.size() && (header[after] == ' ' || header[after] == '\n')) ++after;
      const bool whole = at == 0 || !is_identifier_part(static_cast<unsigned char>(header[at - 1]));
      if (whole && after < header.size() && header[after] == '(') return true;
    }
  }
  return false;
}

Source read_source(std::string_view text, const std::string& name, const Ownership& ownership,
                   Diagnostics& diagnostics) {
  return Reader(text, ownership, diagnostics).run(name);
}

}  // namespace simt::rewrite
