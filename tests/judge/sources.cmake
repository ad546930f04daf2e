list(APPEND test_sources judge/match_test.cc)
