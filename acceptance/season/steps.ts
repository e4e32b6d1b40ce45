import assert from 'node:assert/strict';
import { linkIn } from '../browser/mailbox.ts';
import { confirmByMail } from '../browser/steps.ts';
import type { Person } from './record-steps.ts';
import { makeSheet, toCsv } from './spreadsheet.ts';
import type { Applicant, MadeEvent, Season } from './world.ts';

/**
 * The first part of the season, up to the day on which spots are assigned, as seen by the organizer and the
 * vendors.
 */

export const ORGANIZER = {
  name: 'Ora Organizer',
  email: 'organizer@season.example',
  password: 'seven brittle lanterns sway',
};
/** The applicants, as positions in the list of trucks, which is sorted by verdict. */
const APPLYING = [0, 1, 2, 3, 4, 26, 33, 38] as const;

/** Checks the list. Returns the URL of the result. */
export async function checkTheList({ origin, organizer, trucks, days }: Season): Promise<string> {
  const { page } = organizer;
  // The most severe verdicts come first, so that some of them are on the list.
  const rows = makeSheet([...trucks.slice(-2), ...trucks.slice(0, -2)]);
  assert.equal(rows.length, 40);
  await organizer.goto(`${origin}/check`);
  await organizer.click(page.getByRole('link', { name: /list/i }).first());
  await organizer.look('01-list-form');
  await organizer.upload(page.locator('[name=file]'), {
    name: 'trucks.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(toCsv(rows)),
  });
  await organizer.check(page.locator('[name=event_type][value=festival]'));
  await organizer.fill({ event_date: days.event });
  await organizer.click(page.getByRole('button', { name: /Find these vendors/ }));
  await organizer.look('02-which-vendors');
  const tally = ((await page.textContent('.tally')) ?? '').replace(/\s+/g, ' ');
  console.log(`    of 40 rows: ${tally}`);
  // Three rows do not match a vendor. Four rows are left out: one is empty, one repeats the header row, one
  // repeats a truck, and one has two numbers.
  assert.match(tally, /3 not on record.*4 left out/);
  await chooseUnsure(organizer);
  await organizer.click(page.getByRole('button', { name: /Check these vendors/ }));
  await organizer.look('03-checked');
  const text = (await page.textContent('main')) ?? '';
  assert.match(text, /vendors checked/);
  const csv = await page.context().request.get(`${page.url().replace(/\?.*/, '')}/list.csv`);
  assert.equal(csv.status(), 200);
  return page.url();
}

/** Chooses as a person would: the vendor with the same name or, if there is none, the first choice. */
async function chooseUnsure(organizer: Person): Promise<void> {
  const { page } = organizer;
  const groups = page.locator('fieldset[id^=choice-]');
  assert.equal(await groups.count(), 4);
  for (let index = 0; index < (await groups.count()); index += 1) {
    const choices = groups.nth(index).locator('.choice');
    const named = choices.filter({ hasText: 'the same name' });
    const chosen = (await named.count()) > 0 ? named.first() : choices.first();
    await organizer.check(chosen.locator('input[type=radio]'));
  }
  await organizer.look('02-which-vendors-chosen');
}

export async function makeTheEvent(season: Season, list: string): Promise<MadeEvent> {
  const { organizer, days, mailbox } = season;
  const { page } = organizer;
  await organizer.goto(list);
  await organizer.click(page.getByRole('link', { name: 'Save to an event' }));
  await organizer.click(page.locator('main').getByRole('link', { name: 'Sign up' }));
  await organizer.fill(ORGANIZER);
  await organizer.click(page.getByRole('button', { name: /Create|Sign up/ }).first());
  await confirmByMail(page, ORGANIZER, {
    mailbox,
    inspect: { look: (_, name) => organizer.look(name), seen: undefined as never },
    name: '04-confirm',
    lands: /\/organizer\/save-list\?list=[\w-]{32}$/,
  });
  await organizer.look('05-save-list');
  await organizer.click(page.getByRole('link', { name: 'Make a new event for this list' }));
  await organizer.look('05-event-from-list');
  assert.equal(await page.locator('[name=event_type]:checked').inputValue(), 'festival');
  assert.match(await page.locator('[name=starts_at]').inputValue(), new RegExp(`^${days.event}T`));
  await organizer.fill({
    name: 'Lake Festival',
    description: 'Eight trucks by the lake.',
    starts_at: `${days.event}T17:00`,
    ends_at: `${days.event}T21:00`,
    venue_name: 'Lake Square',
    address: '1 Example Street',
    city: 'Gainesville',
    capacity: '5',
  });
  await page.selectOption('[name=county]', 'Alachua');
  await organizer.click(page.locator('main form[method=post] button[type=submit]').first());
  await organizer.look('05-shortlist');
  assert.match((await page.textContent('main')) ?? '', /3\d vendors on this list/);
  const address = page.url().replace(/\/shortlist.*$/, '');
  await organizer.goto(address);
  await organizer.click(page.getByRole('button', { name: 'Publish' }));
  await organizer.look('05-event');
  return { organizer: address, public: address.replace('/organizer', '') };
}

export async function vendorsApply(season: Season, event: MadeEvent): Promise<Applicant[]> {
  const applicants: Applicant[] = [];
  for (const [index, place] of APPLYING.entries()) {
    const truck = season.trucks[place];
    assert.ok(truck);
    const person = await season.film.person(index === 0 ? { width: 360, height: 740 } : undefined);
    const email = `vendor-${index}@season.example`;
    await person.goto(event.public);
    if (index === 0) await person.look('06-public-event');
    await person.fill({
      license_number: truck.number,
      business_name: truck.name,
      contact_name: 'A. Nobody',
      contact_email: email,
      contact_phone: '352 555 0100',
    });
    await person.page.selectOption('main [name=food_kind]', 'other');
    await person.fill({ food: 'Food of this truck' });
    await person.click(person.page.locator('main form[method=post] button[type=submit]').first());
    assert.match(person.page.url(), /applied|sent|thanks/, (await person.page.textContent('main')) ?? '');
    const link = linkIn(await season.mailbox.next(email), '/application?token=');
    applicants.push({ truck, email, link });
    if (index < 2) await sendDocuments(person, link, season.days, { isInsured: index === 0 });
    await person.page.context().close();
  }
  return applicants;
}

/** Uploads every document. One applicant's insurance ends on the day before the event. */
async function sendDocuments(
  person: Person,
  link: string,
  { today, event }: Season['days'],
  { isInsured }: { isInsured: boolean },
): Promise<void> {
  const { page } = person;
  await person.goto(link);
  await person.look(isInsured ? '07-applicant' : '07-applicant-b');
  await person.goto(link.replace('/application?', '/application/documents?'));
  await person.look(isInsured ? '08-documents' : '08-documents-b');
  const codes = await page.locator('main section.document-row').evaluateAll((all) => all.map(({ id }) => id));
  assert.ok(codes.length > 0, 'there are documents to upload');
  for (const code of codes) {
    const part = page.locator(`#${code}`);
    const expiry = part.locator('input[type=date]');
    const isEarly = !isInsured && /insur/.test(code);
    if ((await expiry.count()) > 0)
      await expiry.fill(isEarly ? today : `${Number(event.slice(0, 4)) + 1}-06-01`);
    await person.upload(part.locator('input[type=file]'), {
      name: `${code}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n% made for a test\n%%EOF\n'),
    });
  }
  await person.click(page.locator('main .send-all button'));
  await person.look(isInsured ? '09-documents-sent' : '09-documents-sent-b');
}
