#include "judge/rules.h"

namespace assay::judge {

TaskView view_task(std::string_view task) {
  TaskView view;
  view.text = std::string(task);
  return view;
}

}  // namespace assay::judge
