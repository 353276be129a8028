#include "similar/find.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "base/sha256.h"
#include "similar/clusters.h"

namespace warpgrade::similar {
namespace {

/// A distinct set of files, with all hand-ins that have it.
struct Version {
  Program program;
  std::vector<std::size_t> holders;  // hand-ins
  std::size_t student = 0;           // the first of them
  std::vector<Gram> prints;          // sorted
};

std::string hash_sources(const std::vector<SourceFile>& sources) {
  Sha256 hash;
  for (const SourceFile& file : sources) {
    hash.add(file.name + ' ' + std::to_string(file.text.size()) + '\n');
    hash.add(file.text);
  }
  return hash.hex();
}

std::size_t in_both(const std::vector<Gram>& a, const std::vector<Gram>& b) {
  std::size_t count = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    count += *x == *y;
    const bool less = *x <= *y, more = *y <= *x;
    x += less;
    y += more;
  }
  return count;
}

class Class {
 public:
  Class(const std::vector<HandIn>& hand_ins, const GivenCode& given, const Rules& rules)
      : hand_ins_(hand_ins), given_(given), rules_(rules) {
    std::map<std::string, std::size_t> numbers;
    for (const HandIn& one : hand_ins)
      students_.push_back(numbers.try_emplace(student_key(one), numbers.size()).first->second);
    found_.students = numbers.size();
    found_.common =
        rules.common > 0 ? rules.common : std::max<std::size_t>(10, numbers.size() / 10);
  }

  Found run(const std::function<std::vector<SourceFile>(std::size_t)>& sources) {
    read(sources);
    find_common_knowledge();
    for (Version& version : versions_)
      version.prints = winnow(version.program.grams, given_.lengths().window,
                              [&](Gram gram) { return counts(gram); });
    find_identical();
    for (const auto& [one, other] : candidates()) compare(one, other);
    std::stable_sort(found_.pairs.begin(), found_.pairs.end(), [](const Pair& x, const Pair& y) {
      return std::max(x.share_a(), x.share_b()) > std::max(y.share_a(), y.share_b());
    });
    found_.clusters = find_clusters(hand_ins_, found_);
    return std::move(found_);
  }

 private:
  void read(const std::function<std::vector<SourceFile>(std::size_t)>& sources) {
    std::unordered_map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < hand_ins_.size(); ++i) {
      const std::vector<SourceFile> files = sources(i);
      const auto [place, fresh] = known.try_emplace(hash_sources(files), versions_.size());
      if (fresh) {
        Tokens tokens;
        for (std::size_t f = 0; f < files.size(); ++f)
          append_tokens(files[f].text, static_cast<std::uint32_t>(f), tokens);
        versions_.push_back({given_.program(std::move(tokens)), {}, students_[i], {}});
      }
      versions_[place->second].holders.push_back(i);
    }
    found_.programs = versions_.size();
    for (std::size_t v = 0; v < versions_.size(); ++v)
      versions_by_student_[versions_[v].student].push_back(v);
  }

  /// Identical files of several students count once, because they are reported anyway.
  void find_common_knowledge() {
    std::vector<std::pair<Gram, std::size_t>> held;
    for (const auto& [student, versions] : versions_by_student_) {
      std::vector<Gram> grams;
      for (const std::size_t v : versions)
        for (const Gram gram : versions_[v].program.grams)
          if (gram != 0) grams.push_back(gram);
      std::sort(grams.begin(), grams.end());
      grams.erase(std::unique(grams.begin(), grams.end()), grams.end());
      for (const Gram gram : grams) held.emplace_back(gram, student);
    }
    std::sort(held.begin(), held.end());
    for (std::size_t i = 0; i < held.size();) {
      std::size_t end = i;
      while (end < held.size() && held[end].first == held[i].first) ++end;
      if (end - i > found_.common && !given_.holds(held[i].first)) common_.push_back(held[i].first);
      i = end;
    }
    found_.common_runs = common_.size();
  }

  bool counts(Gram gram) const {
    return !std::binary_search(common_.begin(), common_.end(), gram) && !given_.holds(gram);
  }

  void find_identical() {
    for (const Version& version : versions_) {
      // Very short code is not compared.
      if (version.program.own < given_.lengths().shortest()) continue;
      std::vector<std::size_t> group;
      for (const std::size_t h : version.holders) {
        const bool known = std::any_of(group.begin(), group.end(), [&](std::size_t other) {
          return students_[other] == students_[h];
        });
        if (!known) group.push_back(h);
      }
      const auto all_of_one_group = [&] {
        return std::all_of(group.begin(), group.end(), [&](std::size_t h) {
          return work_together(hand_ins_[group[0]], hand_ins_[h]);
        });
      };
      const bool any_of_this_class = std::any_of(
          group.begin(), group.end(), [&](std::size_t h) { return hand_ins_[h].origin.empty(); });
      if (group.size() > 1 && any_of_this_class && !all_of_one_group())
        found_.identical.push_back(group);
    }
  }

  /// Pairs of students with as many common fingerprints as a reported pair must have. A match of n
  /// tokens contains (n - k + 1) / window of them, rounded down; many short matches contain one for
  /// every k + 2 * window - 2 tokens or less.
  std::vector<std::pair<std::size_t, std::size_t>> candidates() const {
    std::vector<std::pair<Gram, std::size_t>> index;
    for (const auto& [student, versions] : versions_by_student_) {
      std::vector<Gram> prints;
      for (const std::size_t v : versions) {
        const std::vector<Gram>& some = versions_[v].prints;
        prints.insert(prints.end(), some.begin(), some.end());
      }
      std::sort(prints.begin(), prints.end());
      prints.erase(std::unique(prints.begin(), prints.end()), prints.end());
      for (const Gram gram : prints) index.emplace_back(gram, student);
    }
    std::sort(index.begin(), index.end());
    std::unordered_map<std::uint64_t, std::uint32_t> shared;
    for (std::size_t i = 0; i < index.size(); ++i)
      for (std::size_t j = i + 1; j < index.size() && index[j].first == index[i].first; ++j)
        ++shared[static_cast<std::uint64_t>(index[i].second) << 32 | index[j].second];
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (const auto& [students, count] : shared) {
      const std::size_t one = students >> 32, other = students & 0xffffffffu;
      if (count >= needed(std::min(smallest(one), smallest(other)))) pairs.emplace_back(one, other);
    }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  }

  /// The own tokens of a student's smallest version.
  std::size_t smallest(std::size_t student) const {
    std::size_t own = ~std::size_t{0};
    for (const std::size_t v : versions_by_student_.at(student))
      own = std::min(own, versions_[v].program.own);
    return own;
  }

  /// The required fingerprints if the smaller program has `own` tokens.
  std::size_t needed(std::size_t own) const {
    const Lengths& lengths = given_.lengths();
    const Thresholds& thresholds = rules_.thresholds;
    const auto share = static_cast<std::size_t>(thresholds.share * static_cast<double>(own));
    const std::size_t tokens = std::max(thresholds.counted, share);
    const std::size_t a_print = lengths.k + 2 * lengths.window - 2;
    return std::max<std::size_t>(1,
                                 std::min((tokens + a_print - 1) / a_print,
                                          (thresholds.longest - lengths.k + 1) / lengths.window));
  }

  /// Holders of the two versions who should not have the same code: none if they are one group.
  std::pair<std::size_t, std::size_t> holders(const Version& one, const Version& other) const {
    for (const std::size_t a : one.holders)
      for (const std::size_t b : other.holders) {
        const bool now = hand_ins_[a].origin.empty() || hand_ins_[b].origin.empty();
        if (now && !work_together(hand_ins_[a], hand_ins_[b])) return {a, b};
      }
    return {0, 0};
  }

  bool are_reported_identical(std::size_t a, std::size_t b) const {
    return std::any_of(found_.identical.begin(), found_.identical.end(), [&](const auto& group) {
      const auto has = [&](std::size_t student) {
        return std::any_of(group.begin(), group.end(),
                           [&](std::size_t h) { return students_[h] == student; });
      };
      return has(students_[a]) && has(students_[b]);
    });
  }

  struct Attempts {
    const Version *one, *other;
    std::size_t shared;  // fingerprints
  };

  /// The two students' attempts with the most common fingerprints, if there are enough.
  std::vector<Attempts> likeliest(std::size_t student, std::size_t other) const {
    std::vector<Attempts> all;
    for (const std::size_t v : versions_by_student_.at(student))
      for (const std::size_t w : versions_by_student_.at(other)) {
        const Version &one = versions_[v], &two = versions_[w];
        const std::size_t shared = in_both(one.prints, two.prints);
        if (shared >= needed(std::min(one.program.own, two.program.own)))
          all.push_back({&one, &two, shared});
      }
    constexpr std::size_t most = 4;
    std::stable_sort(all.begin(), all.end(),
                     [](const Attempts& x, const Attempts& y) { return x.shared > y.shared; });
    all.resize(std::min(all.size(), most));
    return all;
  }

  /// Candidates are sorted by first student, so its index is kept until the next student.
  const GramIndex& gram_index(const Version& version) {
    if (indexed_ != version.student) indices_.clear();
    indexed_ = version.student;
    return indices_.try_emplace(&version, version.program.grams).first->second;
  }

  void compare(std::size_t student, std::size_t other) {
    Comparison best;
    Pair pair;
    const Version *best_a = nullptr, *best_b = nullptr;
    for (const Attempts& attempts : likeliest(student, other)) {
      const auto [a, b] = holders(*attempts.one, *attempts.other);
      if (a == b || are_reported_identical(a, b)) continue;
      Comparison found = compare_programs(attempts.one->program, gram_index(*attempts.one),
                                          attempts.other->program, given_.lengths(),
                                          [&](Gram gram) { return counts(gram); });
      if (!is_reported(found, rules_.thresholds) || found.counted <= best.counted) continue;
      best = std::move(found);
      best_a = attempts.one;
      best_b = attempts.other;
      pair.a = a;
      pair.b = b;
    }
    if (best_a == nullptr) return;
    pair.own_a = best.own_a;
    pair.own_b = best.own_b;
    pair.alike = best.counted;
    pair.longest = best.longest;
    for (const Match& match : best.matches) {
      const auto place = [&](const Program& program, std::size_t first) {
        const Token &from = program.tokens[first], &to = program.tokens[first + match.length - 1];
        return Place{from.file, from.line, to.line};
      };
      pair.regions.push_back({place(best_a->program, match.first_a),
                              place(best_b->program, match.first_b), match.counted});
    }
    found_.pairs.push_back(std::move(pair));
  }

  const std::vector<HandIn>& hand_ins_;
  const GivenCode& given_;
  const Rules& rules_;
  std::vector<std::size_t> students_;  // of each hand-in
  std::vector<Version> versions_;
  std::map<std::size_t, std::vector<std::size_t>> versions_by_student_;
  std::vector<Gram> common_;  // sorted
  std::size_t indexed_ = 0;   // the student whose versions are in indices_
  std::map<const Version*, GramIndex> indices_;
  Found found_;
};

}  // namespace

double Pair::share_a() const {
  return own_a == 0 ? 0 : static_cast<double>(alike) / static_cast<double>(own_a);
}
double Pair::share_b() const {
  return own_b == 0 ? 0 : static_cast<double>(alike) / static_cast<double>(own_b);
}

Found find_similar(const std::vector<HandIn>& hand_ins, const GivenCode& given, const Rules& rules,
                   const std::function<std::vector<SourceFile>(std::size_t)>& sources) {
  return Class(hand_ins, given, rules).run(sources);
}

}  // namespace warpgrade::similar
