import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for what a vendor adds to its page: the reply, and the marks on disputed visits. */
export const EXTRAS = defineMessages({
  published: {
    en: 'Published {day}.',
    es: 'Publicada el {day}.',
  },
  report: { en: 'Report this reply', es: 'Denunciar esta respuesta' },
  pending: {
    en: 'Disputed by the vendor on {since}; review pending. This entry is shown as the regulator published it. We’ll answer by {due}.',
    es: 'El vendedor impugnó este registro el {since}; revisión pendiente. Se muestra tal como lo publicó la agencia reguladora. Responderemos a más tardar el {due}.',
  },
  upheld: {
    en: 'Disputed by the vendor on {since}. We agree that this entry is wrong, but we show and count it as the regulator published it. Our note: {note}',
    es: 'El vendedor impugnó este registro el {since}. Estamos de acuerdo en que está mal, pero lo mostramos y lo contamos tal como lo publicó la agencia reguladora. Nuestra nota: “{note}”',
  },
  upheldWithoutNote: {
    en: 'Disputed by the vendor on {since}. We agree that this entry is wrong, but we show and count it as the regulator published it. Our note:',
    es: 'El vendedor impugnó este registro el {since}. Estamos de acuerdo en que está mal, pero lo mostramos y lo contamos tal como lo publicó la agencia reguladora.',
  },
});
