import type { Checked } from '../../lib/checked.ts';
import { parseIsoDate } from '../../lib/dates.ts';
import type { Question } from '../events/schemas.ts';
import { CONTROL_CHARACTERS } from './application-form.ts';
import type { CustomResponse } from './schemas.ts';
import { readLine, readLines } from './typed-text.ts';

/** Answers to an event's custom questions (contract 2.4), stored with the question as it was asked. */

export const TEXT_LENGTH_MAX = 200;
export const LONG_TEXT_LENGTH_MAX = 5_000;
export const NUMBER_MAX = 1_000_000_000;
/** All answers of an application together, in characters; bounds the full list of an inbox. */
const ANSWERS_LENGTH_MAX = 20_000;
const DECIMALS_MAX = 6;
const NUMBER = new RegExp(`^[+-]?(\\d{1,10}(\\.\\d{0,${DECIMALS_MAX}})?|\\.\\d{1,${DECIMALS_MAX}})$`);

type Read = { readonly answer: CustomResponse['answer'] } | { readonly refusal: string };

/** The form's field of a question. */
export function answerField({ id }: Pick<Question, 'id'>): string {
  return `q_${id}`;
}

/** Reads an answer to every question, in their order; null where an optional one was left blank. */
export function checkAnswers(
  questions: readonly Question[],
  answersTo: (field: string) => readonly string[],
): Checked<CustomResponse[]> {
  const errors: [field: string, refusal: string][] = [];
  const value: CustomResponse[] = [];
  for (const question of questions) {
    const { id, label, type } = question;
    const read = readAnswer(question, answersTo(answerField(question)));
    if ('refusal' in read) errors.push([answerField(question), read.refusal]);
    else value.push({ question_id: id, label, type, answer: read.answer });
  }
  const tooLong = errors.length === 0 ? refuseTooLong(value) : undefined;
  if (tooLong) errors.push(tooLong);
  return errors.length > 0 ? { ok: false, errors: Object.fromEntries(errors) } : { ok: true, value };
}

/** The error goes to the longest answer, the first one to shorten. */
function refuseTooLong(responses: readonly CustomResponse[]): [field: string, refusal: string] | undefined {
  const lengths = responses.map(({ answer }) => (answer === null ? 0 : JSON.stringify(answer).length));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const longest = responses[lengths.indexOf(Math.max(...lengths))];
  if (total <= ANSWERS_LENGTH_MAX || !longest) return undefined;
  const [most, found] = [ANSWERS_LENGTH_MAX, total].map((number) => number.toLocaleString('en-US'));
  const refusal = `Your answers have ${found} characters together; ${most} is the most. Please shorten this one.`;
  return [answerField({ id: longest.question_id }), refusal];
}

function readAnswer(question: Question, values: readonly string[]): Read {
  const given = values.filter((value) => value.trim() !== '');
  const [first] = given;
  if (first === undefined)
    return question.required ? { refusal: `Please answer: ${question.label}` } : { answer: null };
  if (question.type === 'several_choices') return readSeveral(question, given);
  if (values.length > 1) return { refusal: 'Please give one answer only.' };
  return readOne(question, first);
}

function readOne({ type, options }: Question, value: string): Read {
  switch (type) {
    case 'text':
      return readText(readLine(value), TEXT_LENGTH_MAX);
    case 'long_text':
      return readText(readLines(value), LONG_TEXT_LENGTH_MAX);
    case 'number':
      return readNumber(value.trim());
    case 'yes_no':
      if (value === 'yes' || value === 'no') return { answer: value === 'yes' };
      return { refusal: 'Please answer yes or no.' };
    case 'date': {
      const day = parseIsoDate(value.trim());
      return day ? { answer: day } : { refusal: 'Please give a day, such as 2026-05-31.' };
    }
    case 'choice':
    case 'several_choices':
      return options.includes(value) ? { answer: value } : { refusal: NOT_OFFERED };
  }
}

const NOT_OFFERED = 'Please choose from what is offered.';

function readText(text: string | undefined, max: number): Read {
  if (text === undefined) return { refusal: CONTROL_CHARACTERS };
  if (text.length > max) return { refusal: `Please use at most ${max} characters; this has ${text.length}.` };
  return { answer: text };
}

function readNumber(text: string): Read {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(number) <= NUMBER_MAX) return { answer: number === 0 ? 0 : number };
  return { refusal: 'Please give a number in digits, such as 12 or 2.5.' };
}

/** In the order they were offered, each once. */
function readSeveral({ options }: Question, given: readonly string[]): Read {
  if (!given.every((value) => options.includes(value))) return { refusal: NOT_OFFERED };
  return { answer: options.filter((option) => given.includes(option)) };
}
