import { defineMessages } from '../../lib/messages.ts';

export const RECORDS_AGE = defineMessages({
  reach: {
    en: 'The records used here reach only to {day}, {count, plural, one {# day} other {# days}} ago.',
    es: 'Los registros que se usan aquí llegan solo hasta el {day}, hace {count, plural, one {# día} other {# días}}.',
  },
});
