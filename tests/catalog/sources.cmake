list(APPEND test_sources catalog/builtin_test.cc catalog/credentials_test.cc catalog/product_test.cc)
