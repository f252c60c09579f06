// ---- the space-time diagram

// The visible part: columns from x, steps from y, so many of each; and the cell that keys move.
const margin = {left: 48, top: 22};
let view = {x: 0, y: 1, columns: 1, rows: 1};
let cursor = null;

function whole_view() {
  view = {x: 0, y: 1, columns: Math.max(run.nodes, 1), rows: Math.max(run.last, 1)};
}

function diagram_scale(canvas) {
  return {column: (canvas.clientWidth - margin.left) / view.columns,
          row: (canvas.clientHeight - margin.top) / view.rows};
}

function draw_axes(context, {width, height}, size) {
  context.fillStyle = theme().faint;
  const every = (cell, least) => Math.max(1, Math.ceil(least / cell));
  const nodes = every(size.column, 40), steps = every(size.row, 16);
  for (let v = Math.ceil(view.x / nodes) * nodes; v < Math.min(run.nodes, view.x + view.columns); v += nodes) {
    const x = margin.left + (v - view.x) * size.column + 2;
    if (x + 24 < width) context.fillText(v < run.pes ? 'P' + v : 'S' + v, x, 15);
  }
  for (let t = Math.max(steps, Math.ceil(view.y / steps) * steps); t < view.y + view.rows; t += steps)
    context.fillText(t, 6, Math.min(margin.top + (t - view.y + .5) * size.row + 4, height - 2));
}

function draw_flit(context, i, mates, size) {
  const [first, behind] = mates;  // flits that come over several links in a step share the cell
  const wide = size.column / (behind - first);
  const x = margin.left + (field(i, TO) - view.x) * size.column + (i - first) * wide;
  const y = margin.top + (field(i, STEP) - view.y) * size.row;
  const gap = wide > 6 && size.row > 6 ? 1 : 0;
  context.fillStyle = colour_of(i);
  context.fillRect(x, y, Math.max(wide - gap, 1), Math.max(size.row - gap, 1));
  if (wide < 44 || size.row < 15) return;
  context.fillStyle = ink_on(i);
  context.fillText(is_control(i) ? data.kinds[field(i, KIND)].slice(0, 6)
    : `${field(i, MESSAGE)},${field(i, INDEX)}`, x + 4, y + size.row / 2 + 4);
}

function draw_diagram() {
  const canvas = $('spacetime');
  const {context, width, height} = context_of(canvas);
  const size = diagram_scale(canvas);
  draw_axes(context, {width, height}, size);
  context.beginPath();
  context.rect(margin.left, margin.top, width, height);
  context.clip();
  const first = Math.max(1, Math.floor(view.y)), last = Math.min(run.last, Math.ceil(view.y + view.rows));
  for (let i = run.starts[first] ?? run.count; i < (run.starts[last + 1] ?? run.count);) {
    let behind = i + 1;
    while (behind < run.count && field(behind, TO) === field(i, TO) && field(behind, STEP) === field(i, STEP)) ++behind;
    const x = field(i, TO);
    if (x + 1 > view.x && x < view.x + view.columns)
      for (let j = i; j < behind; ++j) draw_flit(context, j, [i, behind], size);
    i = behind;
  }
  if (!cursor) return;
  context.strokeStyle = theme().ink;
  context.lineWidth = 2;
  context.strokeRect(margin.left + (cursor.node - view.x) * size.column, margin.top + (cursor.step - view.y) * size.row,
                     Math.max(size.column, 4), Math.max(size.row, 4));
}

// The first flits of the cells under a pixel, of which there are many where cells are small.
function flits_at(x, y) {
  const size = diagram_scale($('spacetime')), most = 8, found = [];
  if (x < margin.left || y < margin.top) return found;
  const cells = (offset, cell, from) => {
    const first = Math.floor(offset / cell + from);
    return [first, Math.max(first, Math.ceil((offset + 1) / cell + from) - 1)];
  };
  const [left, right] = cells(x - margin.left, size.column, view.x).map((v) => Math.min(v, run.nodes - 1));
  const [top, bottom] = cells(y - margin.top, size.row, view.y);
  for (let step = top; step <= bottom; ++step)
    for (let node = left; node <= right && found.length < most; ++node) found.push(...flits_in(step, node));
  return found.slice(0, most);
}

function flits_in(step, node) {
  const [first, behind] = cell_at(step, node);
  return Array.from({length: behind - first}, (_, k) => first + k);
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

// ---- keys

function move_cursor(down, right) {
  const bound = (value, least, most) => Math.max(least, Math.min(most, value));
  cursor = cursor ? {step: bound(cursor.step + down, 1, run.last), node: bound(cursor.node + right, 0, run.nodes - 1)}
    : {step: Math.ceil(view.y), node: Math.ceil(view.x)};
  view.x = bound(view.x, cursor.node + 1 - view.columns, cursor.node);
  view.y = bound(view.y, cursor.step + 1 - view.rows, cursor.step);
  const flits = flits_in(cursor.step, cursor.node).map(flit_text);
  $('cell').textContent = flits.length > 0 ? flits.join('\n')
    : `step ${cursor.step}: nothing reaches ${node_name(cursor.node)}`;
  draw_diagram();
}

function use_key(event) {
  const moves = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
                 PageUp: [-10, 0], PageDown: [10, 0]};
  const size = diagram_scale($('spacetime'));
  const at = cursor || {node: view.x + view.columns / 2, step: view.y + view.rows / 2};
  const x = margin.left + (at.node + .5 - view.x) * size.column, y = margin.top + (at.step + .5 - view.y) * size.row;
  if (moves[event.key]) move_cursor(...moves[event.key]);
  else if (event.key === '+' || event.key === '=') zoom(.8, x, y);
  else if (event.key === '-') zoom(1.25, x, y);
  else if (event.key === 'Home') { whole_view(); draw_diagram(); }
  else return;
  event.preventDefault();
}
