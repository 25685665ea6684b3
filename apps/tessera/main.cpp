// Where the program begins; everything else of it is a library.
#include "program.hpp"

int main(int count, char** arguments) {
    return tessera::app::run_program(count, arguments);
}
