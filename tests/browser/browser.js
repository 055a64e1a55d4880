// The browser that the tests share, and pages in it that are watched.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';

export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
});
after(() => browser.close());

// A page; what goes wrong in it fails the test at its end, requests for addresses that are not allowed included. `last` looks at the page before that.
export const watched = async (t, allowed, options = {}, last = async () => {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(error.stack));
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
  page.on('request', (request) => !allowed(request.url()) && wrong.push(request.url()));
  t.after(async () => {
    const check = await last(page);
    await context.close();
    assert.deepEqual(wrong, []);
    check?.();
  });
  return page;
};

// The first position of a page is shown, and a person plays both sides.
export const PERSON = '0';
export const people = async (page) => {
  await page.selectOption('#seat-0', PERSON);
  await page.selectOption('#seat-1', PERSON);
};

export const cell = (label) => `[data-cell="${label}"]`;

// Shows a game of a page of several.
export const turnTo = async (page, game) => {
  await page.selectOption('#games-list', { label: game });
  await page.waitForFunction((name) => document.querySelector('h1').textContent === name, game.replaceAll('-', ' '));
  await page.waitForFunction((name) => document.querySelector('#board svg').getAttribute('aria-label') === `Board of ${name}`, game);
};

// A shared page, opened from disk without a network.
export const shared = async (t, address, options = {}, before = async () => {}) => {
  const page = await watched(t, (url) => /^(file|blob|data):/.test(url), { offline: true, ...options });
  await before(page);
  await page.goto(address);
  await page.waitForSelector('#app[data-ready]');
  return page;
};

// Numbers that are the same in each run.
export const chance = (seed) => {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

export const state = (page) => page.evaluate(() => {
  const labels = (selector) => [...document.querySelectorAll(selector)].map((cell) => cell.dataset.cell);
  return {
    over: document.querySelector('#status').classList.contains('over'),
    made: document.querySelectorAll('#moves .side .move').length,
    selected: labels('.cell.selected')[0],
    targets: labels('.cell.target'),
    origins: labels('.cell.origin'),
    choices: [...document.querySelectorAll('#choice [data-move]')].map((b) => b.dataset.move).filter((m) => m !== 'null'),
    wordless: [...document.querySelectorAll('#hands button.main')].map((b) => b.dataset.move),
  };
});

// Acts on what the page offers until the game ends or so many moves are made; returns the number of moves.
export const playOn = async (page, press, { most = 400, seed = 1, look = null } = {}) => {
  const pick = chance(seed);
  let now = await state(page);
  for (let acts = 0; !now.over && now.made < most; acts += 1) {
    assert.ok(acts < 3 * most + 10, 'acts lead to moves');
    const one = (list) => list[pick(list.length)];
    if (now.choices.length) await press(`#choice [data-move="${one(now.choices)}"]`);
    else if (now.targets.length) await press(cell(one(now.targets)));
    else if (now.origins.length) await press(cell(one(now.origins)));
    else if (now.wordless.length) await press(`#hands [data-move="${now.wordless[0]}"]`);
    else assert.fail(`nothing can be done: ${JSON.stringify(now)}`);
    const before = JSON.stringify(now);
    for (let tries = 0; tries < 200; tries += 1) {
      now = await state(page);
      if (JSON.stringify(now) !== before) break;
      await page.waitForTimeout(10);
    }
    assert.notEqual(JSON.stringify(now), before, 'an act changes what is shown');
    if (look) look(now);
  }
  return now;
};

// Watches what moves on a page that nobody has moved: sums the layout shifts that no act of a person came before.
export const still = async (page) => {
  await page.addInitScript(() => {
    globalThis.shifted = 0;
    globalThis.movers = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        globalThis.shifted += entry.value;
        globalThis.movers.push(...entry.sources.map(({ node, previousRect: a, currentRect: b }) => `${node?.id || node?.nodeName}: ${a.y} to ${b.y}`));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => ({ shifted: globalThis.shifted, movers: globalThis.movers }));
};

// What can be clicked and is smaller than 24 pixels, everything that is folded unfolded.
export const small = (page) => page.evaluate(() => {
  const folded = [...document.querySelectorAll('details:not([open])')];
  folded.forEach((details) => { details.open = true; });
  const all = [...document.querySelectorAll('a, button, input, select, summary, textarea, [role="button"]')];
  const seen = all.filter((one) => !one.closest('.hidden, .skip') && getComputedStyle(one).visibility === 'visible');
  const found = seen.map((one) => [one, one.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && height > 0 && Math.min(width, height) < 23.9)
    .map(([one, { width, height }]) => `${one.outerHTML.slice(0, 120)}: ${width.toFixed(0)} by ${height.toFixed(0)}`);
  folded.forEach((details) => { details.open = false; });
  return found;
});
