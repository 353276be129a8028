#include "remedy/proposals.h"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace warpgrade::remedy {
namespace {

/// The order of insertions at one offset: ends of expressions, the one that began last first; then
/// statements; then what takes the place of the statement behind it; then beginnings, the one that
/// ends last first.
auto insertion_order(const Insertion& insertion) {
  const bool statement = insertion.other == std::string::npos;
  const bool in_place = statement && insertion.text.ends_with("else ");
  const int rank = in_place ? 2 : statement ? 1 : insertion.other < insertion.offset ? 0 : 3;
  return std::make_tuple(insertion.offset, rank,
                         statement ? 0 : std::string::npos - insertion.other);
}

}  // namespace

Proposal renumbered(Proposal proposal, int number) {
  const std::string asks = "simt_remedy(" + std::to_string(proposal.number) + ")";
  const std::string by = "simt_remedy(" + std::to_string(number) + ")";
  for (Insertion& each : proposal.insertions)
    for (auto at = each.text.find(asks); at != std::string::npos;
         at = each.text.find(asks, at + by.size()))
      each.text.replace(at, asks.size(), by);
  proposal.number = number;
  return proposal;
}

std::string change_key(const Proposal& proposal) {
  std::string key;
  for (const Insertion& each : proposal.insertions) {
    std::string text = each.text;
    const std::string asks = "simt_remedy(" + std::to_string(proposal.number) + ")";
    for (auto at = text.find(asks); at != text.npos; at = text.find(asks))
      text.erase(at, asks.size());
    std::erase_if(text, [](char c) { return c == '(' || c == ')' || c == ' '; });
    key += std::to_string(each.offset) + text + ";";
  }
  return key;
}

std::string with_proposals(const Code& code, const std::vector<Proposal>& proposals) {
  std::vector<const Insertion*> pieces;
  for (const Proposal& proposal : proposals)
    for (const Insertion& each : proposal.insertions) pieces.push_back(&each);
  std::stable_sort(pieces.begin(), pieces.end(), [](const Insertion* a, const Insertion* b) {
    return insertion_order(*a) < insertion_order(*b);
  });
  std::string text;
  std::size_t copied = 0;
  for (const Insertion* piece : pieces) {
    text += code.text().substr(copied, piece->offset - copied) + piece->text;
    copied = piece->offset;
  }
  return text + code.text().substr(copied);
}

}  // namespace warpgrade::remedy
