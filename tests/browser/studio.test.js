// The studio in headless chromium, as a person uses it: games played, a night watched, stopped and continued, pairs judged, rules written.
// LUDOGEN_STUDIO is the address of a server on three small games; the answers of the survey go to LUDOGEN_ANSWERS; pictures to LUDOGEN_PICTURES if
// it is set.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { AXE, small, still, watched } from './browser.js';

const STUDIO = process.env.LUDOGEN_STUDIO;
const PICTURES = process.env.LUDOGEN_PICTURES;
const CHILDREN = 12;

// A page at an address of the studio.
const opened = async (t, path, options = {}, before = async () => {}) => {
  const allowed = (url) => url.startsWith(STUDIO) || /^(blob|data):/.test(url);
  const page = await watched(t, allowed, options, async (last) => {
    const hurt = last.isClosed() ? null : await last.evaluate(() => globalThis.hurt ?? null);
    return () => assert.equal(hurt, null, 'nothing that a rule file says is run');
  });
  await before(page);
  await go(page, path);
  return page;
};

const go = async (page, path) => {
  await page.goto(STUDIO + path);
  await page.waitForSelector('#app[data-ready]', { timeout: 60000 });
};

// No violation of any rule of axe, in light and dark, on a desktop and on a phone; a picture of each size.
const looked = async (page, name) => {
  await page.evaluate(AXE.replace(/^"use strict";?/, ''));
  for (const [width, height, colorScheme] of [[1400, 900, 'light'], [390, 844, 'dark'], [390, 844, 'light']]) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    const told = violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.html} ${n.failureSummary}`).join(' | ')}`);
    assert.deepEqual(told, [], `${name} at ${width}, ${colorScheme}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${name}: ${wide} pixels on a screen of ${width}`);
    assert.deepEqual(await small(page), [], `${name} at ${width}`);
    if (PICTURES && colorScheme === 'light') await page.screenshot({ path: `${PICTURES}/${name}-${width}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
};

// Makes moves on the first cells that can be chosen, until so many are made or the game is over.
const plays = async (page, most) => {
  for (let made = 0; made < most; made += 1) {
    if (await page.locator('#status.over').count()) return;
    const before = await page.locator('#moves .side .move').count();
    await page.locator('.cell.target').first().click();
    await page.waitForFunction((n) => document.querySelectorAll('#moves .side .move').length > n, before);
    // The machine answers, if the game goes on.
    await page.waitForFunction(() => document.querySelector('#stop').hidden);
  }
};

test('the gallery shows the known games, and finds them by name', async (t) => {
  const page = await opened(t, '/');
  assert.equal(await page.locator('.card').count(), 3);
  await page.fill('#search', 'four');
  await page.waitForFunction(() => document.querySelectorAll('.card').length === 1);
  assert.match(await page.locator('.card h2').textContent(), /Four/);
  // A name that looks like markup is a name.
  await page.fill('#search', 'onerror=hurt');
  await page.waitForFunction(() => /onerror=hurt/.test(document.querySelector('.card h2')?.textContent));
  assert.equal(await page.locator('.card h2 *').count(), 0);
  await page.fill('#search', 'nothing like this');
  await page.waitForFunction(() => document.querySelectorAll('.card').length === 0);
  await page.fill('#search', '');
  await page.waitForFunction(() => document.querySelectorAll('.card').length === 3);
  await page.locator('.pick input').nth(0).check();
  await page.locator('.pick input').nth(1).check();
  await page.locator('.pair-link a').click();
  await page.waitForSelector('.diff');
  assert.ok(await page.locator('.diff .changed').count() > 0);
  await looked(page, 'compare');
});

test('a game is played on its page, and what it says is text', async (t) => {
  const page = await opened(t, '/game/1');
  await page.waitForSelector('#board svg');
  await plays(page, 2);
  assert.ok(await page.locator('#moves .side .move').count() >= 3, 'the machine answers');
  assert.match(await page.locator('#text pre, section[aria-labelledby="text"] pre').first().textContent(), /<img src=x onerror/);
  await looked(page, 'game');
});

test('a night is watched, stopped and continued', async (t) => {
  const page = await opened(t, '/night');
  await looked(page, 'recipe');
  await page.evaluate(() => document.querySelectorAll('#recipe details').forEach((d) => { d.open = true; }));
  // Every field says what it means.
  const unexplained = await page.$$eval('#recipe [id^="recipe-"]:is(input, select)', (all) => all.filter((one) => !document.getElementById(one.getAttribute('aria-describedby'))?.textContent.trim()).map((one) => one.id));
  assert.deepEqual(unexplained, []);
  // Little of everything; whatever can be played is viable, so that there are candidates.
  const numbers = {
    'safety-playouts': 5, 'trials-games': 4, 'viability-trials': 4, 'candidates-trials': 4, 'candidates-most_trials': 4, 'candidates-tuning': 0,
    'viability-limits-completion': 0, 'viability-limits-balance': 0, 'viability-limits-advantage': 1, 'viability-limits-timeouts': 1, 'viability-limits-shortest': 0,
  };
  for (const [id, value] of Object.entries(numbers)) await page.fill(`#recipe-${id}`, String(value));
  for (const id of ['candidates-slow', 'judgement-on', 'player-on']) await page.uncheck(`#recipe-${id}`);
  await page.click('#night-start');
  const children = () => page.evaluate(() => Number(document.querySelector('#night-tiles .tile:nth-child(2) b').textContent));
  await page.waitForFunction(() => Number(document.querySelector('#night-tiles .tile:nth-child(2) b')?.textContent) >= 3, null, { timeout: 60000 });
  await page.click('#night-stop');
  await page.waitForFunction(() => /Stopped; it can be continued/.test(document.querySelector('#night-state').textContent), null, { timeout: 60000 });
  const stopped = await children();
  await page.fill('#bound-children', String(stopped + CHILDREN));
  await page.click('#night-continue');
  await page.waitForFunction((n) => Number(document.querySelector('#night-tiles .tile:nth-child(2) b').textContent) >= n, stopped + CHILDREN, { timeout: 60000 });
  await page.waitForFunction(() => /The number of children is reached/.test(document.querySelector('#night-state').textContent), null, { timeout: 60000 });
  assert.equal(await children(), stopped + CHILDREN);
  await page.waitForSelector('#night-plots svg', { timeout: 30000 });
  await looked(page, 'night');
  await page.locator('.niche').first().click();
  await page.waitForSelector('#board svg', { timeout: 60000 });
  await page.waitForSelector('.criterion');
  assert.ok(await page.evaluate(async () => (await (await fetch(`/api${location.pathname.replace('game', 'games')}/trials`)).json()).every((trial) => trial.leads.length > 0 && trial.leads.length <= trial.moves.length + 1)));
  await looked(page, 'member');
  await page.click('#puzzles summary');
  await page.click('#puzzle-next');
  await page.waitForFunction(() => /^(Puzzle 1|No position)/.test(document.querySelector('#puzzle').textContent), null, { timeout: 60000 });
  t.diagnostic(await page.textContent('#puzzle'));
  await go(page, '/');
  await looked(page, 'gallery');
});

test('candidates are filtered, and placed among the known games', async (t) => {
  const page = await opened(t, '/');
  await page.waitForSelector('[data-shelf="candidate"][aria-pressed="true"]');
  const all = await page.locator('.card').count();
  assert.ok(all > 0, 'the night has found candidates');
  const boards = await page.$$eval('#by-board option', (options) => options.map((option) => option.value).filter(Boolean));
  await page.selectOption('#by-board', boards[0]);
  await page.waitForFunction(() => /board=/.test(window.location.search));
  await page.waitForFunction(async () => {
    const { total } = await (await fetch(`/api/games${window.location.search}`)).json();
    return document.querySelectorAll('.card').length === total;
  });
  await page.selectOption('#by-board', '');
  await page.click('[data-shelf="listed"]');
  await page.waitForSelector('[data-shelf="listed"][aria-pressed="true"]');
  const facts = await page.$$eval('.card p.faint', (lines) => lines.map((line) => line.textContent));
  facts.forEach((fact, i) => assert.match(fact, new RegExp(`^place ${i + 1} · score -?[\\d.]+ · (known game|bred)`)));
  assert.ok(facts.some((fact) => /known game/.test(fact)) && facts.some((fact) => /bred/.test(fact)), facts.join('; '));
});

test('what is known of a bred game is shown, and replayed on the board', async (t) => {
  const page = await opened(t, '/');
  const games = await page.evaluate(async () => (await (await fetch('/api/games?shelf=candidate')).json()).games);
  const replayed = new Set();
  for (const { id } of games) {
    await go(page, `/game/${id}`);
    // Where it stands among the known games.
    assert.ok(await page.locator('.criterion .strip .half').count() > 10);
    // Who led in its trials is drawn behind the game that is played.
    assert.ok(await page.locator('#curve .trial').count() > 0);
    assert.match(await page.getAttribute('#curve svg', 'aria-label'), /before who led in \d+ trials/);
    const links = await page.$$eval('.flaws > li > a', (all) => all.map((a) => [a.textContent, a.getAttribute('href')]));
    for (const [words, href] of links) {
      const kind = href.startsWith('/write') ? 'elsewhere' : 'here';
      if (replayed.has(kind)) continue;
      replayed.add(kind);
      const moves = Number(words.match(/Replay (\d+) move/)[1]);
      await page.locator('.flaws > li > a', { hasText: words }).first().click();
      await page.waitForFunction((n) => document.querySelectorAll('#moves .side .move').length === n, moves, { timeout: 60000 });
      if (kind === 'elsewhere') await page.goBack();
    }
    if (replayed.size === 2) break;
  }
  assert.ok(replayed.has('here') || replayed.has('elsewhere'), 'a flaw was replayed');
  t.diagnostic([...replayed].join());
  // The tree leads to the parents.
  await go(page, `/game/${games[0].id}`);
  const boxes = await page.$$eval('.ancestors a.box', (all) => all.map((a) => [a.getAttribute('href'), a.querySelector('title').textContent]));
  assert.equal(boxes.length, await page.locator('.ancestors .edge').count());
  const [href, words] = boxes.find(([, title]) => /known game/.test(title));
  await page.locator(`.ancestors a[href="${href}"]`).first().click();
  await page.waitForFunction((name) => document.querySelector('h1').textContent === name, words.split(':')[0]);
});

test('two games are compared ludeme by ludeme', async (t) => {
  const page = await opened(t, '/compare?a=1&b=2');
  await page.waitForSelector('#ludemes');
  const rows = await page.$$eval('.diff', (tables) => [...tables.at(-1).querySelectorAll('tbody tr')].map((row) => [...row.cells].map((c) => c.textContent.trim())));
  const told = await page.textContent('#ludemes');
  // The first two games differ in the size of the board and in how long a line is; nothing else.
  assert.ok(rows.some(([x, y]) => /square \d/.test(x) && /square \d/.test(y) && x !== y), JSON.stringify(rows));
  assert.ok(rows.some(([x, y]) => /\(win/.test(x) && x === y));
  assert.match(told, /^In common: \d+ ludemes; changed: \d+; only in .*: 0; only in .*: 0\.$/);
  assert.ok(await page.locator('.diff del').count() > 0 && await page.locator('.diff ins').count() > 0);
});

test('no view moves by itself while it loads', async (t) => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 900 }]) {
    for (const path of ['/', '/game/1', '/compare?a=1&b=2', '/night', '/ranking', '/write']) {
      let moved = null;
      const page = await opened(t, path, { viewport }, async (fresh) => { moved = await still(fresh); });
      await page.waitForTimeout(300);
      const { shifted, movers } = await moved();
      assert.ok(shifted < 0.02, `${path} at ${viewport.width}: ${shifted}, ${movers.join('; ')}`);
      await page.close();
    }
  }
});

test('pairs are judged, nothing is lost on the way, and the answers make a ranking', async (t) => {
  const page = await opened(t, '/survey');
  await looked(page, 'consent');
  assert.ok(await page.locator('#begin').isDisabled());
  await page.check('#agreed');
  await page.click('#begin');
  for (let pair = 0; pair < 3; pair += 1) {
    await page.waitForSelector('#board svg', { timeout: 60000 });
    await page.waitForFunction((n) => document.querySelector('header p').textContent.startsWith(`Pair ${n} `), pair + 1);
    assert.ok(await page.locator('[data-answer="left"]').isDisabled(), 'an answer takes some moves');
    const games = await page.locator('.tab').allTextContents();
    await plays(page, 3);
    if (pair === 0) {
      await page.waitForTimeout(600);
      const made = await page.locator('#moves .side .move').count();
      const code = await page.locator('header .faint').textContent();
      await looked(page, 'survey');
      await page.reload();
      await page.waitForFunction((n) => document.querySelectorAll('#moves .side .move').length === n, made);
      assert.deepEqual(await page.locator('.tab').allTextContents(), games);
      assert.equal(await page.locator('header .faint').textContent(), code);
    }
    await page.click('[data-side="right"]');
    await plays(page, 3);
    await page.fill('#reason', 'It <b>went on</b> for longer.');
    const answer = ['left', 'right', 'neither'][pair];
    await page.waitForFunction((a) => !document.querySelector(`[data-answer="${a}"]`).disabled, answer);
    await page.click(`[data-answer="${answer}"]`);
    await page.waitForFunction((n) => /Thank you/.test(document.querySelector('h1')?.textContent ?? '') || document.querySelector('header p').textContent.startsWith(`Pair ${n} `), pair + 2);
  }
  await go(page, '/ranking');
  assert.match(await page.locator('#app').textContent(), /3 answers of 1 subject/);
  await looked(page, 'ranking');
  writeFileSync(process.env.LUDOGEN_ANSWERS, await page.evaluate(async () => (await fetch('/api/survey/comparisons.csv')).text()));
});

test('rules are written: an error is shown, mended, and the game played and sent', async (t) => {
  const page = await opened(t, '/write');
  await page.waitForSelector('#board svg');
  await page.fill('#rules-text', '(game Mine (board (sqare 3 3 i-nbors)) (win (in-a-row 3)))');
  await page.waitForSelector('.problem.error');
  assert.match(await page.locator('.problem').textContent(), /1:\d+ unknown word `sqare`/);
  assert.equal(await page.locator('.shade mark').textContent(), 'sqare');
  assert.ok(await page.locator('#judge').isDisabled());
  await looked(page, 'write');
  // A name that looks like markup is shown as text.
  const before = await page.inputValue('#rules-text');
  await page.fill('#rules-text', '(game <img/src=x/onerror=hurt=1> (board (tiling square) (size 3 3)) (end (All win (in-a-row 3))))');
  await page.waitForFunction(() => document.querySelector('h1:not(.hidden)')?.textContent === '<img/src=x/onerror=hurt=1>');
  assert.equal(await page.locator('img').count(), 0);
  await page.fill('#rules-text', before);
  await page.waitForSelector('.fix');
  await page.click('.fix');
  await page.waitForFunction(() => document.querySelector('h1:not(.hidden)')?.textContent === 'Mine');
  assert.match(await page.inputValue('#rules-text'), /\(square 3 3 i-nbors\)/);
  // The reader says what may stand at a place.
  await page.fill('#rules-text', '(game Mine (board (tiling square i-nbors) (size 3 3)) (end (All win (in-a');
  await page.waitForSelector('.problem.error');
  await page.keyboard.press('Control+Space');
  await page.waitForSelector('#completions [aria-selected="true"]');
  assert.match(await page.locator('#completions').textContent(), /in-a-row/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('3))))');
  await page.waitForFunction(() => /can be played/.test(document.querySelector('#problems').textContent));
  await plays(page, 1);
  await page.click('#judge');
  await page.waitForSelector('#result .flaws li', { timeout: 90000 });
  assert.match(await page.textContent('#result'), /Judged: flawed.*Is it trivially solved\?.*value: sound/s);
  assert.ok(await page.locator('#result .criterion').count() > 30);
  await page.click('#result .replay');
  await page.waitForFunction(() => document.querySelectorAll('#moves .side .move').length > 4);
  await page.click('#new');
  await plays(page, 1);
  await page.click('#breed');
  await page.waitForSelector('.child', { timeout: 60000 });
  const made = await page.locator('#moves .side .move').allTextContents();
  await page.waitForFunction(() => document.querySelector('#share').hash.length > 10);
  await page.waitForTimeout(1600);
  const link = await page.locator('#share').evaluate((a) => a.href);
  const other = await (await page.context().browser().newContext()).newPage();
  await other.goto(link);
  await other.waitForSelector('#app[data-ready]');
  await other.waitForFunction((n) => document.querySelectorAll('#moves .side .move').length === n, made.length);
  assert.deepEqual(await other.locator('#moves .side .move').allTextContents(), made);
  await other.context().close();
});
