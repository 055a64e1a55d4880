// What people expect of a page whoever they are: keyboard and touch on every tiling, words for who does not see the board, targets that fingers hit,
// nothing that moves by itself. LUDOGEN_PAGE names the page of play.test.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { cell, chance, people, playOn, shared, small, still, turnTo } from './browser.js';

const PAGE = pathToFileURL(process.env.LUDOGEN_PAGE).href;
const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
// Squares, hexagons, triangles, squares between octagons, levels; rings of points and lines.
const TILINGS = ['Breakthrough', 'Yavalath', 'Tri-Four', 'Octa-Four', 'Tic-Tac-Toe-3D', 'Nine-Mens-Morris'];

const opened = async (t, game, options = {}) => {
  const page = await shared(t, PAGE, options);
  await turnTo(page, game);
  return page;
};

for (const game of TILINGS) {
  test(`${game} is played with the keyboard alone`, async (t) => {
    const page = await opened(t, game);
    await people(page);
    await page.focus('.cell[tabindex="0"]');
    const pick = chance(5);
    // Arrows lead to the cell; where they lead past it, a few others do.
    const lead = (label) => page.evaluate((wanted) => {
      const to = document.querySelector(`[data-cell="${wanted}"] .ground`).getBoundingClientRect();
      const at = document.activeElement.querySelector('.ground').getBoundingClientRect();
      const [dx, dy] = [to.x + to.width / 2 - at.x - at.width / 2, to.y + to.height / 2 - at.y - at.height / 2];
      if (document.activeElement.dataset.cell === wanted) return null;
      return Math.abs(dy) < to.height / 2 ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : (dy > 0 ? 'ArrowDown' : 'ArrowUp');
    }, label);
    const press = async (selector) => {
      const label = selector.match(/data-cell="([^"]+)"/)?.[1];
      if (!label) {
        await page.focus(selector);
        await page.keyboard.press('Enter');
        return;
      }
      if (!await page.evaluate(() => document.activeElement.matches('.cell'))) await page.focus('.cell[tabindex="0"]');
      for (let steps = 0; ; steps += 1) {
        assert.ok(steps < 400, `arrows lead to ${label}`);
        const key = await lead(label);
        if (!key) break;
        await page.keyboard.press(steps % 24 < 16 ? key : ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'][pick(4)]);
      }
      await page.keyboard.press('Enter');
    };
    const end = await playOn(page, press, { most: 16 });
    assert.ok(end.over || end.made >= 16);
  });

  test(`${game} is played by touch on a phone`, async (t) => {
    const page = await opened(t, game, PHONE);
    await people(page);
    const end = await playOn(page, (selector) => page.tap(selector), { seed: 2, most: 60 });
    assert.ok(end.over || end.made >= 60);
  });
}

test('every cell is reached by arrows on every tiling', async (t) => {
  const page = await opened(t, 'Yavalath');
  for (const game of TILINGS) {
    await page.selectOption('#games-list', { label: game });
    await page.waitForFunction((name) => document.querySelector('#board svg').getAttribute('aria-label') === `Board of ${name}`, game);
    const count = await page.evaluate(() => {
      // The hubs of rings, in the middle of each other, hold no piece ever.
      const cells = [...document.querySelectorAll('.cell')].filter((one) => !/, Hub$/.test(one.getAttribute('aria-label')));
      const key = (name) => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
      const seen = new Set([cells[0]]);
      for (const at of seen) {
        for (const name of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
          at.focus();
          key(name);
          if (cells.includes(document.activeElement)) seen.add(document.activeElement);
        }
      }
      return [seen.size, cells.length];
    });
    assert.equal(count[0], count[1], game);
  }
});

test('one cell at a time takes the focus, and it stays when the board is drawn anew', async (t) => {
  const page = await opened(t, 'Yavalath');
  await people(page);
  const stops = () => page.$$eval('#board [tabindex="0"]', (all) => all.map((one) => one.dataset.cell));
  assert.equal((await stops()).length, 1);
  await page.focus('.cell[tabindex="0"]');
  for (const key of ['ArrowRight', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  const at = await page.evaluate(() => document.activeElement.dataset.cell);
  assert.deepEqual(await stops(), [at]);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 1);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), at);
  assert.deepEqual(await stops(), [at]);
  // From the board on, Tab leads out of it.
  await page.keyboard.press('Tab');
  assert.ok(!await page.evaluate(() => document.activeElement.matches('.cell')));
});

test('what is on the board and what the opponent does is said in words', async (t) => {
  const page = await opened(t, 'Breakthrough');
  const told = (label) => page.getAttribute(cell(label), 'aria-label');
  assert.equal(await told('b2'), 'b2, White Pawn, can move');
  assert.equal(await told('d4'), 'd4, empty');
  await page.click(cell('b2'));
  assert.equal(await told('b2'), 'b2, White Pawn, selected');
  assert.equal(await told('b3'), 'b3, empty, can be played');
  const live = await page.$eval('#status', (status) => [status.getAttribute('role'), status.getAttribute('aria-live') ?? 'polite']);
  assert.deepEqual(live, ['status', 'polite']);
  await page.click(cell('b3'));
  await page.waitForFunction(() => /^Black: [a-h]\d[-x][a-h]\d\. White to move/.test(document.querySelector('#status').textContent));
  // The list of moves is text, turn by turn.
  const list = await page.$eval('#moves', (moves) => moves.innerText.replace(/\s+/g, ' '));
  assert.match(list, /1\. b2-b3 [a-h]\d[-x][a-h]\d/);
  assert.equal(await page.$eval('#moves [aria-current]', (at) => at.closest('[role="group"]').getAttribute('aria-label')), 'Black');
  await turnTo(page, 'Gobblet-Gobblers');
  await people(page);
  await page.click('#hands [data-kind="2"]');
  await page.click(cell('a1'));
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 1);
  assert.match(await page.$$eval('#hands .held', (all) => all.map((one) => one.getAttribute('aria-label')).join('; ')), /\d in hand/);
});

test('arrows walk the list of moves', async (t) => {
  const page = await opened(t, 'Yavalath');
  await people(page);
  for (const m of ['e5', 'a1', 'f5']) {
    await page.fill('#typed', m);
    await page.press('#typed', 'Enter');
    await page.waitForFunction((wanted) => document.querySelector('#moves [aria-current]')?.textContent === wanted, m);
  }
  await page.focus('#moves [aria-current]');
  for (const [key, m] of [['ArrowLeft', 'a1'], ['ArrowLeft', 'e5'], ['ArrowRight', 'a1']]) {
    await page.keyboard.press(key);
    await page.waitForFunction((wanted) => document.querySelector('#moves [aria-current]')?.textContent === wanted && document.activeElement.textContent === wanted, m);
  }
  assert.equal((await page.$$('#board .piece')).length, 2);
});

test('where a piece could go is marked when it is pointed at or has the focus', async (t) => {
  const page = await opened(t, 'Breakthrough');
  await people(page);
  const hinted = () => page.$$eval('.cell.hint', (cells) => cells.map((c) => c.dataset.cell).sort());
  await page.hover(cell('b2'));
  assert.deepEqual(await hinted(), ['a3', 'b3', 'c3']);
  await page.hover(cell('d5'));
  assert.deepEqual(await hinted(), []);
  await page.mouse.move(0, 0);
  await page.focus(cell('h2'));
  assert.deepEqual(await hinted(), ['g3', 'h3']);
  await page.focus('#typed');
  assert.deepEqual(await hinted(), []);
});

test('no target is smaller than 24 pixels', async (t) => {
  for (const options of [PHONE, { viewport: { width: 1400, height: 900 } }]) {
    const page = await opened(t, 'Yavalath', options);
    await page.check('#analyse');
    await page.waitForSelector('#values li');
    for (const game of ['Yavalath', 'Go', 'Gobblet-Gobblers']) {
      await turnTo(page, game);
      assert.deepEqual(await small(page), [], `${game} at ${options.viewport.width}`);
    }
  }
});

test('nothing moves by itself, neither while the page loads nor while a machine answers', async (t) => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 900 }]) {
    let moved = null;
    const page = await shared(t, PAGE, { viewport }, async (fresh) => { moved = await still(fresh); });
    for (let n = 0; n < 4; n += 1) {
      const before = await page.locator('#moves .side .move').count();
      await page.locator('.cell.target').nth(n * 3).click();
      await page.waitForFunction((made) => document.querySelectorAll('#moves .side .move').length === made + 2, before);
      // Half a second after an act a shift counts as the page's own.
      await page.waitForTimeout(600);
    }
    const { shifted, movers } = await moved();
    assert.ok(shifted < 0.01, `${shifted} at ${viewport.width}: ${movers.join('; ')}`);
  }
});
