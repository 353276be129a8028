#include "similar/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/percent.h"
#include "base/text.h"
#include "pages/html_assets.h"
#include "pages/html_digest.h"
#include "report/html_text.h"
#include "similar/pair_side.h"
#include "similar/words.h"

namespace warpgrade::similar {
namespace {

using html::escaped;

// Like in pages/html_assets.cpp, the files are raw string literals.
std::string style_sheet() {
  return std::string(html::style_sheet()) +
#include "similar/page/style.css"
      ;
}

std::string_view script() {
  return
#include "similar/page/script.js"
      ;
}

/// Rounded down, so 100 % means everything.
std::string alike(double share) { return percent(std::floor(100 * share) / 100); }

std::string head() {
  const std::string style = style_sheet();
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '{}'; "
      "script-src '{}'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>Similar submissions</title>\n<style>{}</style>\n</head>\n",
      html::csp_hash(style), html::csp_hash(script()), style);
}

std::string introduction() {
  return "<header>\n<h1>Similar submissions</h1>\n"
         "<p class=\"hint\"><strong>A hint where to look, never a verdict.</strong> Code can be "
         "alike because two worked from the same book, because there are few ways to write it, or "
         "because one copied. Only people can tell, after they have talked to each other. No grade "
         "depends on this page.</p>\n"
         "<p class=\"quiet\">Names, layout, comments, numbers and types do not count, and what the "
         "lab hands out is left out. Matched regions have the same colour on both sides. Click one "
         "to bring the other side level with it; <kbd>n</kbd> and <kbd>p</kbd> go to the next and "
         "the previous one of the pair in sight.</p>\n</header>\n";
}

std::string pair_id(std::size_t lab, std::size_t pair) {
  return fmt::format("lab{}pair{}", lab + 1, pair + 1);
}

std::string facts(const LabFound& one) {
  const Found& f = one.found;
  std::string out =
      fmt::format("<p>{} of {}, {}: {} worth a look.", many(one.hand_ins.size(), "attempt"),
                  many(f.students, "student"), many(f.programs, "different program"),
                  many(f.pairs.size(), "pair"));
  if (f.common_runs > 0)
    out += fmt::format(" What more than {} have in common is not counted: {} of tokens.",
                       many(f.common, "student"), many(f.common_runs, "run"));
  return out + "</p>\n";
}

std::string overview(const LabFound& one, std::size_t lab) {
  const Found& f = one.found;
  std::string out;
  if (!f.pairs.empty()) {
    out +=
        "<table class=\"pairs\"><thead><tr><th>pair</th><th>alike, of the own code of "
        "each</th><th>longest match</th></tr></thead><tbody>\n";
    for (std::size_t p = 0; p < f.pairs.size(); ++p) {
      const Pair& pair = f.pairs[p];
      out += fmt::format(
          "<tr><td><a href=\"#{}\">{} <span class=\"quiet\">and</span> {}</a></td>"
          "<td class=\"number\">{} and {}</td><td class=\"number\">{}</td></tr>\n",
          pair_id(lab, p), escaped(hand_in_name(one.hand_ins[pair.a])),
          escaped(hand_in_name(one.hand_ins[pair.b])), alike(pair.share_a()), alike(pair.share_b()),
          many(pair.longest, "token"));
    }
    out += "</tbody></table>\n";
  }
  if (!f.identical.empty()) {
    out += "<h3>The same files, byte for byte</h3>\n<ul>\n";
    for (const auto& group : f.identical) {
      std::string names;
      for (const std::size_t h : group)
        names += (names.empty() ? "" : "; ") + escaped(hand_in_name(one.hand_ins[h]));
      out += "<li>" + names + "</li>\n";
    }
    out += "</ul>\n";
  }
  if (!f.clusters.empty()) {
    out += "<h3>More than two who hang together</h3>\n<ul>\n";
    for (const auto& cluster : f.clusters) {
      std::string names;
      for (const std::string& id : cluster) names += (names.empty() ? "" : ", ") + escaped(id);
      out += "<li>" + names + "</li>\n";
    }
    out += "</ul>\n<p class=\"quiet\">Each is like another one of them, not like all.</p>\n";
  }
  if (!f.left_out.empty()) {
    out += "<h3>Not compared: too large</h3>\n<ul>\n";
    for (const std::string& file : f.left_out) out += "<li>" + escaped(file) + "</li>\n";
    out += "</ul>\n";
  }
  return out;
}

using Sources = std::vector<SourceFile>;

std::string side(const HandIn& hand_in, const Sources& sources, const Pair& pair, bool in_a,
                 const std::string& id) {
  const std::string own = id + (in_a ? "a" : "b"), other = id + (in_a ? "b" : "a");
  const std::string name = escaped(hand_in_name(hand_in));
  return fmt::format(
      "<div><h4>{0}</h4><div class=\"code d4 side\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"{0}\"><div class=\"lines\">\n{1}</div></div></div>\n",
      name, side_rows(sources, pair, in_a, own, other));
}

std::string region_list(const Pair& pair, const Sources& a, const Sources& b,
                        const std::string& id) {
  std::string out = "<ol class=\"regions\">\n";
  for (std::size_t r = 0; r < pair.regions.size(); ++r) {
    const Region& region = pair.regions[r];
    const std::string text = fmt::format("{} and {}", escaped(place_text(region.a, a)),
                                         escaped(place_text(region.b, b)));
    if (id.empty())
      out += fmt::format("<li>{}: {}</li>\n", text, many(region.tokens, "token"));
    else
      out += fmt::format("<li class=\"m{}\"><a href=\"#{}ar{}\" data-show=\"{}\">{}</a>: {}</li>\n",
                         r % 6, id, r + 1, r + 1, text, many(region.tokens, "token"));
  }
  return out + "</ol>\n";
}

}  // namespace

std::string similar_page(const std::vector<LabFound>& labs, const ReadSources& sources) {
  // Browsers open a page of this size immediately; a pair takes about 150 KB.
  constexpr std::size_t room = 12'000'000;
  std::string out = head() + "<body>\n" + introduction() + "<main>\n";
  for (std::size_t l = 0; l < labs.size(); ++l) {
    const LabFound& one = labs[l];
    out += fmt::format("<section><h2>{}</h2>\n", escaped(one.lab)) + facts(one) + overview(one, l) +
           "</section>\n";
    for (std::size_t p = 0; p < one.found.pairs.size(); ++p) {
      const Pair& pair = one.found.pairs[p];
      const HandIn &a = one.hand_ins[pair.a], &b = one.hand_ins[pair.b];
      const Sources of_a = sources(one, pair.a), of_b = sources(one, pair.b);
      const std::string id = pair_id(l, p);
      out += fmt::format(
          "<section><details class=\"pair\" id=\"{}\"{}><summary>{}: {} and {} <small>{} and {} "
          "alike</small></summary>\n",
          id, l == 0 && p == 0 ? " open" : "", escaped(one.lab), escaped(hand_in_name(a)),
          escaped(hand_in_name(b)), alike(pair.share_a()), alike(pair.share_b()));
      const std::size_t before = out.size();
      std::string both = region_list(pair, of_a, of_b, id) + "<div class=\"sides\">\n" +
                         side(a, of_a, pair, true, id) + side(b, of_b, pair, false, id) +
                         "</div>\n<p class=\"status quiet\" role=\"status\"></p>\n";
      if (before + both.size() > room)
        both = region_list(pair, of_a, of_b, "") +
               "<p class=\"quiet\">The sources are left out here: there are too many for one "
               "page.</p>\n";
      out += both + "</details></section>\n";
    }
  }
  return out + "</main>\n<footer><p>Compared by Warpgrade.</p></footer>\n" +
         fmt::format("<script>{}</script>\n</body>\n</html>\n", script());
}

}  // namespace warpgrade::similar
