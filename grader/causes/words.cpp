// Fills in the words of causes. Those of the engine's findings are part of the engine, which is
// usable alone.
#include <algorithm>
#include <atomic>
#include <map>
#include <sstream>

#include "causes/cause.h"
#include "causes/wording.h"
#include "simt/include/simt/finding_words.h"

namespace warpgrade {
namespace {

std::atomic<bool> ids_only = false;

std::string filled(std::string_view words, const Cause& cause);

/// The replacement for `place`, the content of braces.
std::string value_at(std::string_view place, const Cause& cause) {
  if (place.front() == '*') {
    const Wording* nested = find_wording(cause.fact(place.substr(1)));
    return nested ? filled(nested->words, cause) : std::string();
  }
  const std::size_t sign = place.find_first_of(":?+|-");
  std::string value = cause.fact(place.substr(0, sign));
  if (sign == place.npos) return value;
  const std::string rest(place.substr(sign + 1));
  if (place[sign] == '|') return value.empty() ? rest : value;
  if (place[sign] == '-') return "";
  if (place[sign] == '+') return value == "1" ? "" : " " + value;
  if (place[sign] == ':') return value + " " + rest + (value == "1" ? "" : "s");
  const std::size_t colon = rest.find(':');
  return value == "1" ? rest.substr(0, colon) : rest.substr(colon + 1);
}

/// Whether all facts named in the words are present.
bool has_all_facts(std::string_view words, const Cause& cause) {
  for (std::size_t at = 0; (at = words.find('{', at)) != words.npos; ++at) {
    const std::size_t name = words[at + 1] == '*' ? at + 2 : at + 1;
    if (cause.fact(words.substr(name, words.find_first_of(":?+|-}", name) - name)).empty())
      return false;
  }
  return true;
}

std::string filled(std::string_view words, const Cause& cause) {
  std::string text;
  while (!words.empty()) {
    const std::size_t at = words.find_first_of("{[");
    text += words.substr(0, at);
    if (at == words.npos) break;
    const std::size_t end = words.find(words[at] == '{' ? '}' : ']', at);
    const std::string_view inside = words.substr(at + 1, end - at - 1);
    if (words[at] == '{')
      text += value_at(inside, cause);
    else if (has_all_facts(inside, cause))
      text += filled(inside, cause);
    words.remove_prefix(end + 1);
  }
  return text;
}

std::map<std::string_view, const Wording*> all_wordings() {
  std::map<std::string_view, const Wording*> all;
  for (const auto* some : {&case_wordings(), &task_wordings(), &cost_wordings(), &code_wordings()})
    for (const Wording& wording : *some) all[wording.id] = &wording;
  return all;
}

/// Whether `next` says more about the mistake: the pattern of a wrong value, or what follows a
/// sentence that ends with a colon.
bool leads_to(const Cause& cause, const Cause& next) {
  if (is_one_value(cause)) return next.id != "reference.remark";  // of earlier grades
  const Wording* wording = find_wording(cause.id);
  const std::string_view words = wording ? wording->words : "";
  return words.size() > 2 && words.substr(words.size() - 2) == ": ";
}

}  // namespace

const Wording* find_wording(std::string_view id) {
  static const auto all = all_wordings();
  const auto found = all.find(id);
  return found == all.end() ? nullptr : found->second;
}

Cause because(std::string id, std::initializer_list<Fact> facts) {
  Cause made{std::move(id), {}};
  for (const Fact& fact : facts)
    if (!fact.value.empty()) made.facts[fact.name] = fact.value;
  return made;
}

Cause in_text(std::string text) { return because("text", {{"text", std::move(text)}}); }

Causes as_text(std::string text) {
  if (text.empty()) return {};
  return {in_text(std::move(text))};
}

bool has(const Causes& causes, std::string_view id) {
  return std::any_of(causes.begin(), causes.end(), [=](const Cause& c) { return c.id == id; });
}

const Cause& find_main_cause(const Causes& causes) {
  static const Cause nothing;
  if (causes.empty()) return nothing;
  std::size_t at = 0;
  while (at + 1 < causes.size() && leads_to(causes[at], causes[at + 1])) ++at;
  return causes[at];
}

bool is_one_value(const Cause& cause) { return cause.id.rfind("value.", 0) == 0; }

std::string cause_key(const Cause& cause) {
  if (is_one_value(cause)) return "value";
  std::string key = cause.id;
  const Wording* wording = find_wording(cause.id);
  std::istringstream names(wording ? wording->apart : "");
  for (std::string name; names >> name;) {
    const std::size_t bar = name.find('|');
    const std::string value = cause.fact(std::string_view(name).substr(0, bar));
    key += ' ' + (value.empty() && bar != name.npos ? cause.fact(name.substr(bar + 1)) : value);
  }
  return key;
}

Causes without_questions(Causes causes) {
  for (Cause& cause : causes) {
    const Wording* wording = find_wording(cause.id);
    if (wording && (*wording->asks || *wording->remedy)) cause.facts["mended"] = "1";
  }
  return causes;
}

unsigned cause_rank(const Cause& cause) { return simt::check::cause_rank(cause.id); }

std::string describe(const Cause& cause, const std::string& other) {
  if (ids_only) return cause.id;
  if (const Wording* wording = find_wording(cause.id)) {
    const bool answered = !cause.fact("mended").empty();
    if (answered) return filled(wording->words, cause) + (*wording->asks ? "." : "");
    return filled(wording->words, cause) + filled(wording->asks, cause) +
           filled(wording->remedy, cause);
  }
  return simt::check::finding_in_words(
      cause.id, [&](std::string_view name) { return cause.fact(name); }, other);
}

std::string what_happened(const Cause& cause, const std::string& other) {
  if (ids_only) return cause.id;
  if (const Wording* wording = find_wording(cause.id)) return filled(wording->words, cause);
  return simt::check::what_happened(
      cause.id, [&](std::string_view name) { return cause.fact(name); }, other);
}

std::string describe(const Causes& causes) {
  std::string text;
  for (const Cause& cause : causes) {
    const std::string words = describe(cause);
    if (words.empty()) continue;
    const bool goes_on = text.empty() || text.back() == ' ' || words.front() == ' ';
    text += (goes_on ? "" : "\n") + words;
  }
  return text;
}

void print_ids_only(bool only) { ids_only = only; }

}  // namespace warpgrade
