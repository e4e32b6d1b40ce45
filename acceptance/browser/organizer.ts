import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { toLocal } from '../../src/lib/time/zoned-time.ts';
import { UNDO_MS } from '../../src/organizer/applications/bulk/bulk.ts';
import { linkIn } from './mailbox.ts';
import { type BrowserRun, runInBrowser } from './run.ts';
import { confirmByMail, done, fill, openPage, submit } from './steps.ts';
import { runTeam } from './team.ts';

/**
 * Simulates an organizer and an applicant in a real browser. They sign up, confirm by email, create an event
 * with questions, apply as a vendor (with and without JavaScript), decide, confirm and record an outcome.
 * Then an API key is created, used with curl and revoked, and the next request must return 401. axe checks
 * every page, in light and dark mode. Screenshots are saved to a folder if one is given. Needs Chromium (set
 * CHROMIUM to its path). Takes about two minutes, because it waits until the event has begun.
 */
const ZONE = 'America/New_York';
const ORGANIZER = {
  name: 'Ora Organizer',
  email: 'organizer@browser.example',
  password: 'seven brittle lanterns sway',
};
/**
 * This name differs from the name on the license, so the application's row in the inbox has a flag that takes
 * several lines.
 */
const DIFFERING_NAME = 'Wandering Wok';
const VENDOR = 'vendor@browser.example';
const MINUTE_MS = 60_000;

interface OrganizerRun extends BrowserRun {
  readonly organizer: Page;
}

await runInBrowser('browser-organizer', main);

async function main(start: BrowserRun): Promise<void> {
  const { browser } = start;
  const run: OrganizerRun = { ...start, organizer: await openPage(browser) };
  await signUp(run);
  const startsAt = new Date(Math.ceil(Date.now() / MINUTE_MS + 1) * MINUTE_MS);
  const event = await makeEvent(run, startsAt);
  const vendor = await openPage(browser);
  await apply(run, vendor);
  await applyWithoutScript(run, event.publicAddress);
  await decide(run, event.address);
  await confirm(run, vendor);
  await recordOutcome(run, event.address, startsAt);
  await useKey(run);
  await runTeam(run, run.organizer);
  await leave(run);
}

async function signUp({ origin, mailbox, inspect, organizer: page }: OrganizerRun): Promise<void> {
  await page.goto(`${origin}/`);
  await inspect.look(page, '01-home');
  await page.locator('#main').getByRole('link', { name: 'For organizers' }).click();
  await inspect.look(page, '02-sign-in');
  await page.goto(`${origin}/sign-up`);
  await inspect.look(page, '03-sign-up');
  await fill(page, { name: ORGANIZER.name, email: ORGANIZER.email, password: 'short' });
  await submit(page);
  await inspect.look(page, '04-sign-up-refused');
  await fill(page, { password: ORGANIZER.password });
  await submit(page);
  await inspect.look(page, '05-sign-up-done');
  await confirmByMail(page, ORGANIZER, { mailbox, inspect, name: '06-confirm-email' });
  await inspect.look(page, '07-welcome');
  await page.locator('#main a[href="/organizer"]').click();
  await inspect.look(page, '07-no-events');
  done('signed up and confirmed by mail');
}

async function makeEvent({ origin, inspect, organizer: page }: OrganizerRun, startsAt: Date) {
  await page.goto(`${origin}/organizer/events/new`);
  await inspect.look(page, '08-new-event');
  await submit(page, { evenIfInvalid: true });
  await inspect.look(page, '09-new-event-refused');
  await fill(page, {
    name: 'Lake Night',
    description: 'One evening, told in a browser.',
    starts_at: toLocal(startsAt.toISOString(), ZONE),
    ends_at: toLocal(new Date(startsAt.getTime() + 3 * 60 * MINUTE_MS).toISOString(), ZONE),
    venue_name: 'Lake Square',
    address: '1 Example Street',
    city: 'Gainesville',
    capacity: '5',
    deposit: '50',
  });
  await page.check('[name=event_type][value=festival]');
  await page.selectOption('[name=county]', 'Alachua');
  await submit(page);
  const address = page.url().replace(/[?#].*$/, '');
  await addQuestions(page, address);
  await inspect.look(page, '10-questions');
  await page.goto(address);
  await inspect.look(page, '11-draft');
  await page.getByRole('button', { name: 'Publish' }).click();
  await inspect.look(page, '12-published');
  done('made an event with questions and published it');
  return { address, publicAddress: address.replace('/organizer', '') };
}

async function addQuestions(page: Page, address: string): Promise<void> {
  const questions = [
    { label: 'What would you serve?', type: 'long_text', required: true },
    { label: 'Length in feet', type: 'number', required: true },
    { label: 'Do you need power?', type: 'yes_no', required: true },
    { label: 'Where have you seen this?', type: 'choice', options: 'A friend\nA poster' },
    { label: 'What do you offer?', type: 'several_choices', options: 'Vegan\nHalal' },
    { label: 'Insured until', type: 'date' },
    { label: 'Web page', type: 'text' },
  ];
  for (const { label, type, options, required } of questions) {
    await page.goto(`${address}/questions`);
    await fill(page, { label, ...(options ? { options } : {}) });
    await page.selectOption('[name=type]', type);
    if (required) await page.check('[name=required]');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  }
  await page.goto(`${address}/questions`);
}

async function apply({ mailbox, inspect, origin }: OrganizerRun, page: Page): Promise<void> {
  await page.goto(`${origin}/events`);
  await inspect.look(page, '13-public-events');
  await page
    .getByRole('link', { name: /Lake Night/ })
    .first()
    .click();
  await inspect.look(page, '14-public-event');
  await page.fill('[name=license_number]', 'mfd 589-0001');
  await page.getByText('PRETEND PELICAN TACOS').first().waitFor();
  await inspect.look(page, '15-license-looked-up');
  await fill(page, {
    contact_name: 'A. Nobody',
    contact_email: 'not an address',
    contact_phone: '352 555 0100',
  });
  await submit(page, { evenIfInvalid: true });
  await inspect.look(page, '16-application-refused');
  await fill(page, { contact_email: VENDOR });
  await page.selectOption('main [name=food_kind]', 'tacos');
  await answer(page);
  await submit(page);
  await inspect.look(page, '17-applied');
  await page.goto(linkIn(await mailbox.next(VENDOR), '/application?token='));
  await inspect.look(page, '18-application');
  done('applied as a vendor, with the license looked up while typing');
}

async function applyWithoutScript({ mailbox, browser }: OrganizerRun, publicAddress: string): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(publicAddress);
  const contact = 'noscript@browser.example';
  await fill(page, {
    license_number: 'MFD5890007',
    business_name: DIFFERING_NAME,
    contact_name: 'N.',
    contact_email: contact,
  });
  await fill(page, { contact_phone: '352 555 0101' });
  await page.selectOption('main [name=food_kind]', 'asian');
  await answer(page);
  await submit(page);
  await page.goto(linkIn(await mailbox.next(contact), '/application?token='));
  await page.getByRole('link', { name: /Withdraw/ }).click();
  await submit(page);
  await page.getByText('Withdrawn').first().waitFor();
  await context.close();
  done('applied and withdrew without script');
}

async function answer(page: Page): Promise<void> {
  await page.locator('textarea[name^=q_]').fill('A short menu.');
  await page.locator('input[type=number][name^=q_]').fill('22');
  await page.locator('input[type=radio][name^=q_][value=no]').check();
  await page.locator('input[type=radio][name^=q_][value="A poster"]').check();
  await page.locator('input[type=checkbox][name^=q_][value=Vegan]').check();
}

async function decide({ mailbox, inspect, organizer: page }: OrganizerRun, address: string): Promise<void> {
  await page.goto(`${address}/applications`);
  // A record with only one reason does not have details to expand.
  const more = page.locator('main details.why summary');
  if ((await more.count()) > 0) await more.first().click();
  const flag = page.locator('.inbox .flag', { hasText: `Applied as ${DIFFERING_NAME}` });
  assert.equal(await flag.count(), 1);
  await inspect.look(page, '20-inbox');
  await assertWhole(page, 768);
  await page.goto(`${address}/applications?verdict=CLEAR&sort=score`);
  await inspect.look(page, '21-inbox-filtered');
  await page
    .getByRole('link', { name: /PELICAN/i })
    .first()
    .click();
  await inspect.look(page, '22-application-detail');
  await page.getByText('Message, template, internal note').click();
  await page.fill('[name=message]', 'You are in. Please confirm.');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await inspect.look(page, '23-approved');
  // The email is not sent as long as the decision can be undone.
  const email = await mailbox.next(VENDOR, undefined, UNDO_MS + 30_000);
  assert.match(email.text ?? '', /You are in\. Please confirm\./);
  done('decided; the applicant was told by mail');
}

/** Asserts that the list is not clipped: its box does not scroll. */
async function assertWhole(page: Page, width: number): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width, height: 800 });
  const [inside, box] = await page
    .locator('.wide')
    .first()
    .evaluate((each) => [each.scrollWidth, each.clientWidth] as const);
  assert.ok(inside <= box, `the inbox is ${inside} px wide in ${box}`);
  if (before) await page.setViewportSize(before);
}

async function confirm({ inspect }: OrganizerRun, page: Page): Promise<void> {
  await page.reload();
  await inspect.look(page, '24-applicant-approved');
  await page.getByRole('button', { name: /confirm|coming|come/i }).click();
  await inspect.look(page, '25-applicant-confirmed');
  done('the applicant confirmed');
}

async function recordOutcome(
  { inspect, organizer: page }: OrganizerRun,
  address: string,
  startsAt: Date,
): Promise<void> {
  await sleep(Math.max(0, startsAt.getTime() - Date.now()) + 1_000);
  await page.goto(`${address}/applications`);
  await page
    .getByRole('link', { name: /PELICAN/i })
    .first()
    .click();
  await page.check('[name=outcome][value=attended]');
  await page.getByRole('button', { name: /outcome/i }).click();
  await inspect.look(page, '26-outcome');
  await page.goto(`${address}/day`);
  await page.getByRole('button', { name: /^Check in/ }).click();
  await page.getByText(/^Here since/).waitFor();
  await inspect.look(page, '26-day-of');
  await page.goto(new URL('/organizer/vendors', address).href);
  await inspect.look(page, '26-your-vendors');
  await page.goto(`${address}/compliance`);
  await inspect.look(page, '27-event-file');
  await page.goto(address);
  await page.getByRole('button', { name: /completed/i }).click();
  await inspect.look(page, '28-completed');
  const csv = await page.context().request.get(`${address}/applications.csv`);
  assert.match(await csv.text(), /"Came"/);
  done('recorded an outcome; event file and spreadsheet are there');
}

async function useKey({ origin, inspect, organizer: page }: OrganizerRun): Promise<void> {
  await page.goto(`${origin}/settings/api-keys`);
  await inspect.look(page, '29-no-keys');
  await fill(page, { name: 'Browser' });
  await submit(page);
  await inspect.look(page, '30-new-key');
  const key = /svc_pk_[a-z2-7]+\.[a-z2-7]+/.exec((await page.textContent('main')) ?? '')?.[0];
  assert.ok(key, 'the key is shown once');
  const read = await curl(`${origin}/api/v1/applications`, key);
  assert.deepEqual([read.status, JSON.parse(read.body).meta.count], ['200', 2]);
  await page.goto(`${origin}/settings/api-keys`);
  assert.ok(!(await page.content()).includes(key), 'the key is not shown again');
  await inspect.look(page, '31-keys');
  await page
    .getByRole('button', { name: /Revoke/ })
    .first()
    .click();
  await inspect.look(page, '32-revoke-key');
  await submit(page);
  assert.equal((await curl(`${origin}/api/v1/applications`, key)).status, '401');
  await inspect.look(page, '33-key-revoked');
  done('made a key, read with curl, revoked it: 401');
}

async function leave({ origin, inspect, organizer: page }: OrganizerRun): Promise<void> {
  await page.goto(`${origin}/settings`);
  await inspect.look(page, '34-settings');
  await page.goto(`${origin}/forgot-password`);
  await inspect.look(page, '35-forgot-password');
  await page.goto(`${origin}/organizer/events/made-up`);
  await inspect.look(page, '36-not-found');
  await page.goto(`${origin}/settings`);
  await page.getByText('Delete account').click();
  await page.fill('[name=delete_password]', ORGANIZER.password);
  await page.getByRole('button', { name: /Delete my account/ }).click();
  await inspect.look(page, '37-deleted');
  await page.goto(`${origin}/sign-in`);
  await fill(page, { email: ORGANIZER.email, password: ORGANIZER.password });
  await submit(page);
  assert.match(page.url(), /sign-in/);
  await inspect.look(page, '38-sign-in-refused');
  done('deleted the account; it cannot sign in any more');
}

async function curl(address: string, key: string): Promise<{ status: string; body: string }> {
  const { stdout } = await promisify(execFile)('curl', [
    '-s',
    '-w',
    '\n%{http_code}',
    '-H',
    `Authorization: Bearer ${key}`,
    address,
  ]);
  const end = stdout.lastIndexOf('\n');
  return { status: stdout.slice(end + 1), body: stdout.slice(0, end) };
}
