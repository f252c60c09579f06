// report_html.h: runs as one page for browsers, which loads nothing from anywhere.
#ifndef FLITWISE_SIM_REPORT_PAGE_REPORT_HTML_H_
#define FLITWISE_SIM_REPORT_PAGE_REPORT_HTML_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sim/report/page/report_item.h"
#include "sim/report/report_columns.h"

namespace flitwise {

/// A table on a page. Shape: `good` and `items` have an entry per row; the last column's cells are
/// verdicts, painted by `good`. `items` are the page's, which rows open.
struct ReportTable {
  std::string title;
  std::vector<TextColumn> columns;
  std::vector<bool> good;
  std::vector<std::optional<std::size_t>> items;
};

/// The table whose rows are the page's items, in their order.
ReportTable table_of_items(std::vector<TextColumn> columns, const std::vector<Outcome>& outcomes);

/// What a page shows: tables, plots, and of one item at a time its checks, with their sources, the
/// diagram of space and time, the network with the use of its links, step by step, and how to
/// reproduce it.
struct ReportPage {
  std::string title;
  std::string summary;  ///< "41 scenarios: 41 passed, 0 failed"
  bool ok = true;
  std::string command;  ///< that writes this page again
  std::vector<ReportTable> tables;
  std::vector<std::string> plots;  ///< SVG
  std::vector<ReportItem> items;
};

/// The page's text. The same page gives the same bytes.
std::string render_page(const ReportPage& page);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_PAGE_REPORT_HTML_H_
