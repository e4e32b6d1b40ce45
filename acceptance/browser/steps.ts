import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import type { Inspector } from './inspector.ts';
import { linkIn, type Mailbox } from './mailbox.ts';

/** Steps that several browser tests share. */

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Opens a browser window with its own cookies. */
export async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}

export async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.fill(`main [name=${name}]`, value);
}

/**
 * Submits the page's form. With `evenIfInvalid`, it skips the browser's validation, to see how the service
 * responds.
 */
export async function submit(page: Page, options: { evenIfInvalid?: boolean } = {}): Promise<void> {
  if (options.evenIfInvalid)
    await page.$eval('main form[method=post]', (form) => form.setAttribute('novalidate', ''));
  await page.locator('main form[method=post] button[type=submit]').first().click();
  await page.waitForLoadState();
}

/**
 * Submits the filled-in sign-up form and confirms the account with the link in the email, which signs the
 * person in.
 */
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
  assert.match(page.url(), lands, 'confirming the address signs the user in');
}

/** Prints a test's summary line. Returns true if there were no findings. */
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
