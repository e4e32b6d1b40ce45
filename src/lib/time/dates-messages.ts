import { defineMessages } from '../language/define-messages.ts';

/** Text for the time between a date and a later date. */
export const AGES = defineMessages({
  sameDay: { en: 'the same day', es: 'el mismo día' },
  years: { en: '{count, number} years before', es: '{count, number} años antes' },
  months: { en: '{count, number} months before', es: '{count, number} meses antes' },
  days: {
    en: '{count, plural, one {# day} other {# days}} before',
    es: '{count, plural, one {# día} other {# días}} antes',
  },
});
