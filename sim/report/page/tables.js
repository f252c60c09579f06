// ---- tables

function fill(table, columns, rows) {
  const head = element('tr', '');
  columns.forEach(([text, name]) => head.append(element('th', text, name)));
  table.tHead.replaceChildren(head);
  table.tBodies[0].replaceChildren(...rows.map((cells) => {
    const row = element('tr', '');
    cells.forEach(([text, name]) => row.append(element('td', text, name)));
    return row;
  }));
}

function empty_table() {
  const table = element('table', '');
  table.append(document.createElement('thead'), document.createElement('tbody'));
  return table;
}

// Rows of runs on this page open them, by a link in `cell`.
function make_openable(row, cell, index) {
  const link = element('a', cell.textContent);
  link.href = '#run-' + index;
  cell.replaceChildren(link);
  if (!cell.classList.contains('number')) cell.classList.add('name');
  row.classList.add('open');
  row.dataset.run = index;
  row.addEventListener('click', (e) => { if (e.target.tagName !== 'A') location.hash = link.hash; });
}

function add_table(source) {
  const table = empty_table(), scroll = element('div', '', 'wide'), columns = [...source.columns];
  const verdicts = source.ok.length > 0 ? columns.pop() : null;
  if (verdicts) columns.unshift(verdicts);  // in sight, however wide the table
  const name = (column, row) => {
    if (column === verdicts) return source.ok[row] ? 'pass' : 'fail';
    return column.right ? 'number' : column.cells[row].length > 36 ? 'long' : '';
  };
  fill(table, columns.map((column) => [column.heading, column.right ? 'number' : '']),
    source.runs.map((_, row) => columns.map((column) => [column.cells[row], name(column, row)])));
  const link = columns.findIndex((column) => column !== verdicts && column.heading);
  [...table.tBodies[0].rows].forEach((row, i) => {
    if (source.runs[i] !== null) make_openable(row, row.cells[link], source.runs[i]);
  });
  scroll.append(table);
  if (source.title) $('tables').append(element('h3', source.title));
  $('tables').append(scroll);
}
