'use strict';
// The page is drawn from the data below alone; nothing is loaded from anywhere.
const data = JSON.parse(document.getElementById('data').textContent);
const $ = (id) => document.getElementById(id);
// Okabe and Ito's palette; control flits are grey.
const palette = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442'];
const control = '#9aa2ab';
const STEP = 0, FROM = 1, TO = 2, KIND = 3, MESSAGE = 4, INDEX = 5, FIELDS = 6;
let run = null;    // the chosen one, with what is derived from it
let shown = 0;     // step of the network drawing, 0: all
let timer = null;  // of the slide show

const field = (i, which) => run.events[i * FIELDS + which];
const is_control = (i) => data.control.includes(field(i, KIND));
const colour_of = (i) => (is_control(i) ? control : palette[field(i, MESSAGE) % palette.length]);
const node_name = (v) => (v < run.pes ? 'PE ' + v : 'switch ' + v) +
  (run.node_names[v] ? ' ' + run.node_names[v] : '');

function flit_text(i) {
  const kind = data.kinds[field(i, KIND)];
  const what = is_control(i) ? `${kind} for PE ${field(i, MESSAGE)}`
    : `flit ${field(i, INDEX)} of message ${field(i, MESSAGE)}`;
  return `step ${field(i, STEP)}: ${node_name(field(i, FROM))} \u2192 ${node_name(field(i, TO))}\n${what}`;
}

function element(tag, text, name) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name) made.className = name;
  return made;
}

function fill(table, headings, rows) {
  const head = element('tr', '');
  headings.forEach(([text, name]) => head.append(element('th', text, name)));
  table.tHead.replaceChildren(head);
  table.tBodies[0].replaceChildren(...rows.map((cells) => {
    const row = element('tr', '');
    cells.forEach(([text, name]) => row.append(element('td', text, name)));
    return row;
  }));
}

// ---- what is derived from the events of a run

function prepare(source) {
  const count = source.events.length / FIELDS;
  const ready = {...source, count, last: 0, cells: new Map(), links: new Map(), starts: []};
  ready.nodes = source.pes;
  for (let i = 0; i < count; ++i) {
    const at = i * FIELDS;
    const [step, from, to] = [source.events[at], source.events[at + 1], source.events[at + 2]];
    ready.last = Math.max(ready.last, step);
    ready.nodes = Math.max(ready.nodes, from + 1, to + 1);
  }
  for (let i = 0; i < count; ++i) {
    const at = i * FIELDS;
    const [step, from, to] = [source.events[at], source.events[at + 1], source.events[at + 2]];
    while (ready.starts.length <= step) ready.starts.push(i);  // events are sorted by step
    const cell = step * ready.nodes + to;
    ready.cells.has(cell) ? ready.cells.get(cell).push(i) : ready.cells.set(cell, [i]);
    const link = from * ready.nodes + to;
    ready.links.set(link, (ready.links.get(link) || 0) + 1);
  }
  while (ready.starts.length <= ready.last + 1) ready.starts.push(count);
  ready.most = Math.max(1, ends_of([...ready.links.values()])[1]);
  return ready;
}
