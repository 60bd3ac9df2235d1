# The web page, carried inside the program: web/dist when it was built, else a page that says so.
file(GLOB_RECURSE page_built CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/dist/*)
if(page_built)
  set(page_folder ${CMAKE_SOURCE_DIR}/web/dist)
  set(page_files ${page_built})
else()
  set(page_folder ${CMAKE_SOURCE_DIR}/web/placeholder)
  file(GLOB_RECURSE page_files CONFIGURE_DEPENDS ${page_folder}/*)
endif()

pack_into(assay_serve page ${page_folder} ${page_files})

# What the page takes from the model is checked in, so that the page is built without a compiler: ./dev schema-generate.
add_executable(page_words ${CMAKE_SOURCE_DIR}/tools/page_words.cc)
target_link_libraries(page_words PRIVATE assay_flags)
set_target_properties(page_words PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tools)
