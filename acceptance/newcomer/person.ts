import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Counted } from './model.ts';

/** A person who looks at pages and uses them. Every action is counted. */

/** Thrown if the page lacks something that this way to the goal needs. */
export class WayEnds extends Error {}

export interface Figures extends Counted {
  /** The total time from each action until the next page has loaded. */
  readonly machineSeconds: number;
}

export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export interface Person {
  readonly page: Page;
  figures(): Figures;
  /**
   * Opens a URL from outside the site, which the person typed or was given. Opening the home page does not
   * count.
   */
  open(address: string, how: 'typed' | 'given' | 'link in a mail'): Promise<void>;
  /** Clicks the first visible link with this name. */
  follow(name: RegExp): Promise<void>;
  press(name: RegExp): Promise<void>;
  /** Selects the option or checkbox with this label. */
  pick(label: RegExp): Promise<void>;
  type(label: RegExp, text: string): Promise<void>;
  /** Clicks a download link and returns the file. */
  download(name: RegExp): Promise<Buffer>;
  /** Scrolls until the first text that matches is visible, and returns the text. */
  find(text: RegExp): Promise<string>;
  /** Copies a code block that contains this text. Returns what a terminal would receive. */
  copyCode(holding: RegExp): Promise<string>;
  /** Runs the copied commands. */
  run(commands: readonly string[]): Promise<string>;
}

/** The maximum wait for a link or field. It is short, because pages are complete once they have loaded. */
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
  /** Returns the first visible element, and counts the screens that must be scrolled to reach it. */
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
  /** Clicks a target that leads to another page. */
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

/**
 * Returns the number of screens to scroll until the box is in view. It is 0 if the box is already visible,
 * and a partial screen counts as one.
 */
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
