import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording shared by all forms. */
export const FIELDS = defineMessages({
  check: {
    en: 'Please check {count, plural, one {one thing} other {# things}}',
    es: 'Revise {count, plural, one {un dato} other {# datos}}',
  },
  optional: { en: '(optional)', es: '(opcional)' },
});

/** Wording for a list that is split into pages. */
export const PAGING = defineMessages({
  pages: { en: 'Pages', es: 'Páginas' },
  previous: { en: 'Previous page', es: 'Página anterior' },
  next: { en: 'Next page', es: 'Página siguiente' },
  place: { en: 'Page {page, number} of {pages, number}', es: 'Página {page, number} de {pages, number}' },
  all: { en: '{total, plural, one {#} other {all #}}', es: '{total, number} en total' },
  range: {
    en: '{first, number}–{last, number} of {total, number}',
    es: '{first, number}–{last, number} de {total, number}',
  },
  beyond: {
    en: 'There is no page {page, number}: this list has {pages, plural, one {one page} other {# pages}}. <first>Go to the first page</first>',
    es: 'No existe la página {page, number}: esta lista tiene {pages, plural, one {una sola página} other {# páginas}}. <first>Ir a la primera página</first>',
  },
  noPage: {
    en: 'There is no page “{text}”. Pages have whole numbers, from 1 to {max, number}.',
    es: 'No existe la página “{text}”. Las páginas llevan números enteros, del 1 al {max, number}.',
  },
});

export const DATES = defineMessages({
  period: { en: '{start} to {end}', es: '{start} a {end}' },
});
