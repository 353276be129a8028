// What a machine's report means: fit, fit with remarks, not fit; and what to do about it.
#pragma once

#include <string>
#include <vector>

#include "doctor/machine.h"

namespace warpgrade::doctor {

enum class Level { fit, remark, unfit };

/// "fit", "remark", "not fit": as in the JSON.
const char* name(Level level);

/// One finding: a sentence, and what to do when all is not well.
struct Remark {
  Level level = Level::fit;
  std::string text;
  std::string advice;
};

struct Figure {
  std::string label, value;
};

struct Table {
  std::vector<std::string> head;               // of the columns; the first is that of the names
  std::vector<std::vector<std::string>> rows;  // a mark "!" before a value: it stands out
  std::string note;                            // below it; or ""
};

struct Section {
  std::string key;  // in the JSON: tools, devices, speed, sandbox, cpu, labs, room
  std::string title;
  std::vector<Remark> remarks;
  std::vector<Figure> figures;
  std::vector<Table> tables;

  void add(Level level, std::string text, std::string advice = {}) {
    remarks.push_back({level, std::move(text), std::move(advice)});
  }
};

/// All sections but the room's, in the order in which they are read.
std::vector<Section> examine(const Machine& machine);

// One by one.
Section examine_tools(const Machine& machine);
Section examine_devices(const Machine& machine);
Section examine_speed(const Machine& machine);
Section examine_sandbox(const Machine& machine);
Section examine_cpu(const Machine& machine);
Section examine_labs(const Machine& machine);

/// The worst of all.
Level verdict(const std::vector<Section>& sections);

/// What to do, each thing once, the worst first.
std::vector<std::string> actions(const std::vector<Section>& sections);

/// There is too little room for what compilers write.
bool lacks_disk(const CpuReport& cpu);

/// What can be graded here: sentences.
std::string can_grade(const Machine& machine);
/// Whether speed can be: a GPU that works, and nvcc.
bool can_grade_speed(const Machine& machine);

}  // namespace warpgrade::doctor
