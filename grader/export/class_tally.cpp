#include "export/class_tally.h"

#include <algorithm>
#include <sstream>
#include <tuple>

#include "base/parallel_for.h"
#include "export/class_digest.h"
#include "export/counted_attempt.h"
#include "score/scaled.h"

namespace warpgrade {
namespace {

/// The class page lists this many; the table of grades links to the others.
constexpr std::size_t most_places = 8;

std::vector<std::pair<std::string, std::string>> verdict_list(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> list;
  std::istringstream in(text);
  for (std::string word; in >> word;) {
    const std::size_t colon = word.rfind(':');
    if (colon != word.npos) list.emplace_back(word.substr(0, colon), word.substr(colon + 1));
  }
  return list;
}

struct Sample {
  Points points, most, pending;
};

/// Shares are relative to each grade's own maximum, which changes with the lab's points.
Distribution make_distribution(const std::string& task, std::vector<Sample> samples) {
  Distribution distribution;
  distribution.task = task;
  distribution.grades = samples.size();
  if (samples.empty()) return distribution;
  for (const Sample& one : samples) ++distribution.maxima[one.most];
  distribution.most = distribution.maxima.rbegin()->first;
  long long pending = 0;
  for (Sample& one : samples) {
    distribution.none += one.points == Points{};
    distribution.full += one.points >= one.most;
    const long long all = std::max(one.most.hundredths(), 1LL);
    const long long bin = std::clamp(10 * one.points.hundredths() / all, 0LL, 10LL);
    ++distribution.bins[static_cast<std::size_t>(bin)];
    pending += scaled(one.pending, one.most, distribution.most).hundredths();
    one.points = scaled(one.points, one.most, distribution.most);
  }
  std::sort(samples.begin(), samples.end(),
            [](const Sample& a, const Sample& b) { return a.points < b.points; });
  const auto count = static_cast<long long>(samples.size());
  distribution.pending = Points::hundredths((pending + count / 2) / count);
  distribution.lowest = samples.front().points;
  distribution.highest = samples.back().points;
  const std::size_t half = samples.size() / 2;
  distribution.median =
      samples.size() % 2 == 1
          ? samples[half].points
          : Points::hundredths(
                (samples[half - 1].points.hundredths() + samples[half].points.hundredths()) / 2);
  return distribution;
}

/// Processes one grade after the other, in the rows' order.
class ClassTally {
 public:
  void add(const GradebookRow& graded, GradeDigest digest, bool has_page);
  ClassSummary done();

 private:
  struct TaskPart {
    std::vector<Sample> samples;
    std::map<std::string, std::size_t> verdicts;
  };
  struct LabPart {
    TaskPart whole;
    std::vector<std::string> order;  // tasks in the lab's order
    std::map<std::string, TaskPart> tasks;
  };
  using MistakeKey = std::tuple<std::string, bool, std::string, std::string>;
  struct MistakePart {
    Mistake mistake;
    std::size_t last_row = 0;  // the last counted row
  };

  ClassSummary summary_;
  std::map<std::string, LabPart> labs_;
  std::map<std::tuple<std::string, std::string, std::string, std::string>, SpeedBoard> boards_;
  std::map<MistakeKey, MistakePart> mistakes_;
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> contents_;
  // A row is a student's last attempt if the next row has another student or lab.
  GradeDigest waiting_;
  std::string waiting_content_;
  bool waits_ = false;

  static void count_in(TaskPart& part, Points points, Points most, Points pending) {
    part.samples.push_back({points, most, pending});
  }

  void count_waiting_row() {
    if (!waits_) return;
    waits_ = false;
    const std::size_t at = summary_.rows.size() - 1;
    const ClassRow& row = summary_.rows.back();
    if (row.open) return;
    LabPart& lab = labs_[row.lab];
    if (row.score) count_in(lab.whole, *row.score, *row.most, *row.pending);
    for (const auto& task : waiting_.tasks) {
      const auto [found, is_new] = lab.tasks.try_emplace(task.name);
      if (is_new) lab.order.push_back(task.name);
      count_in(found->second, task.points, task.most, task.pending);
      ++found->second.verdicts[task.verdict];
    }
    for (const DigestSpeed& s : waiting_.speed) {
      SpeedBoard& board = boards_[{row.lab, s.task, s.case_name, s.against}];
      board.lab = row.lab;
      board.task = s.task;
      board.case_name = s.case_name;
      board.against = s.against;
      if (!s.baseline.empty()) board.baseline = s.baseline;
      if (s.full_marks_at > 0) board.full_marks_at = s.full_marks_at;
      if (s.champion > 0) board.champion = s.champion, board.champion_on = s.champion_on;
      if (s.ratio) board.entries.push_back({at, *s.ratio, s.low, s.high, s.seconds, s.in_doubt});
    }
    for (DigestMistake& m : waiting_.mistakes) {
      MistakePart& part = mistakes_[{row.lab, m.advice, m.kind, m.key}];
      Mistake& mistake = part.mistake;
      mistake.tasks.insert(m.task);
      if (mistake.students > 0 && part.last_row == at)
        continue;  // already counted for another task
      part.last_row = at;
      if (mistake.students++ == 0) {
        mistake.lab = row.lab;
        mistake.kind = m.kind;
        mistake.advice = m.advice;
        mistake.text = std::move(m.text);
      }
      if (mistake.places.size() < most_places)
        mistake.places.push_back({at, std::move(m.file), m.line});
    }
    const bool earned = row.score && *row.score > Points{};
    if (earned && !waiting_content_.empty()) contents_[{row.lab, waiting_content_}].push_back(at);
  }
};

void ClassTally::add(const GradebookRow& graded, GradeDigest digest, bool has_page) {
  std::vector<ClassRow>& rows = summary_.rows;
  const BookedGrade& g = graded.grade;
  if (!rows.empty() && rows.back().student == graded.student.id && rows.back().lab == g.lab) {
    rows.back().last = false;
    waits_ = false;
  }
  count_waiting_row();

  ClassRow row;
  row.student = graded.student.id;
  row.name = graded.student.name;
  row.section = graded.student.section;
  row.others = graded.student.others;
  for (const Student& other : other_members(graded.student))
    row.other_names.push_back(other.name.empty() ? other.id : other.name);
  if (!row.others.empty()) row.team = graded.student.team;
  row.lab = g.lab;
  row.attempt = graded.attempt;
  row.late = graded.late;
  row.open = g.open;
  row.cause = g.open ? g.cause : instructor_decision(graded);
  if (!g.open && g.score && g.max_score && g.pending) {
    const Points by_hand = points_by_hand(graded.comments);
    row.score = with_points_by_hand(*g.score, by_hand, *g.max_score);
    if (by_hand != Points{}) row.by_hand = signed_text(by_hand);
    row.most = g.max_score;
    row.pending = std::min(*g.pending, *row.most - *row.score);
  }
  row.comments = graded.comments.size();
  row.verdicts = verdict_list(g.verdicts);
  if (has_page) row.report = g.report;
  waiting_ = std::move(digest);
  for (DigestFlag& flag : waiting_.flags)
    summary_.flags.push_back(
        {rows.size(), std::move(flag.task), std::move(flag.what), std::move(flag.detail)});
  row.flagged = !waiting_.flags.empty();
  waiting_content_ = graded.content;
  waits_ = true;
  rows.push_back(std::move(row));
}

ClassSummary ClassTally::done() {
  count_waiting_row();
  std::set<std::string> labs;
  for (const ClassRow& row : summary_.rows) labs.insert(row.lab);
  summary_.labs.assign(labs.begin(), labs.end());
  for (auto& [lab, part] : labs_) {
    std::vector<Distribution>& distributions = summary_.distributions[lab];
    distributions.push_back(make_distribution("", std::move(part.whole.samples)));
    for (const std::string& task : part.order) {
      auto& of_task = part.tasks.at(task);
      distributions.push_back(make_distribution(task, std::move(of_task.samples)));
      distributions.back().verdicts = std::move(of_task.verdicts);
    }
  }
  for (auto& [key, board] : boards_) {
    std::sort(board.entries.begin(), board.entries.end(),
              [](const SpeedEntry& a, const SpeedEntry& b) { return a.ratio > b.ratio; });
    if (!board.entries.empty()) board.median = board.entries[board.entries.size() / 2].ratio;
    summary_.boards.push_back(std::move(board));
  }
  for (auto& [key, part] : mistakes_) summary_.mistakes.push_back(std::move(part.mistake));
  std::stable_sort(
      summary_.mistakes.begin(), summary_.mistakes.end(), [](const Mistake& a, const Mistake& b) {
        return std::tuple(a.lab, a.advice, b.students) < std::tuple(b.lab, b.advice, a.students);
      });
  for (auto& [key, rows] : contents_)
    if (rows.size() > 1) summary_.same_files.push_back(std::move(rows));
  return std::move(summary_);
}

}  // namespace

ClassSummary summarize_class(const std::vector<GradebookRow>& rows,
                             const std::function<std::string(const GradebookRow&)>& load_json,
                             const std::function<bool(const GradebookRow&)>& has_page) {
  // Parsing JSON takes nearly all of the time, so all cores do it. Only a few at a time, because
  // all grades of a class may not fit into memory.
  constexpr std::size_t at_a_time = 256;
  ClassTally tally;
  std::vector<std::string> texts;
  std::vector<GradeDigest> digests;
  for (std::size_t from = 0; from < rows.size(); from += at_a_time) {
    const std::size_t count = std::min(at_a_time, rows.size() - from);
    texts.clear();
    for (std::size_t i = 0; i < count; ++i) texts.push_back(load_json(rows[from + i]));
    digests.assign(count, {});
    parallel_for(count, 0, [&](std::size_t i) { digests[i] = parse_digest(texts[i]); });
    for (std::size_t i = 0; i < count; ++i)
      tally.add(rows[from + i], std::move(digests[i]), has_page(rows[from + i]));
  }
  return tally.done();
}

}  // namespace warpgrade
