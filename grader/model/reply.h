// A worker's message, made harmless.
#pragma once

#include <cstdint>
#include <optional>

#include "runner/protocol.h"

namespace warpgrade {

/// The reply if it answers the request `id` or reports the worker's end, with terminated plain
/// texts and counts within their arrays. A worker may have written anything there.
std::optional<protocol::Reply> accepted_reply(protocol::Reply reply, std::uint64_t id);

}  // namespace warpgrade
