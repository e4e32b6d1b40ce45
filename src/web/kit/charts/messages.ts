import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for charts and for the tables that list the same values. */
export const CHARTS = defineMessages({
  sameAsTable: { en: 'Show as a table', es: 'Ver como tabla' },
  asTable: { en: '{title}, as a table', es: '{title}, en una tabla' },
  date: { en: 'Date', es: 'Fecha' },
  notOnFile: { en: 'not on file', es: 'no consta' },
  highPriority: { en: 'High priority', es: 'Alta prioridad' },
  intermediate: { en: 'Intermediate', es: 'Intermedia' },
  basic: { en: 'Basic', es: 'Básica' },
});
