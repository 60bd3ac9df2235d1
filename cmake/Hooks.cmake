# What is loaded into test runners (src/reports/hooks), carried inside the program.
set(hooks_folder ${CMAKE_SOURCE_DIR}/src/reports/hooks)
file(GLOB_RECURSE hook_files CONFIGURE_DEPENDS ${hooks_folder}/*)
list(FILTER hook_files EXCLUDE REGEX "__pycache__")
pack_into(assay_reports hooks ${hooks_folder} ${hook_files})
