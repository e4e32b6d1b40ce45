import type { Insertable } from 'kysely';
import { v5 as uuidV5 } from 'uuid';
import { DEMO_ORGANIZERS } from '../../accounts/account/demo-organizers.ts';
import { addDays, jurisdictionDay } from '../../lib/time/dates.ts';
import { toInstant } from '../../lib/time/zoned-time.ts';
import { noLink } from '../../organizer/applications/apply/private-link.ts';
import type { FoodKind } from '../../organizer/applications/inbox/food.ts';
import type {
  ApplicationHistoryTable,
  ApplicationsTable,
  EventsTable,
} from '../../platform/db/schema/ledger-tables/event-tables.ts';
import { parseLicenseNumber } from '../../regulator/licenses/number.ts';
import { ANSWERS, DEMO_EVENTS, type DemoApplication, type DemoEvent } from './demo-events.ts';

const NAMESPACE = '6a1d4c7e-0f0b-4b52-9f5e-3d5f7a0c9e11';
const HOUR_MS = 3_600_000;
const HOLDS_SPOT: readonly string[] = ['approved', 'confirmed'];
const ANSWERED_BY_APPLICANT: readonly string[] = ['submitted', 'withdrawn'];

interface DemoRows {
  readonly events: readonly EventsTable[];
  readonly applications: readonly ApplicationsTable[];
  readonly history: readonly Insertable<ApplicationHistoryTable>[];
}

/** Creates all rows of the demo organizers as of `now`; the ids are always the same. */
export function demoRows(now: Date): DemoRows {
  const events = DEMO_EVENTS.map((event) => toEventRow(event, now));
  const applications = DEMO_EVENTS.flatMap((event, index) => {
    const row = events[index];
    return row ? event.applications.map((each) => ({ each, event, row })) : [];
  });
  const rows = applications.map(({ each, event, row }, index) =>
    toApplicationRow(each, event, row, now, index),
  );
  const history = rows.flatMap((row, index) => toHistory(row, applications[index]?.each.message ?? '', now));
  return { events, applications: rows, history };
}

function toEventRow(event: DemoEvent, now: Date): EventsTable {
  const day = addDays(jurisdictionDay(now), event.inDays);
  const startsAt = toInstant(`${day}T${event.at}`, event.timezone) ?? `${day}T17:00:00.000Z`;
  const made = daysFrom(now, Math.min(event.inDays, 0) - 40);
  return {
    id: uuidV5(`event:${event.name}`, NAMESPACE),
    account_id: DEMO_ORGANIZERS[event.organizer].id,
    name: event.name,
    description: event.description,
    event_type: event.event_type,
    status: event.status,
    starts_at: startsAt,
    ends_at: new Date(Date.parse(startsAt) + event.hours * HOUR_MS).toISOString(),
    timezone: event.timezone,
    venue_name: event.venue_name,
    address: '100 Example Street',
    city: event.city,
    city_folded: event.city.toLowerCase(),
    county: event.county,
    applications_open_at: event.opensInDays === undefined ? null : daysFrom(now, event.opensInDays),
    applications_close_at: null,
    capacity: event.capacity,
    deposit_cents: event.deposit_cents,
    deposit_how: event.deposit_cents === null ? '' : 'Zelle to parks@demo.example, with your business name.',
    deposit_link: '',
    questions: JSON.stringify(event.questions),
    spots_taken: event.applications.filter(({ status }) => HOLDS_SPOT.includes(status)).length,
    applications_received: event.applications.length,
    created_at: made,
    updated_at: made,
    organizer_name: DEMO_ORGANIZERS[event.organizer].name,
    organizer_email: '',
    notice: 'daily',
    notice_on: null,
    roster_reminded_at: null,
    waitlist_moves: 0,
    spot_freed: 0,
  };
}

function toApplicationRow(
  application: DemoApplication,
  event: DemoEvent,
  row: EventsTable,
  now: Date,
  index: number,
): ApplicationsTable {
  const number = parseLicenseNumber(application.license);
  const submittedAt = new Date(Date.parse(row.created_at) + (index + 1) * 5 * HOUR_MS).toISOString();
  const mailbox = application.business.toLowerCase().replace(/[^a-z]+/g, '-');
  const id = uuidV5(`application:${event.name}:${application.license}`, NAMESPACE);
  return {
    id,
    event_id: row.id,
    status: application.status,
    submitted_at: submittedAt,
    updated_at: now.toISOString(),
    license_number: application.license,
    license_digits: number?.digits ?? '',
    license_type: number?.licenseType ?? null,
    business_name: application.business,
    contact_name: 'A. Nobody',
    contact_email: `${mailbox}@vendors.example`,
    contact_phone: '352-555-0100',
    custom_responses: JSON.stringify(
      event.questions.map(({ id, label, type }) => ({
        question_id: id,
        label,
        type,
        answer: ANSWERS[id] ?? null,
      })),
    ),
    deposit_status: application.deposit ?? (event.deposit_cents === null ? 'not_required' : 'due'),
    outcome: application.outcome ?? null,
    outcome_recorded_at: application.outcome === undefined ? null : row.ends_at,
    holder_account_id: null,
    outcome_told_at: null,
    outcome_changes: 0,

    waitlisted_at: application.status === 'waitlisted' ? submittedAt : null,
    notice_due: 0,
    documents_news_at: null,
    link_sha256: noLink(id),
    language: 'en',
    license_kind: '',
    ...toFood(application.business),
  };
}

/**
 * Returns the food of a fake business according to the last word of its name; empty if that word is not a
 * food.
 */
function toFood(business: string): Pick<ApplicationsTable, 'food_kind' | 'food'> {
  const [food_kind, food] = FOODS[business.split(' ').at(-1) ?? ''] ?? ['', ''];
  return { food_kind, food };
}

const FOODS: Readonly<Record<string, readonly [FoodKind, string]>> = {
  Tacos: ['tacos', 'Tacos, quesadillas'],
  BBQ: ['bbq', 'Smoked brisket, ribs'],
  Arepas: ['latin', 'Arepas, empanadas'],
  Wings: ['chicken', 'Wings, tenders, fries'],
  Churros: ['fair', 'Churros, funnel cake'],
  Sushi: ['asian', 'Sushi, poke bowls'],
  Dumplings: ['asian', 'Dumplings, noodles'],
  Cream: ['desserts', 'Ice cream, sundaes'],
  Franks: ['burgers', 'Hot dogs, pretzels'],
  Sliders: ['burgers', 'Sliders, fries'],
  Lemonade: ['drinks', 'Lemonade, iced tea'],
};

/** Returns the history of an application that was submitted and then decided. */
function toHistory(
  row: ApplicationsTable,
  message: string,
  now: Date,
): Insertable<ApplicationHistoryTable>[] {
  const submitted: Insertable<ApplicationHistoryTable> = {
    application_id: row.id,
    position: 1,
    changed_at: row.submitted_at,
    changed_by: 'applicant',
    status: 'submitted',
    message: '',
  };
  if (row.status === 'submitted') return [submitted];
  const changedAt = new Date(
    Math.min(Date.parse(row.submitted_at) + 72 * HOUR_MS, now.getTime()),
  ).toISOString();
  const changedBy = ANSWERED_BY_APPLICANT.includes(row.status) ? 'applicant' : 'organizer';
  return [
    submitted,
    { ...submitted, position: 2, changed_at: changedAt, changed_by: changedBy, status: row.status, message },
  ];
}

function daysFrom(now: Date, days: number): string {
  return new Date(now.getTime() + days * 24 * HOUR_MS).toISOString();
}
