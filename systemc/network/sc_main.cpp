// The SystemC library's own main() refers to sc_main; programs here have a main() of their own.
extern "C" int sc_main(int argc, char* argv[]);
extern "C" int sc_main(int, char*[]) { return 0; }
