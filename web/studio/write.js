// The editor: rules with the reader's own errors and fixes, completion, the board beside them; judged, and bred from.
import { Engine } from '../engine.js';
import { element } from '../figures.js';
import { GameTable } from '../table.js';
import { button, engineParts, fixed, get, post, settled } from './api.js';
import { criteria } from './criteria.js';
import { packed, unpacked } from './link.js';
import { texts } from './texts.js';

const FIRST = `(game Three
  (board (square 3 3 i-nbors))
  (win (in-a-row 3)))
`;

// Places in bytes, as the reader counts them, as places in the text.
const places = (text, span) => {
  const bytes = new TextEncoder().encode(text);
  const at = (n) => new TextDecoder().decode(bytes.slice(0, n)).length;
  return [at(span[0]), Math.max(at(span[0]) + 1, at(span[1]))];
};

// What the reader itself proposes to write instead.
const fixOf = (problem) => problem.help?.match(/(?:did you mean|write) `([^`]+)`/)?.[1] ?? null;

// What stands before the cursor: the word that is being written.
const wordAt = (text, at) => {
  const start = text.slice(0, at).search(/[^\s()]*$/);
  return { start, word: text.slice(start, at), bracket: text[start - 1] === '(' };
};

// The words that the reader accepts at a place: asked by a word that nobody knows.
const accepted = async (engine, words, text, { start, bracket }, at) => {
  const unknown = 'no-such-word';
  const open = bracket ? start - 1 : start;
  const end = at + (text.slice(at).match(/^[^\s()]*/)?.[0].length ?? 0);
  const depth = (part) => [...part.replace(/"[^"]*"|;.*/g, '')].reduce((n, c) => n + (c === '(') - (c === ')'), 0);
  const before = `${text.slice(0, open)}${unknown}`;
  for (const tried of [`${before}${text.slice(end)}`, `${before}${')'.repeat(Math.max(0, depth(before)))}`]) {
    const answer = await engine.ask({ do: 'load', text: tried });
    const problem = (answer.problems ?? []).find((p) => p.message.includes(unknown));
    const list = problem?.help?.split(/accepted here: /i)[1];
    if (!list) continue;
    // What all games call so stands for elements of many kinds.
    const names = words.filter((w) => w.kind === 'name').map((w) => w.usage);
    // Of long lists the reader tells the beginning, after what kind of thing is wanted.
    return [...new Set([...list.split('; or ').flatMap((group) => {
      const told = [...group.matchAll(/`([^`]+)`/g)].map((m) => m[1]);
      if (!group.endsWith('…')) return told;
      const kind = group.split(':')[0];
      return [...told, ...words.filter((w) => w.kind === kind).map((w) => (w.usage.startsWith('(') ? `(${w.word} …)` : w.word))];
    }), ...names])];
  }
  return [];
};

export const show = async (app) => {
  const query = new URLSearchParams(window.location.search);
  const link = await unpacked(window.location.hash.slice(1));
  let text = link?.text ?? FIRST;
  if (!link && query.get('game')) text = (await get(`/api/games/${encodeURIComponent(query.get('game'))}`)).text;

  const area = element('textarea', {
    id: 'rules-text', spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', 'aria-label': texts.write.rules, 'aria-describedby': 'problems',
    'aria-controls': 'completions', 'aria-autocomplete': 'list',
  });
  area.value = text;
  const shade = element('pre', { class: 'shade', 'aria-hidden': 'true' });
  const problems = element('div', { id: 'problems', role: 'status' });
  const completions = element('ul', { id: 'completions', role: 'listbox', 'aria-label': texts.write.words, hidden: '' });
  const host = element('div', { id: 'written' });
  const result = element('div', { id: 'result', role: 'status' });
  const share = element('a', { id: 'share', href: '#' }, texts.write.link);
  const tools = element('div', { class: 'row' });
  app.replaceChildren(
    element('header', {}, element('h1', { class: 'hidden' }, texts.write.title)),
    element('div', { class: 'writing' },
      element('section', { 'aria-label': texts.write.name }, element('div', { class: 'editor' }, shade, area, completions), problems, tools, share, result), host),
  );
  const [module, worker] = engineParts();
  const reader = new Engine(module, worker);
  // The words come while the rules are read; they are wanted when something is written.
  let words = [];
  const meanings = new Map();
  const known = get('/api/words').then((answer) => {
    words = answer.words;
    words.forEach((w) => meanings.has(w.word) || meanings.set(w.word, w));
  });
  let table = null;

  // The text again under the text, with what is wrong underlined.
  const underline = (list) => {
    const marks = list.map((p) => places(area.value, p.span)).sort((a, b) => a[0] - b[0]);
    const parts = [];
    let at = 0;
    for (const [from, to] of marks) {
      if (from < at) continue;
      parts.push(area.value.slice(at, from), element('mark', {}, area.value.slice(from, to)));
      at = to;
    }
    shade.replaceChildren(...parts, `${area.value.slice(at)}\n`);
  };
  const put = (from, to, words_) => {
    area.setRangeText(words_, from, to, 'end');
    area.focus();
    changed();
  };
  const told = (problem) => {
    const [from, to] = places(area.value, problem.span);
    const place = button(`${problem.line}:${problem.column}`, () => {
      area.focus();
      area.setSelectionRange(from, to);
    }, { class: 'move' });
    const fix = fixOf(problem);
    return element('div', { class: `problem ${problem.severity}` }, place, ` ${problem.message}`, fix ? ' ' : '',
      fix ? button(texts.write.fix(fix.replace(/ …\)$/, ' …)')), () => put(from, to, fix.replace(/ …\)$/, ` ${area.value.slice(from, to)})`)), { class: 'fix' }) : '',
      problem.help ? element('p', { class: 'faint' }, problem.help) : '');
  };
  const save = async () => {
    const moves = table?.match.record?.moves() ?? [];
    share.href = `#${await packed(area.value, moves)}`;
  };
  let turn = 0;
  const check = async (moves = []) => {
    turn += 1;
    const mine = turn;
    const now = area.value;
    const answer = await reader.ask({ do: 'load', text: now });
    if (mine !== turn) return;
    const list = answer.problems ?? answer.warnings ?? [];
    underline(list);
    problems.replaceChildren(...(list.length ? list.map(told) : [element('p', { class: 'faint' }, answer.error ?? texts.write.playable)]));
    [...tools.children].forEach((tool) => { tool.disabled = Boolean(answer.error); });
    if (answer.error) return;
    // The board keeps its place on the page while the rules change.
    const games = [{ name: answer.name, rules: now, opening: answer }];
    table ??= new GameTable(host, games, module, worker);
    table.games = games;
    await table.open(0);
    if (moves.length) await table.match.follow(moves);
    save();
  };
  const late = settled(() => check(), 250);
  const changed = () => {
    late();
    underline([]);
  };

  // Completion: a list of words, walked by arrows.
  let offered = [];
  let chosen = 0;
  const close = () => {
    offered = [];
    completions.hidden = true;
    area.removeAttribute('aria-activedescendant');
  };
  const draw = () => {
    completions.replaceChildren(...offered.map((word, i) => {
      const known = meanings.get(word.replace(/^\(|[ )].*$/g, ''));
      const item = element('li', { role: 'option', id: `word-${i}`, 'aria-selected': String(i === chosen) }, element('code', {}, word), known ? element('span', { class: 'faint' }, ` ${known.meaning}`) : '');
      item.addEventListener('mousedown', (event) => {
        event.preventDefault();
        take(i);
      });
      return item;
    }));
    completions.hidden = offered.length === 0;
    if (offered.length) {
      area.setAttribute('aria-activedescendant', `word-${chosen}`);
      completions.children[chosen].scrollIntoView({ block: 'nearest' });
    }
  };
  const take = (i) => {
    const at = wordAt(area.value, area.selectionStart);
    const word = offered[i].replace(/ …\)$/, ' ').replace(/^\(/, at.bracket ? '' : '(');
    close();
    put(at.start, area.selectionStart, word);
  };
  const offer = async () => {
    const at = area.selectionStart;
    const now = area.value;
    const part = wordAt(now, at);
    const list = await accepted(reader, words, now, part, at);
    if (area.value !== now || area.selectionStart !== at) return;
    offered = list.filter((word) => word.replace(/^\(/, '').startsWith(part.word) && word.replace(/^\(/, '') !== part.word);
    chosen = 0;
    draw();
  };
  const soon = settled(() => (wordAt(area.value, area.selectionStart).word.length > 0 ? offer() : close()), 200);
  area.addEventListener('input', () => {
    changed();
    soon();
  });
  area.addEventListener('blur', close);
  area.addEventListener('scroll', () => {
    shade.scrollTop = area.scrollTop;
    shade.scrollLeft = area.scrollLeft;
  });
  area.addEventListener('keydown', (event) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      offer();
      return;
    }
    if (!offered.length) return;
    const does = {
      ArrowDown: () => { chosen = (chosen + 1) % offered.length; draw(); },
      ArrowUp: () => { chosen = (chosen + offered.length - 1) % offered.length; draw(); },
      Enter: () => take(chosen), Tab: () => take(chosen), Escape: close,
    }[event.key];
    if (!does) return;
    event.preventDefault();
    does();
  });

  // Work of the server, asked for again and again until it is done.
  const job = async (what) => {
    result.replaceChildren(element('p', { class: 'faint' }, what === 'judge' ? texts.write.judging : texts.write.breeding));
    try {
      const { job: id } = await post('/api/jobs', { what, text: area.value, seed: 1 + Math.floor(Math.random() * 1e9) });
      for (;;) {
        const now = await get(`/api/jobs/${id}`);
        if (now.done) {
          if (now.result.error) throw new Error(now.result.error);
          return now.result;
        }
        await new Promise((done) => { setTimeout(done, 400); });
      }
    } catch (problem) {
      result.replaceChildren(element('p', { class: 'error' }, problem.message));
      return null;
    }
  };
  const judge = async () => {
    const j = await job('judge');
    if (!j) return;
    const lines = [...j.reasons, ...j.flags.map((flag) => texts.write.doubt(flag.text))];
    const replay = (words_, moves) => element('p', {}, `${words_} `, button(texts.write.show, () => table.match.follow(moves), { class: 'replay' }));
    const { start, example } = j.opening;
    const forced = [
      ...(start?.line?.length ? [replay(texts.write.best(start.line), start.line)] : []),
      ...(example ? [replay(texts.write.forcedAfter(example[0]), [...example[0], ...(example[1].line ?? [])])] : []),
    ];
    const flaws = j.flaws.length ? [element('h3', {}, texts.game.flaws), element('ul', { class: 'flaws' }, ...j.flaws.map((f) => (
      element('li', {}, element('strong', {}, f.flaw.replaceAll('-', ' ')), `: ${texts.write.flaw(f.verdict, f.board)}`))))] : [];
    result.replaceChildren(element('h2', {}, texts.write.judged(j.shelf)), j.score === null ? '' : element('p', {}, texts.write.score(j.score)),
      lines.length ? element('ul', {}, ...lines.map((line) => element('li', {}, line))) : element('p', {}, texts.write.faultless), ...forced, ...flaws,
      j.nearest.rules.length ? element('p', { class: 'faint' }, texts.write.nearest(j.nearest.rules.map(([name, d]) => `${name} (${fixed(d)})`).join(', '))) : '',
      ...(j.criteria.length ? [element('h3', {}, texts.page.measured), ...criteria(j, j.spread)] : []));
  };
  const breed = async () => {
    const bred = await job('breed');
    if (!bred) return;
    const child = (c, i) => element('li', {}, button(texts.write.open(i + 1), () => put(0, area.value.length, c.text), { class: 'child' }), ` ${texts.write.child(c.donor.replaceAll('-', ' '), c.log[0])}`);
    result.replaceChildren(element('h2', {}, texts.write.bred), bred.children.length ? element('ul', {}, ...bred.children.map(child)) : element('p', {}, texts.write.none));
  };
  tools.replaceChildren(button(texts.write.judge, judge, { id: 'judge' }), button(texts.write.breed, breed, { id: 'breed' }));
  share.addEventListener('click', save);
  setInterval(save, 1500);
  await check(link?.moves ?? []);
  await known;
};
