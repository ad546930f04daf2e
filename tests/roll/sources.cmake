list(APPEND test_sources roll/problems_test.cc roll/read_test.cc roll/scope_test.cc)
