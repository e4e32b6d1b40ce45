import { linesOf } from '../../test/support/page-text.ts';
import type { Truth } from '../truth/truth.ts';
import { APPLICATION_TEMPLATES } from './application-templates.ts';
import {
  ACTION_TEMPLATES,
  AGE_TEMPLATES,
  EVIDENCE_TEMPLATES,
  ISSUE_TEMPLATES,
  REASON_TEMPLATES,
  RECOMMENDATION_TEMPLATES,
  STRENGTH_TEMPLATES,
} from './judgement-templates.ts';
import { PAGE_TEMPLATES } from './page-templates.ts';
import type { Published } from './published.ts';
import {
  FOLLOW_TEMPLATES,
  HOLD_TEMPLATES,
  LICENSE_TEMPLATES,
  NARRATIVE_TEMPLATES,
  UNCERTAIN_TEMPLATES,
} from './record-templates.ts';
import {
  CAUSE_ACTION_TEMPLATES,
  CAUSE_EVIDENCE_TEMPLATES,
  CAUSE_TEMPLATES,
  OUTLOOK_TEMPLATES,
} from './self-check-templates.ts';
import { CARD_TEMPLATES, ROW_TEMPLATES } from './small-templates.ts';
import { createReader, type Reading, type Template } from './template.ts';

/** The place in which a text appears. Each place has its own sentences. */
export type Place =
  | 'reason'
  | 'issue'
  | 'action'
  | 'evidence'
  | 'outlook'
  | 'strength'
  | 'recommendation'
  | 'narrative'
  | 'uncertain'
  | 'badge'
  | 'card'
  | 'row'
  | 'page'
  | 'application';

export interface SpokenText {
  readonly place: Place;
  readonly text: string;
  /** The visit that the text is about: the id of its case's first visit, and its index within the case. */
  readonly visit?: { readonly first: number; readonly index: number };
}

const OF_PAGES = distinct([
  ...[HOLD_TEMPLATES, LICENSE_TEMPLATES, UNCERTAIN_TEMPLATES, REASON_TEMPLATES, ISSUE_TEMPLATES].flat(),
  ...[ACTION_TEMPLATES, CAUSE_TEMPLATES, CAUSE_ACTION_TEMPLATES, OUTLOOK_TEMPLATES].flat(),
  ...[NARRATIVE_TEMPLATES, FOLLOW_TEMPLATES, RECOMMENDATION_TEMPLATES, AGE_TEMPLATES].flat(),
  ...[STRENGTH_TEMPLATES.filter(({ text }) => !text.includes('{letter}')), PAGE_TEMPLATES].flat(),
]);

const OF_PLACES: Readonly<Record<Place, readonly Template[]>> = {
  reason: [HOLD_TEMPLATES, LICENSE_TEMPLATES, UNCERTAIN_TEMPLATES, REASON_TEMPLATES, AGE_TEMPLATES].flat(),
  issue: [
    ...HOLD_TEMPLATES,
    ...LICENSE_TEMPLATES,
    ...UNCERTAIN_TEMPLATES,
    ...ISSUE_TEMPLATES,
    ...CAUSE_TEMPLATES,
  ],
  action: [...ACTION_TEMPLATES, ...CAUSE_ACTION_TEMPLATES],
  evidence: [...EVIDENCE_TEMPLATES, ...CAUSE_EVIDENCE_TEMPLATES],
  outlook: [...OUTLOOK_TEMPLATES, ...UNCERTAIN_TEMPLATES, ...ACTION_TEMPLATES],
  strength: STRENGTH_TEMPLATES,
  recommendation: RECOMMENDATION_TEMPLATES,
  narrative: NARRATIVE_TEMPLATES,
  uncertain: UNCERTAIN_TEMPLATES,
  badge: badgeTemplates(),
  card: distinct([...OF_PAGES, ...CARD_TEMPLATES]),
  row: ROW_TEMPLATES,
  page: OF_PAGES,
  application: distinct([...OF_PAGES, ...APPLICATION_TEMPLATES]),
};

/** Removes duplicate sentences, which two places share, because a page has them only once. */
function distinct(templates: readonly Template[]): Template[] {
  return [...new Map(templates.map((template) => [template.text, template])).values()];
}

function badgeTemplates(): Template[] {
  const aged = (text: string, holds: Template['holds']): Template[] => [
    { text, holds: (slots, truth) => truth.oldDays === null && holds(slots, truth) },
    {
      text: `${text}, old records: {iso}`,
      holds: (slots, truth) =>
        truth.oldDays !== null && slots.words('iso') === truth.reachTo && holds(slots, truth),
    },
  ];
  const standing = (text: string, status: Truth['gradeStatus']) =>
    aged(`{words}: ${text}`, (_, truth) => truth.gradeStatus === status);
  return [
    ...standing('license not confirmed', 'withheld'),
    ...standing('not enough inspections', 'insufficient_record'),
    ...standing('regulator hold', 'hold'),
    ...aged(
      '{words}: grade {letter}',
      (slots, truth) => truth.gradeStatus === 'graded' && truth.letter === slots.words('letter'),
    ),
  ];
}

/** Returns every statement about a vendor. */
export function spokenOf({ clock, card, decision, selfCheck, badge, pages }: Published): SpokenText[] {
  const say = (place: Place, text: string | null | undefined): SpokenText[] =>
    text === null || text === undefined ? [] : [{ place, text }];
  const linesOfPage = (page: string) => linesOf(page).flatMap((text) => say('page', withoutLabel(text)));
  const decided = [
    ...decision.reasons.flatMap(({ text }) => say('reason', text)),
    ...linesOfPage(pages.check),
  ];
  // If there is an event, only the decision depends on it.
  if (clock.event) return decided;
  return [
    ...decided,
    ...selfCheck.limiting_factors.flatMap(({ issue, corrective_action: action, evidence, fades }) => [
      ...say('issue', issue),
      ...say('action', action),
      ...say('evidence', evidence),
      ...say('action', fades?.text),
    ]),
    ...say('outlook', selfCheck.outlook.text),
    ...selfCheck.strengths.flatMap(({ text }) => say('strength', text)),
    ...say('recommendation', card.recommendation.text),
    ...say('narrative', card.narrative),
    ...say('uncertain', card.uncertain_record?.text),
    ...say('badge', /<title>([^<]*)<\/title>/.exec(badge)?.[1]),
    ...linesOf(pages.card).flatMap((text) => say('card', text)),
    ...linesOf(pages.row).flatMap((text) => say('row', text)),
    ...[withoutCases(pages.vendor), pages.improve].flatMap(linesOfPage),
    ...visitLinesOf(pages.vendor),
  ];
}

const CASE = /<article class="case" id="visit-(\d+)">([\s\S]*?)<\/article>/g;

function withoutCases(page: string): string {
  return page.replace(CASE, '');
}

/**
 * Returns each line about a visit, together with the visit that it appears under: a case's first visit or one
 * of its callbacks.
 */
function visitLinesOf(page: string): SpokenText[] {
  return [...page.matchAll(CASE)].flatMap(([, first, html = '']) => {
    let index = 0;
    return linesOf(html).map((text): SpokenText => {
      if (text.startsWith('Callback, ')) index += 1;
      return { place: 'page', text, visit: { first: Number(first), index } };
    });
  });
}

/** Returns the record as if it had only this visit. */
function narrowed(truth: Truth, { first, index }: NonNullable<SpokenText['visit']>): Truth {
  const all = [truth.current, truth.prior, truth.uncertain].flat();
  const own = all.find(({ visits }) => visits[0]?.visitId === first);
  return { ...truth, visits: own?.visits.slice(index, index + 1) ?? [] };
}

/** Removes the sign and severity in front of a reason or factor on a page. */
export function withoutLabel(line: string): string {
  return line.replace(
    /^(?:[✕?!✓–] (?:Not enough record|Blocking|Serious|Caution|For information|Minor):|What to do:|Our recommendation:) /,
    '',
  );
}

/** Places in which a title may consist of just the name. */
const NAMED: ReadonlySet<Place> = new Set(['page', 'card', 'row', 'application']);

const READERS = new Map<Place, (text: string) => Reading>();
/** Cached readings of texts that many records share. */
const KNOWN = new Map<string, Reading>();
const KNOWN_MAX = 50_000;

export interface Fault {
  readonly kind: 'unknown' | 'ambiguous' | 'false';
  readonly place: Place;
  /** The template that matches the sentence, or the text itself if none does. */
  readonly template: string;
  readonly text: string;
}

/** Returns the errors in a text about a record, and the number of sentences in the text. */
export function checkText(
  { place, text, visit }: SpokenText,
  all: Truth,
): { faults: Fault[]; sentences: number } {
  const truth = visit ? narrowed(all, visit) : all;
  // A title that is just the name does not contain anything else to recognize it by.
  if (NAMED.has(place) && text.toUpperCase() === truth.name.toUpperCase())
    return { faults: [], sentences: 1 };
  const reading = read(place, text);
  if (reading.type !== 'read')
    return { faults: [{ kind: reading.type, place, template: text, text }], sentences: 1 };
  const faults = reading.found.flatMap(({ template, slots }): Fault[] =>
    template.holds(slots, truth) ? [] : [{ kind: 'false', place, template: template.text, text }],
  );
  return { faults, sentences: reading.found.length };
}

function read(place: Place, text: string): Reading {
  const key = `${place}\n${text}`;
  const known = KNOWN.get(key);
  if (known) return known;
  const reader = READERS.get(place) ?? createReader(OF_PLACES[place]);
  READERS.set(place, reader);
  const reading = reader(text);
  if (KNOWN.size >= KNOWN_MAX) KNOWN.clear();
  KNOWN.set(key, reading);
  return reading;
}
