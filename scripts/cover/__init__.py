"""What the tests reach: points of the RTL, lines of C++, errata; limits, and reasons for the rest."""
