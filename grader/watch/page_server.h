// The page of `warpgrade watch`, for a browser on this machine.
#pragma once

#include <poll.h>

#include <chrono>
#include <string>
#include <vector>

#include "sandbox/descriptor.h"

namespace warpgrade::watch {

/// Theory of operation: one page at http://127.0.0.1:PORT/KEY/ and beside it a stream of
/// server-sent events, by which the page learns that there is a newer one. It never asks by itself.
/// Nobody else gets it: the socket is bound to the loopback address; KEY is drawn for each run, as
/// other users of the machine reach that address, too; and a request that names another host comes
/// from a site that had its own name point here, and is refused. Nothing is changed by a request.
///
/// HTTP/1.1 as far as a browser needs it for that: GET, one request a connection. (The libraries at
/// hand bring TLS and threads along for it.) No call waits: the caller polls.
class PageServer {
 public:
  /// `port` 0: a free one. Throws UsageError where another program has it.
  explicit PageServer(int port);

  /// Where the page is.
  std::string url() const;

  /// From now on this is the page; open ones load it. Pages carry number().
  void show(std::string page);
  long number() const { return number_; }

  /// Tells open pages in a few words what is going on.
  void say(const std::string& what);

  /// What to poll for, and what to do when poll() has returned with that.
  std::vector<pollfd> wanted() const;
  void serve(const std::vector<pollfd>& ready);

 private:
  using Clock = std::chrono::steady_clock;

  struct Client {
    Descriptor connection;
    std::string request, answer;
    bool listens = false;  // to events
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

/// What the page runs to load newer ones: `number` is its own.
std::string page_script(long number);

}  // namespace warpgrade::watch
