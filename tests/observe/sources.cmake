list(APPEND test_sources
  observe/accounts_test.cc
  observe/engines_test.cc
  observe/proc_files_test.cc
  observe/processes_test.cc
  observe/sudo_test.cc
  observe/unit_names_test.cc
  observe/units_test.cc)
