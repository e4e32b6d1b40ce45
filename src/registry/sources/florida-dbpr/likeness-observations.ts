import { FEW, type Likeness, NONE, type ObservedVisit } from '../likeness.ts';
import { fitsCounts } from '../observation-fit.ts';
import type { ObservationRow } from '../parsed-file.ts';
import { hasLostLetters } from './likeness-names.ts';

/** Measured on 13,944 texts at 1,622 visits; the bounds stand beside them in docs/importing.md, "What the rows tell". */

/** Letters by which the beginnings of two texts are compared. */
const BEGINNING = 8;
/** A mark where a letter was. Of the real ones, one has it: in an address of a web page. */
const MARK_IN_WORD = /\p{L}\?\p{L}|(?:^|\s)[?¿]\p{L}|\p{L}¿/u;

const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');

/** Its first letters: seldom do more than a few other characters stand among them, and texts are long. */
function beginningOf(text: string): string {
  const letters = lettersOf(text.slice(0, 4 * BEGINNING));
  return (letters.length < BEGINNING ? lettersOf(text) : letters).slice(0, BEGINNING);
}

/** Each text by itself, of whatever business. */
export const OBSERVATION_LIKENESS: Likeness<ObservationRow> = {
  noun: 'text',
  keyOf: ({ visitId, position }) => `${visitId}:${position}`,
  flaws: [
    {
      code: 'texts_without_severity',
      says: 'begin without a severity',
      is: ({ tier }) => tier === 'unknown',
      allowed: { always: 5, share: 0.02 },
    },
    {
      code: 'marks_for_letters',
      says: 'have a question mark in a word',
      is: ({ text }) => (text.includes('?') || text.includes('¿')) && MARK_IN_WORD.test(text),
      allowed: { always: 3, share: 0.001 },
    },
  ],
  ties: [
    {
      code: 'severities_of_codes',
      says: 'have another severity than the rest of their code',
      keyOf: ({ code }) => code,
      valueOf: ({ tier }) => tier,
      allowed: FEW,
    },
    {
      code: 'texts_of_other_codes',
      says: 'begin otherwise than the rest of their code',
      keyOf: ({ code }) => code,
      valueOf: ({ text }) => beginningOf(text),
      allowed: { always: 5, share: 0.1 },
    },
  ],
  changes: [],
  daysMax: Number.POSITIVE_INFINITY,
};

const keyOf = ({ visitId }: ObservedVisit) => String(visitId);

/** The visits that a file speaks of, together with those on file that it does not. */
export const OBSERVED_VISIT_LIKENESS: Likeness<ObservedVisit> = {
  noun: 'visit',
  keyOf,
  flaws: [
    {
      code: 'visits_of_one_text',
      says: 'have one text alone',
      is: ({ texts }) => texts.length === 1,
      allowed: { always: 20, share: 0.6 },
    },
  ],
  ties: [
    {
      code: 'texts_of_other_visits',
      says: 'have the texts of another visit',
      // One text alone may be a standard sentence.
      keyOf: (visit) => (visit.texts.length > 1 ? allTexts(visit) : keyOf(visit)),
      valueOf: keyOf,
      allowed: FEW,
    },
  ],
  changes: [
    {
      code: 'letters_lost',
      says: 'lost letters of a text',
      is: (after, before) =>
        before.texts.some(
          (text) =>
            !isStillIn(after.texts, text) &&
            after.texts.some(
              ({ code, text: other }) => code === text.code && hasLostLetters(text.text, other),
            ),
        ),
      allowed: NONE,
    },
  ],
  daysMax: Number.POSITIVE_INFINITY,
};

function allTexts({ texts }: ObservedVisit): string {
  return JSON.stringify(texts.map(({ code, tier, text }) => `${code} ${tier} ${text}`).sort());
}

/**
 * The visits on file that a file speaks of. We have no two real files about the same visits: what an inspector wrote is
 * taken to stay, and to be added to.
 */
export const OBSERVED_ON_FILE_LIKENESS: Likeness<ObservedVisit> = {
  noun: 'visit',
  keyOf,
  flaws: [
    {
      code: 'texts_against_counts',
      says: 'have more texts of a category or severity than violations were counted',
      is: ({ texts, visit }) => visit !== undefined && visit.total !== null && !fitsCounts(texts, visit),
      allowed: { always: 2, share: 0.03 },
    },
  ],
  ties: [],
  changes: [
    {
      code: 'texts_lost',
      says: 'lack a text that they had',
      is: (after, before) => before.texts.some((text) => !isStillIn(after.texts, text)),
      allowed: NONE,
    },
  ],
  gone: { always: 5, share: 0.02 },
  renamed: { keyOf: allTexts, allowed: NONE },
  daysMax: Number.POSITIVE_INFINITY,
};

/** A follow-up inspection adds to a text. */
function isStillIn(texts: readonly ObservationRow[], { code, tier, text }: ObservationRow): boolean {
  return texts.some((other) => other.code === code && other.tier === tier && isContinued(text, other.text));
}

function isContinued(before: string, after: string): boolean {
  if (after.startsWith(before)) return true;
  // Another version of the service may strike out other names: then only the words without a capital are compared.
  return (
    before.split('[name]').length !== after.split('[name]').length && plain(after).startsWith(plain(before))
  );
}

function plain(text: string): string {
  return text.replaceAll('[name]', '').replace(/\b\p{Lu}\S*|[^\p{L}]/gu, '');
}
