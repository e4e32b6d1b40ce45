import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { listPages, type Shown } from './pages.ts';
import { type World, withWorld } from './world.ts';

/**
 * Takes a screenshot of each main page as a visitor, an organizer or a vendor, at several widths in light
 * mode. Some pages are also shown in dark mode and in print layout. Prints each page's height and how far it
 * scrolls sideways. Needs Chromium (set CHROMIUM to its path).
 */
const MEASURE = `(({ scrollHeight, scrollWidth, clientWidth }) =>
  ({ height: scrollHeight, over: scrollWidth - clientWidth }))(document.documentElement)`;
const PAPER = { format: 'Letter', printBackground: false } as const;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    languages: { type: 'string', default: 'en' },
    only: { type: 'string' },
    widths: { type: 'string', default: '360,768,1440' },
  },
});
const [folder = 'pictures'] = positionals;
const languages = values.languages.split(',');
const widths = values.widths.split(',').map(Number);

await withWorld(async (world) => {
  mkdirSync(folder, { recursive: true });
  const pages = (await listPages(world)).filter(({ name }) => !values.only || name.includes(values.only));
  let wide = 0;
  for (const language of languages)
    for (const page of pages) wide += await takePictures(world, page, language);
  console.log(`pictures: ${pages.length} pages in ${languages.join(', ')}; ${wide} scroll sideways`);
  process.exitCode = wide === 0 ? 0 : 1;
});

/**
 * Takes the screenshots of one page in one language. Returns the number of widths at which the page scrolls
 * sideways.
 */
async function takePictures(
  { origin, windows }: World,
  { name, address, reader, everyWay }: Shown,
  language: string,
): Promise<number> {
  const page = await windows[reader].newPage();
  const file = (what: string) =>
    path.join(folder, `${language === 'en' ? '' : `${language}-`}${name}-${what}`);
  const prefix = language === 'en' ? '' : `/${language}`;
  const heights: string[] = [];
  let wide = 0;
  const answer = await page.goto(`${origin}${prefix}${address}`);
  const status = answer?.status() ?? 0;
  if (status !== (name === 'not-found' ? 404 : 200)) throw new Error(`${prefix}${address} answers ${status}`);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const { height, over } = await measure(page);
    if (over > 0) wide += 1;
    heights.push(`${width}: ${height} px${over > 0 ? `, ${over} px too wide` : ''}`);
    await page.screenshot({ path: file(`${width}.png`), fullPage: true });
    if (!everyWay) continue;
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: file(`${width}-dark.png`), fullPage: true });
    await page.emulateMedia({ colorScheme: 'light' });
  }
  if (everyWay) await page.pdf({ ...PAPER, path: file('print.pdf') });
  await page.close();
  console.log(`  ${language} ${name} | ${heights.join(' | ')}`);
  return wide;
}

/** Returns the page's height, and the number of pixels by which it is wider than the window. */
function measure(page: Page): Promise<{ readonly height: number; readonly over: number }> {
  return page.evaluate(MEASURE);
}
