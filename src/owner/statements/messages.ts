import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import type { ApplicationOutcome } from '../../organizer/applications/schemas.ts';
import type { Answer, ReplyDecision } from './statement-kinds.ts';

/** Reasons that a vendor's reply is not accepted. */
export const REPLY_ERRORS = defineMessages({
  empty: { en: 'Please write your reply.', es: 'Escriba su respuesta.' },
  long: {
    en: 'Please use at most {max, number} characters; you’ve used {count, number}.',
    es: 'Use como máximo {max, number} caracteres; este texto tiene {count, number}.',
  },
  tooMany: {
    en: 'You’ve written {count} replies about this license, which is the limit. Your published reply will stay as it is.',
    es: 'Ha escrito {count} respuestas sobre esta licencia, que es el máximo posible. Su respuesta publicada se quedará como está.',
  },
  meanwhile: {
    en: 'Another reply was just sent. Read it, then send yours again.',
    es: 'Se acaba de enviar otra respuesta. Léala y vuelva a enviar la suya.',
  },
  noLicense: {
    en: 'You don’t have that license in your account.',
    es: 'Usted no tiene esa licencia en su cuenta.',
  },
  noReply: { en: 'There is no reply here.', es: 'Aquí no hay ninguna respuesta.' },
});

type Told = Exclude<ReplyDecision, 'keep'>;

export const REPLY_SUBJECTS = defineNames<Told>({
  publish: { en: 'Your reply is published', es: 'Se publicó su respuesta' },
  reject: { en: 'Your reply wasn’t published', es: 'No se publicó su respuesta' },
  take_down: { en: 'Your reply was taken down', es: 'Se quitó su respuesta' },
});

export const REPLY_TEXTS = defineNames<Told>({
  publish: {
    en: 'Your reply now appears next to your record, in your own words.',
    es: 'Su respuesta ya aparece junto a su historial, con sus propias palabras.',
  },
  reject: {
    en: 'We didn’t publish your reply. You can change it and send it again.',
    es: 'No publicamos su respuesta. Puede cambiarla y enviarla de nuevo.',
  },
  take_down: {
    en: 'We took your reply down. You can change it and send it again.',
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
    en: 'Please say what’s wrong in at least {min} characters.',
    es: 'Diga qué está mal, en al menos {min} caracteres.',
  },
  long: {
    en: 'Please use at most {max, number} characters.',
    es: 'Use como máximo {max, number} caracteres.',
  },
  told: {
    en: 'Please say what you reported to the regulator, and when.',
    es: 'Diga qué le dijo a la agencia reguladora, y cuándo.',
  },
  noVisit: { en: 'There is no such visit on your record.', es: 'Esa visita no está en su historial.' },
  noDispute: { en: 'There is no such dispute.', es: 'Esa impugnación no existe.' },
  openAlready: {
    en: 'You already have an open dispute about this visit. Wait for our answer, or withdraw it first.',
    es: 'Ya tiene una impugnación abierta sobre esta visita. Espere nuestra respuesta o retírela primero.',
  },
  answered: {
    en: 'We already answered a dispute about this entry, and it hasn’t changed since. Ask the regulator to correct it.',
    es: 'Ya respondimos a una impugnación de este registro, que no ha cambiado desde entonces. Pídale a la agencia reguladora que lo corrija.',
  },
  full: {
    en: 'You have {count} open disputes. Wait for an answer, or withdraw one first.',
    es: 'Tiene {count} impugnaciones abiertas. Espere una respuesta o retire una primero.',
  },
  tooMany: {
    en: 'You’ve opened {count} disputes about this license, which is the limit. Ask the regulator to correct the entry.',
    es: 'Ha abierto {count} impugnaciones sobre esta licencia, que es el máximo posible. Pídale a la agencia reguladora que corrija el registro.',
  },
  meanwhile: {
    en: 'This just changed. Review it, then decide.',
    es: 'Esto acaba de cambiar. Revíselo y después decida.',
  },
});

export const ANSWER_SUBJECTS = defineNames<Answer>({
  upheld: { en: 'We agree with your dispute', es: 'Le damos la razón en su impugnación' },
  dismissed: { en: 'We disagree with your dispute', es: 'No le damos la razón en su impugnación' },
});

export const ANSWER_TEXTS = defineNames<Answer>({
  upheld: {
    en: 'We agree that the regulator’s entry is wrong, and we’ve added a note next to it. The entry itself, and the grade based on it, won’t change until the regulator publishes a correction.',
    es: 'Estamos de acuerdo en que el registro de la agencia reguladora está mal, y le agregamos una nota. El registro mismo, y la calificación que se basa en él, no cambiarán hasta que la agencia publique una corrección.',
  },
  dismissed: {
    en: 'In our view, the regulator’s entry is correct, so we won’t add a note to it.',
    es: 'En nuestra opinión, el registro de la agencia reguladora es correcto, así que no le agregaremos ninguna nota.',
  },
});

/** The emails to the author of a dispute about a visit. */
export const DISPUTE_MAIL = defineMessages({
  row: { en: 'The entry: visit {visit} on {day}.', es: 'El registro: visita {visit} del {day}.' },
  goneSubject: {
    en: 'An entry you disputed is no longer on record',
    es: 'Un registro que usted impugnó ya no aparece',
  },
  gone: {
    en: 'The regulator’s files no longer list the visit you disputed. We have closed your dispute.',
    es: 'Los archivos de la agencia reguladora ya no incluyen la visita que usted impugnó. Cerramos su impugnación.',
  },
  changedSubject: {
    en: 'The regulator changed an entry you disputed',
    es: 'La agencia reguladora cambió un registro que usted impugnó',
  },
  changed: {
    en: 'The regulator’s files now have a different entry for the visit you disputed, and your record shows it. We have closed your dispute.',
    es: 'Los archivos de la agencia reguladora tienen ahora otro registro de la visita que usted impugnó; su historial ya lo muestra. Cerramos su impugnación.',
  },
  different: {
    en: 'What is different\n  from: {from}\n  to:   {to}',
    es: 'Qué cambió\n  antes: {from}\n  ahora: {to}',
  },
  stillWrong: {
    en: 'If the new entry is wrong, too, you can dispute it.',
    es: 'Si el registro nuevo también está mal, puede impugnarlo.',
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
  no_show: { en: 'didn’t show up', es: 'no se presentó' },
  cancelled_by_vendor: { en: 'canceled by the vendor', es: 'cancelado por el vendedor' },
  cancelled_by_organizer: { en: 'canceled by the organizer', es: 'cancelado por el organizador' },
});

/** Reasons that a contest is not accepted. */
export const CONTEST_ERRORS = defineMessages({
  short: {
    en: 'Please say what happened in at least {min} characters.',
    es: 'Diga qué pasó, en al menos {min} caracteres.',
  },
  long: {
    en: 'Please use at most {max, number} characters.',
    es: 'Use como máximo {max, number} caracteres.',
  },
  noOutcome: { en: 'There is no such outcome.', es: 'Ese resultado no existe.' },
  contested: {
    en: 'You’ve already disputed this outcome.',
    es: 'Usted ya impugnó este resultado.',
  },
  notHolder: {
    en: 'You no longer hold this license.',
    es: 'Esta licencia ya no es suya aquí.',
  },
  nothing: {
    en: 'There is nothing recorded here to dispute.',
    es: 'Aquí no hay nada que impugnar.',
  },
  over: {
    en: 'The deadline to dispute this outcome has passed.',
    es: 'El plazo para impugnar este resultado ya terminó.',
  },
});

/** The emails about a contest to a license's holder. Emails to organizers are always in English. */
export const CONTEST_MAIL = defineMessages({
  receivedSubject: { en: 'We received your dispute', es: 'Recibimos su impugnación' },
  received: {
    en: 'You disputed “{outcome}.” We’ve asked the organizer for an answer and will decide by {day}. Until then, the outcome won’t count.',
    es: 'Usted impugnó “{outcome}”. Ya le pedimos una respuesta al organizador y decidiremos a más tardar el {day}. Hasta entonces, el resultado no contará.',
  },
  whatIsRecorded: { en: 'See what is recorded:\n{link}', es: 'Ver lo que está registrado:\n{link}' },
  answeredSubject: {
    en: 'The organizer answered your dispute',
    es: 'El organizador respondió a su impugnación',
  },
  answered: {
    en: 'The organizer stands by the outcome you disputed. It won’t count until we’ve decided.',
    es: 'El organizador mantiene el resultado que usted impugnó. No contará hasta que hayamos decidido.',
  },
  organizerWrites: { en: 'The organizer wrote:\n{quote}', es: 'El organizador escribió:\n{quote}' },
  decidedSubject: {
    en: 'We decided a dispute about an outcome',
    es: 'Decidimos sobre un resultado impugnado',
  },
  upheld: {
    en: 'The vendor disputed the outcome “{outcome}.” We agree with the vendor, so it won’t count.',
    es: 'El vendedor impugnó el resultado “{outcome}”. Le damos la razón al vendedor, así que no contará.',
  },
  dismissed: {
    en: 'The vendor disputed the outcome “{outcome}.” We agree with the organizer, so it counts again.',
    es: 'El vendedor impugnó el resultado “{outcome}”. Le damos la razón al organizador, así que vuelve a contar.',
  },
  note: { en: 'Our note:\n{quote}', es: 'Nuestra nota:\n{quote}' },
  where: { en: 'See the outcome:\n{link}', es: 'Ver el resultado:\n{link}' },
});
