import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { World } from '../pictures/world.ts';

/** Completes tasks with only the keyboard: without clicks, and without setting the focus from a script. */

const TABS_MAX = 120;
const NAME_OF_FOCUSED = `(() => {
  const each = document.activeElement;
  const label = each?.id ? document.querySelector('label[for="' + each.id + '"]') : null;
  return [each?.getAttribute?.('aria-label'), label?.innerText, each?.innerText, each?.value].filter(Boolean).join(' ');
})()`;

interface Flow {
  readonly name: string;
  readonly run: (world: World) => Promise<void>;
}

/** Presses Tab until an element with this name has focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let press = 0; press < TABS_MAX; press++) {
    await page.keyboard.press('Tab');
    const found: string = await page.evaluate(NAME_OF_FOCUSED);
    if (name.test(found)) return;
    passed.push(found.slice(0, 30).replaceAll('\n', ' '));
  }
  throw new Error(`the tab key never comes to ${name} at ${page.url()}; passed: ${passed.join(' | ')}`);
}

async function press(page: Page, key = 'Enter'): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.keyboard.press(key)]);
}

const headingOf = (page: Page) => page.locator('h1').innerText();

export const FLOWS: readonly Flow[] = [
  {
    name: 'a visitor skips the menu, finds a vendor and opens an inspection',
    run: async ({ origin, windows }) => {
      const page = await windows.visitor.newPage();
      await page.goto(`${origin}/search`);
      await tabTo(page, /^Skip to the content$/);
      await page.keyboard.press('Enter');
      await tabTo(page, /^Name/);
      await page.keyboard.type('pretend pelican');
      await press(page);
      await tabTo(page, /^Pretend Pelican Tacos$/);
      await press(page);
      assert.equal(await headingOf(page), 'Pretend Pelican Tacos');
      const open = () => page.locator('main details[open]').count();
      const before = await open();
      await tabTo(page, /^Code to copy$/);
      await page.keyboard.press('Enter');
      assert.notEqual(await open(), before);
      await page.close();
    },
  },
  {
    name: 'a visitor on a phone opens the menu, checks a vendor, copies the receipt and verifies it',
    run: async ({ origin, windows }) => {
      const page = await windows.visitor.newPage();
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`${origin}/`);
      await tabTo(page, /^Menu/);
      await page.keyboard.press('Enter');
      await tabTo(page, /^Check$/);
      await press(page);
      await tabTo(page, /^License number/);
      await page.keyboard.type('MFD5890003');
      await tabTo(page, /^Food truck night/);
      await page.keyboard.press('ArrowDown');
      await press(page);
      assert.equal(await headingOf(page), 'Fabled Flamingo Arepas');
      assert.match(page.url(), /event_type=festival/);
      await tabTo(page, /^The receipt as text$/);
      await page.keyboard.press('Enter');
      await tabTo(page, /^Copy: /);
      await page.keyboard.press('Enter');
      await page.locator('.copy [role=status]', { hasText: /\w/ }).waitFor();
      await tabTo(page, /^Verify this receipt/);
      await press(page);
      assert.match(await page.locator('main').innerText(), /GENUINE/i);
      await page.close();
    },
  },
  {
    name: 'an organizer signs in, opens an application and adds a webhook',
    run: async ({ origin, browser }) => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${origin}/sign-in`);
      await tabTo(page, /^Email/);
      await page.keyboard.type('parks@demo.example');
      await page.keyboard.press('Tab');
      await page.keyboard.type('fictional-parks');
      await press(page);
      assert.equal(await headingOf(page), 'Your events');
      await tabTo(page, /^Spring of Nowhere/);
      await press(page);
      await tabTo(page, /^Decide \d+ applications/);
      await press(page);
      await tabTo(page, /^Tall-Tale Toucan Catering$/);
      await press(page);
      assert.equal(await headingOf(page), 'Tall-Tale Toucan Catering');
      await page.goto(`${origin}/settings/webhooks`);
      await tabTo(page, /^Address/);
      await page.keyboard.type('https://programs.example/by-keys');
      await press(page);
      assert.equal(await headingOf(page), 'Your new webhook');
      await page.context().close();
    },
  },
];
