// Pictures of every view, 1400 and 390 pixels wide, for a person to look at: node screens.mjs ADDRESS FOLDER [PAGE]. ADDRESS is that of a studio on a
// population with candidates (ludogen serve POPULATION), PAGE a shared page with Chess in it.
import { mkdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [, , address, folder, shared] = process.argv;
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const WIDTHS = [[1400, 900], [390, 844]];

// A view as it is when it has been made ready; `at` names what is scrolled to.
const views = async (name, path, ready = async () => {}, at = null) => {
  for (const [width, height] of WIDTHS) {
    const context = await browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    try {
      await page.goto(path);
      await page.waitForSelector('#app[data-ready]', { timeout: 60000 });
      await ready(page);
      if (at) await page.locator(at).first().evaluate((element) => element.scrollIntoView());
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${folder}/${name}-${width}.png` });
    } catch (error) {
      console.error(`${name} at ${width}: ${error.message.split('\n')[0]}`);
    }
    await context.close();
  }
};

const moves = (n) => async (page) => {
  for (let i = 0; i < n; i += 1) {
    const before = await page.locator('#moves .side .move').count();
    if (!await page.locator('.cell.target').count()) await page.locator('.cell.origin').nth(i).click();
    await page.locator('.cell.target').nth(i).click();
    await page.waitForFunction((made) => document.querySelectorAll('#moves .side .move').length > made, before, { timeout: 20000 });
    await page.waitForFunction(() => document.querySelector('#stop').hidden, null, { timeout: 20000 });
  }
};

if (address !== '-') {
  const get = async (path) => (await fetch(address + path)).json();
  const candidates = (await get('/api/games?shelf=candidate')).games;
  const known = (await get('/api/games?shelf=known')).games;
  const [best, other] = [candidates[0] ?? known[0], known[1] ?? known[0]];
  await views('gallery', `${address}/`);
  await views('known', `${address}/?shelf=known`);
  await views('listed', `${address}/?shelf=listed`);
  await views('game', `${address}/game/${best.id}`, moves(2));
  await views('criteria', `${address}/game/${best.id}`, undefined, '#measured');
  await views('ancestry', `${address}/game/${best.id}`, undefined, '#ancestry');
  await views('compare', `${address}/compare?a=${best.id}&b=${other.id}`);
  await views('night', `${address}/night`);
  await views('archive', `${address}/night`, undefined, '#archive-title');
  await views('recipe', `${address}/night`, (page) => page.locator('#night-begin summary').first().click(), '#night-begin');
  await views('survey', `${address}/survey`, async (page) => {
    await page.check('#agreed');
    await page.click('#begin');
    await page.waitForSelector('#board svg', { timeout: 60000 });
  });
  await views('ranking', `${address}/ranking`);
  await views('write', `${address}/write?game=${best.id}`, (page) => page.waitForSelector('#board svg'));
}
if (shared) {
  const page = `${pathToFileURL(shared).href}`;
  await views('chess', `${page}#Chess/e2-e4`, async (view) => {
    await view.selectOption('#seat-1', '0');
    await view.check('#analyse');
    await view.waitForSelector('#values li', { timeout: 60000 });
    await view.evaluate(() => window.scrollTo(0, 0));
  });
  await views('set-up', `${page}#Chess`, async (view) => {
    await view.click('#set-up');
    await view.locator('[data-tool]').nth(1).click();
  });
  // A puzzle after a wrong try, and the same solved.
  const puzzle = async (view) => {
    await view.click('#puzzles summary');
    await view.click('#puzzle-next');
    await view.waitForFunction(() => /^Puzzle/.test(document.querySelector('#puzzle').textContent), null, { timeout: 60000 });
    await view.evaluate(() => document.querySelectorAll('#side > details:not(#puzzles)').forEach((details) => { details.open = false; }));
    for (let n = 0; n < 3 && !await view.locator('#why p').count(); n += 1) {
      await view.locator('.cell.target').nth(n).click();
      await view.waitForTimeout(300);
    }
  };
  await views('puzzle', `${page}#Yavalath`, puzzle);
  await views('puzzle-solved', `${page}#Yavalath`, async (view) => {
    await puzzle(view);
    await view.click('#puzzle-answer');
    await view.waitForFunction(() => / is right/.test(document.querySelector('#puzzle').textContent));
  });
}
await browser.close();
