import { defineMessages } from '../../lib/language/define-messages.ts';

/** The text shown to a vendor whose payment cannot be made. */
export const PAYMENT = defineMessages({
  unavailable: {
    en: 'We can’t reach the payment service right now. You weren’t charged. Try again in a few minutes.',
    es: 'En este momento no podemos conectarnos con el servicio de pagos. No se le cobró nada. Inténtelo de nuevo en unos minutos.',
  },
});
