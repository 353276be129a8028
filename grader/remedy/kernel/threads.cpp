#include "remedy/kernel/threads.h"

namespace warpgrade::remedy {

using Kind = Token::Kind;

/// The thread's number in a block with the axes that the file uses; empty if it uses x alone.
std::string Threads::number_in_block() const {
  bool y = false, z = false;
  for (std::size_t i = 0; i + 2 < code_.tokens().size(); ++i) {
    y |= code_.is(i, "threadIdx") && code_.is(i + 2, "y");
    z |= code_.is(i, "threadIdx") && code_.is(i + 2, "z");
  }
  if (z) return "threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)";
  return y ? "threadIdx.x + blockDim.x * threadIdx.y" : "";
}

void Threads::of_all_dimensions() {
  const std::string number = number_in_block();
  if (number.empty()) return;
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    std::vector<std::size_t> uses;
    bool others = false;
    for (std::size_t i = f.open + 1; i + 2 < f.close; ++i) {
      if (!code_.is(i, "threadIdx") && !code_.is(i, "blockIdx")) continue;
      others |= !code_.is(i, "threadIdx") || !code_.is(i + 2, "x");
      uses.push_back(i);
    }
    if (others || uses.empty()) continue;
    std::vector<Piece> pieces;
    for (const std::size_t i : uses) {
      const bool whole = code_.is(i - 1, "=") && (code_.is(i + 3, ";") || code_.is(i + 3, ","));
      pieces.push_back({{i, i + 3}, whole ? number : "(" + number + ")"});
    }
    replace_all(std::move(pieces), because("code.thread-of-one-axis"));
  }
}

void Threads::of_the_block() {
  for (const Function& f : code_.functions()) {
    if (!f.on_device) continue;
    std::vector<Piece> pieces;
    Cause cause;
    for (std::size_t i = f.open + 2; i + 1 < f.close; ++i) {
      if (!code_.is(i, "[") || code_.tokens()[i - 1].kind != Kind::identifier) continue;
      for (std::size_t at = i + 2; at + 1 < code_.partner(i); ++at) {
        const bool rest =
            code_.is(at, "%") && (code_.is(at + 1, "32") || code_.is(at + 1, "warpSize"));
        if (!rest && !(code_.is(at, "&") && code_.is(at + 1, "31"))) continue;
        const Range thread = left_operand(at);
        pieces.push_back({{thread.begin, at + 2}, code_.spelled(thread.begin, thread.end)});
        if (!cause.known())
          cause = because("code.number-in-the-warp", {{"part", code_.spelled(thread.begin, at + 2)},
                                                      {"array", code_.spelled(i - 1, i)}});
        break;
      }
    }
    if (!pieces.empty()) replace_all(std::move(pieces), std::move(cause));
  }
}

}  // namespace warpgrade::remedy
