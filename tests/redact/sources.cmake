list(APPEND test_sources redact/benign_test.cc redact/carriers_test.cc redact/hostile_test.cc redact/property_test.cc)
