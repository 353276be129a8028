#include "export/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <tuple>

#include "course/due_time.h"
#include "export/class_digest.h"
#include "import/csv.h"

namespace warpgrade {
namespace {

using Samples = std::vector<double>;

double mean(const Samples& samples) {
  return std::accumulate(samples.begin(), samples.end(), 0.0) /
         static_cast<double>(std::max<std::size_t>(samples.size(), 1));
}

double median(Samples samples) {
  if (samples.empty()) return 0;
  std::sort(samples.begin(), samples.end());
  const std::size_t half = samples.size() / 2;
  return samples.size() % 2 == 1 ? samples[half] : (samples[half - 1] + samples[half]) / 2;
}

/// The sum of (a - mean a) (b - mean b).
double products(const Samples& a, const Samples& b) {
  const double of_a = mean(a), of_b = mean(b);
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - of_a) * (b[i] - of_b);
  return sum;
}

/// Pearson's coefficient; nothing if either does not vary, or for fewer than three pairs.
std::optional<double> correlation(const Samples& a, const Samples& b) {
  const double scale = std::sqrt(products(a, a) * products(b, b));
  if (a.size() < 3 || !(scale > 1e-12)) return std::nullopt;
  return products(a, b) / scale;
}

double share(Points points, Points most) {
  return most > Points{} ? points.value() / most.value() : 0;
}

/// One item's value in each grade that has it, and the rest of that grade.
struct Item {
  Samples values, rest;
  double lost = 0;
};

NumbersRow make_row(const std::string& kind, const std::string& lab, const std::string& task,
                    const std::string& name, const Item& item) {
  NumbersRow row{
      kind, lab, task,     name, item.values.size(), mean(item.values), median(item.values),
      0,    {},  item.lost};
  if (item.values.size() > 1)
    row.deviation =
        std::sqrt(products(item.values, item.values) / static_cast<double>(item.values.size() - 1));
  if (!item.rest.empty()) row.discrimination = correlation(item.values, item.rest);
  return row;
}

/// The time before the due time; sorts in this order. Empty if unknown.
std::string time_name(const CountedGrade& g, const CountingRules& rules) {
  const Lateness lateness = find_lateness(g.student, g.entry.row, rules);
  const auto handed_in = parse_instant(g.entry.row.submitted_at);
  if (!lateness.due || !handed_in) return "";
  const std::int64_t before = *lateness.due - *handed_in;
  return before < 0           ? "5 after it"
         : before < 3600      ? "4 in the last hour"
         : before < 86400     ? "3 in the last day"
         : before < 3 * 86400 ? "2 in the last three days"
                              : "1 earlier";
}

class LabNumbers {
 public:
  void add(const CountedGrade& g, const GradeDigest& digest, const CountingRules& rules) {
    const double whole_share = share(g.raw, g.max_points);
    const double lost =
        (g.max_points - g.raw - g.entry.row.grade.pending.value_or(Points{})).value();
    add_to(whole_, whole_share, lost);
    if (!g.student.section.empty()) add_to(sections_[g.student.section], whole_share, lost);
    if (const std::string when = time_name(g, rules); !when.empty())
      add_to(times_[when], whole_share, lost);
    for (const GradeDigest::Task& task : digest.tasks) {
      const auto [item, is_new] = tasks_.try_emplace(task.name);
      if (is_new) order_.push_back(task.name);
      const double lost_here = (task.most - task.points - task.pending).value();
      add_to(item->second, share(task.points, task.most), lost_here);
      item->second.rest.push_back(share(g.raw - task.points, g.max_points - task.most));
      add_cases(digest, task.name, lost_here);
    }
    std::map<std::string, std::string> own;
    for (const DigestMistake& mistake : digest.mistakes)
      if (!mistake.advice) own.emplace(mistake.kind + '\n' + mistake.key, mistake.text);
    for (const auto& [key, text] : own) texts_.emplace(key, text);
    std::set<std::string>& keys = mistakes_.emplace_back();
    for (const auto& [key, text] : own) keys.insert(key);
  }

  void append_to(ClassNumbers& all, const std::string& lab) const {
    all.rows.push_back(make_row("lab", lab, "", "", whole_));
    for (const std::string& task : order_)
      all.rows.push_back(make_row("task", lab, task, "", tasks_.at(task)));
    std::vector<NumbersRow> cases;
    for (const auto& [key, item] : cases_)
      cases.push_back(make_row("case", lab, key.first, key.second, item));
    std::stable_sort(cases.begin(), cases.end(),
                     [](const NumbersRow& a, const NumbersRow& b) { return a.lost > b.lost; });
    all.rows.insert(all.rows.end(), cases.begin(), cases.end());
    for (const auto& [section, item] : sections_)
      all.rows.push_back(make_row("section", lab, "", section, item));
    for (const auto& [when, item] : times_)
      all.rows.push_back(make_row("time", lab, "", when.substr(2), item));
    append_pairs(all, lab);
  }

 private:
  static void add_to(Item& item, double value, double lost) {
    item.values.push_back(value);
    item.lost += lost;
  }

  void add_cases(const GradeDigest& digest, const std::string& task, double lost) {
    double right = 0, all = 0, failing = 0;
    for (const GradeDigest::Case& c : digest.cases) {
      all += 1;
      right += c.right;
      failing += c.task == task && !c.right;
    }
    for (const GradeDigest::Case& c : digest.cases) {
      if (c.task != task) continue;
      Item& item = cases_[{task, c.name}];
      add_to(item, c.right, c.right ? 0 : lost / failing);
      item.rest.push_back(all > 1 ? (right - c.right) / (all - 1) : 0);
    }
  }

  /// Pairs of at least two students that occur together more often than by chance.
  void append_pairs(ClassNumbers& all, const std::string& lab) const {
    constexpr std::size_t most = 10;
    std::vector<MistakePair> pairs;
    for (auto a = texts_.begin(); a != texts_.end(); ++a) {
      for (auto b = std::next(a); b != texts_.end(); ++b) {
        MistakePair pair{lab, a->second, b->second};
        Samples in_a, in_b;
        for (const std::set<std::string>& keys : mistakes_) {
          in_a.push_back(keys.count(a->first) > 0);
          in_b.push_back(keys.count(b->first) > 0);
          pair.in_first += keys.count(a->first);
          pair.in_second += keys.count(b->first);
          pair.both += in_a.back() > 0 && in_b.back() > 0;
        }
        pair.correlation = correlation(in_a, in_b).value_or(0);
        if (pair.both >= 2 && pair.correlation > 0) pairs.push_back(std::move(pair));
      }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [](const MistakePair& a, const MistakePair& b) {
      return std::tuple(a.correlation, a.both) > std::tuple(b.correlation, b.both);
    });
    if (pairs.size() > most) pairs.resize(most);
    all.pairs.insert(all.pairs.end(), pairs.begin(), pairs.end());
  }

  Item whole_;
  std::vector<std::string> order_;  // tasks in the lab's order
  std::map<std::string, Item> tasks_, sections_, times_;
  std::map<std::pair<std::string, std::string>, Item> cases_;
  std::map<std::string, std::string> texts_;     // of mistakes
  std::vector<std::set<std::string>> mistakes_;  // of each grade
};

std::string number(double value) { return fmt::format("{:.4g}", value); }

}  // namespace

ClassNumbers class_numbers(const std::vector<CountedGrade>& grades, const CountingRules& rules,
                           const LoadEntryJson& load_json) {
  std::map<std::string, LabNumbers> labs;
  std::set<std::pair<std::size_t, std::int64_t>> seen;
  for (const CountedGrade& g : grades) {
    if (!has_points(g) || is_by_hand(g.entry.row.grade)) continue;
    if (!seen.emplace(g.entry.book, g.entry.row.id).second) continue;  // another group member
    labs[g.lab].add(g, parse_digest(load_json(g.entry)), rules);
  }
  ClassNumbers all;
  for (const auto& [lab, numbers] : labs) numbers.append_to(all, lab);
  return all;
}

std::string numbers_csv(const ClassNumbers& numbers) {
  std::string text = csv_line({"kind", "lab", "task", "name", "grades", "mean", "median",
                               "deviation", "discrimination", "lost"});
  for (const NumbersRow& row : numbers.rows)
    text += csv_line({row.kind, row.lab, row.task, row.name, std::to_string(row.grades),
                      number(row.mean), number(row.median), number(row.deviation),
                      row.discrimination ? number(*row.discrimination) : "", number(row.lost)});
  return text;
}

std::string numbers_json(const ClassNumbers& numbers) {
  using Json = nlohmann::ordered_json;
  Json rows = Json::array(), pairs = Json::array();
  for (const NumbersRow& row : numbers.rows)
    rows.push_back({{"kind", row.kind},
                    {"lab", row.lab},
                    {"task", row.task},
                    {"name", row.name},
                    {"grades", row.grades},
                    {"mean", row.mean},
                    {"median", row.median},
                    {"deviation", row.deviation},
                    {"discrimination", row.discrimination ? Json(*row.discrimination) : Json()},
                    {"lost", row.lost}});
  for (const MistakePair& pair : numbers.pairs)
    pairs.push_back({{"lab", pair.lab},
                     {"first", pair.first},
                     {"second", pair.second},
                     {"both", pair.both},
                     {"in_first", pair.in_first},
                     {"in_second", pair.in_second},
                     {"correlation", pair.correlation}});
  const Json all = {{"schema", 1}, {"rows", std::move(rows)}, {"pairs", std::move(pairs)}};
  return all.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace warpgrade
