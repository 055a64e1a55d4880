// How soon a page shows its board, how soon a move is answered and how smoothly a piece is dragged; the figures are printed. Slow machines are played by
// slowing the page's thread down (CDP's CPU throttling; workers are not slowed by it, so the answers to moves are measured without). LUDOGEN_PAGE and
// LUDOGEN_WIDE name shared pages, LUDOGEN_STUDIO the address of a server; what is not named is not measured. What is promised holds on a quiet machine;
// a test may run on a busy one, so it fails only where the promise is missed by far.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { PERSON, people, shared, turnTo, watched } from './browser.js';

const { LUDOGEN_PAGE, LUDOGEN_WIDE, LUDOGEN_STUDIO } = process.env;
const SLOWER = 4;
// In milliseconds, and how many times as long a busy machine may take.
const PROMISED = { board: 700, Yavalath: 100, Chess: 300, frame: 1000 / 60 };
const SLACK = 4;

const middle = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

// Milliseconds from a cold load until `at` has been noted.
const cold = async (t, address, at) => {
  const times = [];
  for (let i = 0; i < 3; i += 1) {
    const page = await watched(t, (url) => /^(file|blob|data|http:\/\/127)/.test(url));
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction((name) => document.getElementById('app')?.dataset[name], at, { timeout: 60000 });
    times.push(Number(await page.evaluate((name) => document.getElementById('app').dataset[name], at)));
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  return middle(times);
};

const held = (t, what, time, promised) => {
  console.log(`speed: ${what}: ${time.toFixed(0)} ms (promised: ${promised.toFixed(0)})`);
  assert.ok(time < promised * SLACK, `${what} takes ${time} ms`);
};

test('the first board of a shared page', { skip: !LUDOGEN_PAGE }, async (t) => {
  held(t, `first board of a shared page, ${SLOWER} times slower`, await cold(t, pathToFileURL(LUDOGEN_PAGE).href, 'board'), PROMISED.board);
});

test('the first board of a served page', { skip: !LUDOGEN_STUDIO }, async (t) => {
  held(t, `first board of a served page, ${SLOWER} times slower`, await cold(t, `${LUDOGEN_STUDIO}/game/1`, 'board'), PROMISED.board);
});

for (const game of ['Yavalath', 'Chess']) {
  test(`a move is answered on ${game}`, { skip: !LUDOGEN_PAGE }, async (t) => {
    const page = await shared(t, pathToFileURL(LUDOGEN_PAGE).href);
    await turnTo(page, game);
    // The strength that the page begins with, against a person who plays any move.
    const times = [];
    for (let n = 0; n < 8; n += 1) {
      times.push(await page.evaluate(async () => {
        const made = () => document.querySelectorAll('#moves .side .move').length;
        const before = made();
        const typed = document.getElementById('typed');
        const targets = document.querySelectorAll('.cell.target');
        const click = (at) => at.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        const over = () => document.querySelector('#status.over');
        const until = async (holds) => { while (!holds() && !over()) await new Promise((done) => { requestAnimationFrame(done); }); };
        if (targets.length) {
          const begun = performance.now();
          click(targets[Math.floor(targets.length / 2)]);
          await until(() => made() === before + 2);
          return performance.now() - begun;
        }
        const origins = document.querySelectorAll('.cell.origin');
        click(origins[Math.floor(origins.length / 2)]);
        await until(() => document.querySelector('.cell.target'));
        const begun = performance.now();
        click(document.querySelector('.cell.target'));
        await until(() => made() === before + 2 || document.querySelector('#choice button'));
        document.querySelector('#choice button')?.click();
        await until(() => made() === before + 2);
        return performance.now() - begun;
      }));
      if (await page.locator('#status.over').count()) break;
    }
    const strength = await page.$eval('#seat-1', (seat) => seat.selectedOptions[0].textContent);
    held(t, `answer on ${game} at ${strength}, the middle of ${times.length}`, middle(times), PROMISED[game]);
  });
}

test('a piece is dragged on 19 by 19', { skip: !LUDOGEN_WIDE }, async (t) => {
  const page = await shared(t, pathToFileURL(LUDOGEN_WIDE).href, { viewport: { width: 1400, height: 900 } });
  await people(page);
  assert.equal(await page.$eval('#seat-0', (seat) => seat.value), PERSON);
  assert.equal(await page.locator('.cell').count(), 361);
  const box = await page.locator('.cell.origin .ground').nth(8).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y - 10);
  const frames = page.evaluate(() => new Promise((done) => {
    const times = [];
    let before = performance.now();
    const tick = (now) => {
      times.push(now - before);
      before = now;
      if (times.length < 120) requestAnimationFrame(tick);
      else done(times.slice(5));
    };
    requestAnimationFrame(tick);
  }));
  let moving = true;
  frames.then(() => { moving = false; });
  for (let n = 0; moving && n < 2000; n += 1) await page.mouse.move(x + 200 * Math.sin(n / 20), y - 150 + 120 * Math.cos(n / 20));
  const times = (await frames).sort((a, b) => a - b);
  await page.mouse.up();
  const at = (part) => times[Math.floor(times.length * part)];
  console.log(`speed: frames while dragging on 19 by 19: middle ${at(0.5).toFixed(1)} ms, 95 of 100 under ${at(0.95).toFixed(1)} ms`);
  held(t, 'frame while dragging on 19 by 19, the middle', at(0.5), PROMISED.frame);
});
