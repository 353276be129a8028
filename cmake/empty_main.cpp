// Nothing: only what is linked beside it matters (add_module_check() in Modules.cmake).
int main() { return 0; }
