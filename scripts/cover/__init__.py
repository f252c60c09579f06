"""What the tests reach: points of the RTL, lines of C++, errata; limits, reasons for the rest."""
