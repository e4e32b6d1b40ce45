import { REGULATOR } from '../../src/regulator/source/regulator.ts';
import { isVerbatim, marksOf } from '../truth/quotes.ts';
import type { Truth, Visit } from '../truth/truth.ts';
import { counted, line, type Slots, type Template } from './template.ts';

/**
 * The vendor page's statements about single visits. A statement is true if it applies to one of the vendor's
 * visits.
 */

const some = (truth: Truth, test: (visit: Visit) => boolean) => truth.visits.some(test);

function result(text: string, test: (visit: Visit) => boolean): Template {
  return line(`${text} “{words}”`, (slots, truth) =>
    some(truth, (visit) => visit.disposition === slots.words() && test(visit)),
  );
}

export const VISIT_TEMPLATES: readonly Template[] = [
  line('{day} “{words}”', (slots, truth) =>
    some(truth, ({ day, inspectionType }) => day === slots.day() && inspectionType === slots.words()),
  ),
  line('{day} Callback; its first visit isn’t on file · “{words}”', (slots, truth) =>
    some(truth, ({ day, visitNumber }) => day === slots.day() && visitNumber > 1),
  ),
  line('Callback, {day}', (slots, truth) =>
    some(truth, ({ day, visitNumber }) => day === slots.day() && visitNumber > 1),
  ),
  result('✓ Met standards', ({ result: own }) => own === 'met'),
  result('! Follow-up required', ({ result: own }) => own === 'follow_up'),
  result('✕ Closed', ({ result: own, isUnlicensed }) => own === 'closed' && !isUnlicensed),
  result('✕ Found without a license', ({ isUnlicensed }) => isUnlicensed),
  result('? Result unknown', ({ result: own }) => own === 'unknown'),
  line('No violations cited.', (_, truth) =>
    some(truth, ({ counts, result: own }) => counts?.total === 0 && own !== 'unknown'),
  ),
  line('No violations on file for this visit.', (_, truth) =>
    some(truth, ({ counts, result: own }) => counts?.total === 0 && own === 'unknown'),
  ),
  line(
    'The number of violations is unknown because the file leaves a count blank or its counts contradict each other.',
    (_, truth) => some(truth, ({ counts }) => counts === undefined),
  ),
  ...counted(
    '{n} violation: {n2} high priority, {n3} intermediate, {n4} basic.',
    '{n} violations: {n2} high priority, {n3} intermediate, {n4} basic.',
    (total, truth, slots) =>
      some(
        truth,
        ({ counts }) =>
          counts?.total === total &&
          counts.high === slots.n('n2') &&
          counts.intermediate === slots.n('n3') &&
          counts.basic === slots.n('n4'),
      ),
  ),
  line('{words} (category {n})', (slots, truth) => isCited(truth, slots, 1)),
  line(
    '{words} (category {n}) {n2} times',
    (slots, truth) => slots.n('n2') > 1 && isCited(truth, slots, slots.n('n2')),
  ),
  line('{words} ({code})', (slots, truth) => isWritten(truth, slots, [])),
  line('{words} ({code}) {words2}', (slots, truth) =>
    isWritten(truth, slots, wordsOf(slots.words('words2'))),
  ),
  line('“{words}”', (slots, truth) =>
    some(truth, ({ texts }) => texts.some((text) => isVerbatim(slots.words(), text))),
  ),
  ...counted(
    'Show {n} inspection under a prior owner',
    'Show {n} inspections under a prior owner',
    (number, { prior }) => prior.length === number,
  ),
  line(
    'The license had a different owner before. What inspectors found then doesn’t count against the current owner.',
    (_, { prior }) => prior.length > 0,
  ),
  line('Owner uncertain', (_, { uncertain }) => uncertain.length > 0),
  line('Prior owner', (_, { prior }) => prior.length > 0),
];

function isCited(truth: Truth, slots: Slots, times: number): boolean {
  const title = REGULATOR.violationCategory(slots.n()).title;
  return title === slots.words() && some(truth, ({ categories }) => categories.get(slots.n()) === times);
}

const MARK =
  /High priority|Intermediate|Basic|Warning|Administrative complaint|Stop sale|Repeat violation|Corrected on site|Corrective action taken|Time extended|\d+ times/g;

/**
 * Returns the words of the marks after a citation. For an unknown mark, returns a word that does not occur in
 * any text.
 */
function wordsOf(marks: string): string[] {
  const found = marks.match(MARK) ?? [];
  return found.join(' ') === marks ? found : [marks];
}

/** Returns true if there is an inspector's text for a citation with this code and exactly these marks. */
function isWritten(truth: Truth, slots: Slots, marks: readonly string[]): boolean {
  const code = slots.words('code');
  const { title } = REGULATOR.violationCategory(Number.parseInt(code, 10));
  return (
    title === slots.words() &&
    some(truth, ({ texts }) =>
      texts.some(
        (text) => text.code === code && [...marksOf(text)].sort().join() === [...marks].sort().join(),
      ),
    )
  );
}
