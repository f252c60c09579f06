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

// Where nodes are on the canvas; what is much higher than wide lies on its side.
function placed(width, height) {
  let all = places();
  const extent = (d) => { const [a, b] = ends_of(all.map((p) => p[d])); return b - a; };
  if (extent(1) > 3 * extent(0)) all = all.map(([x, y]) => [y, x]);
  const border = 30;
  const along = (d, room) => {
    const [least, most] = ends_of(all.map((p) => p[d]));
    return (x) => most === least ? room / 2 : border + (x - least) / (most - least) * (room - 2 * border);
  };
  const right = along(0, width), down = along(1, height);
  return all.map(([x, y]) => [right(x), down(y)]);
}

const heat = (part) => `hsl(${Math.round(210 - 200 * part)} 85% ${Math.round(70 - 25 * part)}%)`;

// A link that runs along an axis past other nodes, as round a torus.
function is_long(u, v) {
  if (run.places.length < run.nodes) return false;
  const dx = Math.abs(run.places[u][0] - run.places[v][0]), dy = Math.abs(run.places[u][1] - run.places[v][1]);
  return Math.min(dx, dy) === 0 && Math.max(dx, dy) > 1.5;
}

// The two directions of a link bend apart; a long one bends more, so that it misses what is between.
function curve(context, u, v) {
  const from = run.at[u], to = run.at[v];
  const dx = to[0] - from[0], dy = to[1] - from[1];
  const bend = 4 / Math.max(Math.hypot(dx, dy), 1) + (is_long(u, v) ? .12 : 0);
  context.beginPath();
  context.moveTo(from[0], from[1]);
  context.quadraticCurveTo((from[0] + to[0]) / 2 - dy * bend, (from[1] + to[1]) / 2 + dx * bend, to[0], to[1]);
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

function draw_network() {
  const canvas = $('network');
  const {context, width, height} = context_of(canvas);
  const at = placed(width, height);
  run.at = at;
  run.spacing = spacing_of(at);
  for (const [link, uses] of run.links) {
    context.strokeStyle = shown ? '#e2e6ea' : heat(uses / run.most);
    context.lineWidth = shown ? 1 : 1 + 3 * uses / run.most;
    curve(context, Math.floor(link / run.nodes), link % run.nodes);
  }
  if (shown) {
    context.lineWidth = Math.max(1.5, Math.min(3.5, run.spacing / 8));
    for (let i = run.starts[shown]; i < run.starts[shown + 1]; ++i) {
      context.strokeStyle = colour_of(i);
      curve(context, field(i, FROM), field(i, TO));
    }
  }
  const radius = Math.max(1.5, Math.min(10, run.spacing / 4));
  at.forEach(([x, y], v) => {
    context.beginPath();
    context.fillStyle = v < run.pes ? '#33404d' : '#fff';
    context.strokeStyle = '#33404d';
    context.lineWidth = 1;
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    if (radius < 8) return;
    context.fillStyle = v < run.pes ? '#fff' : '#33404d';
    context.textAlign = 'center';
    context.fillText(v, x, y + 4);
  });
  $('step-text').textContent = shown
    ? `step ${shown}: ${run.starts[shown + 1] - run.starts[shown]} flits on links`
    : `all ${run.last} steps: most used link ${run.most} flits`;
}

function near(x, y) {
  const found = run.at.findIndex((p) => Math.hypot(p[0] - x, p[1] - y) < Math.max(6, run.spacing / 4));
  if (found < 0) return '';
  let received = 0, sent = 0;
  for (const [link, uses] of run.links) {
    if (link % run.nodes === found) received += uses;
    if (Math.floor(link / run.nodes) === found) sent += uses;
  }
  return `${node_name(found)}\n${received} flits in, ${sent} out`;
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
  context.fillStyle = '#5a636d';
  context.fillText(most, 8, 16);
  context.fillText('0', 8, height - 16);
  context.fillText('step 1', 48, height - 4);
  context.textAlign = 'right';
  context.fillText('step ' + run.last, width - 12, height - 4);
}
