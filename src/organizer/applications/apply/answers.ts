import type { Checked } from '../../../lib/field-errors.ts';
import type { Language } from '../../../lib/language/language.ts';
import { parseIsoDate } from '../../../lib/time/dates.ts';
import type { Question } from '../../events/schemas.ts';
import { ANSWER_ERRORS, FORM_ERRORS } from '../messages.ts';
import type { CustomResponse } from '../schemas.ts';
import { readLine, readLines } from './typed-text.ts';

/**
 * Parses answers to an event's custom questions (contract 2.4). Each answer is stored with the question's
 * wording at the time.
 */

export const TEXT_LENGTH_MAX = 200;
export const LONG_TEXT_LENGTH_MAX = 5_000;
export const NUMBER_MAX = 1_000_000_000;
/**
 * The maximum number of characters in all of an application's answers together. This limits the size of a
 * full inbox.
 */
const ANSWERS_LENGTH_MAX = 20_000;
const DECIMALS_MAX = 6;
const NUMBER = new RegExp(`^[+-]?(\\d{1,10}(\\.\\d{0,${DECIMALS_MAX}})?|\\.\\d{1,${DECIMALS_MAX}})$`);

type Read = { readonly answer: CustomResponse['answer'] } | { readonly refusal: string };

/** Returns the name of a question's form field. */
export function answerField({ id }: Pick<Question, 'id'>): string {
  return `q_${id}`;
}

/**
 * Parses the answers in the order of the questions. An optional question that was left blank has a null
 * answer.
 */
export function checkAnswers(
  questions: readonly Question[],
  answersTo: (field: string) => readonly string[],
  language: Language = 'en',
): Checked<CustomResponse[]> {
  const errors: [field: string, refusal: string][] = [];
  const value: CustomResponse[] = [];
  for (const question of questions) {
    const { id, label, type } = question;
    const read = readAnswer(question, answersTo(answerField(question)), language);
    if ('refusal' in read) errors.push([answerField(question), read.refusal]);
    else value.push({ question_id: id, label, type, answer: read.answer });
  }
  const tooLong = errors.length === 0 ? refuseTooLong(value, language) : undefined;
  if (tooLong) errors.push(tooLong);
  return errors.length > 0 ? { ok: false, errors: Object.fromEntries(errors) } : { ok: true, value };
}

/** Returns the error for the longest answer, because the applicant should shorten that one first. */
function refuseTooLong(
  responses: readonly CustomResponse[],
  language: Language,
): [field: string, refusal: string] | undefined {
  const lengths = responses.map(({ answer }) => (answer === null ? 0 : JSON.stringify(answer).length));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const longest = responses[lengths.indexOf(Math.max(...lengths))];
  if (total <= ANSWERS_LENGTH_MAX || !longest) return undefined;
  const refusal = ANSWER_ERRORS[language].allTooLong({ found: total, most: ANSWERS_LENGTH_MAX });
  return [answerField({ id: longest.question_id }), refusal];
}

function readAnswer(question: Question, values: readonly string[], language: Language): Read {
  const t = ANSWER_ERRORS[language];
  const given = values.filter((value) => value.trim() !== '');
  const [first] = given;
  if (first === undefined)
    return question.required ? { refusal: t.missing({ question: question.label }) } : { answer: null };
  if (question.type === 'several_choices') return readSeveral(question, given, language);
  if (values.length > 1) return { refusal: t.oneOnly };
  return readOne(question, first, language);
}

function readOne({ type, options }: Question, value: string, language: Language): Read {
  const t = ANSWER_ERRORS[language];
  switch (type) {
    case 'text':
      return readText(readLine(value), TEXT_LENGTH_MAX, language);
    case 'long_text':
      return readText(readLines(value), LONG_TEXT_LENGTH_MAX, language);
    case 'number':
      return readNumber(value.trim(), language);
    case 'yes_no':
      if (value === 'yes' || value === 'no') return { answer: value === 'yes' };
      return { refusal: t.yesNo };
    case 'date': {
      const day = parseIsoDate(value.trim());
      return day ? { answer: day } : { refusal: t.day };
    }
    case 'choice':
    case 'several_choices':
      return options.includes(value) ? { answer: value } : { refusal: t.notOffered };
  }
}

function readText(text: string | undefined, max: number, language: Language): Read {
  const t = FORM_ERRORS[language];
  if (text === undefined) return { refusal: t.control };
  if (text.length > max) return { refusal: t.tooLong({ max, found: text.length }) };
  return { answer: text };
}

function readNumber(text: string, language: Language): Read {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(number) <= NUMBER_MAX) return { answer: number === 0 ? 0 : number };
  return { refusal: ANSWER_ERRORS[language].number };
}

/** Returns the selected options in the order that the question offers them, without duplicates. */
function readSeveral({ options }: Question, given: readonly string[], language: Language): Read {
  if (!given.every((value) => options.includes(value)))
    return { refusal: ANSWER_ERRORS[language].notOffered };
  return { answer: options.filter((option) => given.includes(option)) };
}
