import type { Language } from '../../lib/language/language.ts';
import { HOLD, HOLD_REASONS } from '../scorecard/messages.ts';
import { quoteDated } from '../scorecard/quote.ts';
import type { Hold } from '../scorecard/schemas.ts';

type HoldReason = Hold['reasons'][number];

/** The order in which a sentence lists the kinds of reasons. */
const ORDER: readonly HoldReason['code'][] = [
  'emergency_order',
  'emergency_closure',
  'emergency_callback',
  'administrative_determination',
];
const CLOSING: ReadonlySet<string> = new Set(['emergency_order', 'emergency_closure', 'emergency_callback']);

/**
 * Returns true if the hold is an order to close. The other kind of hold is for operating without a license.
 */
export function isClosed({ reasons }: Pick<Hold, 'reasons'>): boolean {
  return reasons.some(({ code }) => CLOSING.has(code));
}

/**
 * Describes the reasons for a hold, with one sentence per kind of reason, in the regulator's words and with
 * dates.
 */
export function describeHold({ reasons }: Pick<Hold, 'reasons'>, language: Language = 'en'): string {
  const t = HOLD[language];
  const told = ORDER.flatMap((code) => {
    const quoted = reasons
      .filter((each) => each.code === code)
      .map(({ text, since }) => quoteDated(text, since, language));
    const reason = HOLD_REASONS[language][code];
    return quoted.length === 0 ? [] : [t.told({ reason, quotes: quoted.join('; ') })];
  });
  return [...told, isClosed({ reasons }) ? t.closed : t.open].join(' ');
}
