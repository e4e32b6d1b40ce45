import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';

/** The emails about paying for monitoring, in the account's language. */
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
    en: 'We now check the regulator’s record of license {license} every day and email you when anything on it changes. You won’t hear from us until it does.',
    es: 'Desde hoy revisamos cada día los registros de la agencia reguladora sobre la licencia {license} y le escribimos cuando algo cambia. Mientras no cambie nada, no le escribiremos.',
  },
  costs: {
    en: 'It costs {price} a month. You can cancel at any time.\n\nManage this watch:\n{link}',
    es: 'Cuesta {price} al mes. Puede cancelarlo en cualquier momento.\n\nAdministrar este seguimiento:\n{link}',
  },
  failedSubject: {
    en: 'The payment for license {license} didn’t go through',
    es: 'No se pudo cobrar el pago de la licencia {license}',
  },
  failed: {
    en: 'The monthly payment of {price} for the watch of license {license} didn’t go through. The watch continues until {day}, and we’ll try the payment again until then.',
    es: 'No se pudo cobrar el pago mensual de {price} por el seguimiento de la licencia {license}. El seguimiento continúa hasta el {day}; hasta entonces se volverá a intentar el cobro.',
  },
  anotherCard: { en: 'Use another card:\n{link}', es: 'Usar otra tarjeta:\n{link}' },
  otherwise: {
    en: 'If no payment goes through by then, the watch ends and you won’t be charged again.',
    es: 'Si para entonces no llega ningún pago, el seguimiento termina y no se cobra nada más.',
  },
  recoveredSubject: {
    en: 'We have the payment for license {license}',
    es: 'Llegó el pago de la licencia {license}',
  },
  recovered: {
    en: 'We have the missing payment for the watch of license {license}. The watch continues.',
    es: 'Llegó el pago que faltaba por el seguimiento de la licencia {license}. El seguimiento continúa como antes.',
  },
  endedSubject: {
    en: 'The watch of license {license} has ended',
    es: 'Terminó el seguimiento de la licencia {license}',
  },
  ended: {
    en: 'We no longer watch the regulator’s record of license {license}. {reason} You won’t be charged again.',
    es: 'Ya no seguimos los registros de la agencia reguladora sobre la licencia {license}. {reason} No se cobra nada más.',
  },
  stays: {
    en: 'See your licenses:\n{link}',
    es: 'Ver sus licencias:\n{link}',
  },
  unpaid: {
    en: 'No payment went through within {days} days.',
    es: 'No llegó ningún pago en {days} días.',
  },
});

/** Sentences that explain why a watch ended. */
export const END_REASONS = defineNames<'cancelled' | 'not_claimed' | 'duplicate' | 'test_over'>({
  cancelled: { en: 'It was canceled.', es: 'Se canceló.' },
  not_claimed: {
    en: 'Your account no longer owns the license here.',
    es: 'La licencia ya no pertenece aquí a su cuenta.',
  },
  duplicate: {
    en: 'A second subscription was paid for the same license. The first one continues. To get your money back for the second, write to the operator of this site.',
    es: 'Se pagó una segunda suscripción para la misma licencia. La primera continúa; para que se le devuelva el dinero de la segunda, comuníquese con quien administra este sitio.',
  },
  test_over: {
    en: 'It was a test, and the test checkout is over.',
    es: 'Era una prueba, y el pago de prueba ya terminó.',
  },
});
