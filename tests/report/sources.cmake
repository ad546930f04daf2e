list(APPEND test_sources
  report/answer_test.cc
  report/cases.cc
  report/finding_test.cc
  report/golden_test.cc
  report/layout_test.cc
  report/schema_test.cc)
