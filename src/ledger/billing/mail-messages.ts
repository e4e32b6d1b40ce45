import { defineMessages, defineNames } from '../../lib/messages.ts';

/** Mails about paying for a watch, in the account's language. */
export const WATCH_MAIL = defineMessages({
  test: {
    en: 'This is a test: no money was paid.',
    es: 'Esto es una prueba: no se pagó dinero.',
  },
  startedSubject: {
    en: 'The watch of license {license} is on',
    es: 'Empezó el seguimiento de la licencia {license}',
  },
  started: {
    en: 'From today we compare the regulator’s record of license {license} every day with what you know, and write to you when anything on it changes. While nothing changes you hear nothing from us.',
    es: 'A partir de hoy comparamos cada día los registros de la agencia reguladora sobre la licencia {license} con lo que usted ya conoce, y le escribimos cuando algo cambia. Mientras no cambie nada, no le escribiremos.',
  },
  costs: {
    en: 'It costs {price} a month until you cancel, which you can do at any time:',
    es: 'Cuesta {price} al mes hasta que usted cancele, lo que puede hacer en cualquier momento:',
  },
  failedSubject: {
    en: 'The payment for license {license} did not work',
    es: 'No se pudo cobrar el pago de la licencia {license}',
  },
  failed: {
    en: 'The monthly payment of {price} for the watch of license {license} did not work. The watch goes on until {day}; the payment is tried again until then.',
    es: 'No se pudo cobrar el pago mensual de {price} por el seguimiento de la licencia {license}. El seguimiento continúa hasta el {day}; hasta entonces se volverá a intentar el cobro.',
  },
  anotherCard: { en: 'To use another card:', es: 'Para usar otra tarjeta:' },
  otherwise: {
    en: 'If no payment comes by then, the watch ends and nothing more is charged.',
    es: 'Si para entonces no llega ningún pago, el seguimiento termina y no se cobra nada más.',
  },
  recoveredSubject: {
    en: 'The payment for license {license} has come',
    es: 'Llegó el pago de la licencia {license}',
  },
  recovered: {
    en: 'The missing payment for the watch of license {license} has come. The watch goes on as before.',
    es: 'Llegó el pago que faltaba por el seguimiento de la licencia {license}. El seguimiento continúa como antes.',
  },
  endedSubject: {
    en: 'The watch of license {license} has ended',
    es: 'Terminó el seguimiento de la licencia {license}',
  },
  ended: {
    en: 'We no longer watch the regulator’s record of license {license}. {reason} Nothing more is charged.',
    es: 'Ya no seguimos los registros de la agencia reguladora sobre la licencia {license}. {reason} No se cobra nada más.',
  },
  stays: {
    en: 'Your license stays in your settings: {link}',
    es: 'Su licencia sigue en sus ajustes: {link}',
  },
  unpaid: {
    en: 'No payment came within {days} days.',
    es: 'No llegó ningún pago en {days} días.',
  },
});

/** Why a watch ended, as a sentence. */
export const END_REASONS = defineNames<'cancelled' | 'not_claimed' | 'duplicate' | 'test_over'>({
  cancelled: { en: 'It was canceled.', es: 'Se canceló.' },
  not_claimed: {
    en: 'The license is not claimed by your account any more.',
    es: 'La licencia ya no pertenece aquí a su cuenta.',
  },
  duplicate: {
    en: 'A second subscription was paid for the same license. The first goes on; for your money back for the second, answer to whoever runs this site.',
    es: 'Se pagó una segunda suscripción para la misma licencia. La primera continúa; para que se le devuelva el dinero de la segunda, comuníquese con quien administra este sitio.',
  },
  test_over: {
    en: 'It was a test, and the test checkout is over.',
    es: 'Era una prueba, y el pago de prueba ya terminó.',
  },
});
