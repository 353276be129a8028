// The page of `warpgrade watch`, for a browser on this machine.
#pragma once

#include <poll.h>

#include <chrono>
#include <string>
#include <vector>

#include "sandbox/descriptor.h"

namespace warpgrade::watch {

/// Theory of operation: one page at http://127.0.0.1:PORT/KEY/ and a stream of server-sent events,
/// which tells the page about newer versions. The page never polls. Nobody else can read it: the
/// socket is bound to the loopback address; KEY is random for each run, because other users of the
/// machine can connect, too; and a request with another host name comes from a site whose name was
/// redirected here, and is refused. Requests change nothing.
/// HTTP/1.1 as far as a browser needs it: GET, one request per connection. (The available libraries
/// would add TLS and threads.) No call blocks: the caller polls.
class PageServer {
 public:
  /// `port` 0: a free one. Throws UsageError if another program uses it.
  explicit PageServer(int port);

  /// The address of the page.
  std::string url() const;

  /// Sets the page. Open browsers reload it. The page contains number().
  void show(std::string page);
  long number() const { return number_; }

  /// Shows a short status text in open pages.
  void set_status(const std::string& what);

  /// The descriptors to poll, and the handler for poll()'s result.
  std::vector<pollfd> wanted() const;
  void serve(const std::vector<pollfd>& ready);

 private:
  using Clock = std::chrono::steady_clock;

  struct Client {
    Descriptor connection;
    std::string request, answer;
    bool listens = false;  // receives events
    bool answered = false;
    Clock::time_point since = Clock::now();
  };

  void accept_all();
  void read(Client& client);
  void answer(Client& client);
  void write(Client& client);

  Descriptor socket_;
  int port_ = 0;
  std::string key_;
  std::string page_;
  std::string doing_;
  long number_ = 0;
  std::vector<Client> clients_;
};

/// The script that reloads newer pages; `number` is the page's own.
std::string page_script(long number);

}  // namespace warpgrade::watch
