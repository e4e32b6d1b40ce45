import type { Checked } from '../../../lib/field-errors.ts';
import { oneLine } from '../../../lib/text/clean-typed-text.ts';
import { QUESTION_TYPES, type Question, type QuestionType } from '../schemas.ts';

/** Parses and edits the questions that an organizer adds to an event's application form. */

export const QUESTIONS_MAX = 30;
export const LABEL_LENGTH_MAX = 200;
/** The maximum number of characters in all of an event's questions and options together. */
const TEXT_LENGTH_MAX = 10_000;
const OPTIONS_MIN = 2;
const OPTIONS_MAX = 30;
const OPTION_LENGTH_MAX = 100;

/** A question as typed in the form, with one option per line. */
export interface QuestionFields {
  readonly label: string;
  readonly type: string;
  readonly required: boolean;
  readonly options: string;
}

/** A question without its id. */
type QuestionDraft = Omit<Question, 'id'>;

/** Parses a question. Returns a sentence for each invalid field. */
export function readQuestion(fields: QuestionFields): Checked<QuestionDraft> {
  const label = oneLine(fields.label);
  const type = QUESTION_TYPES.find((each) => each === fields.type);
  const options = type && isChoice(type) ? readOptions(fields.options) : [];
  const errors = {
    ...named('label', labelError(label)),
    ...named('type', type ? undefined : 'Choose what kind of answer you want.'),
    ...named('options', type && isChoice(type) ? optionsError(options) : undefined),
  };
  if (!type || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, value: { label, type, required: fields.required, options } };
}

/** Adds a question at the end. `id` must be a new random id. */
export function addQuestion(
  questions: readonly Question[],
  draft: QuestionDraft,
  id: string,
): Checked<Question[]> {
  return questions.length >= QUESTIONS_MAX
    ? { ok: false, errors: { form: `An event can have at most ${QUESTIONS_MAX} questions.` } }
    : ifShort([...questions, { id, ...draft }]);
}

/** Changes a question but keeps its id, so that answers remain linked to it. */
export function changeQuestion(
  questions: readonly Question[],
  id: string,
  draft: QuestionDraft,
): Checked<Question[]> {
  const changed = ifThere(questions, id, () =>
    questions.map((each) => (each.id === id ? { id, ...draft } : each)),
  );
  return changed.ok ? ifShort(changed.value) : changed;
}

export function removeQuestion(questions: readonly Question[], id: string): Checked<Question[]> {
  return ifThere(questions, id, () => questions.filter((each) => each.id !== id));
}

/** Swaps a question with the previous or next one. Does nothing if it is already at that end. */
export function moveQuestion(
  questions: readonly Question[],
  id: string,
  direction: 'up' | 'down',
): Checked<Question[]> {
  return ifThere(questions, id, (index) => {
    const other = direction === 'up' ? index - 1 : index + 1;
    const moved = questions[index];
    const passed = questions[other];
    if (!moved || !passed) return [...questions];
    return questions.with(index, passed).with(other, moved);
  });
}

export function isChoice(type: QuestionType): boolean {
  return type === 'choice' || type === 'several_choices';
}

/**
 * Rejects questions whose total length exceeds the limit, because every list of events includes the
 * questions.
 */
function ifShort(questions: Question[]): Checked<Question[]> {
  const length = questions.flatMap(({ label, options }) => [label, ...options]).join('').length;
  if (length <= TEXT_LENGTH_MAX) return { ok: true, value: questions };
  const [found, most] = [length, TEXT_LENGTH_MAX].map((number) => number.toLocaleString('en-US'));
  return {
    ok: false,
    errors: {
      form: `With this, the event’s questions and options have ${found} characters together; ${most} is the most. Shorten or remove some.`,
    },
  };
}

function ifThere(
  questions: readonly Question[],
  id: string,
  change: (index: number) => Question[],
): Checked<Question[]> {
  const index = questions.findIndex((each) => each.id === id);
  return index < 0
    ? { ok: false, errors: { form: 'That question no longer exists.' } }
    : { ok: true, value: change(index) };
}

function readOptions(typed: string): string[] {
  return typed
    .split(/[\r\n]+/)
    .map(oneLine)
    .filter((option) => option !== '');
}

function labelError(label: string): string | undefined {
  if (label === '') return 'Type the question.';
  return label.length > LABEL_LENGTH_MAX
    ? `A question can have at most ${LABEL_LENGTH_MAX} characters; this has ${label.length}.`
    : undefined;
}

function optionsError(options: readonly string[]): string | undefined {
  if (options.length < OPTIONS_MIN || options.length > OPTIONS_MAX)
    return `Type ${OPTIONS_MIN} to ${OPTIONS_MAX} options, one on each line; there are ${options.length}.`;
  if (options.some((option) => option.length > OPTION_LENGTH_MAX))
    return `An option can have at most ${OPTION_LENGTH_MAX} characters.`;
  return new Set(options.map((option) => option.toLowerCase())).size < options.length
    ? 'Each option must differ from the others.'
    : undefined;
}

function named(field: string, error: string | undefined): Record<string, string> {
  return error === undefined ? {} : { [field]: error };
}
