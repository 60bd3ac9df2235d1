// Run instead of files of tests when none of them is selected: without a file, node would look for all.
