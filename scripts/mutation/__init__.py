"""One-line faults in RTL and C++, chosen at run time, and the tests that must notice them."""
