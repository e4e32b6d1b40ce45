import { describeDay } from '../../lib/dates.ts';
import type { Hold } from './schemas.ts';

type HoldReason = Hold['reasons'][number];

/** How each kind of reason is told; the regulator's words follow. */
const SENTENCES: readonly (readonly [code: HoldReason['code'], text: string])[] = [
  ['emergency_order', 'The regulator closed the business under this license'],
  ['emergency_closure', 'The regulator reports the business under this license as closed'],
  ['emergency_callback', 'It was still closed at the callback'],
  ['administrative_determination', 'An inspector found the business operating without a license'],
];
const CLOSING: ReadonlySet<string> = new Set(['emergency_order', 'emergency_closure', 'emergency_callback']);

/** Whether a hold is an order to close; the other kind is a business found without a license. */
export function isClosed({ reasons }: Pick<Hold, 'reasons'>): boolean {
  return reasons.some(({ code }) => CLOSING.has(code));
}

/** What a hold rests on, each kind in one sentence with the regulator's words and days. */
export function describeHold({ reasons }: Pick<Hold, 'reasons'>): string {
  const told = SENTENCES.flatMap(([code, text]) => {
    const quoted = reasons.filter((each) => each.code === code).map(quoteReason);
    return quoted.length === 0 ? [] : [`${text}: ${quoted.join('; ')}.`];
  });
  const open = isClosed({ reasons }) ? 'Nothing on file reopens it.' : 'Nothing on file settles that.';
  return [...told, open].join(' ');
}

function quoteReason({ text, since }: HoldReason): string {
  return `“${text}” (${describeDay(since)})`;
}
