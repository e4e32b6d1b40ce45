import { LIMITS_OFF } from '../../test/support/limits-off.ts';
import type { Attack, AttackContext, Outcome } from './attack.ts';
import { openLedgerTables, openRecordTables } from './races/database.ts';
import {
  insertAccount,
  insertClaim,
  insertEvent,
  join,
  type License,
  numberOf,
  PASSWORD,
  type Person,
  takeLicenses,
} from './races/people.ts';
import { openRaceTarget, type RaceTarget } from './races/target.ts';

/**
 * Tries to give vendors an undeserved history of no-shows or a fake good history. It uses HTTP, with
 * accounts, applications and outcomes that any person could create. Only the passage of time is simulated, by
 * changing dates in the database.
 */
export const attack: Attack = {
  name: 'reliability',
  guarantee:
    'A vendor’s reliability is made of uncontested outcomes that its verified owner stood behind and was told of, and of nothing else',
  engines: ['sqlite', 'postgres'],
  run,
};

const SETTINGS = { ...LIMITS_OFF, SMTP_URL: 'smtp://127.0.0.1:9' };
const UNKNOWN = /^Unknown: /;
const ALONE = /^Unknown: (?:no outcome|\d+ events? of 1 independent organizer )/;
const DAY_MS = 86_400_000;

interface Applied {
  readonly organizer: Person;
  readonly eventId: string;
  readonly id: string;
}

interface Scene {
  readonly target: RaceTarget;
  readonly license: License;
  readonly holder: Person;
  readonly claimId: string;
}

/** Each attempt, and the sentence that the organizer must see at the end. */
const CASES: readonly (readonly [name: string, play: (scene: Scene) => Promise<string>, wanted: RegExp])[] = [
  [
    'three honest events of two organizers',
    (scene) => playAll(scene, ['a@gmail.com', 'a@gmail.com', 'b@gmail.com']),
    /^Came to 0 of 3 events of 2/,
  ],
  [
    'one account, invented contacts',
    (scene) => playAll(scene, Array(3).fill('a@gmail.com'), { by: undefined }),
    /^Unknown: no outcome/,
  ],
  [
    'many accounts, invented contacts',
    (scene) => playAll(scene, ['a@gmail.com', 'b@gmail.com', 'c@gmail.com'], { by: undefined }),
    /^Unknown: no outcome/,
  ],
  ['one account', (scene) => playAll(scene, Array(4).fill('a@gmail.com')), ALONE],
  [
    'accounts of one mailbox',
    (scene) => playAll(scene, ['ab@gmail.com', 'a.b@gmail.com', 'ab+2@googlemail.com']),
    ALONE,
  ],
  [
    'accounts of one domain',
    (scene) => playAll(scene, ['a@park.example', 'b@park.example', 'c@x.park.example']),
    ALONE,
  ],
  [
    'one day told three times',
    (scene) => playAll(scene, ['a@gmail.com', 'a@gmail.com', 'b@gmail.com'], { sameDay: true }),
    /^Unknown: 2 events/,
  ],
  [
    'outcomes before approval',
    (scene) => playAll(scene, ['a@gmail.com', 'b@gmail.com', 'c@gmail.com'], { approve: 'never' }),
    /^Unknown: no outcome/,
  ],
  [
    'approval after the event',
    (scene) => playAll(scene, ['a@gmail.com', 'b@gmail.com', 'c@gmail.com'], { approve: 'after' }),
    /^Unknown: no outcome/,
  ],
  ['the vendor’s own events', playOwn, /^Unknown: no outcome/],
  ['contested', playContested, /^Unknown: 2 events/],
  ['contested, taken back and recorded anew', playFlip, /^Unknown: 2 events/],
  ['contest and outcome at once', playRace, UNKNOWN],
  ['a stranger contests', playStranger, /^Came to 0 of 3/],
  ['verification revoked', playRevoked, /^Unknown: no outcome/],
];

async function run({ startService }: AttackContext): Promise<Outcome> {
  const service = await startService(SETTINGS);
  const ledger = await openLedgerTables(service);
  const records = await openRecordTables(service);
  try {
    const target = openRaceTarget(service.url, { ledger, records });
    const wrong: string[] = [];
    for (const [name, play, wanted] of CASES) {
      const holder = await join(target, 'holder');
      const [license] = await takeLicenses(target, 1);
      if (!license) throw new Error('the demo has no license');
      const claimId = await insertClaim(ledger, holder.id, license);
      const said = await play({ target, license, holder, claimId });
      console.log(`         ${name}: ${said}`);
      if (!wanted.test(said)) wrong.push(`${name}: ${said}`);
    }
    return { held: wrong.length === 0, saw: wrong.join('\n       ') || `${CASES.length} cases` };
  } finally {
    await Promise.all([ledger.close(), records.close()]);
  }
}

interface Plan {
  /** The person who is signed in when sending the application; undefined if it is sent without an account. */
  readonly by?: Person | undefined;
  readonly approve?: 'before' | 'after' | 'never';
  readonly sameDay?: boolean;
}

/**
 * Runs an event for each of these organizers, in which the vendor applies and does not show up. Returns the
 * sentence that the last organizer sees.
 */
async function playAll(scene: Scene, organizers: readonly string[], plan: Plan = {}): Promise<string> {
  const applied = await applyAll(scene, organizers, plan);
  return saidTo(scene, applied.at(-1));
}

async function applyAll(scene: Scene, organizers: readonly string[], plan: Plan = {}): Promise<Applied[]> {
  const applied: Applied[] = [];
  for (const [index, email] of organizers.entries())
    applied.push(await playOne(scene, await accountOf(scene.target, email), index, plan));
  return applied;
}

async function playOne(
  { target, license, holder }: Scene,
  organizer: Person,
  index: number,
  plan: Plan,
): Promise<Applied> {
  const { approve = 'before', sameDay = false } = plan;
  const by = 'by' in plan ? plan.by : holder;
  const eventId = await insertEvent(target.ledger, organizer.id);
  const contact_email = `truck-${crypto.randomUUID()}@trucks.example`;
  const form = { business_name: 'A truck', contact_name: 'A. Person', contact_phone: '407-555-0100' };
  const fields = { ...form, contact_email, license_number: numberOf(license) };
  const sent = await target.post(`/events/${eventId}/applications`, fields, by?.cookie);
  if (sent.status !== 303) throw new Error(`an application got ${sent.status}: ${sent.body.slice(0, 300)}`);
  const [row] = await target.ledger.rows('select id from applications where event_id = ?', eventId);
  const applied = { organizer, eventId, id: String(row?.id) };
  if (approve === 'before') await set(target, applied, 'status', 'approved');
  await passTime(target, eventId, sameDay ? 0 : index);
  if (approve === 'after') await set(target, applied, 'status', 'approved');
  await set(target, applied, 'outcome', 'no_show');
  return applied;
}

/** Moves the event, and everything that happened before it, the given number of days into the past. */
async function passTime({ ledger }: RaceTarget, eventId: string, daysAgo: number): Promise<void> {
  const starts = Date.now() - (daysAgo + 1) * DAY_MS;
  const at = (ms: number) => new Date(ms).toISOString();
  await ledger.rows(
    'update events set starts_at = ?, ends_at = ? where id = ?',
    at(starts),
    at(starts + 3_600_000),
    eventId,
  );
  await ledger.rows(
    'update application_history set changed_at = ? where application_id in (select id from applications where event_id = ?)',
    at(starts - DAY_MS),
    eventId,
  );
}

function set(
  target: RaceTarget,
  { organizer, eventId, id }: Applied,
  field: 'status' | 'outcome',
  value: string,
) {
  const address = `/organizer/events/${eventId}/applications/${id}/${field}`;
  return target.post(address, { [field]: value, message: '' }, organizer.cookie);
}

function contest({ target, claimId }: Scene, applied: Applied | undefined, by: Person) {
  const id = applied?.id ?? '';
  const fields = { application_id: id, [`text-${id}`]: 'We were there all evening. <b>Ask</b> the park.' };
  return target.post(`/settings/licenses/${claimId}/outcomes`, fields, by.cookie);
}

/** Returns the sentence that an organizer sees next to the application. */
async function saidTo({ target }: Scene, applied: Applied | undefined): Promise<string> {
  if (!applied) throw new Error('nothing was applied for');
  const address = `/organizer/events/${applied.eventId}/applications/${applied.id}`;
  const { body } = await target.get(address, applied.organizer.cookie);
  return /<h2>At events here<\/h2><div><p>([^<]*)/.exec(body)?.[1] ?? 'nothing is said';
}

/** Returns an organizer's account. Within a run, the same email address has the same account. */
async function accountOf(target: RaceTarget, email: string): Promise<Person> {
  const [known] = await target.ledger.rows('select id from accounts where email = ?', email);
  const id = known ? String(known.id) : await insertAccount(target.ledger, email);
  const { cookie } = await target.post('/sign-in', { email, password: PASSWORD });
  return { id, email, cookie };
}

const TWO = ['a@gmail.com', 'a@gmail.com', 'b@gmail.com'];

async function playOwn(scene: Scene): Promise<string> {
  const own = [scene.holder, await join(scene.target, 'other'), await join(scene.target, 'third')];
  const applied: Applied[] = [];
  for (const [index, organizer] of own.entries()) applied.push(await playOne(scene, organizer, index, {}));
  return saidTo(scene, applied.at(-1));
}

async function playContested(scene: Scene): Promise<string> {
  const applied = await applyAll(scene, TWO);
  await contest(scene, applied[0], scene.holder);
  return saidTo(scene, applied[0]);
}

async function playFlip(scene: Scene): Promise<string> {
  const [first, ...others] = await applyAll(scene, TWO);
  if (!first) return 'nothing was applied for';
  await contest(scene, first, scene.holder);
  for (const outcome of ['', 'no_show', 'attended', 'no_show'])
    await set(scene.target, first, 'outcome', outcome);
  return saidTo(scene, others[0]);
}

async function playRace(scene: Scene): Promise<string> {
  const [first] = await applyAll(scene, TWO);
  if (!first) return 'nothing was applied for';
  const outcomes = ['', 'no_show', '', 'no_show'];
  await Promise.all([
    ...Array.from({ length: 5 }, () => contest(scene, first, scene.holder)),
    ...outcomes.map((outcome) => set(scene.target, first, 'outcome', outcome)),
  ]);
  await contest(scene, first, scene.holder);
  const { target } = scene;
  const twice = await target.ledger.count(
    'select count(*) from outcome_contests where application_id = ?',
    first.id,
  );
  return twice > 1 ? `${twice} contests of one outcome` : saidTo(scene, first);
}

async function playStranger(scene: Scene): Promise<string> {
  const applied = await applyAll(scene, TWO);
  const stranger = await join(scene.target, 'stranger');
  const { status } = await contest(scene, applied[0], stranger);
  return status === 404 ? saidTo(scene, applied[0]) : `a stranger's contest got ${status}`;
}

async function playRevoked(scene: Scene): Promise<string> {
  const applied = await applyAll(scene, TWO);
  await scene.target.ledger.rows("update claims set state = 'released' where id = ?", scene.claimId);
  const after = await playOne(scene, await accountOf(scene.target, 'c@gmail.com'), 5, {});
  const { status } = await contest(scene, applied[0], scene.holder);
  return status === 404 ? saidTo(scene, after) : `a former holder's contest got ${status}`;
}
