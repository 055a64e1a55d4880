// The studio in headless chromium, as a person uses it: games played, a night watched, stopped and continued, pairs judged, rules written.
// LUDOGEN_STUDIO is the address of a server on three small games; the answers of the survey go to LUDOGEN_ANSWERS; pictures to LUDOGEN_PICTURES if
// it is set.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { AXE, watched } from './browser.js';

const STUDIO = process.env.LUDOGEN_STUDIO;
const PICTURES = process.env.LUDOGEN_PICTURES;
const CHILDREN = 12;

// A page at an address of the studio.
const opened = async (t, path, options = {}) => {
  const allowed = (url) => url.startsWith(STUDIO) || /^(blob|data):/.test(url);
  const page = await watched(t, allowed, options, async (last) => {
    const hurt = await last.evaluate(() => globalThis.hurt ?? null);
    return () => assert.equal(hurt, null, 'nothing that a rule file says is run');
  });
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
  const numbers = {
    'safety-playouts': 5, 'trials-games': 4, 'viability-trials': 4, 'candidates-trials': 4, 'candidates-most_trials': 4, 'candidates-tuning': 0, 'candidates-flaw_positions': 0,
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
  await page.fill('#rules-text', '(game Mine (board (tiling sqare i-nbors) (size 3 3)) (end (All win (in-a-row 3))))');
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
  assert.match(await page.inputValue('#rules-text'), /\(tiling square i-nbors\)/);
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
  const made = await page.locator('#moves .side .move').allTextContents();
  await page.click('#breed');
  await page.waitForSelector('.child', { timeout: 60000 });
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
