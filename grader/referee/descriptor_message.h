// Messages on a Unix socket that carry file descriptors.
#pragma once

#include <sys/socket.h>
#include <sys/uio.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <vector>

namespace warpgrade {

/// The maximum per message.
constexpr std::size_t most_descriptors = 3;

/// Sends `object` with at most `most_descriptors`, which the caller keeps. Returns false, with
/// errno set, on failure.
template <class T>
bool send_with_descriptors(int socket, const T& object, const std::vector<int>& descriptors) {
  alignas(cmsghdr) char control[CMSG_SPACE(most_descriptors * sizeof(int))] = {};
  iovec part{const_cast<T*>(&object), sizeof object};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  if (!descriptors.empty()) {
    const std::size_t bytes = descriptors.size() * sizeof(int);
    header.msg_control = control;
    header.msg_controllen = CMSG_SPACE(bytes);
    cmsghdr* const rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(bytes);
    std::memcpy(CMSG_DATA(rights), descriptors.data(), bytes);
  }
  return sendmsg(socket, &header, MSG_NOSIGNAL) >= 0;
}

/// Waits for a message. Returns false if it is not a whole T. `descriptors`: those received, which
/// the caller must close.
template <class T>
bool receive_with_descriptors(int socket, T& object, std::vector<int>& descriptors) {
  alignas(cmsghdr) char control[CMSG_SPACE(most_descriptors * sizeof(int))] = {};
  iovec part{&object, sizeof object};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control;
  header.msg_controllen = sizeof control;
  ssize_t size;
  while ((size = recvmsg(socket, &header, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
  }
  descriptors.clear();
  if (const cmsghdr* const rights = size > 0 ? CMSG_FIRSTHDR(&header) : nullptr) {
    descriptors.resize((rights->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    std::memcpy(descriptors.data(), CMSG_DATA(rights), descriptors.size() * sizeof(int));
  }
  return size == sizeof object;
}

}  // namespace warpgrade
