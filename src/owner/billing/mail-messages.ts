import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';

/** The emails about paying for monitoring, in the account's language. */
export const WATCH_MAIL = defineMessages({
  test: {
    en: 'This is a test: no money was paid.',
    es: 'Esto es una prueba: no se pagó dinero.',
  },
  startedSubject: {
    en: 'Alerts are on for license {license}',
    es: 'Avisos activados: licencia {license}',
  },
  started: {
    en: 'We’ll check the regulator’s record of license {license} every day and email you when anything on it changes. You won’t hear from us until it does.',
    es: 'Revisaremos todos los días los registros de la agencia reguladora sobre la licencia {license} y le escribiremos cuando algo cambie. Mientras no cambie nada, no le escribiremos.',
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
    en: 'Your monthly payment of {price} for watching license {license} didn’t go through. The watch will continue until {day}, and we’ll keep trying the payment until then.',
    es: 'No se pudo cobrar el pago mensual de {price} por el seguimiento de la licencia {license}. El seguimiento continuará hasta el {day}; hasta entonces volveremos a intentar el cobro.',
  },
  anotherCard: { en: 'Use another card:\n{link}', es: 'Usar otra tarjeta:\n{link}' },
  otherwise: {
    en: 'If no payment goes through by then, the watch will end and you won’t be charged again.',
    es: 'Si para entonces no llega ningún pago, el seguimiento terminará y no le cobraremos nada más.',
  },
  recoveredSubject: {
    en: 'We received the payment for license {license}',
    es: 'Recibimos el pago de la licencia {license}',
  },
  recovered: {
    en: 'We received the missing payment for watching license {license}. The watch will continue.',
    es: 'Recibimos el pago que faltaba por el seguimiento de la licencia {license}. El seguimiento continuará.',
  },
  endedSubject: {
    en: 'We’ve stopped watching license {license}',
    es: 'Terminó el seguimiento de la licencia {license}',
  },
  ended: {
    en: 'We’re no longer watching the regulator’s record of license {license}. {reason} You won’t be charged again.',
    es: 'Ya no seguimos los registros de la agencia reguladora sobre la licencia {license}. {reason} No le cobraremos nada más.',
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
    en: 'The license is no longer linked to your account.',
    es: 'La licencia ya no está vinculada a su cuenta.',
  },
  duplicate: {
    en: 'A second subscription was paid for the same license. The first one continues. For a refund of the second, write to the operator of this site.',
    es: 'Se pagó una segunda suscripción para la misma licencia. La primera continúa; para pedir el reembolso de la segunda, escriba a quien administra este sitio.',
  },
  test_over: {
    en: 'It was a test, and the test checkout is over.',
    es: 'Era una prueba, y el pago de prueba ya terminó.',
  },
});
