// Reports in headless Chromium: they draw without an error, and hovering and stepping tell the
// truth.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "support.h"

namespace flitwise {
namespace {

using testing::HasSubstr;

// Runs in the page: uses it as a reader would, and leaves what it finds in the document.
constexpr const char* kProbe = R"(<pre id="probe"></pre><script>
const lines = [];
const ink = (id) => {
  const canvas = document.getElementById(id);
  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
  return pixels.some((byte) => byte !== 0);
};
const hover = (id, x, y) => {
  const canvas = document.getElementById(id), box = canvas.getBoundingClientRect();
  canvas.dispatchEvent(new PointerEvent('pointermove', {bubbles: true,
    clientX: box.left + canvas.clientLeft + x, clientY: box.top + canvas.clientTop + y}));
  return document.getElementById('tip').textContent.replaceAll('\n', ' / ');
};
window.addEventListener('error', (e) => lines.push('error: ' + e.message));
data.runs.forEach((one, index) => {
  document.getElementById('runs').tBodies[0].rows[index].click();
  lines.push(`${one.name}: nodes ${run.nodes}, last ${run.last}, events ${run.count}`);
  ['spacetime', 'network', 'traffic'].forEach((id) => lines.push(`${id}: ${ink(id) ? 'ink' : 'EMPTY'}`));
  const size = diagram_scale(document.getElementById('spacetime'));
  const at = (node, step) => [margin.left + (node + .5) * size.column, margin.top + (step - .5) * size.row];
  lines.push('hover: ' + hover('spacetime', ...at(field(0, TO), field(0, STEP))));
  const slider = document.getElementById('step');
  slider.value = run.last;
  slider.dispatchEvent(new Event('input'));
  lines.push('slider: ' + document.getElementById('step-text').textContent);
  lines.push('node: ' + hover('network', ...run.at[0]));
  document.getElementById('spacetime').dispatchEvent(new WheelEvent('wheel', {deltaY: -1}));
  lines.push(`zoomed: ${view.rows < run.last}`);
});
document.getElementById('probe').textContent = lines.join('\n');
</script>)";

std::string browser() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
    if (std::system((std::string("command -v ") + name + " > /dev/null").c_str()) == 0) return name;
  return {};
}

class ReportInABrowser : public testing::Test {
 protected:
  void SetUp() override {
    if (browser().empty()) GTEST_SKIP() << "no chromium: scripts/setup --browser installs it";
  }

  // What the page holds after it was used.
  std::string probe(const std::string& scenarios) {
    const std::string page = directory_.path("report.html");
    const std::string line = std::string(FLITWISE_COMMAND " run --report ") + page + " " +
                             scenarios + " > " + directory_.path("out") + " 2>&1";
    const int status = std::system(line.c_str());
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) <= 1)
        << test::read_text(directory_.path("out"));
    std::string text = test::read_text(page);
    text.replace(text.rfind("</body>"), 0, kProbe);
    test::write_text(page, text);
    const std::string dump = browser() +
                             " --headless --no-sandbox --disable-gpu --window-size=1240,2000 "
                             "--virtual-time-budget=5000 --dump-dom file://" +
                             page + " > " + directory_.path("dom") + " 2> /dev/null";
    EXPECT_EQ(std::system(dump.c_str()), 0);
    const std::string dom = test::read_text(directory_.path("dom"));
    const std::size_t begin = dom.find("<pre id=\"probe\">");
    return dom.substr(begin, dom.find("</pre>", begin) - begin);
  }

  static std::string scenario(const std::string& name) {
    return FLITWISE_SOURCE_DIR "/sim/scenarios/" + name + ".yaml ";
  }

  test::TemporaryDirectory directory_;
};

TEST_F(ReportInABrowser, EveryFamilyIsDrawnAndTellsItsFlits) {
  const std::string found = probe(scenario("figure_4") + scenario("mesh_8x8_gather") +
                                  scenario("fat_tree_exchange_full") + scenario("torus_8x8_peel"));

  EXPECT_THAT(found, testing::Not(HasSubstr("error")));
  EXPECT_THAT(found, testing::Not(HasSubstr("EMPTY")));
  EXPECT_THAT(found, testing::Not(HasSubstr("zoomed: false")));
  EXPECT_THAT(found, HasSubstr("figure 4: nodes 6, last 21, events 36"));
  EXPECT_THAT(found, HasSubstr("hover: step 1: PE 0 \u2192 PE 1 / token for PE 1"));
  EXPECT_THAT(found, HasSubstr("slider: step 21: 1 flits on links"));
  EXPECT_THAT(found, HasSubstr("node: PE 0 / 9 flits in, 2 out"));
  EXPECT_THAT(found, HasSubstr("fat tree exchange full: nodes 15, last 11, events 272"));
  EXPECT_THAT(found, HasSubstr("torus 8x8 peel: nodes 64, last 78"));
}

TEST_F(ReportInABrowser, AHundredThousandEventsAreDrawn) {
  const std::string found =
      probe("--set lengths.each=12 --set options.checkers=false " + scenario("binary_1023_fdf"));

  EXPECT_THAT(found, testing::Not(HasSubstr("error")));
  EXPECT_THAT(found, testing::Not(HasSubstr("EMPTY")));
  EXPECT_THAT(found, HasSubstr("nodes 1023"));
  EXPECT_THAT(found, HasSubstr("hover: step 1: PE 0 \u2192 PE"));
}

}  // namespace
}  // namespace flitwise
