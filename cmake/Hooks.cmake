# What is loaded into test runners (src/reports/hooks), carried inside the program.
set(hooks_dir ${CMAKE_BINARY_DIR}/gen/reports)
set(hooks_folder ${CMAKE_SOURCE_DIR}/src/reports/hooks)
file(MAKE_DIRECTORY ${hooks_dir})
file(GLOB_RECURSE hook_files CONFIGURE_DEPENDS ${hooks_folder}/*)
list(FILTER hook_files EXCLUDE REGEX "__pycache__")

add_custom_command(
  OUTPUT ${hooks_dir}/hooks.pack
  COMMAND pack_files ${hooks_folder} ${hooks_dir}/hooks.pack
  DEPENDS pack_files ${hook_files}
  COMMENT "Packing the hooks of test runners")

file(CONFIGURE OUTPUT ${hooks_dir}/hooks.gen.S CONTENT [[
    .section .rodata
    .global assay_hooks_begin
    .global assay_hooks_end
    .balign 16
assay_hooks_begin:
    .incbin "@hooks_dir@/hooks.pack"
assay_hooks_end:
    .byte 0
    .section .note.GNU-stack,"",%progbits
]] @ONLY)
set_source_files_properties(${hooks_dir}/hooks.gen.S PROPERTIES OBJECT_DEPENDS ${hooks_dir}/hooks.pack)
target_sources(assay_reports PRIVATE ${hooks_dir}/hooks.gen.S)
