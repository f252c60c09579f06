// ---- the page

function draw_all() {
  draw_diagram();
  draw_network();
  draw_traffic();
}

function choose(index) {
  stop();
  run = prepare(data.runs[index]);
  $('run').hidden = false;
  [...$('runs').tBodies[0].rows].forEach((row, i) => row.classList.toggle('chosen', i === index));
  $('name').replaceChildren(element('span', run.verdict, run.ok ? 'pass' : 'fail'), ' ' + run.name);
  $('about').textContent = `${run.operation} of ${run.flits} flits, ${run.network}, ${run.algorithm}`;
  $('trouble').replaceChildren(...run.problems.map((text) => element('p', text)),
                               ...run.notes.map((text) => element('p', text, 'note')));
  fill($('checks'), [['check', ''], ['measured', 'number'], ['predicted', 'number'], ['', ''], ['source', '']],
    run.checks.map(([name, measured, predicted, ok, source]) =>
      [[name, ''], [measured, 'number'], [predicted, 'number'],
       [ok ? 'ok' : 'FAIL', ok ? 'pass' : 'fail'], [source, 'source']]));
  $('command').textContent = run.command;
  $('step').max = run.last;
  shown = 0;
  $('step').value = 0;
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

function listen() {
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
  $('network').addEventListener('pointermove', (e) => tell(near(e.offsetX, e.offsetY), e.clientX, e.clientY));
  $('network').addEventListener('pointerleave', () => tell('', 0, 0));
  $('step').addEventListener('input', (e) => { stop(); show_step(Number(e.target.value)); });
  $('play').addEventListener('click', play);
  window.addEventListener('resize', draw_all);
}

const passed = data.runs.filter((one) => one.ok).length;
$('summary').textContent = `${data.runs.length} run${data.runs.length === 1 ? '' : 's'}: ` +
  `${passed} passed, ${data.runs.length - passed} failed`;
$('version').textContent = 'flitwise ' + data.version;
fill($('runs'), [['scenario', ''], ['network', ''], ['algorithm', ''], ['finish', 'number'],
                 ['predicted', 'number'], ['at least', 'number'], ['verdict', '']],
  data.runs.map((one) => [[one.name, ''], [one.network, ''], [one.algorithm, ''], [one.finish, 'number'],
    [one.predicted, 'number'], [one.lower_bound, 'number'], [one.verdict, one.ok ? 'pass' : 'fail']]));
[...$('runs').tBodies[0].rows].forEach((row, i) => row.addEventListener('click', () => choose(i)));
listen();
choose(0);
