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
