# The web page, carried inside the program: web/dist when it was built, else a page that says so.
set(page_dir ${CMAKE_BINARY_DIR}/gen/serve)
file(MAKE_DIRECTORY ${page_dir})
file(GLOB_RECURSE page_built CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/web/dist/*)
if(page_built)
  set(page_folder ${CMAKE_SOURCE_DIR}/web/dist)
  set(page_files ${page_built})
else()
  set(page_folder ${CMAKE_SOURCE_DIR}/web/placeholder)
  file(GLOB_RECURSE page_files CONFIGURE_DEPENDS ${page_folder}/*)
endif()

add_executable(pack_files ${CMAKE_SOURCE_DIR}/tools/pack_files.cc)
target_compile_features(pack_files PRIVATE cxx_std_20)
add_custom_command(
  OUTPUT ${page_dir}/page.pack
  COMMAND pack_files ${page_folder} ${page_dir}/page.pack
  DEPENDS pack_files ${page_files}
  COMMENT "Packing the page")

file(CONFIGURE OUTPUT ${page_dir}/page.gen.S CONTENT [[
    .section .rodata
    .global assay_page_begin
    .global assay_page_end
    .balign 16
assay_page_begin:
    .incbin "@page_dir@/page.pack"
assay_page_end:
    .byte 0
    .section .note.GNU-stack,"",%progbits
]] @ONLY)
set_source_files_properties(${page_dir}/page.gen.S PROPERTIES OBJECT_DEPENDS ${page_dir}/page.pack)
target_sources(assay_serve PRIVATE ${page_dir}/page.gen.S)

# What the page takes from the model is checked in, so that the page is built without a compiler: ./dev schema-generate.
add_executable(page_words ${CMAKE_SOURCE_DIR}/tools/page_words.cc)
target_link_libraries(page_words PRIVATE assay_flags)
set_target_properties(page_words PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tools)
