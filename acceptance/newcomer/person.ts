import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Counted } from './model.ts';

/** Somebody who sees pages and uses what is on them; each thing that is done is counted. */

/** What a way needs is not on the page: the way ends here. */
export class WayEnds extends Error {}

export interface Figures extends Counted {
  /** From each action until the next page has loaded, added up. */
  readonly machineSeconds: number;
}

export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export interface Person {
  readonly page: Page;
  figures(): Figures;
  /** Opens an address that stands somewhere outside of the site: typed, or the home page, which is free. */
  open(address: string, how: 'typed' | 'given' | 'link in a mail'): Promise<void>;
  /** Clicks the first link that is seen with this name. */
  follow(name: RegExp): Promise<void>;
  press(name: RegExp): Promise<void>;
  /** Picks the choice or box with this label. */
  pick(label: RegExp): Promise<void>;
  type(label: RegExp, text: string): Promise<void>;
  /** Clicks a link that downloads, and gives what came. */
  download(name: RegExp): Promise<Buffer>;
  /** Scrolls until the first text like this is seen. */
  find(text: RegExp): Promise<string>;
  /** Copies a block of code that holds this, as a terminal would get it. */
  copyCode(holding: RegExp): Promise<string>;
  /** Runs commands that were copied. */
  run(commands: readonly string[]): Promise<string>;
}

/** How long a link or field may take to be there: pages are whole once they have loaded. */
const LOOK_MS = 1_000;

export async function createPerson(browser: Browser, viewport: typeof DESK): Promise<Person> {
  const context = await browser.newContext({ viewport, acceptDownloads: true });
  const page = await context.newPage();
  const count = { clicks: 0, fields: 0, characters: 0, copies: 0, pages: 0, screens: 0, machineSeconds: 0 };

  const timed = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    const result = await act();
    count.machineSeconds += (performance.now() - began) / 1_000;
    return result;
  };
  /** The first that a person can see, with the screens that pass by until then. */
  const see = async (target: Locator, what: string): Promise<Locator> => {
    const first = target.filter({ visible: true }).first();
    await first.waitFor({ timeout: LOOK_MS }).catch(() => {
      throw new WayEnds(`no ${what} on ${addressOf(page)}`);
    });
    const box = await first.boundingBox();
    if (!box) throw new WayEnds(`${what} takes no room on ${addressOf(page)}`);
    count.screens += screensTo(box, viewport.height);
    await first.scrollIntoViewIfNeeded();
    return first;
  };
  /** A click after which another page is there. */
  const turn = async (target: Locator): Promise<void> => {
    count.clicks += 1;
    await timed(async () => {
      const loaded = page.waitForEvent('load');
      await target.click();
      await loaded;
    });
    count.pages += 1;
  };

  return {
    page,
    figures: () => ({ ...count }),
    async open(address, how) {
      if (how === 'typed') {
        count.fields += 1;
        count.characters += address.length;
      }
      if (how === 'link in a mail') count.clicks += 1;
      await timed(() => page.goto(address));
      count.pages += 1;
    },
    follow: async (name) => turn(await see(page.getByRole('link', { name }), `link ${name}`)),
    press: async (name) => turn(await see(page.getByRole('button', { name }), `button ${name}`)),
    async pick(label) {
      const choice = await see(page.getByLabel(label), `choice ${label}`);
      count.clicks += 1;
      await choice.check();
    },
    async type(label, text) {
      const field = await see(page.getByLabel(label), `field ${label}`);
      count.fields += 1;
      count.characters += text.length;
      await field.fill(text);
    },
    async download(name) {
      const link = await see(page.getByRole('link', { name }), `link ${name}`);
      count.clicks += 1;
      const file = await timed(async () => {
        const arriving = page.waitForEvent('download');
        await link.click();
        return (await arriving).path();
      });
      return readFile(file);
    },
    async find(text) {
      const found = await see(page.getByText(text), `text ${text}`);
      return (await found.textContent()) ?? '';
    },
    async copyCode(holding) {
      const code = await see(page.locator('pre').filter({ hasText: holding }), `code ${holding}`);
      count.copies += 1;
      return (await code.textContent()) ?? '';
    },
    run: (commands) => timed(() => runInShell(commands)),
  };
}

/** Screens to scroll until the box is in view: none when it is, and one for each part of the window's height. */
function screensTo({ y, height }: { readonly y: number; readonly height: number }, window: number): number {
  const below = y + Math.min(height, window) - window;
  return Math.ceil(Math.max(below, -y, 0) / window);
}

function addressOf(page: Page): string {
  return new URL(page.url()).pathname;
}

async function runInShell(commands: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', commands.join('\n')]);
  return stdout;
}
