// Plays a random legal move in every game; docs/your_program.md begins with it.
// g++ -O2 -std=c++17 -o my_ai my_ai.cpp

#include <iostream>
#include <random>
#include <string>
#include <vector>

int main() {
    std::mt19937_64 random(1);
    std::vector<std::string> legal;  // the legal moves, until `go`
    std::string line;
    while (std::getline(std::cin, line)) {
        auto blank = line.find(' ');
        std::string word = line.substr(0, blank);
        std::string rest = blank == std::string::npos ? "" : line.substr(blank + 1);
        if (word == "playout") {
            std::cout << "name Random in C++" << std::endl;  // endl sends the line at once
        } else if (word == "seed") {
            random.seed(std::stoull(rest));
        } else if (word == "legal") {
            legal.push_back(rest);
        } else if (word == "go") {
            std::cout << "move " << legal[random() % legal.size()] << std::endl;
            legal.clear();
        } else if (word == "quit") {
            break;
        }
        // Other lines (game, option, seats, seat, played, see, time,
        // clock, end) give more information and may be ignored.
    }
}
