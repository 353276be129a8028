// Sanitizes a worker's message.
#pragma once

#include <cstdint>
#include <optional>

#include "runner/protocol.h"

namespace warpgrade {

/// Returns the reply if it answers the request `id` or reports the worker's end: with terminated
/// plain texts, and counts within the bounds of their arrays. A worker may have written arbitrary
/// bytes.
std::optional<protocol::Reply> accepted_reply(protocol::Reply reply, std::uint64_t id);

}  // namespace warpgrade
