// The runner's sockets: the only way on which what it says leaves its process.
#pragma once

#include <sys/socket.h>
#include <sys/uio.h>

namespace warpgrade::runner {

/// writev and recvmsg, by the backend's means. Not sendmsg: it can send descriptors, which the
/// sandbox refuses.
ssize_t send_parts(int socket, const iovec* parts, int count);
ssize_t receive_message(int socket, msghdr& message, int flags);

/// A whole object. Whether it went.
template <class T>
bool send_object(int socket, const T& object) {
  const iovec part{const_cast<T*>(&object), sizeof object};
  return send_parts(socket, &part, 1) >= 0;
}

}  // namespace warpgrade::runner
