import { defineMessages } from '../../lib/language/define-messages.ts';

/** The texts about a final order in decisions, self-checks, pages and email. */
export const ORDER = defineMessages({
  fined: {
    en: '{regulator} ordered a fine of {fine} on {day} (case {number}, {count, plural, one {# violation} other {# violations}}).',
    es: 'El {regulator} impuso una multa de {fine} el {day} (caso {number}, {count, plural, one {# infracción} other {# infracciones}}).',
  },
  notFined: {
    en: '{regulator} issued a final order without a fine on {day} (case {number}, {count, plural, one {# violation} other {# violations}}).',
    es: 'El {regulator} dictó una orden final sin multa el {day} (caso {number}, {count, plural, one {# infracción} other {# infracciones}}).',
  },
});
