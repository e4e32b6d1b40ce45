import { defineMessages } from '../../lib/language/define-messages.ts';

export const FOLLOW_ERRORS = defineMessages({
  noLink: {
    en: 'This link is no longer valid. You may have already stopped these emails.',
    es: 'Este enlace ya no es válido. Quizá usted ya dejó de recibir estos correos.',
  },
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
  confirm: { en: 'Confirm the weekly email:', es: 'Confirmar el correo semanal:' },
  ignore: {
    en: 'If you didn’t ask for it, ignore this email. We won’t send any more.',
    es: 'Si usted no lo pidió, ignore este correo. No le enviaremos ningún otro.',
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
  stop: { en: 'Stop these emails:', es: 'Dejar de recibir estos correos:' },
  county: { en: '{county} County', es: 'el condado de {county}' },
});
