#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/output_file.h"
#include "doctor/report.h"
#include "doctor/room.h"
#include "doctor/survey.h"
#include "report/progress.h"

namespace warpgrade {

int doctor_command(const DoctorCommand& command) {
  using namespace doctor;
  require_documents({{"--json", command.json}});
  std::vector<RoomEntry> others;  // read first, so an invalid file is reported at once
  for (const auto& file : command.baselines) {
    std::error_code error;  // skip this machine's own earlier file
    if (!std::filesystem::equivalent(file, command.json, error))
      others.push_back(read_room_entry(file));
  }

  Progress progress;
  const Machine machine =
      survey({command.root, !command.quick}, [&](const std::string& what, int done, int total) {
        if (total == 0)
          progress.step(what);
        else
          progress.fraction(done, total, what);
      });
  progress.finish();

  std::vector<Section> sections = examine(machine);
  std::vector<RoomEntry> room;
  if (!others.empty()) {
    room = {room_entry(doctor_json(machine, sections))};
    room.insert(room.end(), others.begin(), others.end());
    sections.push_back(examine_room(room));
  }
  const std::string text = render(machine, sections, detect_style(STDOUT_FILENO));
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
  if (!command.json.empty())
    write_document(command.json, doctor_json(machine, sections, room).dump(2) + "\n");
  switch (verdict(sections)) {
    case Level::fit:
      return full_marks;
    case Level::remark:
      return points_lost;
    case Level::unfit:
      return grader_error;
  }
  return grader_error;
}

}  // namespace warpgrade
