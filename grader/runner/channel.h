// The runner's sockets: the only way out of its process.
#pragma once

#include <sys/socket.h>
#include <sys/uio.h>

namespace warpgrade::runner {

/// writev and recvmsg as the backend implements them. Not sendmsg: it can send descriptors, so the
/// sandbox refuses it.
ssize_t send_parts(int socket, const iovec* parts, int count);
ssize_t receive_message(int socket, msghdr& message, int flags);

/// Sends a whole object. Returns whether that succeeded.
template <class T>
bool send_object(int socket, const T& object) {
  const iovec part{const_cast<T*>(&object), sizeof object};
  return send_parts(socket, &part, 1) >= 0;
}

}  // namespace warpgrade::runner
