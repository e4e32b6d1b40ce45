import { defineMessages } from '../lib/language/define-messages.ts';

export const RECORDS_AGE = defineMessages({
  reach: {
    en: 'Our records go only through {day}, {count, plural, one {# day} other {# days}} ago.',
    es: 'Nuestros registros llegan solo hasta el {day}, hace {count, plural, one {# día} other {# días}}.',
  },
});

export const LOADING = defineMessages({
  years: {
    en: 'Inspections back to {day}; loading {list}.',
    es: 'Inspecciones desde el {day}; se está cargando {list}.',
  },
});

/** Names the districts whose files were read. */
export const DISTRICTS = defineMessages({
  none: { en: 'no district', es: 'ningún distrito' },
  byKind: {
    en: 'licenses: {licenses}; inspections: {inspections}',
    es: 'licencias: {licenses}; inspecciones: {inspections}',
  },
  every: { en: 'every district', es: 'todos los distritos' },
  only: {
    en: '{count, plural, one {District {list} only} other {Districts {list} only}}',
    es: '{count, plural, one {solo el distrito {list}} other {solo los distritos {list}}}',
  },
  withVendors: {
    en: '{districts}, {count, plural, one {# vendor} other {# vendors}}',
    es: '{districts}, {count, plural, one {# vendedor} other {# vendedores}}',
  },
});
