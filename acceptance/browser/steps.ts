import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import type { Inspector } from './inspector.ts';
import { linkIn, type Mailbox } from './mailbox.ts';

/** What both tests do in a browser, a step at a time. */

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** A window of its own, with cookies of its own. */
export async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}

export async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.fill(`main [name=${name}]`, value);
}

/** Sends the page's form; with `evenIfInvalid` past the browser's own checks, to see what the service says. */
export async function submit(page: Page, options: { evenIfInvalid?: boolean } = {}): Promise<void> {
  if (options.evenIfInvalid)
    await page.$eval('main form[method=post]', (form) => form.setAttribute('novalidate', ''));
  await page.locator('main form[method=post] button[type=submit]').first().click();
  await page.waitForLoadState();
}

/** From the filled-in form of the sign-up page to somebody signed in, by the link in the mail. */
export async function confirmByMail(
  page: Page,
  { email, password }: Person,
  given: { mailbox: Mailbox; inspect: Inspector; name: string; lands?: RegExp },
): Promise<void> {
  const { mailbox, inspect, name, lands = /\/(?:organizer|home\?arrived)$/ } = given;
  await page.goto(linkIn(await mailbox.next(email), '/confirm-email'));
  await inspect.look(page, name);
  await fill(page, { password });
  await submit(page);
  assert.match(page.url(), lands, 'confirming signs in');
}

/** The last line of a test; whether nothing was found. */
export function summarize(name: string, { seen }: Inspector): boolean {
  const { pages, violations, foreignRequests, consoleErrors } = seen;
  for (const each of [...violations, ...foreignRequests, ...consoleErrors]) console.log(each);
  console.log(
    `${name}: ${pages} pages, ${violations.length} accessibility violations, ` +
      `${foreignRequests.length} requests elsewhere, ${consoleErrors.length} errors in the console`,
  );
  return violations.length + foreignRequests.length + consoleErrors.length === 0;
}

export function done(what: string): void {
  console.log(`  ${what}`);
}
