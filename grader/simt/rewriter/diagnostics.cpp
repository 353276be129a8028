#include "simt/rewriter/diagnostics.h"

#include <algorithm>
#include <tuple>

namespace simt::rewrite {

namespace {

// A damaged file can cause a message per byte; the first hundred are enough.
constexpr std::size_t most_kept = 100;

auto order(const Diagnostic& d) { return std::tie(d.file, d.line, d.message); }

}  // namespace

void Diagnostics::add(Diagnostic diagnostic) {
  if (all_.size() < most_kept) all_.push_back(std::move(diagnostic));
}

void Diagnostics::error(std::uint32_t file, std::uint32_t line, std::string message) {
  add({Diagnostic::Kind::error, file, line, std::move(message)});
}

void Diagnostics::unsupported(std::uint32_t file, std::uint32_t line, std::string message) {
  add({Diagnostic::Kind::unsupported, file, line, std::move(message)});
}

int Diagnostics::exit_status() const {
  if (all_.empty()) return 0;
  const bool any_error = std::any_of(all_.begin(), all_.end(), [](const Diagnostic& d) {
    return d.kind == Diagnostic::Kind::error;
  });
  return any_error ? 1 : 3;
}

void Diagnostics::print(std::ostream& out, const std::vector<std::string>& files) const {
  std::vector<Diagnostic> sorted = all_;
  std::sort(sorted.begin(), sorted.end(),
            [](const Diagnostic& a, const Diagnostic& b) { return order(a) < order(b); });
  const auto last =
      std::unique(sorted.begin(), sorted.end(),
                  [](const Diagnostic& a, const Diagnostic& b) { return order(a) == order(b); });
  for (auto d = sorted.begin(); d != last; ++d) {
    const char* kind = d->kind == Diagnostic::Kind::error ? "error" : "unsupported";
    out << files.at(d->file) << ':' << d->line << ": " << kind << ": " << d->message << '\n';
  }
}

}  // namespace simt::rewrite
