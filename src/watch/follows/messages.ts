import { defineMessages } from '../../lib/language/define-messages.ts';

export const FOLLOW_ERRORS = defineMessages({
  noLink: {
    en: 'This link is no longer valid. You may have already stopped these emails.',
    es: 'Este enlace ya no es válido. Quizá usted ya dejó de recibir estos correos.',
  },
});

/** Texts that emails about closures and emails about a vendor share. */
export const FOLLOW_MAIL = defineMessages({
  confirm: { en: 'Confirm the weekly email:', es: 'Confirmar el correo semanal:' },
  ignore: {
    en: 'If you didn’t ask for it, ignore this email. We won’t send any more.',
    es: 'Si usted no lo pidió, ignore este correo. No le enviaremos ningún otro.',
  },
  stop: { en: 'Stop these emails:', es: 'Dejar de recibir estos correos:' },
  county: { en: '{county} County', es: 'el condado de {county}' },
  vendor: { en: '{name}, license {number}', es: '{name}, licencia {number}' },
  license: { en: 'license {number}', es: 'la licencia {number}' },
});

/** The emails about closures. */
export const CLOSURES_MAIL = defineMessages({
  confirmSubject: {
    en: 'Confirm: closures in {place}, once a week',
    es: 'Confirme: cierres en {place}, una vez por semana',
  },
  asked: {
    en: 'Someone entered this address to get a weekly email about food trucks, carts and caterers that the regulator closed in {place}.',
    es: 'Con esta dirección se pidió un correo semanal sobre los food trucks, carritos y empresas de catering que la agencia reguladora cerró en {place}.',
  },
  subject: {
    en: '{count, plural, one {One business} other {# businesses}} closed in {place}',
    es: '{count, plural, one {Un negocio cerrado} other {# negocios cerrados}} en {place}',
  },
  lead: {
    en: 'Closures in {place} after {from} and through {to}:',
    es: 'Cierres en {place} después del {from} y hasta el {to}:',
  },
  closure: { en: '{name}, license {number}{city}: {told}', es: '{name}, licencia {number}{city}: {told}' },
  closedOn: { en: 'closed {day}', es: 'cerrado el {day}' },
  closedBy: { en: 'closed by {day}', es: 'cerrado a más tardar el {day}' },
  reopened: { en: '{closed}, reopened {day}', es: '{closed}; reabrió el {day}' },
  more: { en: 'See {count, number} more on the page.', es: 'Hay {count, number} más en la página.' },
  page: { en: 'See all closures:', es: 'Ver todos los cierres:' },
  check: {
    en: 'A closed business may reopen within a day. Check its record before you write about it.',
    es: 'Un negocio cerrado puede reabrir al día siguiente. Revise su historial antes de escribir sobre él.',
  },
  demo: {
    en: 'Demo data: every business is fictional.',
    es: 'Datos de demostración: todos los negocios son ficticios.',
  },
});

/** The emails about one vendor's record. */
export const VENDOR_MAIL = defineMessages({
  confirmSubject: {
    en: 'Confirm: an email when the record of {vendor} changes',
    es: 'Confirme: un correo cuando cambie el historial de {vendor}',
  },
  asked: {
    en: 'This address was entered for an email when the record of {vendor} changes, at most once a week.',
    es: 'Con esta dirección se pidió un correo cuando cambie el historial de {vendor}, como máximo una vez por semana.',
  },
  subject: {
    en: '{number}: {count, plural, one {one change} other {# changes}} on record',
    es: '{number}: {count, plural, one {un cambio} other {# cambios}} en el historial',
  },
  lead: { en: 'The record of {vendor} changed.', es: 'El historial de {vendor} cambió.' },
  day: { en: '{day}:', es: '{day}:' },
  updated: {
    en: 'We also updated our program between these records and the ones before. Part of this may come from how we read the files.',
    es: 'Entre estos registros y los anteriores también actualizamos nuestro programa. Parte de esto puede deberse a nuestra lectura de los archivos.',
  },
  more: {
    en: '{count, plural, one {One more change is} other {# more changes are}} in the list of changes.',
    es: 'La lista de cambios tiene {count, plural, one {un cambio más} other {# cambios más}}.',
  },
  ours: {
    en: 'The grade and the recommendation are ours, not {regulator}’s. They also change as inspections get older.',
    es: 'La calificación y la recomendación son nuestras, no del {regulator}. También cambian a medida que las inspecciones envejecen.',
  },
  record: { en: 'Read the record before you decide:', es: 'Lea el historial antes de decidir:' },
  list: { en: 'All changes of the last {days} days:', es: 'Todos los cambios de los últimos {days} días:' },
  gone: {
    en: 'So there is no record to read. Ask {regulator} about the license. If it comes back, we email you:',
    es: 'Así que no hay historial que leer. Pregunte al {regulator} por la licencia. Si vuelve, le escribiremos:',
  },
  demo: {
    en: 'Demo data: this business is fictional.',
    es: 'Datos de demostración: este negocio es ficticio.',
  },
});
