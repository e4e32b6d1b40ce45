import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import type { ApplicationOutcome } from '../../organizer/applications/schemas.ts';
import type { Answer, ReplyDecision } from './statement-kinds.ts';

/** Reasons that a vendor's reply is not accepted. */
export const REPLY_ERRORS = defineMessages({
  empty: { en: 'Please write your reply.', es: 'Escriba su respuesta.' },
  long: {
    en: 'Please use at most {max, number} characters; this has {count, number}.',
    es: 'Use como máximo {max, number} caracteres; este texto tiene {count, number}.',
  },
  tooMany: {
    en: 'You have written {count} replies about this license, which is the most there can be. The reply that is published stays as it is.',
    es: 'Ha escrito {count} respuestas sobre esta licencia, que es el máximo posible. La respuesta publicada se queda como está.',
  },
  meanwhile: {
    en: 'Another reply was sent just now. Look at it, then send yours again.',
    es: 'Se acaba de enviar otra respuesta. Léala y vuelva a enviar la suya.',
  },
  noLicense: { en: 'You have no such license here.', es: 'Usted no tiene esa licencia aquí.' },
  noReply: { en: 'There is no reply here.', es: 'Aquí no hay ninguna respuesta.' },
});

type Told = Exclude<ReplyDecision, 'keep'>;

export const REPLY_SUBJECTS = defineNames<Told>({
  publish: { en: 'Your reply is published', es: 'Se publicó su respuesta' },
  reject: { en: 'Your reply is not published', es: 'No se publicó su respuesta' },
  take_down: { en: 'Your reply is taken down', es: 'Se quitó su respuesta' },
});

export const REPLY_TEXTS = defineNames<Told>({
  publish: {
    en: 'Your reply now appears next to your record, as your own words.',
    es: 'Su respuesta aparece ahora junto a su historial, como palabras suyas.',
  },
  reject: {
    en: 'We have not published your reply. You can change it and send it again.',
    es: 'No publicamos su respuesta. Puede cambiarla y enviarla de nuevo.',
  },
  take_down: {
    en: 'We have taken your reply down. You can change it and send it again.',
    es: 'Quitamos su respuesta. Puede cambiarla y enviarla de nuevo.',
  },
});

/** The text that all emails about statements share. */
export const STATEMENT_MAIL = defineMessages({
  note: { en: 'Our note:\n{quote}', es: 'Nuestra nota:\n{quote}' },
  licenses: { en: 'Your licenses: {link}', es: 'Sus licencias: {link}' },
  signature: { en: '--\nSent by {site}.', es: '--\nEnviado por {site}.' },
});

/** Reasons that a dispute is not accepted. */
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

export const ANSWER_SUBJECTS = defineNames<Answer>({
  upheld: { en: 'Your dispute is upheld', es: 'Le damos la razón en su impugnación' },
  dismissed: { en: 'Your dispute is dismissed', es: 'Su impugnación fue desestimada' },
});

export const ANSWER_TEXTS = defineNames<Answer>({
  upheld: {
    en: 'We agree that the regulator’s row is wrong. A note now appears next to it. The row itself, and the grade that follows from it, stay as the regulator published them until the regulator publishes a different row.',
    es: 'También según nuestra lectura, el registro de la agencia reguladora está mal. Ahora lo acompaña una nota. El registro mismo, y la calificación que resulta de él, siguen como los publicó la agencia hasta que publique otro.',
  },
  dismissed: {
    en: 'By our reading the regulator’s row is right. It stands without a mark.',
    es: 'Según nuestra lectura, el registro de la agencia reguladora es correcto. Se muestra sin ninguna marca.',
  },
});

/** The emails to the author of a dispute about a visit. */
export const DISPUTE_MAIL = defineMessages({
  row: { en: 'The row: visit {visit} of {day}.', es: 'El registro: visita {visit} del {day}.' },
  goneSubject: {
    en: 'A row you disputed is no longer on record',
    es: 'Un registro que usted impugnó ya no consta',
  },
  gone: {
    en: 'The regulator’s files no longer list the visit you disputed. We have closed your dispute.',
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
    en: 'If the new row is wrong, too, you can dispute it.',
    es: 'Si lo que consta ahora también está mal, puede impugnarlo.',
  },
});

/** The facts of a disputed row. The regulator's words are quoted verbatim. */
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

/** Descriptions of an outcome for a vendor. */
export const OUTCOME_WORDS = defineNames<ApplicationOutcome>({
  attended: { en: 'came', es: 'asistió' },
  late: { en: 'came late', es: 'llegó tarde' },
  left_early: { en: 'left early', es: 'se fue antes de tiempo' },
  no_show: { en: 'did not come', es: 'no se presentó' },
  cancelled_by_vendor: { en: 'called off by the vendor', es: 'cancelado por el vendedor' },
  cancelled_by_organizer: { en: 'called off by the organizer', es: 'cancelado por el organizador' },
});

/** Reasons that a contest is not accepted. */
export const CONTEST_ERRORS = defineMessages({
  short: {
    en: 'Please say what happened, in at least {min} characters.',
    es: 'Diga qué pasó, en al menos {min} caracteres.',
  },
  long: {
    en: 'Please use at most {max, number} characters.',
    es: 'Use como máximo {max, number} caracteres.',
  },
  noOutcome: { en: 'There is no such outcome.', es: 'No existe tal resultado.' },
  contested: {
    en: 'You have contested this outcome already.',
    es: 'Usted ya impugnó este resultado.',
  },
  notHolder: {
    en: 'You no longer hold this license.',
    es: 'Esta licencia ya no es suya aquí.',
  },
  nothing: {
    en: 'Nothing is recorded here that could be contested.',
    es: 'Aquí no hay nada registrado que se pueda impugnar.',
  },
  over: {
    en: 'The time to contest this outcome is over.',
    es: 'El plazo para impugnar este resultado ya terminó.',
  },
});

/** The emails about a contest to a license's holder. Emails to organizers are always in English. */
export const CONTEST_MAIL = defineMessages({
  receivedSubject: { en: 'We have your dispute', es: 'Recibimos su impugnación' },
  received: {
    en: 'You disputed “{outcome}”. We asked the organizer for an answer and will decide by {day}. Until then, the outcome doesn’t count.',
    es: 'Usted impugnó “{outcome}”. Ya le pedimos una respuesta al organizador y decidiremos a más tardar el {day}. Hasta entonces, el resultado no cuenta.',
  },
  whatIsRecorded: { en: 'See what is recorded:\n{link}', es: 'Ver lo que está registrado:\n{link}' },
  answeredSubject: {
    en: 'The organizer answered your dispute',
    es: 'El organizador respondió a su impugnación',
  },
  answered: {
    en: 'The organizer stands by the outcome you disputed. It doesn’t count until we’ve decided.',
    es: 'El organizador mantiene el resultado que usted impugnó. No cuenta hasta que hayamos decidido.',
  },
  organizerWrites: { en: 'The organizer writes:\n{quote}', es: 'El organizador escribe:\n{quote}' },
  decidedSubject: {
    en: 'We decided a dispute about an outcome',
    es: 'Decidimos sobre un resultado impugnado',
  },
  upheld: {
    en: 'The vendor disputed the outcome “{outcome}”. We agree with the vendor: it doesn’t count.',
    es: 'Se impugnó el resultado “{outcome}”. Le damos la razón al vendedor: no cuenta.',
  },
  dismissed: {
    en: 'The vendor disputed the outcome “{outcome}”. We agree with the organizer: it counts again.',
    es: 'Se impugnó el resultado “{outcome}”. Le damos la razón al organizador: el resultado vuelve a contar.',
  },
  note: { en: 'Our note:\n{quote}', es: 'Nuestra nota:\n{quote}' },
  where: { en: 'See the outcome:\n{link}', es: 'Ver el resultado:\n{link}' },
});
