// linked_data.cpp: where a program outside the installation finds the files of its package.
extern "C" const char* flitwise_linked_data();
extern "C" const char* flitwise_linked_data() { return FLITWISE_LINKED_DATA; }
