# What each rule of ours finds, in words, for `assay rule show`: the source of docs/rules.
set(rules_folder ${CMAKE_SOURCE_DIR}/docs/rules/source)
file(GLOB rules_files CONFIGURE_DEPENDS ${rules_folder}/*.toml)
pack_into(assay_engine_check rules ${rules_folder} ${rules_files})
