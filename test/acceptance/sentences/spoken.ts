import type { Truth } from '../truth/truth.ts';
import {
  ACTION_TEMPLATES,
  EVIDENCE_TEMPLATES,
  ISSUE_TEMPLATES,
  REASON_TEMPLATES,
  RECOMMENDATION_TEMPLATES,
  STRENGTH_TEMPLATES,
} from './judgement-templates.ts';
import { PAGE_TEMPLATES } from './page-templates.ts';
import { linesOf } from './page-text.ts';
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
import { createReader, type Reading, type Template } from './template.ts';

/** Where a text is said; each place has its own sentences. */
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
  | 'page';

interface SpokenText {
  readonly place: Place;
  readonly text: string;
}

const OF_PLACES: Readonly<Record<Place, readonly Template[]>> = {
  reason: [...HOLD_TEMPLATES, ...LICENSE_TEMPLATES, ...UNCERTAIN_TEMPLATES, ...REASON_TEMPLATES],
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
  page: distinct([
    ...[HOLD_TEMPLATES, LICENSE_TEMPLATES, UNCERTAIN_TEMPLATES, REASON_TEMPLATES, ISSUE_TEMPLATES].flat(),
    ...[ACTION_TEMPLATES, CAUSE_TEMPLATES, CAUSE_ACTION_TEMPLATES, OUTLOOK_TEMPLATES].flat(),
    ...[NARRATIVE_TEMPLATES, FOLLOW_TEMPLATES, RECOMMENDATION_TEMPLATES].flat(),
    ...[STRENGTH_TEMPLATES.filter(({ text }) => !text.includes('{letter}')), PAGE_TEMPLATES].flat(),
  ]),
};

/** A sentence that two places share is one on a page. */
function distinct(templates: readonly Template[]): Template[] {
  return [...new Map(templates.map((template) => [template.text, template])).values()];
}

function badgeTemplates(): Template[] {
  const standing = (text: string, status: Truth['gradeStatus']): Template => ({
    text: `{words}: ${text}`,
    holds: (_, truth) => truth.gradeStatus === status,
  });
  return [
    standing('license not confirmed', 'withheld'),
    standing('not enough inspections', 'insufficient_record'),
    standing('regulator hold', 'hold'),
    {
      text: '{words}: grade {words2}',
      holds: (slots, truth) => truth.gradeStatus === 'graded' && truth.letter === slots.words('words2'),
    },
  ];
}

/** Everything that is said of a vendor. */
export function spokenOf({ card, decision, selfCheck, badge, pages }: Published): SpokenText[] {
  const say = (place: Place, text: string | null | undefined): SpokenText[] =>
    text === null || text === undefined ? [] : [{ place, text }];
  return [
    ...decision.reasons.flatMap(({ text }) => say('reason', text)),
    ...selfCheck.limiting_factors.flatMap(({ issue, corrective_action: action, evidence, fades }) => [
      ...[
        ...say('issue', issue),
        ...say('action', action),
        ...say('evidence', evidence),
        ...say('action', fades?.text),
      ],
    ]),
    ...say('outlook', selfCheck.outlook.text),
    ...selfCheck.strengths.flatMap(({ text }) => say('strength', text)),
    ...say('recommendation', card.recommendation.text),
    ...say('narrative', card.narrative),
    ...say('uncertain', card.uncertain_record?.text),
    ...say('badge', /<title>([^<]*)<\/title>/.exec(badge)?.[1]),
    ...Object.values(pages).flatMap((page) =>
      linesOf(page).flatMap((text) => say('page', withoutLabel(text))),
    ),
  ];
}

/** A reason or factor on a page stands behind a sign and its severity. */
function withoutLabel(line: string): string {
  return line.replace(
    /^(?:[✕?!✓–] (?:Blocking|Serious|Caution|For information|Minor):|What to do:|Our recommendation:) /,
    '',
  );
}

const READERS = new Map<Place, (text: string) => Reading>();
/** Readings of texts that many records share. */
const KNOWN = new Map<string, Reading>();
const KNOWN_MAX = 50_000;

export interface Fault {
  readonly kind: 'unknown' | 'ambiguous' | 'false';
  readonly place: Place;
  /** The sentence's template; the text itself where it is none. */
  readonly template: string;
  readonly text: string;
}

/** What is wrong with a text that is said of a record, and how many sentences it has. */
export function checkText({ place, text }: SpokenText, truth: Truth): { faults: Fault[]; sentences: number } {
  // A title that is the name has nothing beside it to know it by.
  if (place === 'page' && text === truth.name) return { faults: [], sentences: 1 };
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
