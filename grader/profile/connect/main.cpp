// connect SOCKET PROGRAM: becomes PROGRAM, with descriptor 3 connected to the Unix socket SOCKET. A
// profiler starts it in place of a runner, which expects the grader there (runner/protocol.h).
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "runner/protocol.h"

int main(int argc, char** argv) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (argc != 3 || std::strlen(argv[1]) >= sizeof address.sun_path) {
    std::fprintf(stderr, "usage: connect SOCKET PROGRAM\n");
    return 2;
  }
  std::strcpy(address.sun_path, argv[1]);
  constexpr int wanted = warpgrade::protocol::socket_fd;
  const int fd = socket(AF_UNIX, SOCK_SEQPACKET, 0);
  if (fd < 0 || connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0 ||
      (fd != wanted && dup2(fd, wanted) < 0)) {
    std::fprintf(stderr, "connect: %s: %s\n", argv[1], std::strerror(errno));
    return 1;
  }
  if (fd != wanted) close(fd);
  execv(argv[2], argv + 2);
  std::fprintf(stderr, "connect: %s: %s\n", argv[2], std::strerror(errno));
  return 1;
}
