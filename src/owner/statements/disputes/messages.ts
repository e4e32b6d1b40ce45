import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';

/** Why a dispute is not taken. */
export const DISPUTE_ERRORS = defineMessages({
  category: {
    en: 'Please choose a category cited on this visit.',
    es: 'Elija una categoría señalada en esta visita.',
  },
  shortText: {
    en: 'Please say what is wrong, in at least {min} characters.',
    es: 'Diga qué está mal, en al menos {min} caracteres.',
  },
  long: {
    en: 'Please use at most {max, number} characters.',
    es: 'Use como máximo {max, number} caracteres.',
  },
  told: {
    en: 'Please say what you told the regulator, and when.',
    es: 'Diga qué le dijo a la agencia reguladora, y cuándo.',
  },
  noVisit: { en: 'There is no such visit on your record.', es: 'En su historial no hay tal visita.' },
  noDispute: { en: 'There is no such dispute.', es: 'No existe tal impugnación.' },
  openAlready: {
    en: 'This visit has an open dispute. Wait for the answer, or withdraw it first.',
    es: 'Esta visita tiene una impugnación abierta. Espere la respuesta o retírela primero.',
  },
  answered: {
    en: 'We have answered a dispute of this row, and the row has not changed since. Ask the regulator to correct it.',
    es: 'Ya respondimos a una impugnación de este registro, que no ha cambiado desde entonces. Pídale a la agencia reguladora que lo corrija.',
  },
  full: {
    en: 'You have {count} open disputes. Wait for an answer, or withdraw one first.',
    es: 'Tiene {count} impugnaciones abiertas. Espere una respuesta o retire una primero.',
  },
  tooMany: {
    en: 'You have opened {count} disputes about this license, which is the most there can be. Ask the regulator to correct the row.',
    es: 'Ha abierto {count} impugnaciones sobre esta licencia, que es el máximo posible. Pídale a la agencia reguladora que corrija el registro.',
  },
  meanwhile: {
    en: 'This was changed just now. Look at it again, then decide.',
    es: 'Esto acaba de cambiar. Vuelva a revisarlo y después decida.',
  },
});

export const ANSWER_SUBJECTS = defineNames<'upheld' | 'dismissed'>({
  upheld: { en: 'Your dispute is upheld', es: 'Le damos la razón en su impugnación' },
  dismissed: { en: 'Your dispute is dismissed', es: 'Su impugnación fue desestimada' },
});

export const ANSWER_TEXTS = defineNames<'upheld' | 'dismissed'>({
  upheld: {
    en: 'By our reading, too, the regulator’s row is wrong. A note now stands beside it. The row itself, and the grade that follows from it, stay as the regulator published them until the regulator publishes another.',
    es: 'También según nuestra lectura, el registro de la agencia reguladora está mal. Ahora lo acompaña una nota. El registro mismo, y la calificación que resulta de él, siguen como los publicó la agencia hasta que publique otro.',
  },
  dismissed: {
    en: 'By our reading the regulator’s row is right. It stands without a mark.',
    es: 'Según nuestra lectura, el registro de la agencia reguladora es correcto. Se muestra sin ninguna marca.',
  },
});

/** Mails to whoever disputed a visit. */
export const DISPUTE_MAIL = defineMessages({
  row: { en: 'The row: visit {visit} of {day}.', es: 'El registro: visita {visit} del {day}.' },
  goneSubject: {
    en: 'A row you disputed is no longer on record',
    es: 'Un registro que usted impugnó ya no consta',
  },
  gone: {
    en: 'None of the regulator’s files that we go by lists the visit you disputed any more. We have closed your dispute.',
    es: 'Ninguno de los archivos de la agencia reguladora en los que nos basamos incluye ya la visita que usted impugnó. Cerramos su impugnación.',
  },
  changedSubject: {
    en: 'A row you disputed was changed by the regulator',
    es: 'La agencia reguladora cambió un registro que usted impugnó',
  },
  changed: {
    en: 'The regulator’s files now have another row for the visit you disputed; your record shows it. We have closed your dispute.',
    es: 'Los archivos de la agencia reguladora tienen ahora otro registro de la visita que usted impugnó; su historial ya lo muestra. Cerramos su impugnación.',
  },
  different: {
    en: 'What is different\n  from: {from}\n  to:   {to}',
    es: 'Qué cambió\n  antes: {from}\n  ahora: {to}',
  },
  stillWrong: {
    en: 'If what stands there now is wrong too, you can dispute it.',
    es: 'Si lo que consta ahora también está mal, puede impugnarlo.',
  },
});

/** The facts of a disputed row. The regulator's words are quoted as they are. */
export const ROW_FACTS = defineMessages({
  on: { en: 'on {day}', es: 'el {day}' },
  kind: { en: 'kind: {text}', es: 'tipo: {text}' },
  result: { en: 'result: {text}', es: 'resultado: {text}' },
  violations: { en: 'violations: {count}', es: 'infracciones: {count}' },
  high: { en: 'high priority: {count}', es: 'de alta prioridad: {count}' },
  intermediate: { en: 'intermediate: {count}', es: 'intermedias: {count}' },
  basic: { en: 'basic: {count}', es: 'básicas: {count}' },
  unknown: { en: 'unknown', es: 'no consta' },
  cited: { en: 'cited categories: {list}', es: 'categorías señaladas: {list}' },
  none: { en: 'none', es: 'ninguna' },
});
