import type { Language } from '../../lib/language/language.ts';
import { HOLD, HOLD_REASONS } from '../scorecard/messages.ts';
import { quoteDated } from '../scorecard/quote.ts';
import type { Hold } from '../scorecard/schemas.ts';

type HoldReason = Hold['reasons'][number];

/** The order in which kinds of reasons are listed in a sentence. */
const ORDER: readonly HoldReason['code'][] = [
  'emergency_order',
  'emergency_closure',
  'emergency_callback',
  'administrative_determination',
];
const CLOSING: ReadonlySet<string> = new Set(['emergency_order', 'emergency_closure', 'emergency_callback']);

/** Returns true if a hold is an order to close. The other kind of hold is for operating without a license. */
export function isClosed({ reasons }: Pick<Hold, 'reasons'>): boolean {
  return reasons.some(({ code }) => CLOSING.has(code));
}

/** Describes the reasons for a hold in one sentence per kind, with the regulator's words and dates. */
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
