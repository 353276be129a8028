#include "plot/collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "plot/axes.h"
#include "plot/quantity.h"

namespace warpgrade {
std::vector<std::string> dimension_names(const VariantsReport& report) {
  std::vector<std::string> names;
  for (const auto& numbers : report.variants.dimensions)
    for (const auto& one : numbers)
      for (const std::string& name : one)
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

std::optional<long long> find_integer(const VariantResult& r, const std::string& name) {
  for (const Sizes* some : {&r.arguments, &r.sizes})
    if (const auto at = some->find(name); at != some->end()) return at->second;
  return std::nullopt;
}

DrawnResults choose_most_complete(const VariantsReport& report) {
  DrawnResults best;
  std::size_t most = 0;
  for (const char* backend : {"cuda", "cpu"}) {
    for (const Real real : {Real::f32, Real::f64}) {
      std::set<Sizes> sizes;
      for (const VariantResult& r : report.results)
        if (r.real == real && r.backend == backend && is_right(r)) sizes.insert(r.sizes);
      // Engine results only if there are none of a GPU.
      if (sizes.size() > most && (best.backend == backend || most == 0)) {
        most = sizes.size();
        best.real = real;
        best.backend = backend;
      }
    }
  }
  return best;
}

bool is_drawn(const VariantResult& r, const DrawnResults& drawn) {
  return r.real == drawn.real && (r.backend == "host" || r.backend == drawn.backend);
}

bool is_right(const VariantResult& r) { return r.verdict == Verdict::ok && r.seconds > 0; }

bool is_plain(const VariantsReport& report, const Variant& variant, const VariantResult& r,
              const DrawnResults& drawn) {
  return std::all_of(r.arguments.begin(), r.arguments.end(), [&](const auto& argument) {
    for (const Sizes* some : {&drawn.set, &variant.arguments, &report.variants.defaults}) {
      const auto at = some->find(argument.first);
      if (at != some->end()) return at->second == argument.second;
    }
    return false;
  });
}

bool holds(const VariantsReport& report, const Sizes& where, const VariantResult& r,
           const DrawnResults& drawn) {
  Sizes wanted = report.variants.defaults;
  for (const std::string& name : dimension_names(report)) wanted.erase(name);
  for (const auto& [name, value] : drawn.set) wanted[name] = value;
  for (const auto& [name, value] : where) wanted[name] = value;
  return std::all_of(wanted.begin(), wanted.end(), [&](const auto& integer) {
    const auto found = find_integer(r, integer.first);
    return !found || *found == integer.second;
  });
}

Series series_for(const VariantsReport& report, const Variant& variant) {
  Series series;
  series.name = variant.name;
  using Look = Series::Look;
  const auto choose_look = [](const Variant& v) {
    return v.baseline == "cpu"       ? Look::cpu
           : v.host_only()           ? Look::other_cpu
           : v.baseline == "library" ? Look::library
                                     : Look::device;
  };
  series.look = choose_look(variant);
  for (const Variant& other : report.variants.all) {
    if (other.name == variant.name) break;
    if (choose_look(other) == series.look) ++series.style;
  }
  return series;
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  return fmt::format("{}", fmt::join(words, between));
}

std::string size_text(const VariantsReport& report, const Sizes& sizes,
                      const std::vector<std::string>& leave_out) {
  std::string text;
  std::set<std::string> done(leave_out.begin(), leave_out.end());
  const std::vector<std::string> names = dimension_names(report);
  for (const std::string& name : names) {
    const auto at = sizes.find(name);
    if (at == sizes.end() || done.count(name) > 0) continue;
    text += (text.empty() ? "" : ", ") + name;
    for (const std::string& other : names) {
      const auto same = sizes.find(other);
      if (other == name || done.count(other) > 0 || same == sizes.end() ||
          same->second != at->second)
        continue;
      text += " = " + other;
      done.insert(other);
    }
    done.insert(name);
    text += fmt::format(" = {}", at->second);
  }
  return text;
}

void add_sizes_at_top(Figure& figure, const VariantsReport& report,
                      const std::vector<const VariantResult*>& shown) {
  const std::vector<std::string> names = dimension_names(report);
  std::map<double, std::string> labels;
  bool equal = true;
  for (const VariantResult* r : shown) {
    std::vector<std::string> values;
    for (const std::string& name : names)
      if (const auto at = r->sizes.find(name); at != r->sizes.end())
        values.push_back(std::to_string(at->second));
    const bool same = std::set<std::string>(values.begin(), values.end()).size() == 1;
    equal = equal && same;
    labels[footprint_bytes(report, *r)] = same ? values.front() : joined(values, "×");
  }
  std::vector<Tick> ticks;
  for (const auto& [x, label] : labels) ticks.push_back({x, label});
  figure.top = without_overlaps(std::move(ticks), figure.x.log);
  figure.top_label = joined(names, equal ? " = " : " × ");
}

void add_remarks(Figure& figure, const VariantsReport& report, const DrawnResults& drawn,
                 const std::vector<const VariantResult*>& shown, const Sizes& where) {
  const auto any = [&](auto&& what) {
    return std::any_of(shown.begin(), shown.end(),
                       [&](const VariantResult* r) { return what(*r); });
  };
  if (any([](const VariantResult& r) { return r.backend == "cpu"; }))
    figure.warning = "CPU engine: not a GPU's time";
  if (any([](const VariantResult& r) { return !r.verified; }))
    figure.remarks.push_back(
        "Hollow: not compared with the right answer, which takes long at such sizes; the calls "
        "ended without an error.");
  std::map<std::string, std::set<std::string>> wrong;
  for (const VariantResult& r : report.results) {
    if (is_drawn(r, drawn) && !is_right(r) && r.verdict != Verdict::pending &&
        holds(report, where, r, drawn))
      wrong[format_label(r)].insert(describe_status(r));
  }
  std::vector<std::string> left_out;
  for (const auto& [label, verdicts] : wrong)
    left_out.push_back(fmt::format("{}: {}", label, fmt::join(verdicts, ", ")));
  if (left_out.size() > 4) {
    const std::size_t more = left_out.size() - 4;
    left_out.resize(4);
    left_out.push_back(fmt::format("{} more", more));
  }
  if (!left_out.empty())
    figure.remarks.push_back("Results that are not right are left out (" + joined(left_out, "; ") +
                             ").");
  const bool device = any([](const VariantResult& r) { return r.backend == "cuda"; });
  const bool host = any([](const VariantResult& r) { return r.backend != "cuda"; });
  std::string print = report.title + ", " + std::string(name(drawn.real)) + ". ";
  if (device) print += describe_machine(report, "cuda");
  if (host) print += (device ? "; CPU: " : "") + describe_machine(report, "cpu");
  if (!report.date.empty()) print += ". " + report.date;
  figure.small_print = print + ".";
}

}  // namespace warpgrade
