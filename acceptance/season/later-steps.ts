import assert from 'node:assert/strict';
import { readQrCode } from '../../test/support/qr-reader.ts';
import type { Person } from './record-steps.ts';
import { ORGANIZER } from './steps.ts';
import type { Applicant, MadeEvent, Season } from './world.ts';

/**
 * The second part of the season, from the day on which spots are assigned until the outcomes are recorded.
 */

export async function triage(
  { film, organizer }: Season,
  event: MadeEvent,
  vendors: readonly Applicant[],
): Promise<void> {
  const { page } = organizer;
  await confirmDocuments(organizer, event, vendors[0]);
  await organizer.goto(`${event.organizer}/applications`);
  await organizer.look('10-inbox');
  await inBulk(organizer, event, [7], vendors, 'declined');
  await organizer.look('11-declined');
  await organizer.click(page.getByRole('button', { name: /Undo/ }));
  await organizer.look('12-taken-back');
  await inBulk(organizer, event, [6, 7], vendors, 'declined');
  await inBulk(organizer, event, [4], vendors, 'waitlisted');
  await inBulk(organizer, event, [0, 1, 2, 3, 5], vendors, 'approved', '13-approve-five');
  await organizer.look('14-approved');
  for (const index of [0, 1]) {
    const vendor = vendors[index];
    assert.ok(vendor);
    const person = await film.person({ width: 360, height: 740 });
    await person.goto(vendor.link);
    // Only one applicant confirms. The second one cannot, because their insurance ends too early.
    if (index === 0)
      await person.click(person.page.getByRole('button', { name: /confirm|coming|come/i }).first());
    await person.look(index === 0 ? '15-confirmed' : '16-insurance-ends-early');
    const text = (await person.page.textContent('main')) ?? '';
    assert.match(text, index === 0 ? /confirmed/i : /insurance ends|ends before/i);
    await person.page.context().close();
  }
}

/** Selects the applications, previews the result, and applies it. */
async function inBulk(
  organizer: Person,
  event: MadeEvent,
  places: readonly number[],
  vendors: readonly Applicant[],
  action: string,
  picture?: string,
): Promise<void> {
  const { page } = organizer;
  await organizer.goto(`${event.organizer}/applications`);
  for (const place of places) {
    const row = page.locator('tbody tr').filter({ hasText: vendors[place]?.truck.number ?? '' });
    await organizer.check(row.locator('input[type=checkbox]').first());
  }
  await page.selectOption('[name=action]', action);
  await organizer.click(page.getByRole('button', { name: 'Continue', exact: true }));
  if (picture) await organizer.look(picture);
  await organizer.click(page.locator('main form[action$="/bulk/apply"] button[type=submit]'));
  assert.match((await page.textContent('h1')) ?? '', /^Done/);
}

async function confirmDocuments(
  organizer: Person,
  event: MadeEvent,
  vendor: Applicant | undefined,
): Promise<void> {
  const { page } = organizer;
  await organizer.goto(`${event.organizer}/applications?q=${vendor?.truck.number ?? ''}`);
  await organizer.click(page.locator('tbody th a').first());
  await organizer.look('10-application');
  await organizer.click(page.getByRole('link', { name: /Look at the documents/ }));
  await organizer.look('10-documents');
  for (;;) {
    const confirm = page.getByRole('button', { name: /^Confirm/ });
    if ((await confirm.count()) === 0) break;
    await organizer.click(confirm.first());
  }
  assert.match((await page.textContent('main')) ?? '', /Every document is confirmed/);
}

export async function bookedMeansWatched(
  season: Season,
  event: MadeEvent,
  vendors: readonly Applicant[],
): Promise<void> {
  const { film, mailbox, organizer } = season;
  const { page } = organizer;
  const [closed] = vendors;
  assert.ok(closed);
  const grave = await mailbox.next(ORGANIZER.email, /DECLINE/);
  assert.ok(grave.text?.includes(closed.truck.name), grave.text);
  film.keep('17-mail-at-once', grave);
  // Less severe changes are reported once a day.
  const digest = await mailbox.next(ORGANIZER.email, /Noticed on/);
  assert.ok(
    vendors.slice(2).some(({ truck }) => digest.text?.includes(truck.name)),
    digest.text,
  );
  assert.ok(!digest.text?.includes(closed.truck.name), 'nothing is reported twice');
  film.keep('17-mail-of-the-day', digest);
  for (const { email } of [vendors[2], vendors[3]].flatMap((each) => each ?? [])) {
    const approval = await mailbox.next(email, /approved/i);
    assert.match(approval.text ?? '', /\/application\?token=/);
    if (email === vendors[2]?.email) film.keep('14-mail-of-approval', approval);
  }
  await signIn(season);
  await organizer.goto(`${event.organizer}/applications`);
  await organizer.look('17-inbox-with-marks');
  await organizer.goto(`${event.organizer}/applications?q=${closed.truck.number}`);
  await organizer.click(page.locator('tbody th a').first());
  await organizer.look('18-changed-since');
  await organizer.click(page.getByRole('button', { name: 'File a new decision' }));
  await organizer.look('19-decided-anew');
  await organizer.click(page.getByText('Message, template, internal note'));
  await page.fill('[name=message]', 'The state closed your truck. We cannot have you at the lake.');
  await organizer.click(page.getByRole('button', { name: 'Cancel spot' }));
  const told = await mailbox.next(closed.email, /cancelled/i);
  assert.match(told.text ?? '', /The state closed your truck/);
  film.keep('19-mail-of-cancellation', told);
  await inBulk(organizer, event, [4], vendors, 'approved');
}

export async function evidence({ origin, organizer, film }: Season, event: MadeEvent): Promise<void> {
  const { page } = organizer;
  await organizer.goto(`${event.organizer}/compliance`);
  await organizer.look('20-compliance-file');
  const pdf = await page.context().request.get(`${event.organizer}/compliance.pdf`, { timeout: 60_000 });
  assert.equal(pdf.status(), 200);
  assert.equal((await pdf.body()).subarray(0, 5).toString(), '%PDF-');
  const code = page.locator('.receipt-number svg').first();
  const address = readQrCode(await code.evaluate((svg) => svg.outerHTML));
  assert.ok(address.startsWith(`${origin}/v/`), address);
  const phone = await film.person({ width: 360, height: 740 });
  await phone.goto(address);
  await phone.look('21-receipt-on-a-phone');
  assert.match((await phone.page.textContent('main')) ?? '', /GENUINE/);
  await phone.page.context().close();
}

export async function afterTheEvent(
  season: Season,
  event: MadeEvent,
  vendors: readonly Applicant[],
): Promise<void> {
  const { organizer } = season;
  const { page } = organizer;
  await signIn(season);
  await organizer.goto(`${event.organizer}/applications`);
  await organizer.look('22-after-the-event');
  await inBulk(organizer, event, [2, 3, 4, 5], vendors, 'attended');
  await organizer.look('23-outcomes');
  await organizer.goto(event.organizer);
  await organizer.click(page.getByRole('button', { name: /completed/i }));
  await organizer.look('24-completed');
}

/** Signs in again, because sessions expire before a season ends. */
async function signIn({ origin, organizer }: Season): Promise<void> {
  await organizer.goto(`${origin}/organizer`);
  if (!organizer.page.url().includes('/sign-in')) return;
  await organizer.fill({ email: ORGANIZER.email, password: ORGANIZER.password });
  await organizer.click(organizer.page.locator('main form[method=post] button[type=submit]').first());
}
