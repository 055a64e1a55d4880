// Plays shared pages in headless chromium as a person does. LUDOGEN_PAGE names the page of the games below, opened
// from disk; LUDOGEN_HOSTILE one whose texts look like markup; pictures go to LUDOGEN_PICTURES if it is set.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { AXE, cell, people, playOn, shared, state, turnTo } from './browser.js';

const PAGE = pathToFileURL(process.env.LUDOGEN_PAGE).href;
const HOSTILE = pathToFileURL(process.env.LUDOGEN_HOSTILE).href;
const PICTURES = process.env.LUDOGEN_PICTURES;

// A page with a game shown, without a network.
const opened = async (t, game, options = {}, address = PAGE) => {
  const page = await shared(t, address, options);
  if (game) await turnTo(page, game);
  return page;
};

const picture = async (page, name) => {
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png` });
};

// Square with captures in one move, hexagons, triangles, hands, turns of several moves, stacks, rings, an empty board of lines, octagons.
const WHOLE = ['Breakthrough', 'Yavalath', 'Tri-Four', 'Yote', 'English-Draughts', 'Gobblet-Gobblers', 'Nine-Mens-Morris', 'Gomoku', 'Octa-Four', 'Tic-Tac-Toe-3D', 'Gardner-Minichess'];
for (const game of WHOLE) {
  test(`${game} is played to its end with the mouse`, async (t) => {
    const page = await opened(t, game);
    await people(page);
    const end = await playOn(page, (selector) => page.click(selector));
    await picture(page, game);
    assert.ok(end.over || end.made === 400, 'the game ends, or goes on as long as we play');
    if (!['Yote', 'Nine-Mens-Morris'].includes(game)) assert.ok(end.over, 'the game ends');
  });
}

test('a turn of several moves stays with its player, and is one entry of the list', async (t) => {
  const page = await opened(t, 'English-Draughts');
  await people(page);
  await playOn(page, (selector) => page.click(selector), { seed: 3 });
  const turns = await page.$$eval('#moves .side', (sides) => sides.map((side) => side.querySelectorAll('.move').length));
  assert.ok(turns.some((moves) => moves > 1), 'a capture is followed by another move of the same turn');
});

test('nothing is wider than a phone', async (t) => {
  const page = await opened(t, 'Yavalath', { viewport: { width: 390, height: 800 } });
  for (const game of [...WHOLE, 'Go', 'Chess']) {
    await page.selectOption('#games-list', { label: game });
    await page.waitForFunction((name) => document.querySelector('#board svg').getAttribute('aria-label') === `Board of ${name}`, game);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, game);
  }
});

test('the opponent answers; undo takes both moves back, redo makes them again', async (t) => {
  const page = await opened(t, 'Yavalath');
  await page.selectOption('#seat-1', { label: 'Alpha-beta, 50,000 nodes' });
  await page.click(cell('e5'));
  await page.waitForFunction(() => document.querySelectorAll('#moves .side .move').length === 2);
  await page.waitForFunction(() => /White to move/.test(document.querySelector('#status').textContent));
  assert.match(await page.textContent('#expects'), /^Black (expects to win with \d+ %|sees a sure \w+)\.$/);
  await page.click('#undo');
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 0);
  await page.keyboard.press('r');
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 1);
  // Another first move: the one taken back stays in the list.
  await page.keyboard.press('u');
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 0);
  await page.fill('#typed', 'a1');
  await page.press('#typed', 'Enter');
  await page.waitForFunction(() => document.querySelectorAll('#moves .side .move').length === 2);
  assert.equal(await page.textContent('#moves .others .move'), 'e5');
  await page.click('#moves .others .move');
  await page.waitForFunction(() => document.querySelector('#moves [aria-current]').textContent === 'e5');
});

test('sides are swapped, and each person goes on with the other', async (t) => {
  const page = await opened(t, 'Yavalath-Swap');
  await page.selectOption('#seat-1', { label: '50 nodes' });
  await page.selectOption('#seat-0', { label: 'Person' });
  await page.selectOption('#seat-1', { label: 'Person' });
  await page.click(cell('e5'));
  await page.waitForSelector('#hands [data-move="swap"]');
  assert.equal(await page.textContent('#hands [data-move="swap"]'), 'Swap sides');
  await page.click('#hands [data-move="swap"]');
  await page.waitForFunction(() => document.querySelector('#moves [aria-current]')?.textContent === 'swap');
  // The person who swapped has White now; Black is to move, which the other person has.
  assert.match(await page.textContent('#status'), /Black to move/);
  await page.click(cell('a1'));
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 2);
});

test('a player passes, and two passes end Go', async (t) => {
  const page = await opened(t, 'Go');
  await people(page);
  await page.click(cell('c3'));
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 1);
  for (let passed = 0; passed < 2; passed += 1) {
    await page.click('#hands button.main');
    await page.waitForFunction((n) => document.querySelectorAll('#moves .side .move').length === n, passed + 2);
  }
  await page.waitForSelector('#status.over');
  assert.match(await page.textContent('#status'), /won|draw/i);
});

test('every opponent moves, and two of them play a game without anybody', async (t) => {
  const page = await opened(t, 'Tic-Tac-Toe-3D');
  const names = await page.$$eval('#seat-1 option', (all) => all.filter((one) => !one.disabled).map((one) => one.textContent));
  // Nobody waits for the strongest here: it is stopped in another test.
  assert.deepEqual(names, ['Person', 'Random moves', '50 nodes', '500 nodes', '5,000 nodes', '50,000 nodes', '500,000 nodes', 'Alpha-beta, 50,000 nodes', 'UCT, 5,000 playouts']);
  for (const label of names.slice(1).filter((name) => !/500,000/.test(name))) {
    await page.click('#new');
    await page.waitForFunction(() => document.querySelectorAll('#moves .side .move').length === 0);
    await page.selectOption('#seat-1', { label });
    await page.locator('.cell.target').nth(4).click();
    await page.waitForFunction(() => document.querySelectorAll('#moves .side .move').length === 2, null, { timeout: 60000 });
  }
  await turnTo(page, 'Yavalath');
  await page.selectOption('#seat-1', { label: 'Random moves' });
  await page.selectOption('#seat-0', { label: 'Random moves' });
  await page.waitForSelector('#status.over', { timeout: 60000 });
});

test('the board is turned, and played on from the other side', async (t) => {
  const page = await opened(t, 'Breakthrough');
  await people(page);
  const below = () => page.evaluate(() => {
    const y = (label) => document.querySelector(`[data-cell="${label}"]`).getBoundingClientRect().y;
    return y('a1') > y('a8');
  });
  assert.ok(await below());
  await page.click('#turn');
  assert.ok(!await below());
  await page.click(cell('b2'));
  await page.click(cell('b3'));
  await page.waitForFunction(() => document.querySelector('#moves [aria-current]')?.textContent === 'b2-b3');
});

test('the board is there before the engine', async (t) => {
  const page = await opened(t, null);
  const { board, ready } = await page.evaluate(() => document.getElementById('app').dataset);
  assert.ok(Number(board) < Number(ready), `${board} and ${ready}`);
  // What was drawn from is what the engine says.
  const told = await page.evaluate(() => JSON.parse(document.getElementById('games').textContent)[0].opening.position.hash);
  assert.match(told, /^[0-9a-f]{16}$/);
});

test('a long search is stopped, and the game goes on', async (t) => {
  const page = await opened(t, 'Chess');
  await page.selectOption('#seat-1', { label: '500,000 nodes' });
  await page.fill('#typed', 'e2-e4');
  await page.press('#typed', 'Enter');
  await page.click('#stop');
  assert.match(await page.textContent('#status'), /Black to move/);
  await page.selectOption('#seat-1', { label: 'Random moves' });
  await page.waitForFunction(() => document.querySelectorAll('#moves .side .move').length === 2);
});

test('what moves are worth is shown on the board, and a win in one is seen', async (t) => {
  const page = await opened(t, 'Yavalath');
  await people(page);
  for (const m of ['e5', 'a1', 'f5', 'c1', 'h5', 'e1']) {
    await page.fill('#typed', m);
    await page.press('#typed', 'Enter');
    await page.waitForFunction((wanted) => document.querySelector('#moves [aria-current]')?.textContent === wanted, m);
  }
  await page.check('#analyse');
  await page.waitForSelector('#values li');
  assert.match(await page.textContent('#values'), /White wins in 1 move\./);
  assert.equal(await page.textContent(`${cell('g5')} .value`), 'win');
  assert.equal((await page.$$('.value')).length, 61 - 6);
});

test('an impossible move is typed, and refused in words', async (t) => {
  const page = await opened(t, 'Yavalath');
  await page.fill('#typed', 'z99');
  await page.press('#typed', 'Enter');
  await page.waitForSelector('#why p');
  assert.match(await page.textContent('#why'), /not a legal move here/);
});

test('a click that is no move is explained by the condition that forbids it', async (t) => {
  const page = await opened(t, 'Yavalath');
  await people(page);
  await page.click(cell('e5'));
  await page.waitForFunction(() => document.querySelectorAll('#board .piece').length === 1);
  await page.click(cell('e5'));
  await page.waitForSelector('#why p');
  assert.match(await page.textContent('#why'), /The piece on e5 is White’s\..*place a stone on an empty cell.*not empty/);
  const other = await opened(t, 'English-Draughts');
  await people(other);
  await other.click(cell('c3'));
  await other.waitForSelector('.cell.selected');
  await other.click(cell('c5'));
  await other.waitForSelector('#why p');
  const why = await other.textContent('#why');
  t.diagnostic(why);
  assert.match(why, /move a man/i);
  await other.click(cell('a1'));
  await other.waitForFunction((before) => document.querySelector('#why').textContent !== before, why);
});

test('a piece is dragged with the mouse', async (t) => {
  const page = await opened(t, 'Breakthrough');
  await people(page);
  const middle = async (label) => {
    const box = await (await page.$(`${cell(label)} .ground`)).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (from, to) => {
    await page.mouse.move(...await middle(from));
    await page.mouse.down();
    await page.mouse.move(...await middle(to), { steps: 5 });
    await page.mouse.up();
  };
  await drag('b2', 'b3');
  await page.waitForFunction(() => document.querySelector('#moves [aria-current]')?.textContent === 'b2-b3');
  // Dropped elsewhere it goes back, and the page says why.
  await drag('c7', 'c4');
  await page.waitForSelector('#why p');
  assert.equal((await page.$$(`${cell('c7')} .piece`)).length, 1);
  assert.equal((await state(page)).made, 1);
});

test('a link holds the game and its moves', async (t) => {
  const page = await opened(t, 'English-Draughts');
  await people(page);
  await playOn(page, (selector) => page.click(selector), { most: 8 });
  const shown = () => page.$$eval('.cell', (cells) => cells.map((c) => c.getAttribute('aria-label').replace(/, (can move|can be played|selected)/, '')));
  const before = await shown();
  const href = await page.getAttribute('#link', 'href');
  const other = await opened(t, null, {}, PAGE + href);
  await other.waitForFunction((made) => document.querySelectorAll('#moves .side .move').length === made, (await state(page)).made);
  const labels = await other.$$eval('.cell', (cells) => cells.map((c) => c.getAttribute('aria-label').replace(/, (can move|can be played|selected)/, '')));
  assert.deepEqual(labels, before);
  const broken = await opened(t, null, {}, `${PAGE}#%E0%A4%A/x`);
  assert.equal(await broken.textContent('h1'), 'Yavalath');
  const illegal = await opened(t, null, {}, `${PAGE}#Yavalath/e5,e5`);
  await illegal.waitForSelector('#why p');
  assert.match(await illegal.textContent('#why'), /not a legal move/);
});

test('texts that look like markup are shown as text', async (t) => {
  const page = await opened(t, null, {}, HOSTILE);
  assert.equal((await page.$$('img')).length, 0);
  assert.match(await page.textContent('#rules'), /<img src=x onerror=/);
  assert.equal(await page.evaluate(() => globalThis.hurt), undefined);
});

test('axe finds nothing that keeps people out', async (t) => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await opened(t, 'English-Draughts', { bypassCSP: true, colorScheme });
    await page.check('#analyse');
    await page.waitForSelector('#values li');
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes[0].html.slice(0, 200)}`), [], colorScheme);
    await picture(page, `draughts-${colorScheme}`);
  }
});
