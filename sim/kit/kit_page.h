// kit_page.h: a check of an own router as one page for browsers.
#ifndef FLITWISE_SIM_KIT_KIT_PAGE_H_
#define FLITWISE_SIM_KIT_KIT_PAGE_H_

#include <string>
#include <vector>

#include "sim/kit/kit_report.h"
#include "sim/report/page/report_html.h"

namespace flitwise {

/// A table of clauses, whose rows open what was due and what was seen, one of measured numbers, and
/// what hangs. `command` are the words that check the router again, `file` is where the page goes.
ReportPage page_of(const RouterCheck& check, const std::vector<std::string>& command,
                   const std::string& file);

}  // namespace flitwise

#endif  // FLITWISE_SIM_KIT_KIT_PAGE_H_
