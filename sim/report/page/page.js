// ---- the page

function draw_all() {
  if (!run || !run.drawn) return;
  draw_diagram();
  draw_network();
  draw_traffic();
}

function fill_details(id, title, text) {
  $(id).hidden = !text;
  $(id).open = false;
  $(id).firstElementChild.textContent = title;
  $(id).lastElementChild.textContent = text;
}

// "lengths.seed 7": what is drawn by chance, and from which seed.
function seeds_in(value, path) {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const name = path ? path + '.' + key : key;
    return key === 'seed' ? [`${name} ${inner}`] : seeds_in(inner, name);
  });
}

// Lists are no numbers that stand below each other.
const width_of = (value) => (value.length > 30 ? 'long' : 'number');

function show_texts() {
  $('name').replaceChildren(element('span', run.verdict, run.ok ? 'pass' : 'fail'), ' ' + run.name);
  $('about').textContent = run.about;
  $('trouble').replaceChildren(...run.problems.map((text) => element('p', text)),
                               ...run.notes.map((text) => element('p', text, 'note')));
  $('checked').hidden = run.checks.length === 0;
  fill($('checks'), [['check', ''], ['measured', 'number'], ['predicted', 'number'], ['', ''], ['source', '']],
    run.checks.map(([name, measured, predicted, ok, source]) =>
      [[name, ''], [measured, width_of(measured)], [predicted, width_of(predicted)],
       ok === null ? ['', ''] : [ok ? 'ok' : 'FAIL', ok ? 'pass' : 'fail'], [source, 'source']]));
  fill_details('cases', `Cases: ${run.cases.length}`, run.cases.join('\n'));
  $('reproduced').hidden = !run.command;
  $('command').textContent = run.command;
  const seeds = seeds_in(run.scenario, '');
  fill_details('scenario', 'The scenario as it ran' + (seeds.length > 0 ? `; seeds: ${seeds.join(', ')}` : ''),
               run.scenario ? JSON.stringify(run.scenario, null, 1) : '');
}

function choose(index) {
  stop();
  run = prepare(data.runs[index], index);
  $('run').hidden = false;
  document.querySelectorAll('#tables tr.open').forEach((row) =>
    row.classList.toggle('chosen', Number(row.dataset.run) === index));
  show_texts();
  $('drawings').hidden = !run.drawn;
  $('undrawn').textContent = run.undrawn;
  $('step').max = run.last;
  $('step').value = shown = 0;
  $('cell').textContent = '';
  cursor = null;
  whole_view();
  draw_all();
}

function stop() {
  clearInterval(timer);
  timer = null;
  $('play').textContent = 'Play';
}

function play() {
  if (timer) return stop();
  $('play').textContent = 'Stop';
  timer = setInterval(() => show_step(shown >= run.last ? 1 : shown + 1), 250);
}

function listen_to_diagram() {
  const diagram = $('spacetime');
  let grip = null;
  diagram.addEventListener('wheel', (e) => {
    e.preventDefault();
    zoom(e.deltaY > 0 ? 1.25 : .8, e.offsetX, e.offsetY);
  }, {passive: false});
  diagram.addEventListener('pointerdown', (e) => {
    grip = {x: e.offsetX, y: e.offsetY};
    diagram.setPointerCapture(e.pointerId);
  });
  diagram.addEventListener('pointerup', () => { grip = null; });
  diagram.addEventListener('pointermove', (e) => {
    if (!grip) return tell(flits_at(e.offsetX, e.offsetY).map(flit_text).join('\n'), e.clientX, e.clientY);
    const size = diagram_scale(diagram);
    view.x -= (e.offsetX - grip.x) / size.column;
    view.y -= (e.offsetY - grip.y) / size.row;
    grip = {x: e.offsetX, y: e.offsetY};
    keep_in_bounds();
    draw_diagram();
  });
  diagram.addEventListener('pointerleave', () => tell('', 0, 0));
  diagram.addEventListener('dblclick', () => { whole_view(); draw_diagram(); });
  diagram.addEventListener('keydown', use_key);
}

function listen() {
  listen_to_diagram();
  $('network').addEventListener('pointermove', (e) => tell(near(e.offsetX, e.offsetY), e.clientX, e.clientY));
  $('network').addEventListener('pointerleave', () => tell('', 0, 0));
  $('step').addEventListener('input', (e) => { stop(); show_step(Number(e.target.value)); });
  $('play').addEventListener('click', play);
  window.addEventListener('resize', draw_all);
  darkness.addEventListener('change', draw_all);
  window.addEventListener('beforeprint', () => { printing = true; draw_all(); });
  window.addEventListener('afterprint', () => { printing = false; draw_all(); });
  window.addEventListener('hashchange', () => { open_hash(); $('name').focus(); });
}

// The run that the address names; without one, the first that went wrong, else the first.
function open_hash() {
  const named = /^#run-(\d+)$/.exec(location.hash);
  const wrong = data.runs.findIndex((one) => !one.ok);
  const index = named ? Number(named[1]) : Math.max(wrong, 0);
  if (index < data.runs.length) choose(index);
}

$('title').textContent = data.title;
$('summary').textContent = data.summary;
$('summary').className = data.ok ? 'pass' : 'fail';
$('all').textContent = data.command;
$('version').textContent = 'flitwise ' + data.version;
data.tables.forEach(add_table);
listen();
open_hash();
