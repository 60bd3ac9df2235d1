// The files of the web page: embedded in the program, or read from a folder while the page is being built.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "serve/http/message.h"

namespace assay::serve {

class Page {
 public:
  // `folder` empty: the embedded files.
  explicit Page(std::string folder);

  // The file of this path; addresses without one are the page's own (its start is served).
  Response file(const std::vector<std::string>& path, const Request& request) const;

 private:
  struct File {
    std::string name;  // "assets/index-3f2a.js"
    std::shared_ptr<const std::string> content;
    std::string etag;
  };
  const File* find(std::string_view name) const;
  Response below(size_t depth, const Request& request) const;
  Response embedded(std::string_view name, const Request& request) const;
  Response from_folder(const std::string& name, const Request& request) const;

  std::string m_folder;
  std::vector<File> m_files;
};

}  // namespace assay::serve
