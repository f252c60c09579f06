// Reports in headless Chromium: they draw without an error, and hovering and stepping tell the
// truth.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/sim/support.h"

namespace flitwise {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

// Runs in the page: uses it as a reader would, and leaves what it finds in the document.
constexpr const char* kProbe = R"(<pre id="probe"></pre><script>
const lines = [`opened in ${Math.round(performance.now())} ms`];
window.addEventListener('error', (e) => lines.push('error: ' + e.message));
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
const press = (key) => document.getElementById('spacetime').dispatchEvent(new KeyboardEvent('keydown', {key}));
const labels_in_the_middle = () => {
  const canvas = document.getElementById('spacetime'), context = canvas.getContext('2d'), {row} = diagram_scale(canvas), off = [];
  context.fillText = (text, x, y) => {
    const middle = margin.top + (text - view.y + .5) * row + 4;
    if (x < margin.left && Math.abs(y - Math.min(middle, canvas.clientHeight - 2)) > 1) off.push(text);
  };
  draw_diagram();
  delete context.fillText;
  return off.length === 0;
};
const look_at_table = (table) => {
  const rows = [...table.tBodies[0].rows];
  const covered = rows.flatMap((row) => [...row.cells]).filter((cell) => cell.previousElementSibling &&
    cell.getBoundingClientRect().left < cell.previousElementSibling.getBoundingClientRect().right - 1);
  const painted = rows.flatMap((row) => [...row.cells]).filter((cell) =>
    getComputedStyle(cell).backgroundColor !== 'rgba(0, 0, 0, 0)');
  const columns = new Set([...table.querySelectorAll('a')].map((link) => link.parentElement.cellIndex));
  lines.push(`table of ${rows.length}: ${covered.length} cells covered, ${painted.length} painted over, ` +
    `links in column ${[...columns]}`);
};
const use_drawings = () => {
  lines.push(`nodes ${run.nodes}, last ${run.last}, events ${run.count}`);
  ['spacetime', 'network', 'traffic'].forEach((id) => lines.push(`${id}: ${ink(id) ? 'ink' : 'EMPTY'}`));
  const size = diagram_scale(document.getElementById('spacetime'));
  const at = (node, step) => [margin.left + (node + .5) * size.column, margin.top + (step - .5) * size.row];
  lines.push('hover: ' + hover('spacetime', ...at(field(0, TO), field(0, STEP))));
  lines.push('node: ' + hover('network', ...run.at[0]));
  const slider = document.getElementById('step');
  slider.value = run.last;
  slider.dispatchEvent(new Event('input'));
  lines.push('slider: ' + document.getElementById('step-text').textContent);
  document.getElementById('spacetime').dispatchEvent(new WheelEvent('wheel', {deltaY: -1}));
  lines.push(`zoomed: ${view.rows < run.last || run.last <= 4}`);
  for (let k = 0; k < 20; ++k) press('+');
  lines.push(`labels in the middle: ${labels_in_the_middle()}`);
  press('Home');
  for (let v = 0; v <= field(0, TO); ++v) press('ArrowRight');
  for (let t = 1; t < field(0, STEP); ++t) press('ArrowDown');
  lines.push('keys: ' + document.getElementById('cell').textContent.split('\n')[0]);
};
document.querySelectorAll('#tables tr.open').forEach((row) => {
  choose(Number(row.dataset.run));
  const texts = ['name', 'about', 'command'].map((id) => document.getElementById(id).textContent.length);
  const checks = document.querySelectorAll('#checks tbody tr'), sources = [...checks].every((one) => one.cells[4].textContent);
  lines.push(`${run.name}: chosen ${row.classList.contains('chosen')}, texts ${texts.every((n) => n > 0)}`);
  lines.push(`checks ${checks.length}, all with sources ${sources}`);
  run.drawn ? use_drawings() : lines.push('undrawn: ' + document.getElementById('undrawn').textContent);
});
document.querySelectorAll('#tables table').forEach(look_at_table);
document.querySelectorAll('#plots svg').forEach((svg) => lines.push('plot of ' + svg.querySelectorAll('.mark').length));
const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
lines.push(`sideways: ${wide}`);
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

  // What the page holds after it was used. `options` are the browser's.
  std::string probe(const std::string& command, const std::string& options = "") {
    const std::string page = directory_.path("report.html");
    const std::string line = std::string(FLITWISE_COMMAND " ") + command + " --report " + page +
                             " > " + directory_.path("out") + " 2>&1";
    const int status = std::system(line.c_str());
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) <= 1)
        << test::read_text(directory_.path("out"));
    std::string text = test::read_text(page);
    std::printf("%s: a page of %zu bytes\n", command.c_str(), text.size());
    text.replace(text.rfind("</body>"), 0, kProbe);
    test::write_text(page, text);
    const std::string dump =
        browser() +
        " --headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
        "--disable-background-networking --disable-component-update --disable-sync "
        "--window-size=1240,2000 --virtual-time-budget=5000 --user-data-dir=" +
        directory_.path("profile") + " " + options + " --dump-dom file://" + page + " > " +
        directory_.path("dom") + " 2> /dev/null";
    EXPECT_EQ(std::system(dump.c_str()), 0);
    const std::string dom = test::read_text(directory_.path("dom"));
    const std::size_t begin = dom.find("<pre id=\"probe\">");
    const std::string found = dom.substr(begin, dom.find("</pre>", begin) - begin);
    std::printf("%s\n", found.substr(0, found.find('\n')).c_str());
    EXPECT_THAT(found, testing::Not(HasSubstr("error")));
    EXPECT_THAT(found, testing::Not(HasSubstr("EMPTY")));
    EXPECT_THAT(found, testing::Not(HasSubstr("false")));
    EXPECT_THAT(found, HasSubstr("sideways: 0"));
    return found;
  }

  static std::string scenario(const std::string& name) {
    return FLITWISE_SOURCE_DIR "/sim/scenarios/" + name + ".yaml ";
  }

  test::TemporaryDirectory directory_;
};

TEST_F(ReportInABrowser, EveryFamilyIsDrawnAndTellsItsFlits) {
  const std::string found =
      probe("run " + scenario("figure_4") + scenario("mesh_8x8_gather") +
            scenario("fat_tree_exchange_full") + scenario("torus_8x8_peel") +
            scenario("star_graph_broadcast_faults") + scenario("wheel_65_gather"));

  EXPECT_THAT(found, HasSubstr("figure 4: chosen true, texts true"));
  EXPECT_THAT(found, HasSubstr("nodes 6, last 21, events 36"));
  EXPECT_THAT(found, HasSubstr("hover: step 1: PE 0 \u2192 PE 1 / token for PE 1"));
  EXPECT_THAT(found, HasSubstr("keys: step 1: PE 0 \u2192 PE 1"));
  EXPECT_THAT(found, HasSubstr("slider: step 21: 1 flits on links"));
  EXPECT_THAT(found, HasSubstr("node: PE 0 / 9 flits in, 2 out"));
  EXPECT_THAT(found, HasSubstr("nodes 15, last 11, events 272"));
  EXPECT_THAT(found, HasSubstr("nodes 64, last 78"));
  EXPECT_THAT(found, HasSubstr("PE 1 (1, 0) / flit 1 of message 0, packet 2"));
  EXPECT_THAT(found, HasSubstr("/ flit 1 of message 0, tree "));
  EXPECT_THAT(found, HasSubstr("node: PE 0 (1, 2, 3, 4, 5) / "));
}

TEST_F(ReportInABrowser, ADarkPageIsDrawnToo) {
  EXPECT_THAT(probe("run " + scenario("torus_8x8_peel"), "--force-dark-mode"),
              HasSubstr("nodes 64, last 78"));
}

TEST_F(ReportInABrowser, ANarrowPageDoesNotRunOverItsSides) {
  test::write_text(directory_.path("a.yaml"), test::small_scenario("a"));
  const std::string found =
      probe("check --no-waves " + scenario("figure_4") + scenario("star_graph_broadcast_faults") +
                scenario("broken/one_step_early") + directory_.path("a.yaml"),
            "--window-size=500,1500");
  EXPECT_THAT(found, HasSubstr("table of 4: 0 cells covered, 0 painted over, links in column 1\n"));
}

TEST_F(ReportInABrowser, AHundredThousandEventsOfATorusAreDrawn) {
  const std::string found = probe("run --set options.checkers=false --set options.measure=200 " +
                                  scenario("torus_8x8_uniform"));
  EXPECT_THAT(found, ContainsRegex("last [0-9]+, events [1-4][0-9]{5}\n"));
}

TEST_F(ReportInABrowser, AHundredThousandEventsOfATreeAreDrawn) {
  const std::string found = probe("run --set lengths.each=13 --set options.checkers=false " +
                                  scenario("binary_1023_fdf"));
  EXPECT_THAT(found, HasSubstr("nodes 1023"));
  EXPECT_THAT(found, ContainsRegex("events [1-4][0-9]{5}\n"));
  EXPECT_THAT(found, HasSubstr("hover: step 1: PE 0 \u2192 PE"));
}

TEST_F(ReportInABrowser, SuitesShowSmallRunsAndTellHowToSeeLargeOnes) {
  const std::string found =
      probe("check --no-waves " + scenario("figure_4") + scenario("random_1000_wide_scatter") +
            scenario("broken/one_step_early"));
  EXPECT_THAT(found, HasSubstr("nodes 6, last 21, events 36"));
  EXPECT_THAT(found, HasSubstr("undrawn: "));
  EXPECT_THAT(found, HasSubstr("add --report run.html to the command below"));
  EXPECT_THAT(found, HasSubstr("one step early: chosen true"));
}

TEST_F(ReportInABrowser, ComparisonsShowEveryVariant) {
  const std::string found = probe("compare " + scenario("figure_2"));
  EXPECT_THAT(found, HasSubstr("shoulder-tap"));
  EXPECT_THAT(found, HasSubstr("certification (pos, slot)"));
}

TEST_F(ReportInABrowser, SweepsShowTheirPlotsAndPoints) {
  test::write_text(directory_.path("s.yaml"),
                   "name: gather\nbase: " + scenario("figure_4") +
                       "\nvary: {network.parents: [[-1, 0, 1], [-1, 0, 0], [-1, 0, 1, 2]], "
                       "lengths: [{each: 1}, {each: 2}]}\n"
                       "plot: {x: lengths, y: [finish, lower_bound]}\n");
  const std::string found =
      probe("sweep " + directory_.path("s.yaml") + " -o " + directory_.path("sweep"));
  EXPECT_THAT(found, HasSubstr("plot of 7"));  // points, and one in the legend
  EXPECT_THAT(found, HasSubstr("nodes 4, last"));
}

TEST_F(ReportInABrowser, ClaimsShowWhatDecidedThem) {
  const std::string found =
      probe("claims --id trees.figure-4 --id trees.theorem-3 --id fat-trees.table-1-one");
  EXPECT_THAT(found, HasSubstr("trees.theorem-3: chosen true, texts true"));
  EXPECT_THAT(found, HasSubstr("nodes 6, last 21, events 36"));
}

}  // namespace
}  // namespace flitwise
