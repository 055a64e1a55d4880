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
export const shared = async (t, address, options = {}) => {
  const page = await watched(t, (url) => /^(file|blob|data):/.test(url), { offline: true, ...options });
  await page.goto(address);
  await page.waitForSelector('#app[data-ready]');
  return page;
};
