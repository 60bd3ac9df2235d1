// Where the store of a repository is: a file in its .assay folder, or a database that the operator names.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay::engine {

// $ASSAY_STORE_URL, else [store] url of <git>/assay/operator.toml, else the file. Read from no work tree: what is
// judged cannot choose where its judgement is written. A store holds the missions of one repository, so the file of a
// user, which speaks for all of his repositories, may not name one.
Result<std::string> store_place(const std::string& private_folder, const std::string& file);

// Error invalid_input: this is no address of a store. `where` names it.
Result<std::string> checked_store_url(std::string_view url, std::string_view where);

}  // namespace assay::engine
