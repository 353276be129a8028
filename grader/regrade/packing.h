// Packs a complete result into nested lists and unpacks it, for the same build of this program.
#pragma once

#include <concepts>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "model/result.h"
#include "regrade/kept_results.h"

namespace warpgrade::regrade {

/// Theory of operation: tie_members() gives references to all members of a structure. Structured
/// bindings must name exactly all members, so a new member cannot be forgotten here. Members are
/// stored in a list without names: only the program that wrote a file can read it.
using Packed = nlohmann::json;

template <class T, class Type>
concept Is = std::same_as<std::remove_const_t<T>, Type>;

auto tie_members(Is<Cause> auto& x) {
  auto& [a, b] = x;
  return std::tie(a, b);
}
auto tie_members(Is<LaunchedCode> auto& x) {
  auto& [a, b] = x;
  return std::tie(a, b);
}
auto tie_members(Is<LaunchedKernels> auto& x) {
  auto& [a, b] = x;
  return std::tie(a, b);
}
auto tie_members(Is<CaseResult> auto& x) {
  auto& [a, b, c, d, e, f, g, h, i] = x;
  return std::tie(a, b, c, d, e, f, g, h, i);
}
auto tie_members(Is<Finding> auto& x) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l] = x;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l);
}
auto tie_members(Is<CheckResult> auto& x) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l] = x;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l);
}
auto tie_members(Is<EfficiencyResult> auto& x) {
  auto& [a, b, c, d, e, f, g, h, i, j, k] = x;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k);
}
auto tie_members(Is<LineCosts> auto& x) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = x;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m);
}
auto tie_members(Is<Occupancy> auto& x) {
  auto& [a, b, c, d, e, f] = x;
  return std::tie(a, b, c, d, e, f);
}
auto tie_members(Is<Requested> auto& x) {
  auto& [a, b] = x;
  return std::tie(a, b);
}
auto tie_members(Is<KernelCosts> auto& x) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u] = x;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u);
}
auto tie_members(Is<PerformanceResult> auto& x) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = x;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t);
}
auto tie_members(Is<KernelResources> auto& x) {
  auto& [a, b, c, d, e, f, g] = x;
  return std::tie(a, b, c, d, e, f, g);
}
auto tie_members(Is<Remedy> auto& x) {
  auto& [a, b, c, d, e, f, g] = x;
  return std::tie(a, b, c, d, e, f, g);
}
auto tie_members(Is<TriedRemedy> auto& x) {
  auto& [a, b, c, d, e, f] = x;
  return std::tie(a, b, c, d, e, f);
}
auto tie_members(Is<TaskResult> auto& z) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x] = z;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x);
}
auto tie_members(Is<GradeResult> auto& x) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = x;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
}
auto tie_members(Is<Basis> auto& x) {
  auto& [a, b] = x;
  return std::tie(a, b);
}
auto tie_members(Is<KeptTask> auto& x) {
  auto& [a, b, c, d] = x;
  return std::tie(a, b, c, d);
}
auto tie_members(Is<KeptGrade> auto& x) {
  auto& [a, b, c] = x;
  return std::tie(a, b, c);
}

template <class T>
concept Plain = std::is_arithmetic_v<T> || std::same_as<T, std::string>;

template <Plain T>
Packed pack(const T& value) {
  return value;
}
template <class T>
requires std::is_enum_v<T> Packed pack(T value) { return static_cast<int>(value); }
inline Packed pack(Points points) { return points.hundredths(); }
template <class T>
Packed pack(const std::optional<T>& value);
template <class T>
Packed pack(const std::vector<T>& list);
template <class T>
Packed pack(const std::set<T>& list);
template <class K, class T>
Packed pack(const std::map<K, T>& map);
template <class A, class B>
Packed pack(const std::pair<A, B>& pair);

template <class T>
requires requires(const T& x) { tie_members(x); }
Packed pack(const T& structure) {
  return std::apply([](const auto&... part) { return Packed::array({pack(part)...}); },
                    tie_members(structure));
}

template <class List>
Packed pack_each(const List& list) {
  Packed all = Packed::array();
  for (const auto& each : list) all.push_back(pack(each));
  return all;
}
template <class T>
Packed pack(const std::optional<T>& value) {
  return value ? Packed::array({pack(*value)}) : Packed::array();
}
template <class T>
Packed pack(const std::vector<T>& list) {
  return pack_each(list);
}
template <class T>
Packed pack(const std::set<T>& list) {
  return pack_each(list);
}
template <class K, class T>
Packed pack(const std::map<K, T>& map) {
  return pack_each(map);
}
template <class A, class B>
Packed pack(const std::pair<A, B>& pair) {
  return Packed::array({pack(pair.first), pack(pair.second)});
}

/// Unpacking. Each function throws nlohmann::json::exception if `from` is invalid.
template <Plain T>
void unpack(const Packed& from, T& value) {
  from.get_to(value);
}
template <class T>
requires std::is_enum_v<T>
void unpack(const Packed& from, T& value) { value = static_cast<T>(from.get<int>()); }
inline void unpack(const Packed& from, Points& points) {
  points = Points::hundredths(from.get<long long>());
}
template <class T>
void unpack(const Packed& from, std::optional<T>& value);
template <class T>
void unpack(const Packed& from, std::vector<T>& list);
template <class T>
void unpack(const Packed& from, std::set<T>& list);
template <class K, class T>
void unpack(const Packed& from, std::map<K, T>& map);
template <class A, class B>
void unpack(const Packed& from, std::pair<A, B>& pair);

template <class T>
requires requires(T& x) { tie_members(x); }
void unpack(const Packed& from, T& structure) {
  std::size_t at = 0;
  std::apply([&](auto&... part) { (unpack(from.at(at++), part), ...); }, tie_members(structure));
}

template <class T>
void unpack(const Packed& from, std::optional<T>& value) {
  value.reset();
  if (!from.empty()) unpack(from.at(0), value.emplace());
}
template <class T>
void unpack(const Packed& from, std::vector<T>& list) {
  list.clear();
  for (const Packed& each : from) unpack(each, list.emplace_back());
}
template <class T>
void unpack(const Packed& from, std::set<T>& list) {
  list.clear();
  for (const Packed& each : from) {
    T value;
    unpack(each, value);
    list.insert(std::move(value));
  }
}
template <class K, class T>
void unpack(const Packed& from, std::map<K, T>& map) {
  map.clear();
  for (const Packed& each : from) {
    K key;
    unpack(each.at(0), key);
    unpack(each.at(1), map[key]);
  }
}
template <class A, class B>
void unpack(const Packed& from, std::pair<A, B>& pair) {
  unpack(from.at(0), pair.first);
  unpack(from.at(1), pair.second);
}

}  // namespace warpgrade::regrade
