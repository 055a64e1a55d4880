// The criteria of a game beside those of the known games.
import { element, svg } from '../figures.js';
import { fixed } from './api.js';
import { texts } from './texts.js';

const WIDE = 200;

// What a picture of a criterion says.
const words = (c, spread) => (spread ? texts.criteria.among(c.value, spread[0], spread[4], spread[1], spread[3]) : fixed(c.value));

const strip = (c, spread) => {
  const low = Math.min(c.value, spread?.[0] ?? 0);
  const high = Math.max(c.value, spread?.[4] ?? 1);
  const at = (x) => (4 + ((x - low) / (high - low || 1)) * (WIDE - 8)).toFixed(1);
  const parts = [];
  if (spread) {
    parts.push(
      svg('line', { class: 'reach', x1: at(spread[0]), x2: at(spread[4]), y1: 8, y2: 8 }),
      svg('rect', { class: 'half', x: at(spread[1]), width: Math.max(1, at(spread[3]) - at(spread[1])), y: 3, height: 10 }),
      svg('line', { class: 'middle', x1: at(spread[2]), x2: at(spread[2]), y1: 2, y2: 14 }),
    );
  }
  if (c.error > 0) parts.push(svg('line', { class: 'error-bar', x1: at(Math.max(low, c.value - 2 * c.error)), x2: at(Math.min(high, c.value + 2 * c.error)), y1: 8, y2: 8 }));
  parts.push(svg('circle', { class: 'here', cx: at(c.value), cy: 8, r: 4.5 }));
  return svg('svg', { viewBox: `0 0 ${WIDE} 16`, class: 'strip', role: 'img', 'aria-label': words(c, spread) }, ...parts);
};

const outside = (c, spread) => spread && (c.value < spread[0] - 1e-9 || c.value > spread[4] + 1e-9);

const row = (c, spread) => element('div', { class: outside(c, spread) ? 'criterion unlike' : 'criterion', title: words(c, spread) },
  element('span', {}, c.name.replaceAll('_', ' ')), strip(c, spread), element('span', { class: 'n' }, fixed(c.value)));

export const criteria = (dossier, spread) => {
  if (!dossier.criteria.length) return [];
  const odd = dossier.criteria.filter((c) => outside(c, spread[c.criterion]));
  const said = Object.keys(spread).length ? texts.criteria.about : texts.criteria.unknown;
  return [
    element('p', { class: 'faint' }, said),
    odd.length ? element('p', {}, texts.criteria.odd(odd.map((c) => c.name.replaceAll('_', ' ')))) : '',
    element('div', { class: 'criteria' }, ...dossier.criteria.map((c) => row(c, spread[c.criterion]))),
  ];
};
