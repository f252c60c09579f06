// ---- colours: Okabe and Ito's palette for messages, grey for control flits, one hue for use

const palette = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#f0e442'];
const on_palette = ['#fff', '#000', '#000', '#000', '#000', '#000', '#000'];
const day = {ink: '#33404d', paper: '#fff', faint: '#5a636d', idle: '#dde2e7', control: '#9aa2ab', dead: '#c62828',
             use: [[253, 208, 162], [217, 72, 1], [90, 20, 0]]};
const night = {ink: '#c8d0d8', paper: '#14181c', faint: '#a0a9b2', idle: '#353d45', control: '#7d8790',
               dead: '#ff7b72',
               use: [[92, 58, 33], [241, 105, 19], [255, 236, 179]]};
const darkness = window.matchMedia('(prefers-color-scheme: dark)');
let printing = false;
const theme = () => (darkness.matches && !printing ? night : day);

const hue_of = (i) => ((field(i, run.hue) % palette.length) + palette.length) % palette.length;
const colour_of = (i) => (is_control(i) ? theme().control : palette[hue_of(i)]);
const ink_on = (i) => (is_control(i) ? '#000' : on_palette[hue_of(i)]);

// The colour of a link that carries this part, 0 to 1, of the most.
function heat(part) {
  const stops = theme().use, at = part * (stops.length - 1), i = Math.min(Math.floor(at), stops.length - 2);
  const mixed = stops[i].map((a, c) => Math.round(a + (stops[i + 1][c] - a) * (at - i)));
  return `rgb(${mixed.join(' ')})`;
}

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
  const right = window.innerWidth - tip.offsetWidth - 8, below = window.innerHeight - tip.offsetHeight - 8;
  tip.style.left = Math.max(4, Math.min(x + 14, right)) + 'px';
  tip.style.top = Math.max(4, Math.min(y + 14, below)) + 'px';
}
