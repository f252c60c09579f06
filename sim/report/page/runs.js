'use strict';
// The page is drawn from the data below alone; nothing is loaded from anywhere.
const $ = (id) => document.getElementById(id);
const data = JSON.parse($('data').textContent);
const STEP = 0, FROM = 1, TO = 2, KIND = 3, MESSAGE = 4, INDEX = 5, VALUE = 6, FIELDS = 7;
let run = null;    // the chosen one, with what is derived from it
let shown = 0;     // step of the network drawing, 0: all
let timer = null;  // of the slide show

const field = (i, which) => run.events[i * FIELDS + which];
const is_control = (i) => data.control.includes(field(i, KIND));
const node_name = (v) => run.node_labels[v] || (v < run.pes ? 'PE ' + v : 'switch ' + v) +
  (run.node_names[v] ? ' ' + run.node_names[v] : '');

function flit_text(i) {
  const kind = data.kinds[field(i, KIND)], value = run.values[kind];
  const what = is_control(i) ? `${kind} for PE ${field(i, MESSAGE)}`
    : `flit ${field(i, INDEX)} of message ${field(i, MESSAGE)}`;
  return `step ${field(i, STEP)}: ${node_name(field(i, FROM))} \u2192 ${node_name(field(i, TO))}\n${what}` +
    (value ? `, ${value} ${field(i, VALUE)}` : '');
}

function element(tag, text, name) {
  const made = document.createElement(tag);
  made.textContent = text;
  if (name) made.className = name;
  return made;
}

// ---- what is derived from the events of a run

// Events come sorted by step and receiver.
function prepare(source, index) {
  const stored = $('events-' + index);
  const ready = {...source, drawn: stored !== null, last: 0, links: new Map(), starts: []};
  ready.events = Int32Array.from(stored ? JSON.parse(stored.textContent) : []);
  ready.count = ready.events.length / FIELDS;
  ready.nodes = source.pes;
  for (let at = 0; at < ready.events.length; at += FIELDS)
    ready.nodes = Math.max(ready.nodes, ready.events[at + FROM] + 1, ready.events[at + TO] + 1);
  const messages = new Set();
  for (let i = 0; i < ready.count; ++i) {
    const at = i * FIELDS, step = ready.events[at + STEP];
    while (ready.starts.length <= step) ready.starts.push(i);
    ready.last = step;
    const link = ready.events[at + FROM] * ready.nodes + ready.events[at + TO];
    ready.links.set(link, (ready.links.get(link) || 0) + 1);
    if (messages.size < 2) messages.add(ready.events[at + MESSAGE]);
  }
  while (ready.starts.length <= ready.last + 1) ready.starts.push(ready.count);
  ready.most = Math.max(1, ends_of([...ready.links.values()])[1]);
  // Flits of a single message are told apart by their tree or packet.
  ready.hue = messages.size < 2 ? VALUE : MESSAGE;
  return ready;
}

// The events of a step that a node receives: from the first of them to the one behind the last.
function cell_at(step, node) {
  if (step < 1 || step > run.last) return [0, 0];
  let low = run.starts[step], high = run.starts[step + 1];
  const end = high;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (field(middle, TO) < node) low = middle + 1; else high = middle;
  }
  let behind = low;
  while (behind < end && field(behind, TO) === node) ++behind;
  return [low, behind];
}
