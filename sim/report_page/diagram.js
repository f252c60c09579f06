// ---- canvases

function context_of(canvas) {
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(canvas.clientWidth * scale);
  canvas.height = Math.round(canvas.clientHeight * scale);
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  context.font = '12px system-ui, sans-serif';
  return {context, width: canvas.clientWidth, height: canvas.clientHeight};
}

function tell(text, x, y) {
  const tip = $('tip');
  tip.hidden = !text;
  tip.textContent = text;
  tip.style.left = Math.min(x + 14, window.innerWidth - 270) + 'px';
  tip.style.top = (y + 14) + 'px';
}

// The visible part of the diagram: columns from x, steps from y, so many of each.
const margin = {left: 48, top: 22};
let view = {x: 0, y: 1, columns: 1, rows: 1};

function whole_view() {
  view = {x: 0, y: 1, columns: Math.max(run.nodes, 1), rows: Math.max(run.last, 1)};
}

function diagram_scale(canvas) {
  return {column: (canvas.clientWidth - margin.left) / view.columns,
          row: (canvas.clientHeight - margin.top) / view.rows};
}

function draw_axes(context, width, height, size) {
  context.fillStyle = '#5a636d';
  const every = (cell, least) => Math.max(1, Math.ceil(least / cell));
  const nodes = every(size.column, 40), steps = every(size.row, 16);
  for (let v = Math.ceil(view.x / nodes) * nodes; v < Math.min(run.nodes, view.x + view.columns); v += nodes)
    context.fillText(v < run.pes ? 'P' + v : 'S' + v, margin.left + (v - view.x) * size.column + 2, 15);
  for (let t = Math.max(steps, Math.ceil(view.y / steps) * steps); t < view.y + view.rows; t += steps)
    context.fillText(t, 6, margin.top + (t - view.y) * size.row + Math.min(size.row, 14) - 1);
}

function draw_diagram() {
  const canvas = $('spacetime');
  const {context, width, height} = context_of(canvas);
  const size = diagram_scale(canvas);
  draw_axes(context, width, height, size);
  context.beginPath();
  context.rect(margin.left, margin.top, width, height);
  context.clip();
  const first = Math.max(0, Math.floor(view.y)), last = Math.min(run.last, Math.ceil(view.y + view.rows));
  for (let i = run.starts[first] || 0; i < (run.starts[last + 1] ?? run.count); ++i) {
    // Flits that come over several links in a step share the cell.
    const mates = run.cells.get(field(i, STEP) * run.nodes + field(i, TO));
    const wide = size.column / mates.length;
    const x = margin.left + (field(i, TO) - view.x) * size.column + mates.indexOf(i) * wide;
    const y = margin.top + (field(i, STEP) - view.y) * size.row;
    const gap = wide > 6 && size.row > 6 ? 1 : 0;
    context.fillStyle = colour_of(i);
    context.fillRect(x, y, Math.max(wide - gap, 1), Math.max(size.row - gap, 1));
    if (wide < 44 || size.row < 15) continue;
    context.fillStyle = '#000';
    context.fillText(is_control(i) ? data.kinds[field(i, KIND)].slice(0, 6)
      : `${field(i, MESSAGE)},${field(i, INDEX)}`, x + 4, y + size.row / 2 + 4);
  }
}

// The first flits of the cells under a pixel, of which there are many where cells are small.
function flits_at(x, y) {
  const size = diagram_scale($('spacetime')), most = 8, found = [];
  const cells = (offset, cell, from) => {
    const first = Math.floor(offset / cell + from);
    return [first, Math.max(first, Math.ceil((offset + 1) / cell + from) - 1)];
  };
  const [left, right] = cells(x - margin.left, size.column, view.x).map((v) => Math.min(v, run.nodes - 1));
  const [top, bottom] = cells(y - margin.top, size.row, view.y);
  if (x < margin.left || y < margin.top) return found;
  for (let step = top; step <= bottom; ++step)
    for (let node = left; node <= right; ++node)
      found.push(...(run.cells.get(step * run.nodes + node) || []).slice(0, most));
  return found.slice(0, most);
}

function zoom(factor, x, y) {
  const size = diagram_scale($('spacetime'));
  const at = {x: view.x + (x - margin.left) / size.column, y: view.y + (y - margin.top) / size.row};
  const columns = Math.min(Math.max(view.columns * factor, 2), run.nodes);
  const rows = Math.min(Math.max(view.rows * factor, 4), Math.max(run.last, 1));
  view.x = at.x - (at.x - view.x) * columns / view.columns;
  view.y = at.y - (at.y - view.y) * rows / view.rows;
  view.columns = columns;
  view.rows = rows;
  keep_in_bounds();
  draw_diagram();
}

function keep_in_bounds() {
  view.x = Math.max(0, Math.min(view.x, run.nodes - view.columns));
  view.y = Math.max(1, Math.min(view.y, run.last + 1 - view.rows));
}
