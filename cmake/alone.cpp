// Nothing: what is linked beside it is looked at (room_alone() in Targets.cmake).
int main() { return 0; }
