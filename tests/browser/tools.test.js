// What shared pages offer beside the game: positions set up by hand, puzzles, perfect play, the rules sentence by sentence. LUDOGEN_PAGE is the page of
// play.test.js, LUDOGEN_SOLVED one of Three in a row on 3 by 3 with its solution.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { AXE, cell, people, shared, turnTo } from './browser.js';

const PAGE = pathToFileURL(process.env.LUDOGEN_PAGE).href;
const SOLVED = pathToFileURL(process.env.LUDOGEN_SOLVED).href;

const opened = async (t, game, options = {}) => {
  const page = await shared(t, PAGE, options);
  await turnTo(page, game);
  return page;
};

const pieces = (page) => page.locator('#board .piece').count();
const said = (page, words) => page.waitForFunction((w) => document.querySelector('#why').textContent.includes(w), words);

test('a position is set up by hand, refused where it is none, played from, and sent', async (t) => {
  const page = await opened(t, 'Breakthrough', { bypassCSP: true });
  await people(page);
  await page.click('#set-up');
  await page.click('#setup-clear');
  assert.equal(await pieces(page), 0);
  const [white, black] = await page.locator('[data-tool]').evaluateAll((tools) => tools.map((tool) => tool.dataset.tool));
  await page.click(`[data-tool="${white}"]`);
  await page.click(cell('b6'));
  await page.click(cell('a8'));
  await page.click(`[data-tool="${black}"]`);
  await page.click(cell('g3'));
  assert.equal(await pieces(page), 3);
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes[0].html}`), []);
  // Who is at the last row has won: that is nothing to play.
  await page.selectOption('#setup-mover', { label: 'Black' });
  await page.click('#setup-play');
  await said(page, 'the game would be over here: White has won');
  await page.click('#setup-remove');
  await page.click(cell('a8'));
  await page.click('#setup-play');
  await page.waitForFunction(() => /Black to move/.test(document.querySelector('#status').textContent));
  assert.deepEqual(await page.$$eval('.cell.origin', (cells) => cells.map((c) => c.dataset.cell)), ['g3']);
  await page.fill('#typed', 'g3-g2');
  await page.press('#typed', 'Enter');
  await page.waitForFunction(() => document.querySelectorAll('#moves .side .move').length === 1);
  await page.check('#analyse');
  await page.waitForSelector('#values li');
  // The link holds the position, too.
  const other = await shared(t, PAGE + await page.getAttribute('#link', 'href'));
  await other.waitForFunction(() => document.querySelectorAll('#moves .side .move').length === 1);
  assert.deepEqual(await other.$$eval('.cell', (cells) => cells.filter((c) => c.querySelector('.piece')).map((c) => c.dataset.cell).sort()), ['b6', 'g2']);
  // Cancelled, everything is as it was; a new game is one from the start.
  await page.click('#set-up');
  await page.click('#setup-clear');
  await page.click('#setup-cancel');
  assert.equal(await pieces(page), 2);
  await page.click('#new');
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 32);
});

test('a position is set up with the keyboard alone', async (t) => {
  const page = await opened(t, 'Gardner-Minichess');
  await people(page);
  await page.focus('#set-up');
  await page.keyboard.press('Enter');
  await page.focus('#setup-clear');
  await page.keyboard.press('Enter');
  for (const [tool, at] of [['first', 'a1'], ['second', 'e5']]) {
    const king = page.locator(`[data-tool$="-${tool}"][aria-label$=" King"]`);
    await king.focus();
    await page.keyboard.press('Enter');
    await page.locator(cell(at)).focus();
    await page.keyboard.press('Enter');
  }
  assert.equal(await pieces(page), 2);
  await page.focus('#setup-play');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('#setup').children.length === 0);
  assert.deepEqual(await page.$$eval('.cell.target, .cell.origin', (cells) => cells.map((c) => c.dataset.cell)), ['a1']);
});

test('a puzzle is found; a wrong move is refused, the right one played', async (t) => {
  const page = await opened(t, 'Yavalath');
  await page.click('#puzzles summary');
  await page.click('#puzzle-next');
  await page.waitForFunction(() => /^Puzzle 1/.test(document.querySelector('#puzzle').textContent), null, { timeout: 60000 });
  t.diagnostic(await page.textContent('#puzzle'));
  const before = await page.locator('#moves .side .move').count();
  // Of all moves one is right.
  const targets = await page.$$eval('.cell.target', (cells) => cells.map((c) => c.dataset.cell));
  assert.ok(targets.length > 1);
  let wrong = 0;
  for (const label of targets.slice(0, 3)) {
    await page.click(cell(label));
    await page.waitForFunction((l) => document.querySelector('#why').textContent.startsWith(`${l} `) || / is right/.test(document.querySelector('#puzzle').textContent), label);
    if (/ is right/.test(await page.textContent('#puzzle'))) break;
    assert.match(await page.textContent('#why'), new RegExp(`^${label} is not the move`));
    wrong += 1;
  }
  if (wrong === 3) await page.click('#puzzle-answer');
  await page.waitForFunction(() => / is right/.test(document.querySelector('#puzzle').textContent));
  await page.waitForFunction((n) => document.querySelectorAll('#moves .side .move').length > n, before);
  // The next is another position.
  await page.click('#puzzle-next');
  await page.waitForFunction(() => /^Puzzle 2/.test(document.querySelector('#puzzle').textContent), null, { timeout: 60000 });
});

test('with its solution a game is played perfectly and moves are valued exactly', async (t) => {
  const page = await shared(t, SOLVED);
  await people(page);
  for (const m of ['a1', 'b1']) {
    await page.fill('#typed', m);
    await page.press('#typed', 'Enter');
    await page.waitForFunction((wanted) => document.querySelector('#moves [aria-current]')?.textContent === wanted, m);
  }
  await page.check('#analyse');
  await page.waitForSelector('#values li');
  assert.match(await page.textContent('#values'), /White wins with best play.*the game is solved/);
  const shown = await page.$$eval('.value', (values) => values.map((v) => v.textContent));
  assert.equal(shown.length, 7);
  assert.ok(shown.every((v) => /^(win|draw|loss)( \d+)?$/.test(v)), shown.join());
  await page.uncheck('#analyse');
  await page.selectOption('#seat-0', { label: 'Perfect play' });
  await page.waitForFunction(() => document.querySelectorAll('#moves .side .move').length === 3);
  assert.match(await page.textContent('#expects'), /White knows that it wins/);
  // Whoever has no solution offers none.
  const other = await opened(t, 'Yavalath');
  assert.ok(await other.locator('#seat-0 option', { hasText: 'Perfect play' }).evaluate((option) => option.disabled && option.hidden));
});

test('a sentence of the rules lights its moves on the board', async (t) => {
  const page = await opened(t, 'Gardner-Minichess');
  await people(page);
  const lit = () => page.$$eval('.cell.lit', (cells) => cells.map((c) => c.dataset.cell).sort());
  await page.locator('.told', { hasText: 'Move a knight' }).hover();
  assert.deepEqual(await lit(), ['a3', 'b1', 'c3']);
  await page.locator('.told', { hasText: /^Move a pawn forwards to an adjacent empty cell/ }).focus();
  assert.deepEqual(await lit(), ['a2', 'a3', 'b2', 'b3', 'c2', 'c3', 'd2', 'd3', 'e2', 'e3']);
  await page.mouse.move(0, 0);
  await page.focus('#undo, #new');
  assert.deepEqual(await lit(), []);
  await turnTo(page, 'Yavalath');
  await page.locator('.told').first().hover();
  assert.equal((await lit()).length, 61);
});

test('pieces that people know are figures, and no two look alike', async (t) => {
  const page = await opened(t, 'Chess');
  const drawn = await page.$$eval('.piece', (all) => all.map((piece) => piece.firstChild.tagName + (piece.firstChild.getAttribute('d') ?? '')));
  assert.equal(new Set(drawn).size, 6);
  assert.ok(drawn.every((d) => d.startsWith('path')));
});
