import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Email } from 'postal-mime';
import type { Inspector } from '../browser/inspector.ts';

/**
 * Records a person using a browser window, and the cost of each step in clicks, filled-in fields, seconds and
 * visited pages.
 */

interface StepFigures {
  readonly name: string;
  clicks: number;
  fields: number;
  pages: number;
  seconds: number;
}

export interface Film {
  /** Performs a step. All actions in `act` count toward it. */
  step<Result>(name: string, act: () => Promise<Result>): Promise<Result>;
  readonly figures: readonly StepFigures[];
  /** Saves an email next to the screenshots. */
  keep(name: string, mail: Email): void;
  person(viewport?: { readonly width: number; readonly height: number }): Promise<Person>;
}

export interface Person {
  readonly page: Page;
  goto(address: string): Promise<void>;
  /** Clicks and waits until the next page has loaded. */
  click(target: Locator): Promise<void>;
  fill(values: Readonly<Record<string, string>>): Promise<void>;
  /** Checks a box or selects an option. */
  check(target: Locator): Promise<void>;
  upload(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
  look(name: string): Promise<void>;
}

export function createFilm(
  browser: Browser,
  inspect: Inspector,
  { javaScriptEnabled, folder }: { readonly javaScriptEnabled: boolean; readonly folder: string | undefined },
): Film {
  const figures: StepFigures[] = [];
  let now: StepFigures = { name: 'before', clicks: 0, fields: 0, pages: 0, seconds: 0 };
  return {
    figures,
    async step(name, act) {
      now = { name, clicks: 0, fields: 0, pages: 0, seconds: 0 };
      figures.push(now);
      const began = performance.now();
      const result = await act();
      now.seconds = (performance.now() - began) / 1_000;
      console.log(`  ${name}: ${now.clicks} clicks, ${now.fields} fields, ${now.seconds.toFixed(1)} s`);
      return result;
    },
    keep(name, { subject, text }) {
      console.log(`    ${name.replace(/^[\d-]+/, '')}: ${subject}`);
      if (!folder) return;
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, `${name}.txt`), `${subject}\n\n${text}`);
    },
    async person(viewport = { width: 1280, height: 800 }) {
      const context = await browser.newContext({ viewport, javaScriptEnabled, acceptDownloads: true });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      return {
        page,
        async goto(address) {
          await page.goto(address);
        },
        async click(target) {
          now.clicks += 1;
          await target.click();
          await page.waitForLoadState();
        },
        async fill(values) {
          for (const [name, value] of Object.entries(values)) {
            now.fields += 1;
            await page.fill(`main [name=${name}]`, value);
          }
        },
        async check(target) {
          now.clicks += 1;
          await target.check();
        },
        async upload(target, file) {
          now.fields += 1;
          await target.setInputFiles(file);
        },
        async look(name) {
          now.pages += 1;
          // axe is a script itself, so pages are not checked if JavaScript is off.
          if (javaScriptEnabled) await inspect.look(page, name);
          else inspect.seen.pages += 1;
        },
      };
    },
  };
}
