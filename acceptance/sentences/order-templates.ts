import { dayOfWords, plusDays } from '../truth/days.ts';
import { isWithinYear, newestOwn, type Order } from '../truth/orders.ts';
import type { Truth } from '../truth/truth.ts';
import { createReader, line, plain, type Slots, type Template } from './template.ts';

/** Sentences about final orders in decisions and self-checks, and on pages, which list all orders. */

const FINED = 'DBPR ordered a fine of {words} on {day} (case {words2}, {n} ';
const NOT_FINED = 'DBPR issued a final order without a fine on {day} (case {words2}, {n} ';

type Found = (slots: Slots, truth: Truth) => Order | undefined;

function orderTemplates(find: Found): Template[] {
  return [
    [FINED, 'violation', true],
    [FINED, 'violations', true],
    [NOT_FINED, 'violation', false],
    [NOT_FINED, 'violations', false],
  ].map(([start, noun, isFined]) => ({
    text: `${start}${noun}).`,
    holds: (slots, truth) => {
      const order = find(slots, truth);
      return (
        order !== undefined &&
        order.orderedOn === slots.day() &&
        order.violations === slots.n() &&
        (noun === 'violation') === (slots.n() === 1) &&
        (isFined ? order.cents > 0 && dollarsOf(order.cents) === slots.words() : order.cents === 0)
      );
    },
  }));
}

/** Formats an amount as "$1,234.50", independently of the service's code. */
function dollarsOf(cents: number): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return cents % 100 === 0 ? `$${whole}` : `$${whole}.${String(cents % 100).padStart(2, '0')}`;
}

const named: Found = (slots, { orders }) =>
  orders.find(({ caseNumber }) => caseNumber === slots.words('words2'));

/** Finds the current holder's newest order, if a decision or self-check is allowed to name it. */
const counted: Found = (slots, truth) => {
  const order = newestOwn(truth.orders);
  const isNamed = order?.caseNumber === slots.words('words2');
  const isRecent = order && (isWithinYear(order, truth.event.first) || isWithinYear(order, truth.asOf));
  return isNamed && isRecent ? order : undefined;
};

const isAsked =
  (isFined: boolean) =>
  (_: Slots, { orders }: Truth): boolean => {
    const order = newestOwn(orders);
    return order !== undefined && order.cents > 0 === isFined;
  };

export const ORDER_REASON_TEMPLATES: readonly Template[] = [
  ...orderTemplates(counted),
  {
    text: 'Ask the vendor what it has corrected since, and ask for proof that the fine was paid.',
    holds: isAsked(true),
  },
  { text: 'Ask the vendor what it has corrected since.', holds: isAsked(false) },
];

export const ORDER_ISSUE_TEMPLATES: readonly Template[] = orderTemplates(counted);

export const ORDER_ACTION_TEMPLATES: readonly Template[] = [
  {
    text: 'Pay the fine if you haven’t, correct what the order names, and show organizers proof of both.',
    holds: isAsked(true),
  },
  { text: 'Do what the order says, and show organizers the proof.', holds: isAsked(false) },
  {
    text: 'For events on or after {day}, organizers who check the license will no longer see this as a reason, unless another final order follows.',
    holds: (slots, { orders }) => {
      const order = newestOwn(orders);
      return order !== undefined && plusDays(order.orderedOn, 365) === slots.day();
    },
  },
];

export const ORDER_EVIDENCE_TEMPLATES: readonly Template[] = [
  {
    text: 'Final order of {day}, case {words2}',
    holds: (slots, truth) => counted(slots, truth)?.orderedOn === slots.day(),
  },
];

/** Sentences on a page. Each paragraph states an order and which license holder it is about. */
export const ORDER_PAGE_TEMPLATES: readonly Template[] = [
  line('Final orders', (_, { orders }) => orders.length > 0),
  ...orderTemplates(named),
  {
    text: 'The violation was on {day}.',
    holds: (slots, { orders }) => orders.some(({ violationOn }) => violationOn === slots.day()),
  },
  {
    text: 'It concerns a former holder of this license.',
    holds: (_, { orders }) => orders.some(({ whose }) => whose === 'former'),
  },
  {
    text: 'The files don’t show whether it concerns the current holder.',
    holds: (_, { orders }) => orders.some(({ whose }) => whose === 'unknown'),
  },
  {
    text: 'Source: DBPR’s disciplinary activity file, through {day}.',
    holds: (slots, { orders }) => orders.some(({ orderedOn }) => orderedOn <= slots.day()),
  },
  plain('Orders and amounts are the regulator’s. They don’t change our grade or score.'),
  plain('DBPR: enforcement actions, warnings and extensions'),
];

const IN_MAILS = createReader([
  {
    text: 'none',
    holds: () => true,
  },
  ...orderTemplates(named).map(({ text, holds }) => ({
    text: `${text} Date of the violation: {words3}. It concerns {words4}.`,
    holds: (slots: Slots, truth: Truth) => {
      const order = named(slots, truth);
      const day = dayOfWords(slots.words('words3')) ?? null;
      return (
        holds(slots, truth) && order?.violationOn === day && HOLDERS[order.whose] === slots.words('words4')
      );
    },
  })),
]);

const HOLDERS: Readonly<Record<Order['whose'], string>> = {
  current: 'the current holder',
  former: 'a former holder',
  unknown: 'a holder the files don’t identify',
};

/**
 * Returns true if an email's statement about an order is true according to the raw state. "none" is always
 * accepted.
 */
export function isTrueOrder(text: string, truth: Truth): boolean {
  const reading = IN_MAILS(text);
  return (
    reading.type === 'read' && reading.found.every(({ template, slots }) => template.holds(slots, truth))
  );
}
