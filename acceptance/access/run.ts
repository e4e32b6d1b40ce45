import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { violationsOf } from '../browser/inspector.ts';
import { listPages } from '../pictures/pages.ts';
import { withWorld } from '../pictures/world.ts';
import { FLOWS } from './flows.ts';
import { findColorFaults, findKeyboardFaults, findMotion } from './measure.ts';

/**
 * Checks the main pages for people who do not use a mouse, choose their own colors, or ask for less motion.
 * Opens each page in English and Spanish, in a wide window and in one that is 320 pixels wide, which equals a
 * common screen at 400 % zoom. Then completes whole tasks with only the keyboard.
 */
const WIDTHS = [320, 1280] as const;

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, languages: { type: 'string', default: 'en,es' } },
});

await withWorld(async (world) => {
  const faults = new Map<string, number>();
  const tell = (place: string, fault: string): void => {
    const count = faults.get(fault) ?? 0;
    if (count === 0) console.log(`${fault}\n    ${place}`);
    faults.set(fault, count + 1);
  };
  let pages = 0;
  let ways = 0;
  const shown = await listPages(world);
  for (const language of values.languages.split(','))
    for (const { name, address, reader } of shown) {
      if (!name.includes(values.only)) continue;
      const page = await world.windows[reader].newPage();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${world.origin}${language === 'en' ? '' : `/${language}`}${address}`);
        pages += 1;
        for (const fault of await faultsOf(page)) tell(`${language} ${name} at ${width}`, fault);
      }
      await page.close();
    }
  for (const { name, run } of FLOWS) {
    if (values.only !== '' && !name.includes(values.only)) continue;
    ways += 1;
    await run(world).catch((error: Error) => tell(name, `by keys alone: ${error.message}`));
  }
  console.log(`access: ${pages} pages, ${ways} ways by keys alone, ${faults.size} kinds of faults`);
  process.exitCode = faults.size === 0 ? 0 : 1;
});

async function faultsOf(page: Page): Promise<string[]> {
  return [
    ...(await findMotion(page)),
    ...(await findColorFaults(page)),
    ...(await violationsOf(page)).map((each) => `axe: ${each}`),
    ...(await findKeyboardFaults(page)),
  ];
}
