#include "pages/html_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "pages/html_line.h"
#include "pages/html_tokens.h"
#include "report/html_text.h"

namespace warpgrade::html {
namespace {

constexpr int context = 12;        // never folded around a line with a remark
constexpr int shortest_fold = 24;  // shorter folds are not worth it
constexpr int shown_whole = 600;   // files with at most this many lines are not folded

// Lines first … last, from 1.
struct Stretch {
  int first, last;
  bool near;  // near a remark
  int size() const { return last - first + 1; }
};

// Splits the file into parts near a remark and others.
std::vector<Stretch> split_stretches(int lines, const std::vector<int>& remarks) {
  std::vector<Stretch> stretches;
  int next = 1;
  for (const int line : remarks) {
    const int first = std::max(next, line - context), last = std::min(lines, line + context);
    if (last < next) continue;
    if (first - next >= shortest_fold) stretches.push_back({next, first - 1, false});
    const int from = first - next >= shortest_fold ? first : next;
    if (!stretches.empty() && stretches.back().near && from == next)
      stretches.back().last = last;
    else
      stretches.push_back({from, last, true});
    next = last + 1;
  }
  if (next <= lines) {
    const bool fold = lines - next + 1 >= shortest_fold;
    if (!fold && !stretches.empty())
      stretches.back().last = lines;
    else
      stretches.push_back({next, lines, false});
  }
  return stretches;
}

class View {
 public:
  View(const GradeResult& grade, const SourceFile& file, const Places& places, const Notes& notes,
       const Heat& heat, PageBudget& budget)
      : grade_(grade),
        file_(file),
        places_(places),
        notes_(notes.of(file.name)),
        heat_(heat.of(file.name)),
        linked_(places.linked_lines(file.name)),
        budget_(budget),
        lines_(count_lines(file.text)) {}

  std::string section();

 private:
  AboutLine about(int line) const;
  std::vector<int> remarks() const;
  bool any_heat(double LineHeat::*column) const;
  std::string_view next_line();
  void add_row(int line, std::string_view text);
  void add_plain(int first, std::string_view block);
  void add_stretch(const Stretch& stretch);
  void name_left_out();
  void fold(const Stretch& stretch);

  const GradeResult& grade_;
  const SourceFile& file_;
  const Places& places_;
  const std::map<int, std::vector<Note>>* notes_;
  const std::map<int, LineHeat>* heat_;
  const std::set<int>& linked_;
  PageBudget& budget_;
  const int lines_;
  bool in_full_ = true;
  std::size_t at_ = 0;                          // position of the next line in the text
  int left_out_first_ = 0, left_out_last_ = 0;  // not reported yet; 0: none
  std::vector<std::vector<Piece>> pieces_;      // by line, if the file is shown in full
  std::string out_;
};

AboutLine View::about(int line) const {
  AboutLine about;
  if (notes_ != nullptr)
    if (const auto found = notes_->find(line); found != notes_->end()) about.notes = &found->second;
  if (heat_ != nullptr)
    if (const auto found = heat_->find(line); found != heat_->end()) about.heat = &found->second;
  return about;
}

std::vector<int> View::remarks() const {
  std::vector<int> lines;
  if (notes_ != nullptr)
    for (const auto& [line, notes] : *notes_) lines.push_back(line);
  if (heat_ != nullptr)
    for (const auto& [line, heat] : *heat_) lines.push_back(line);
  lines.insert(lines.end(), linked_.begin(), linked_.end());
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return lines;
}

bool View::any_heat(double LineHeat::*column) const {
  return heat_ != nullptr && std::any_of(heat_->begin(), heat_->end(),
                                         [=](const auto& line) { return line.second.*column > 0; });
}

std::string_view View::next_line() {
  const std::size_t end = std::min(file_.text.find('\n', at_), file_.text.size());
  std::string_view line = std::string_view(file_.text).substr(at_, end - at_);
  at_ = std::min(end + 1, file_.text.size());
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

void View::add_row(int line, std::string_view text) {
  const AboutLine what = about(line);
  std::vector<Piece> pieces;
  if (in_full_) {
    pieces = first_bytes(std::move(pieces_[static_cast<std::size_t>(line - 1)]), text.size());
  } else if (!text.empty()) {
    pieces = {{Word::plain, text}};
  }
  const std::size_t before = out_.size();
  out_ += line_row(places_.line_id(file_.name, line), line, pieces, what, budget_.bytes_out);
  out_ += line_remarks(grade_, what);
  budget_.bytes_out -= std::min(budget_.bytes_out, out_.size() - before);
}

// Adds several lines as one block next to their numbers.
void View::add_plain(int first, std::string_view block) {
  const std::size_t before = out_.size();
  out_ += "<div class=\"block\"><pre class=\"n\">";
  const int last = first + static_cast<int>(std::count(block.begin(), block.end(), '\n'));
  for (int line = first; line <= last; ++line) out_ += fmt::format("{}\n", line);
  // The HTML parser drops a line break right after <pre>.
  out_ += "</pre><pre>\n";
  append_code(out_, block);
  out_ += "</pre></div>\n";
  budget_.bytes_out -= std::min(budget_.bytes_out, out_.size() - before);
}

void View::add_stretch(const Stretch& stretch) {
  constexpr std::size_t block_bytes = 64 * 1024;
  const std::string_view all = file_.text;
  std::size_t block = at_;         // start of the plain lines not written yet
  int block_line = stretch.first;  // the number of their first line
  const auto flush = [&](std::size_t end) {
    if (end > block) add_plain(block_line, all.substr(block, end - block - 1));  // no last break
  };
  for (int line = stretch.first; line <= stretch.last; ++line) {
    const std::size_t begin = at_;
    const std::string_view text = next_line();
    const AboutLine what = about(line);
    // Lines with links or findings must be rows.
    const bool needed = what.notes != nullptr || linked_.count(line) > 0;
    const bool row =
        in_full_ || needed || what.heat != nullptr || text.size() > longest_line || line == lines_;
    if (budget_.bytes_out == 0 && !needed) {
      flush(begin);
      if (left_out_first_ == 0) left_out_first_ = line;
      left_out_last_ = line;
    } else if (row) {
      flush(begin);
      name_left_out();
      add_row(line, text);
    } else if (at_ - block > block_bytes) {
      flush(at_);
    } else {
      continue;
    }
    block = at_;
    block_line = line + 1;
  }
  flush(at_);
}

void View::name_left_out() {
  if (left_out_first_ == 0) return;
  out_ += fmt::format(
      "<p class=\"left-out\">Lines {} to {} are left out here: the files are too large for one "
      "page.</p>\n",
      left_out_first_, left_out_last_);
  left_out_first_ = 0;
}

void View::fold(const Stretch& stretch) {
  out_ += fmt::format("<details class=\"fold\"><summary>Lines {} to {}: no remarks</summary>\n",
                      stretch.first, stretch.last);
  add_stretch(stretch);
  name_left_out();
  out_ += "</details>\n";
}

std::string View::section() {
  in_full_ = file_.text.size() <= budget_.bytes_in_full && lines_ <= budget_.lines_in_full;
  if (in_full_) {
    budget_.bytes_in_full -= file_.text.size();
    budget_.lines_in_full -= lines_;
    pieces_ = pieces_of_lines(file_.text);
  }
  const std::string name = escaped(file_.name);
  const int digits = std::max(2, static_cast<int>(std::to_string(lines_).size()));
  std::string columns;  // heat columns that the file needs
  if (any_heat(&LineHeat::global)) columns += " global";
  if (any_heat(&LineHeat::shared)) columns += " shared";
  // A scrolling region must be reachable by keyboard.
  out_ = fmt::format(
      "<section class=\"file\" id=\"{0}\"><h3>{1} <small>{2} line{3}</small></h3>\n"
      "<div class=\"code d{4}{5}\" tabindex=\"0\" role=\"region\" aria-label=\"{1}\">"
      "<div class=\"lines\">\n",
      places_.file_id(file_.name), name, lines_, lines_ == 1 ? "" : "s", std::min(digits, 8),
      columns);
  if (!columns.empty()) {
    out_ += "<div class=\"l columns\" aria-hidden=\"true\"><span class=\"n\">line</span>";
    if (any_heat(&LineHeat::global)) out_ += "<span class=\"h global\">global</span>";
    if (any_heat(&LineHeat::shared)) out_ += "<span class=\"h shared\">shared</span>";
    out_ += "</div>\n";
  }
  if (lines_ == 0) out_ += "<p class=\"left-out\">This file is empty.</p>\n";
  for (const Stretch& stretch : split_stretches(lines_, remarks())) {
    const bool whole = stretch.near || lines_ <= shown_whole || stretch.size() < shortest_fold;
    if (whole || budget_.bytes_out == 0)
      add_stretch(stretch);
    else
      fold(stretch);
  }
  name_left_out();
  out_ += "</div></div></section>\n";
  return std::move(out_);
}

}  // namespace

std::string source_section(const GradeResult& grade, const SourceFile& file, const Places& places,
                           const Notes& notes, const Heat& heat, PageBudget& budget) {
  return View(grade, file, places, notes, heat, budget).section();
}

}  // namespace warpgrade::html
