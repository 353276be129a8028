// Theory of operation. Lanes at the same event and call depth form a group and execute it together.
// Then each moves to its next event; where these differ, the group splits. Of all groups, the
// deepest in calls continues first and, among equals, the one at the smallest address; when it
// reaches an event where others wait, they merge. (The rule "Min(SP:PC)" of Collange, Stack-less
// SIMT reconvergence at low cost, HAL hal-00622654, 2011.) So structured code reconverges where it
// does on a GPU: lanes that have left a loop wait after it, at a larger address, and those that
// `continue` at its end; a call made by some lanes finishes before the code after it continues.
// Uniform code has a single group and needs no search.
// Lanes at a collective wait for the other lanes that take part in it.
// If a trace fills before its lane has to wait, all lanes' traces are merged up to the first event
// that depends on one not recorded yet. The rest is left for the next merge, as if there had been
// no interruption.
// After a call, the caller's block continues without being entered again, and accesses record no
// depth. So blocks that are waiting for a call are remembered, and an access belongs to the nearest
// block before it.
#include "check/metrics/merge.h"

#include "check/metrics/metrics_request.h"
#include "check/metrics/vector_members.h"

namespace simt::check {

namespace {

class WarpMerge {
 public:
  WarpMerge(const Event** trace, LanePosition* position, std::uint32_t lanes, Sums& sums)
      : trace_(trace), position_(position), lanes_(lanes), sums_(sums), members_(sums) {
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
      const unsigned lane = first(rest);
      at_[lane] = trace[lane];
      if (!position[lane].callers.empty()) calling_ |= 1u << lane;
    }
  }

  void run(std::uint32_t& counted_lanes) {
    resume_lanes(counted_lanes & lanes_);
    go_on(lanes_ & ~counted_lanes);
    while (!stuck_) {
      if (const std::uint32_t complete_lanes = complete_meetings()) {
        go_on(complete_lanes);
      } else if (group_count_ != 0) {
        execute_together(group_[--group_count_]);
      } else if (waiting_ != 0) {
        // The collective was completed by an earlier merge, because a trace was full.
        pass_meeting(waiting_);
      } else {
        break;
      }
    }
    members_.end_block();
    counted_lanes &= ~lanes_;
    if (stuck_) counted_lanes |= waiting_;
    for (unsigned i = 0; i < group_count_; ++i) counted_lanes |= group_[i].lanes;
    for (std::uint32_t rest = lanes_; rest; rest &= rest - 1)
      trace_[first(rest)] = at_[first(rest)];
  }

 private:
  struct Group {
    std::uint32_t lanes;
    std::uint32_t depth;
    std::uint64_t what;
  };

  static unsigned first(std::uint32_t lanes) { return static_cast<unsigned>(__builtin_ctz(lanes)); }
  static bool several(std::uint32_t lanes) { return (lanes & (lanes - 1)) != 0; }
  static bool stops(std::uint64_t what) { return what == end_of_trace || is_collective(what); }
  // Whether the next event of one of the lanes is not recorded yet.
  bool needs_more(std::uint32_t lanes) const {
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1)
      if (at_[first(rest)]->what == more_to_come) return true;
    return false;
  }
  // Restores lanes to where an earlier merge left them.
  void resume_lanes(std::uint32_t lanes) {
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
      const unsigned lane = first(rest);
      if (is_collective(at_[lane]->what))
        waiting_ |= 1u << lane;
      else
        add_group({1u << lane, next_depth(lane), at_[lane]->what});
    }
  }
  static bool goes_before(const Group& a, const Group& b) {
    return a.depth != b.depth ? a.depth > b.depth : a.what < b.what;
  }
  static bool same_place(const Group& a, const Group& b) {
    return a.depth == b.depth && a.what == b.what;
  }

  // The call depth at which a lane executes its next event.
  std::uint32_t next_depth(unsigned lane) const {
    const Event& event = *at_[lane];
    return is_step(event.what) ? static_cast<std::uint32_t>(event.where) : position_[lane].depth;
  }

  // Groups are kept in order; the last one continues next.
  void add_group(const Group& group) {
    unsigned at = group_count_;
    while (at > 0 && goes_before(group_[at - 1], group)) --at;
    if (at > 0 && same_place(group_[at - 1], group)) {
      group_[at - 1].lanes |= group.lanes;
      return;
    }
    for (unsigned i = group_count_; i > at; --i) group_[i] = group_[i - 1];
    group_[at] = group;
    ++group_count_;
  }

  // Handles lanes that may have reached their next event without the others.
  void go_on(std::uint32_t lanes) {
    while (lanes) {
      const LanePosition& leader = position_[first(lanes)];
      std::uint32_t together = 0;
      for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
        const LanePosition& p = position_[first(rest)];
        if (p.block == leader.block && p.depth == leader.depth) together |= rest & -rest;
      }
      lanes &= ~together;
      scatter(together, leader.block != 0);
    }
  }

  // After lanes have executed the same event, moves each to its own next event.
  void scatter(std::uint32_t lanes, bool from_block) {
    if (needs_more(lanes)) {
      stuck_ = true;
      return;
    }
    if (lanes & calling_) return_from_calls(lanes);
    std::uint32_t stopped = 0;
    unsigned destinations = 0;
    bool new_block = false;
    for (std::uint32_t rest = lanes; rest;) {
      const unsigned leader = first(rest);
      const std::uint64_t what = at_[leader]->what;
      if (stops(what)) {
        stopped |= 1u << leader;
        if (what != end_of_trace) waiting_ |= 1u << leader;
        rest &= rest - 1;
        continue;
      }
      Group group{0, next_depth(leader), what};
      for (std::uint32_t others = rest; others; others &= others - 1) {
        const unsigned lane = first(others);
        if (at_[lane]->what == what && next_depth(lane) == group.depth) group.lanes |= 1u << lane;
      }
      rest &= ~group.lanes;
      new_block |= is_step(what);
      ++destinations;
      add_group(group);
    }
    if (stopped != 0) ++destinations;
    if (from_block && several(lanes) && (new_block || destinations > 1)) {
      ++sums_.branches;
      if (destinations > 1) ++sums_.divergent;
    }
  }

  // Executes the group's event, and the following ones while the group remains the next to run.
  void execute_together(Group group) {
    for (;;) {
      if (is_step(group.what))
        enter_block(group);
      else
        make_request(group);
      if (!stay_together(group)) return scatter(group.lanes, lane_position(group).block != 0);
      if (is_step(group.what) && several(group.lanes) && lane_position(group).block != 0)
        ++sums_.branches;
      if (group_count_ != 0 && !goes_before(group, group_[group_count_ - 1]))
        return add_group(group);
    }
  }

  const LanePosition& lane_position(const Group& group) const {
    return position_[first(group.lanes)];
  }

  // If all lanes have the same next event, it becomes the group's.
  bool stay_together(Group& group) {
    if (group.lanes & calling_) return false;
    const Event coming = *at_[first(group.lanes)];
    if (stops(coming.what) || coming.what == more_to_come) return false;
    // The lanes have the same depth. Accesses may have different addresses; steps must have the
    // same depth.
    const std::uint64_t depth_matters = is_step(coming.what) ? ~std::uint64_t{0} : 0;
    std::uint64_t different = 0;
    for (std::uint32_t rest = group.lanes; rest; rest &= rest - 1) {
      const Event& event = *at_[first(rest)];
      different |= (event.what ^ coming.what) | ((event.where ^ coming.where) & depth_matters);
    }
    if (different) return false;
    group.what = coming.what;
    if (is_step(coming.what)) group.depth = static_cast<std::uint32_t>(coming.where);
    return true;
  }

  void enter_block(const Group& group) {
    members_.end_block();
    ++sums_.steps;
    sums_.lane_steps += static_cast<unsigned>(__builtin_popcount(group.lanes));
    for (std::uint32_t rest = group.lanes; rest; rest &= rest - 1) {
      const unsigned lane = first(rest);
      LanePosition& p = position_[lane];
      if (p.depth != group.depth) change_depth(lane, group.depth);
      p.block = group.what;
      ++at_[lane];
    }
  }

  void change_depth(unsigned lane, std::uint32_t depth) {
    LanePosition& p = position_[lane];
    if (depth > p.depth) {
      if (p.block != 0) p.callers.push_back({p.block, p.depth});
    } else {
      while (!p.callers.empty() && p.callers.back().depth >= depth) p.callers.pop_back();
    }
    p.depth = depth;
    set_calling(lane);
  }

  // Finds lanes that have returned to a caller's block: their next access is in it, because no
  // other active block of the lane begins between that block's start and the access.
  void return_from_calls(std::uint32_t lanes) {
    for (std::uint32_t rest = lanes & calling_; rest; rest &= rest - 1) {
      const unsigned lane = first(rest);
      const std::uint64_t what = at_[lane]->what;
      if (is_step(what) || stops(what)) continue;
      LanePosition& p = position_[lane];
      std::uint64_t nearest = p.block < what ? p.block : 0;
      std::size_t frame = p.callers.size();
      for (std::size_t i = frame; i-- > 0;) {
        const std::uint64_t block = p.callers[i].block;
        if (block < what && block > nearest) {
          nearest = block;
          frame = i;
        }
      }
      if (frame == p.callers.size()) continue;
      p.block = p.callers[frame].block;
      p.depth = p.callers[frame].depth;
      p.callers.resize(frame);
      set_calling(lane);
    }
  }

  void set_calling(unsigned lane) {
    if (position_[lane].callers.empty())
      calling_ &= ~(1u << lane);
    else
      calling_ |= 1u << lane;
  }

  void make_request(const Group& group) {
    Request request;
    request.lanes = group.lanes;
    request.count = 0;
    for (std::uint32_t rest = group.lanes; rest; rest &= rest - 1) {
      const Event& event = *at_[first(rest)]++;
      request.address[request.count] = event.where & address_mask;
      request.size[request.count++] = static_cast<std::uint32_t>(event.where >> size_shift);
    }
    add_request(sums_.site(group.what), request);
    members_.note(group.what, request);
  }

  // Removes and returns the lanes whose collectives are complete.
  std::uint32_t complete_meetings() {
    std::uint32_t complete_lanes = 0;
    for (std::uint32_t rest = waiting_; rest;) {
      const Event& meeting = *at_[first(rest)];
      const std::uint32_t party = static_cast<std::uint32_t>(meeting.where) & lanes_;
      std::uint32_t here = 0;
      for (std::uint32_t others = rest; others; others &= others - 1)
        if (at_[first(others)]->what == meeting.what) here |= others & -others;
      if ((party & ~here) == 0) complete_lanes |= here;
      rest &= ~here;
    }
    leave_meeting(complete_lanes);
    return complete_lanes;
  }

  void leave_meeting(std::uint32_t lanes) {
    waiting_ &= ~lanes;
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1) ++at_[first(rest)];
  }

  void pass_meeting(std::uint32_t lanes) {
    leave_meeting(lanes);
    go_on(lanes);
  }

  const Event** trace_;
  LanePosition* position_;
  std::uint32_t lanes_;
  Sums& sums_;
  VectorMembers members_;
  bool stuck_ = false;  // the next step depends on events not recorded yet
  const Event* at_[32];
  std::uint32_t calling_ = 0;  // lanes inside a call
  std::uint32_t waiting_ = 0;  // lanes at a collective
  Group group_[32];
  unsigned group_count_ = 0;
};

}  // namespace

void merge_lanes(const Event** trace, LanePosition* position, std::uint32_t lanes,
                 std::uint32_t& counted_lanes, Sums& sums) {
  WarpMerge(trace, position, lanes, sums).run(counted_lanes);
}

}  // namespace simt::check
