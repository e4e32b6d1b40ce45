import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for what a vendor adds to its page: the reply, and the marks on disputed visits. */
export const EXTRAS = defineMessages({
  published: {
    en: 'Published {day}.',
    es: 'Publicada el {day}.',
  },
  report: { en: 'Report this reply', es: 'Denunciar esta respuesta' },
  pending: {
    en: 'Disputed by the vendor since {since}, pending review: the row is as the regulator published it. We answer by {due}.',
    es: 'El vendedor impugna este registro desde el {since}; está por revisarse. Se muestra tal como lo publicó la agencia reguladora. Responderemos a más tardar el {due}.',
  },
  upheld: {
    en: 'Disputed by the vendor since {since}. By our reading, too, this row is wrong; it is shown, and counted, as the regulator published it. Our note: {note}',
    es: 'El vendedor impugna este registro desde el {since}. También según nuestra lectura está mal; se muestra y se cuenta tal como lo publicó la agencia reguladora. Nuestra nota: “{note}”',
  },
  upheldWithoutNote: {
    en: 'Disputed by the vendor since {since}. By our reading, too, this row is wrong; it is shown, and counted, as the regulator published it. Our note:',
    es: 'El vendedor impugna este registro desde el {since}. También según nuestra lectura está mal; se muestra y se cuenta tal como lo publicó la agencia reguladora.',
  },
});
