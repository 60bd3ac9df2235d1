#include "git/checkout/work_tree_id.h"

#include "base/text.h"
#include "git/honest_index.h"

namespace assay::git {

Result<std::string> write_work_tree(const Repository& repository) {
  TRY_ASSIGN(const auto index, HonestIndex::copy_of(repository));
  TRY_ASSIGN(const auto added, call(index.with({"add", "--all", "--", ":/"})));
  if (!added.ok()) return repository.refusal("add", added);
  TRY_ASSIGN(const auto written, call(index.with({"write-tree"})));
  if (!written.ok()) return repository.refusal("write-tree", written);
  return std::string(trim_right(written.output));
}

}  // namespace assay::git
