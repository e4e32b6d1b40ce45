import { defineMessages } from '../../lib/language/define-messages.ts';

/** The text shown to a vendor whose payment cannot be made. */
export const PAYMENT = defineMessages({
  unavailable: {
    en: 'The payment service cannot be reached right now. Nothing was charged. Try again in a few minutes.',
    es: 'En este momento no se puede conectar con el servicio de pagos. No se cobró nada. Inténtelo de nuevo en unos minutos.',
  },
});
