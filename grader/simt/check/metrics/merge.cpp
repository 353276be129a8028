// Theory of operation. Lanes that are at the same event, in the same depth of calls, are a group,
// and execute it together. Then each goes to its next event; where these differ, the group splits.
// Of all groups the one goes on that is deepest in calls and, of these, at the smallest address;
// when it comes to where others wait, they are one group again. (The rule "Min(SP:PC)" of Collange,
// Stack-less SIMT reconvergence at low cost, HAL hal-00622654, 2011.) So structured code
// reconverges where it does on a GPU: the lanes that are through with a loop wait behind it, at a
// larger address, and those that `continue` at its end; a call that some lanes make is over before
// the code behind it goes on. Uniform code has one group, and nothing is searched.
//
// Lanes that meet at a collective wait for the lanes that meet there.
//
// Where a trace is full before its lane has to wait, all lanes' traces are merged up to where one
// of them is needed that has more to come. What is left of them goes on in the next merge as if
// there had been none.
//
// A caller's block goes on after a call without being entered again, and accesses tell no depth. So
// the blocks that wait for calls are remembered, and an access is of the nearest block before it.
#include "check/metrics/merge.h"

#include "check/metrics/metrics_request.h"

namespace simt::check {

namespace {

class WarpMerge {
 public:
  WarpMerge(const Event** trace, LanePosition* position, std::uint32_t lanes, Sums& sums)
      : trace_(trace), position_(position), lanes_(lanes), sums_(sums) {
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
        // Whom they wait for had to be merged before, for its trace was long.
        pass_meeting(waiting_);
      } else {
        break;
      }
    }
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
  static bool stops(std::uint64_t what) { return what == end_of_trace || is_meeting(what); }
  // Whether what one of them does next is not known yet.
  bool needs_more(std::uint32_t lanes) const {
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1)
      if (at_[first(rest)]->what == more_to_come) return true;
    return false;
  }
  // Lanes that an earlier merge has brought to where they are.
  void resume_lanes(std::uint32_t lanes) {
    for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
      const unsigned lane = first(rest);
      if (is_meeting(at_[lane]->what))
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

  // In which depth a lane will execute its next event.
  std::uint32_t next_depth(unsigned lane) const {
    const Event& event = *at_[lane];
    return is_step(event.what) ? static_cast<std::uint32_t>(event.where) : position_[lane].depth;
  }

  // Groups are kept in order, the one to go on next at the end.
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

  // Lanes that may have come to where they are by themselves.
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

  // Lanes that have executed the same go where each has to go next.
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

  // Executes the group's event, and what comes next as long as the group stays the one to go on.
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

  // If all have the same next event, it becomes the group's.
  bool stay_together(Group& group) {
    if (group.lanes & calling_) return false;
    const Event coming = *at_[first(group.lanes)];
    if (stops(coming.what) || coming.what == more_to_come) return false;
    // All have the group's depth. Accesses may be of different addresses, steps of no other depth.
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

  // Back in a caller's block are those whose next access is in it: no other block that the lane is
  // in begins between that block's beginning and the access.
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
  }

  // Takes the lanes out whose meetings are complete, past these.
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
  bool stuck_ = false;  // what comes next depends on events that are not there yet
  const Event* at_[32];
  std::uint32_t calling_ = 0;  // lanes with callers
  std::uint32_t waiting_ = 0;  // lanes at a meeting
  Group group_[32];
  unsigned group_count_ = 0;
};

}  // namespace

void merge_lanes(const Event** trace, LanePosition* position, std::uint32_t lanes,
                 std::uint32_t& counted_lanes, Sums& sums) {
  WarpMerge(trace, position, lanes, sums).run(counted_lanes);
}

}  // namespace simt::check
