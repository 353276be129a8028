#include "simt/rewriter/edits.h"

#include <algorithm>
#include <tuple>

namespace simt::rewrite {

void Edits::insert_before(std::size_t token, std::string text) {
  edits_.push_back({(*program_)[token].offset, 0, Rank::before, std::move(text)});
}

void Edits::insert_after(std::size_t token, std::string text) {
  const Token& t = (*program_)[token];
  edits_.push_back({std::size_t{t.offset} + t.length, 0, Rank::after, std::move(text)});
}

void Edits::replace(std::size_t token, std::string text) {
  if (token >= replaced_.size() || replaced_[token]) return;
  replaced_[token] = true;
  const Token& t = (*program_)[token];
  // For a token that spans lines (a raw string), the line ends are kept.
  const std::string_view old = program_->source().text.substr(t.offset, t.length);
  text.append(static_cast<std::size_t>(std::count(old.begin(), old.end(), '\n')), '\n');
  edits_.push_back({t.offset, t.length, Rank::replacement, std::move(text)});
}

void Edits::erase(std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) replace(i, "");
}

void Edits::replace_bytes(std::size_t offset, std::size_t length, std::string text) {
  edits_.push_back({offset, length, Rank::replacement, std::move(text)});
}

std::vector<const Edits::Edit*> Edits::in_order() const {
  std::vector<const Edit*> order;
  order.reserve(edits_.size());
  for (const Edit& edit : edits_) order.push_back(&edit);
  std::stable_sort(order.begin(), order.end(), [](const Edit* a, const Edit* b) {
    return std::tie(a->offset, a->rank) < std::tie(b->offset, b->rank);
  });
  return order;
}

std::vector<Copied> Edits::copied() const {
  std::vector<Copied> all;
  std::size_t out = 0, in = 0;
  const auto copy_to = [&](std::size_t end) {
    if (end > in) all.push_back({out, in, end - in});
    out += end - in;
  };
  for (const Edit* edit : in_order()) {
    copy_to(edit->offset);
    out += edit->text.size();
    in = edit->offset + edit->length;
  }
  copy_to(program_->source().text.size());
  return all;
}

std::string Edits::apply() const {
  const std::vector<const Edit*> order = in_order();
  const std::string_view text = program_->source().text;
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  std::size_t copied = 0;
  for (const Edit* edit : order) {
    out.append(text.substr(copied, edit->offset - copied)).append(edit->text);
    copied = edit->offset + edit->length;
  }
  return out.append(text.substr(copied));
}

}  // namespace simt::rewrite
