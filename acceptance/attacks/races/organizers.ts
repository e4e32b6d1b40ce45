import { createHash, randomUUID } from 'node:crypto';
import { insertEvent, join, type Person } from './people.ts';
import { MANY, type RaceTarget, type Request, times, withStatus } from './target.ts';

const SPOTS = 5;

/** Sends requests that change events, applications and API keys, each many times at once. */
export async function raceOrganizers(target: RaceTarget): Promise<void> {
  await raceKeys(target);
  await raceEvents(target);
  await raceApplying(target);
  await raceDecisions(target);
  await raceReopening(target);
  await raceCancelling(target);
}

async function raceKeys(target: RaceTarget): Promise<void> {
  const { ledger } = target;
  const { id, cookie } = await join(target, 'keys');
  const form = { name: 'one', form: randomUUID() };
  const create = () => target.post('/settings/api-keys', form, cookie);
  const count = (where = '') =>
    ledger.count(`select count(*) from api_keys where account_id = ? ${where}`, id);
  await target.race('API key, one form', times(MANY, create), async (answers) => ({
    shown: [withStatus(answers, 200), 1],
    keys: [await count(), 1],
  }));
  const [key] = await ledger.rows('select id from api_keys where account_id = ?', id);
  const revoke = () => target.post(`/settings/api-keys/${key?.id}/revoke`, {}, cookie);
  await target.race('revoke, one key', times(MANY, revoke), async () => ({
    'in use': [await count('and revoked_at is null'), 0],
  }));
}

async function raceEvents(target: RaceTarget): Promise<void> {
  const { ledger } = target;
  const { id: account, cookie } = await join(target, 'organizer');
  const create = () => target.post('/organizer/events', EVENT_FORM, cookie);
  await target.race('new event', times(MANY, create), async () => ({
    events: [await ledger.count('select count(*) from events where account_id = ?', account), MANY],
  }));
  const [event] = await ledger.rows('select id, updated_at from events where account_id = ?', account);
  const address = `/organizer/events/${event?.id}`;
  const ask = (index: number) =>
    target.post(`${address}/questions`, { label: `Question ${index}`, type: 'text', options: '' }, cookie);
  await target.race('new question', times(MANY, ask));
  const step = (name: string) => () => target.post(`${address}/${name}`, {}, cookie);
  await target.race('publish, one event', times(MANY, step('publish')), (answers) => ({
    done: [withStatus(answers, 303), 1],
  }));
  const [now] = await ledger.rows('select updated_at from events where id = ?', String(event?.id));
  const edit = () =>
    target.post(`${address}/edit`, { ...EVENT_FORM, version: String(now?.updated_at) }, cookie);
  await target.race('edit, one version', times(MANY, edit), (answers) => ({
    done: [withStatus(answers, 303), 1],
  }));
  await target.race('publish, unpublish, complete and cancel of one event', [
    ...times(MANY / 2, step('unpublish')),
    ...times(MANY / 2, step('publish')),
    ...times(MANY / 2, step('complete')),
    ...times(MANY / 2, step('cancel')),
  ]);
}

async function raceApplying(target: RaceTarget): Promise<void> {
  const { ledger } = target;
  const { id: account } = await join(target, 'organizer');
  const event = await insertEvent(ledger, account);
  const apply = (index: number) => target.post(`/events/${event}/applications`, applicationForm(index));
  const count = () => ledger.count('select count(*) from applications where event_id = ?', event);
  await target.race(
    'apply, one vendor',
    times(3 * MANY, () => apply(0)),
    async () => ({
      applications: [await count(), 1],
      mails: [await ledger.count('select count(*) from mails where recipient = ?', contactOf(0)), 1],
      counted: [await ledger.count('select applications_received from events where id = ?', event), 1],
    }),
  );
  await target.race(
    'apply, sixty vendors',
    times(3 * MANY, (index) => apply(index + 1)),
    async () => ({ applications: [await count(), 3 * MANY + 1] }),
  );
}

async function raceDecisions(target: RaceTarget): Promise<void> {
  const { ledger } = target;
  const organizer = await join(target, 'organizer');
  const event = await insertEvent(ledger, organizer.id, { capacity: SPOTS });
  const applications = [];
  for (let vendor = 0; vendor < MANY; vendor++)
    applications.push(await insertApplication(target, event, 'submitted', vendor));
  const taken = () => ledger.count('select spots_taken from events where id = ?', event);
  await target.race(
    'approve, twenty applications for five spots',
    applications.map((each) => () => decide(target, organizer, event, each.id, 'approved')),
    async (answers) => ({ approved: [withStatus(answers, 303), SPOTS], spots: [await taken(), SPOTS] }),
  );
  const [approved] = await ledger.rows(
    `select id from applications where event_id = ? and status = 'approved'`,
    event,
  );
  const token = applications.find(({ id }) => id === approved?.id)?.token ?? '';
  await target.race('confirm, withdraw and decline of one application', [
    ...times(MANY / 2, () => target.post('/application/confirm', { token })),
    ...times(MANY / 2, () => target.post('/application/withdraw', { token })),
    ...times(MANY / 2, () => decide(target, organizer, event, String(approved?.id), 'declined')),
  ]);
  const holding = await ledger.count(
    `select count(*) from applications where event_id = ? and status in ('approved', 'confirmed')`,
    event,
  );
  const address = `/organizer/events/${event}`;
  const one = `${address}/applications/${applications[0]?.id}`;
  await target.race(
    'compliance file, deposits, outcomes',
    [
      ...times(MANY / 2, () => target.post(`${address}/compliance`, {}, organizer.cookie)),
      ...times(MANY, () => target.post(`${one}/deposit`, { deposit_status: 'paid' }, organizer.cookie)),
      ...times(MANY, () => target.post(`${one}/outcome`, { outcome: '' }, organizer.cookie)),
    ],
    async () => ({ spots: [await taken(), holding] }),
  );
}

/**
 * Tries to reopen two declined applications at once. They are from the same vendor and contact, so only one
 * may be reopened.
 */
async function raceReopening(target: RaceTarget): Promise<void> {
  const { ledger } = target;
  const organizer = await join(target, 'organizer');
  const event = await insertEvent(ledger, organizer.id);
  const requests: Request[] = [];
  for (let vendor = 0; vendor < MANY / 2; vendor++) {
    const pair = [
      await insertApplication(target, event, 'declined', vendor),
      await insertApplication(target, event, 'declined', vendor),
    ];
    for (const { id } of pair) requests.push(() => decide(target, organizer, event, id, 'under_review'));
    requests.push(() => target.post(`/events/${event}/applications`, applicationForm(vendor)));
  }
  await target.race('open declined applications again while the vendor applies', requests, async () => ({
    open: [
      await ledger.count(
        `select count(*) from applications where event_id = ? and status not in ('declined', 'withdrawn')`,
        event,
      ),
      MANY / 2,
    ],
  }));
}

async function raceCancelling(target: RaceTarget): Promise<void> {
  const { ledger } = target;
  const organizer = await join(target, 'organizer');
  const event = await insertEvent(ledger, organizer.id);
  const applications = [];
  for (let vendor = 0; vendor < MANY; vendor++)
    applications.push(await insertApplication(target, event, vendor % 2 ? 'approved' : 'submitted', vendor));
  await ledger.rows('update events set spots_taken = ? where id = ?', MANY / 2, event);
  const cancel = () => target.post(`/organizer/events/${event}/cancel`, {}, organizer.cookie);
  await target.race(
    'cancel an event while vendors apply, withdraw and are decided about',
    [
      ...times(MANY / 2, cancel),
      ...applications.map(
        ({ token }) =>
          () =>
            target.post('/application/withdraw', { token }),
      ),
      ...applications.map(
        ({ id }) =>
          () =>
            decide(target, organizer, event, id, 'waitlisted'),
      ),
      ...times(MANY, (index) => target.post(`/events/${event}/applications`, applicationForm(100 + index))),
    ],
    async () => ({
      open: [
        await ledger.count(
          `select count(*) from applications where event_id = ? and status not in ('declined', 'withdrawn', 'cancelled')`,
          event,
        ),
        0,
      ],
    }),
  );
}

const EVENT_FORM = {
  name: 'Lake Night',
  event_type: 'food-truck-night',
  description: '',
  timezone: 'America/New_York',
  starts_at: localTime(20, 18),
  ends_at: localTime(20, 22),
  venue_name: 'Lake Park',
  address: '1 Lake Road',
  city: 'Orlando',
  county: 'Orange',
  capacity: '',
  deposit: '',
  applications_open_at: '',
  applications_close_at: '',
} as const;

export const eventForm = EVENT_FORM;

export function applicationForm(vendor: number) {
  return {
    license_number: digitsOf(vendor),
    business_name: 'Race Tacos',
    contact_name: 'Rae Race',
    contact_email: contactOf(vendor),
    contact_phone: '407-555-0100',
  };
}

/** Inserts an application, including the token for its private link. */
export async function insertApplication(
  { ledger }: RaceTarget,
  event: string,
  status: string,
  vendor: number,
): Promise<{ id: string; token: string }> {
  const id = randomUUID();
  const token = randomUUID();
  const at = '2026-03-01T12:00:00.000Z';
  await ledger.insert('applications', {
    id,
    event_id: event,
    status,
    submitted_at: at,
    updated_at: at,
    license_number: digitsOf(vendor),
    license_digits: digitsOf(vendor),
    business_name: 'Race Tacos',
    contact_name: 'Rae Race',
    contact_email: contactOf(vendor),
    contact_phone: '407-555-0100',
    custom_responses: '[]',
    deposit_status: 'not_required',
    link_sha256: createHash('sha256').update(token).digest('hex'),
  });
  const entry = {
    application_id: id,
    changed_at: at,
    changed_by: 'applicant',
    status: 'submitted',
    message: '',
  };
  await ledger.insert('application_history', { ...entry, position: 1 });
  return { id, token };
}

export function decide(target: RaceTarget, { cookie }: Person, event: string, id: string, status: string) {
  const address = `/organizer/events/${event}/applications/${id}/status`;
  return target.post(address, { status, message: '', reason: 'Known to us.' }, cookie);
}

/** Returns license digits that do not match any record. */
function digitsOf(vendor: number): string {
  return `00000${String(vendor).padStart(5, '0')}`;
}

function contactOf(vendor: number): string {
  return `vendor-${vendor}@races.example`;
}

function localTime(days: number, hour: number): string {
  return `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${hour}:00`;
}
