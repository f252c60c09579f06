// ---- the network

function places() {
  if (run.places.length >= run.nodes) return run.places;
  return Array.from({length: run.nodes}, (_, v) => {  // nothing is known of it: a circle
    const angle = 2 * Math.PI * v / run.nodes;
    return [Math.sin(angle), -Math.cos(angle)];
  });
}

// The least and the most of many numbers.
const ends_of = (numbers) => numbers.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [Infinity, -Infinity]);

// Where nodes are on the canvas. What is much higher than wide lies on its side; what is about as
// high as wide keeps its angles.
function placed(width, height) {
  let all = places();
  const extent = (d) => { const [a, b] = ends_of(all.map((p) => p[d])); return b - a; };
  if (extent(1) > 3 * extent(0)) all = all.map(([x, y]) => [y, x]);
  const border = 30, wide = extent(0), high = extent(1);
  let right = (width - 2 * border) / (wide || 1), down = (height - 2 * border) / (high || 1);
  if (wide < 2.5 * high && high < 2.5 * wide) right = down = Math.min(right, down);
  const middle = (d) => { const [a, b] = ends_of(all.map((p) => p[d])); return (a + b) / 2; };
  const [x0, y0] = [middle(0), middle(1)];
  return all.map(([x, y]) => [width / 2 + (x - x0) * right, height / 2 + (y - y0) * down]);
}

// A link that runs along an axis past other nodes, as round a torus.
function is_long(u, v) {
  if (run.places.length < run.nodes) return false;
  const dx = Math.abs(run.places[u][0] - run.places[v][0]), dy = Math.abs(run.places[u][1] - run.places[v][1]);
  return Math.min(dx, dy) === 0 && Math.max(dx, dy) > 1.5;
}

// The two directions of a link bend apart; a long one bends more, so that it misses what is between.
function bend_of(u, v) {
  const from = run.at[u], to = run.at[v];
  const dx = to[0] - from[0], dy = to[1] - from[1];
  const bend = 4 / Math.max(Math.hypot(dx, dy), 1) + (is_long(u, v) ? .12 : 0);
  return [(from[0] + to[0]) / 2 - dy * bend, (from[1] + to[1]) / 2 + dx * bend];
}

function curve(context, u, v) {
  const from = run.at[u], to = run.at[v];
  context.beginPath();
  context.moveTo(from[0], from[1]);
  context.quadraticCurveTo(...bend_of(u, v), to[0], to[1]);
  context.stroke();
}

// The least distance of linked nodes, and of those side by side.
function spacing_of(at) {
  const rows = at.slice().sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  let least = Infinity;
  for (let i = 1; i < rows.length; ++i)
    if (rows[i][1] === rows[i - 1][1]) least = Math.min(least, rows[i][0] - rows[i - 1][0] || Infinity);
  for (const link of run.links.keys()) {
    const a = at[Math.floor(link / run.nodes)], b = at[link % run.nodes];
    least = Math.min(least, Math.hypot(a[0] - b[0], a[1] - b[1]) || Infinity);
  }
  return least;
}

// Busy links are drawn last, so that others do not hide them.
function draw_links(context) {
  const links = [...run.links].sort((a, b) => a[1] - b[1]);
  const slim = Math.max(.3, Math.min(1, run.spacing / 30));
  for (const [link, uses] of links) {
    context.strokeStyle = shown ? theme().idle : heat(uses / run.most);
    context.lineWidth = slim * (shown ? 1 : 1 + 3 * uses / run.most);
    curve(context, Math.floor(link / run.nodes), link % run.nodes);
  }
  if (!shown) return;
  context.lineWidth = Math.max(1.5, Math.min(3.5, run.spacing / 8));
  for (let i = run.starts[shown]; i < run.starts[shown + 1]; ++i) {
    context.strokeStyle = colour_of(i);
    curve(context, field(i, FROM), field(i, TO));
  }
}

// Dead links are drawn straight and dashed, as no flit is; a cross lies on dead nodes.
function draw_dead(context) {
  context.strokeStyle = theme().dead;
  context.lineWidth = 2;
  context.setLineDash([5, 4]);
  const line = (from, to) => {
    context.beginPath();
    context.moveTo(...from);
    context.lineTo(...to);
    context.stroke();
  };
  for (const [u, v] of run.dead.links) line(run.at[u], run.at[v]);
  context.setLineDash([]);
  const arm = Math.max(3, Math.min(12, run.spacing / 3));
  for (const v of run.dead.nodes)
    for (const tilt of [arm, -arm])
      line([run.at[v][0] - arm, run.at[v][1] - tilt], [run.at[v][0] + arm, run.at[v][1] + tilt]);
}

// PEs are filled, switches hollow; nodes that no flit touches are pale.
function draw_nodes(context) {
  const touched = new Set();
  for (const link of run.links.keys()) touched.add(Math.floor(link / run.nodes)).add(link % run.nodes);
  const radius = Math.max(1.2, Math.min(10, run.spacing / 4));
  run.at.forEach(([x, y], v) => {
    const ink = touched.has(v) ? theme().ink : theme().control, is_pe = v < run.pes;
    context.beginPath();
    context.fillStyle = is_pe && touched.has(v) ? ink : theme().paper;
    context.strokeStyle = ink;
    context.lineWidth = 1;
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    if (radius < 8) return;
    context.fillStyle = is_pe && touched.has(v) ? theme().paper : ink;
    context.textAlign = 'center';
    context.fillText(v, x, y + 4);
  });
}

function draw_network() {
  const {context, width, height} = context_of($('network'));
  run.at = placed(width, height);
  run.spacing = spacing_of(run.at);
  draw_links(context);
  draw_nodes(context);
  draw_dead(context);
  $('step-text').textContent = shown
    ? `step ${shown}: ${run.starts[shown + 1] - run.starts[shown]} flits on links`
    : `all ${run.last} steps: most used link ${run.most} flits`;
  const scale = element('span', '');
  scale.style.background = `linear-gradient(to right, ${[0, .25, .5, .75, 1].map(heat).join(', ')})`;
  const has_dead = run.dead.links.length + run.dead.nodes.length > 0;
  $('legend').replaceChildren(...(shown ? ['Colours are messages, as above.']
    : ['a link carries few', scale, `to ${run.most} flits; pale nodes carry none`]),
    has_dead ? ' Dashed links and crossed nodes are dead.' : '');
}

function near(x, y) {
  const found = run.at.findIndex((p) => Math.hypot(p[0] - x, p[1] - y) < Math.max(6, run.spacing / 4));
  return found < 0 ? near_link(x, y) : use_of_node(found);
}

function use_of_node(found) {
  let received = 0, sent = 0;
  for (const [link, uses] of run.links) {
    if (link % run.nodes === found) received += uses;
    if (Math.floor(link / run.nodes) === found) sent += uses;
  }
  return `${node_name(found)}\n${received} flits in, ${sent} out`;
}

// The link whose middle is nearest.
function near_link(x, y) {
  let text = '', least = 8;
  for (const [link, uses] of run.links) {
    const u = Math.floor(link / run.nodes), v = link % run.nodes, bend = bend_of(u, v);
    const away = [0, 1].map((d) => (run.at[u][d] + run.at[v][d]) / 4 + bend[d] / 2);
    const distance = Math.hypot(away[0] - x, away[1] - y);
    if (distance >= least) continue;
    least = distance;
    text = `${node_name(u)} \u2192 ${node_name(v)}\n${uses} flits`;
  }
  return text;
}

function show_step(step) {
  shown = Math.max(0, Math.min(run.last, step));
  $('step').value = shown;
  draw_network();
  draw_traffic();
}

function draw_traffic() {
  const {context, width, height} = context_of($('traffic'));
  const uses = (t) => run.starts[t + 1] - run.starts[t];
  let most = 1;
  for (let t = 1; t <= run.last; ++t) most = Math.max(most, uses(t));
  const bar = (width - 60) / Math.max(run.last, 1);
  for (let t = 1; t <= run.last; ++t) {
    context.fillStyle = t === shown ? '#d55e00' : '#0072b2';
    const tall = uses(t) / most * (height - 30);
    context.fillRect(48 + (t - 1) * bar, height - 18 - tall, Math.max(bar - (bar > 4 ? 1 : 0), .5), tall);
  }
  context.fillStyle = theme().faint;
  context.fillText(most, 8, 16);
  context.fillText('0', 8, height - 16);
  context.fillText('step 1', 48, height - 4);
  context.textAlign = 'right';
  context.fillText('step ' + run.last, width - 12, height - 4);
}
