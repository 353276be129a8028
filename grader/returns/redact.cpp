#include "returns/redact.h"

#include <algorithm>
#include <functional>

#include "base/text.h"
#include "gradebook/pseudonym.h"
#include "import/folding.h"
#include "report/html_text.h"

namespace warpgrade {
namespace {

bool in_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Calls `use` with each word and with the text between words.
void split_words(std::string_view text,
                 const std::function<void(std::string_view part, bool is_word)>& use) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    const bool is_word = in_word(text[at]);
    while (end < text.size() && in_word(text[end]) == is_word) ++end;
    use(text.substr(at, end - at), is_word);
    at = end;
  }
}

/// Splits a page into text that a reader or a link uses, and its trusted style sheet and script.
void split_page(std::string_view page,
                const std::function<void(std::string_view part, bool is_ours)>& use) {
  for (std::size_t at = 0; at < page.size();) {
    std::size_t begin = page.size(), end = page.size();
    for (const auto& [open, close] :
         {std::pair<std::string_view, std::string_view>("<style>", "</style>"),
          {"<script>", "</script>"}}) {
      const std::size_t found = page.find(open, at);
      if (found >= begin) continue;
      begin = found;
      end = std::min(page.find(close, found), page.size());
    }
    use(page.substr(at, begin - at), false);
    use(page.substr(begin, end - begin), true);
    at = end;
  }
}

/// The words of a name that can identify somebody: of three letters, or four digits, or more.
std::set<std::string> telling_words(const Student& student) {
  std::set<std::string> words;
  const std::string mailbox = student.email.substr(0, student.email.find('@'));
  for (const std::string& name : {student.name, student.id, student.login, mailbox})
    split_words(name, [&](std::string_view word, bool is_word) {
      if (is_word && word.size() >= (is_digits(word) ? 4 : 3)) words.insert(without_accents(word));
    });
  return words;
}

/// The next place of `name` in `text`, both in lower case, as a whole word; npos if there is none.
std::size_t find_name(std::string_view text, std::string_view name, std::size_t from) {
  for (std::size_t at = text.find(name, from); at != text.npos; at = text.find(name, at + 1)) {
    const bool begins = at == 0 || !in_word(text[at - 1]) || !in_word(name.front());
    const std::size_t end = at + name.size();
    if (begins && (end == text.size() || !in_word(text[end]) || !in_word(name.back()))) return at;
  }
  return text.npos;
}

/// The words of a text in lower case. A name can only occur where its first word does, which saves
/// searching a page for each name of a class.
std::set<std::string_view> words_in(std::string_view text) {
  std::set<std::string_view> words;
  split_words(text, [&](std::string_view word, bool is_word) {
    if (is_word) words.insert(word);
  });
  return words;
}

std::string_view first_word(std::string_view name) {
  std::string_view first;
  split_words(name, [&](std::string_view word, bool is_word) {
    if (is_word && first.empty()) first = word;
  });
  return first;
}

}  // namespace

Redaction::Redaction(const std::vector<Student>& students, const std::vector<std::string>& pages,
                     const std::string& secret) {
  for (const Student& student : students) {
    const std::string shown = pseudonym(secret, student.id);
    for (const std::string* name : {&student.name, &student.id, &student.email, &student.login}) {
      if (name->size() < 4) continue;
      names_.emplace(lower(*name), shown);
      names_.emplace(lower(html::escaped(*name)), shown);
    }
    for (const std::string& word : telling_words(student)) words_.emplace(word, shown);
  }
  std::map<std::string, std::size_t> pages_with;
  for (const std::string& page : pages) {
    std::set<std::string> found;
    split_page(page, [&](std::string_view part, bool is_ours) {
      if (is_ours) return;
      split_words(part, [&](std::string_view word, bool is_word) {
        if (!is_word || word.size() < 3) return;
        std::string plain = without_accents(word);
        if (words_.count(plain) > 0) found.insert(std::move(plain));
      });
    });
    for (const std::string& word : found) ++pages_with[word];
  }
  const std::size_t common = std::max<std::size_t>(3, pages.size() / 10);
  std::erase_if(words_, [&](const auto& word) {
    const auto found = pages_with.find(word.first);
    return found != pages_with.end() && found->second > common;
  });
}

std::string Redaction::redacted_text(std::string_view text) const {
  std::string out(text), small = lower(out);
  const std::string before = small;
  const std::set<std::string_view> there = words_in(before);
  for (const auto& [name, shown] : names_)
    for (std::size_t at = there.count(first_word(name)) > 0 ? 0 : small.size();
         (at = find_name(small, name, at)) != small.npos; at += shown.size()) {
      out.replace(at, name.size(), shown);
      small.replace(at, name.size(), shown);
    }
  std::string words;
  split_words(out, [&](std::string_view part, bool is_word) {
    const auto found =
        is_word && part.size() >= 3 ? words_.find(without_accents(part)) : words_.end();
    words += found == words_.end() ? part : found->second;
  });
  return words;
}

std::string Redaction::redacted(std::string_view page) const {
  std::string out;
  split_page(page, [&](std::string_view part, bool is_ours) {
    out += is_ours ? std::string(part) : redacted_text(part);
  });
  return out;
}

std::string Redaction::name_in(std::string_view text) const {
  std::string found;
  split_page(text, [&](std::string_view part, bool is_ours) {
    if (is_ours) return;
    const std::string small = lower(std::string(part));
    const std::set<std::string_view> there = words_in(small);
    for (const auto& [name, shown] : names_)
      if (there.count(first_word(name)) > 0 && find_name(small, name, 0) != small.npos)
        found = name;
  });
  return found;
}

}  // namespace warpgrade
