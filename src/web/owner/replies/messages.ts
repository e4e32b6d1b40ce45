import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';
import type { DisputeState } from '../../../owner/statements/statement-kinds.ts';

/** Wording for the page where vendors write, change and withdraw a reply to a record. */
export const REPLY = defineMessages({
  licenses: { en: 'Your licenses', es: 'Sus licencias' },
  title: { en: 'Your reply', es: 'Su respuesta' },
  description: {
    en: 'Your reply on your public record.',
    es: 'Su respuesta junto a su historial público.',
  },
  lead: {
    en: 'Add a short reply to your public record. We’ll read it before we publish it. It will appear as your own words, not verified by us.',
    es: 'Agregue una respuesta breve a su historial público. La leeremos antes de publicarla. Aparecerá como palabras suyas, no verificadas por nosotros.',
  },
  shown: { en: 'On your record now', es: 'En su historial ahora' },
  waiting: { en: 'In review', es: 'En revisión' },
  sentAt: { en: 'Sent {moment}', es: 'Enviada el {moment}' },
  publishedAt: { en: 'Published {moment}', es: 'Publicada el {moment}' },
  rejected: { en: 'Not published', es: 'No se publicó' },
  note: { en: 'Our note:', es: 'Nuestra nota:' },
  change: { en: 'Change it', es: 'Cambiarla' },
  write: { en: 'Write it', es: 'Escribirla' },
  label: { en: 'Reply', es: 'Respuesta' },
  hint: {
    en: 'At most {max, number} characters of plain text. Web addresses won’t become links.',
    es: 'Como máximo {max, number} caracteres, en texto simple. Las direcciones web no se convertirán en enlaces.',
  },
  send: { en: 'Send for review', es: 'Enviar para revisión' },
  stays: {
    en: 'Your current reply will stay up until we’ve read the new one.',
    es: 'Su respuesta actual seguirá publicada hasta que hayamos leído la nueva.',
  },
  withdrawal: { en: 'Withdraw', es: 'Retirarla' },
  withdrawalText: {
    en: 'This removes your reply from your record, or from review.',
    es: 'Esto quita su respuesta del historial o de la revisión.',
  },
  withdraw: { en: 'Withdraw the reply', es: 'Retirar la respuesta' },
  record: { en: 'Your public record', es: 'Su historial público' },
});

/** Wording for the page where vendors dispute a visit and see the result. */
export const DISPUTES = defineMessages({
  title: { en: 'Disputes', es: 'Impugnaciones' },
  formTitle: { en: 'Dispute a visit', es: 'Impugnar una visita' },
  description: {
    en: 'Disputes about visits on your public record.',
    es: 'Impugnaciones de visitas de su historial público.',
  },
  lead: {
    en: 'Is a visit on your record wrong? Only the regulator ({regulator}) can correct it, so <tell>tell them first</tell>. We’ll mark the visit as disputed and answer within 30 days. A dispute doesn’t change any numbers or grades.',
    es: '¿Hay un error en una visita de su historial? Solo la agencia reguladora ({regulator}) puede corregirlo, así que <tell>avísele primero</tell>. Marcaremos la visita como impugnada y responderemos en un plazo de 30 días. Una impugnación no cambia ninguna cifra ni la calificación.',
  },
  yours: { en: 'Your disputes', es: 'Sus impugnaciones' },
  visits: { en: 'Visits on your record', es: 'Visitas de su historial' },
  none: { en: 'None yet.', es: 'Todavía ninguna.' },
  open: {
    en: 'Open: {count, plural, one {# dispute} other {# disputes}}.',
    es: 'Abiertas: {count, plural, one {# impugnación} other {# impugnaciones}}.',
  },
  heading: { en: 'Visit on {day}: {state}', es: 'Visita del {day}: {state}' },
  aboutOpen: {
    en: 'About {subject}. Opened {opened}; we’ll answer by {due}.',
    es: 'Sobre {subject}. Abierta el {opened}; responderemos a más tardar el {due}.',
  },
  aboutClosed: { en: 'About {subject}. Opened {opened}.', es: 'Sobre {subject}. Abierta el {opened}.' },
  note: { en: 'Our note:', es: 'Nuestra nota:' },
  withdraw: {
    en: 'Withdraw<hidden> the dispute about {day}</hidden>',
    es: 'Retirar<hidden> la impugnación de la visita del {day}</hidden>',
  },
  whole: { en: 'the visit as a whole', es: 'la visita en general' },
  category: { en: 'category {category}', es: 'la categoría {category}' },
  namedCategory: { en: 'category {category}, {title}', es: 'la categoría {category}, {title}' },
  noCounts: { en: 'counts not on file', es: 'sin cifras en los archivos' },
  counts: {
    en: '{high} high priority, {intermediate} intermediate, {basic} basic',
    es: 'infracciones: {high} de alta prioridad, {intermediate} intermedias, {basic} básicas',
  },
  theVisit: { en: 'The visit', es: 'La visita' },
  whatIsWrong: { en: 'What’s wrong', es: 'Qué está mal' },
  aboutLabel: { en: 'What it is about', es: 'De qué se trata' },
  wholeChoice: { en: 'The visit as a whole', es: 'La visita en general' },
  textHint: {
    en: 'What the record says, what it should say, and how you know. Only we will read this.',
    es: 'Qué dice el historial, qué debería decir y cómo lo sabe usted. Solo lo leeremos nosotros.',
  },
  told: { en: 'What you told the regulator', es: 'Qué le dijo a la agencia reguladora' },
  toldHint: {
    en: 'When, how and to whom. If you haven’t yet, say so.',
    es: 'Cuándo, cómo y a quién; o que todavía no lo ha hecho.',
  },
  send: { en: 'Send the dispute', es: 'Enviar la impugnación' },
  leave: { en: 'Cancel', es: 'Cancelar' },
  noVisits: { en: 'There are no visits on your record.', es: 'En su historial no hay ninguna visita.' },
  full: {
    en: 'You have {count} open disputes, which is the limit. Withdraw one to open another.',
    es: 'Tiene {count} impugnaciones abiertas, que es el máximo posible. Retire una para abrir otra.',
  },
  visitsCaption: { en: 'Visits, newest first', es: 'Visitas, primero la más reciente' },
  day: { en: 'Day', es: 'Día' },
  kind: { en: 'Kind', es: 'Tipo' },
  disposition: { en: 'Disposition', es: 'Cómo terminó' },
  violations: { en: 'Violations', es: 'Infracciones' },
  dispute: { en: 'Dispute', es: 'Impugnar' },
  disputeVisit: {
    en: 'Dispute<hidden> the visit of {day}</hidden>',
    es: 'Impugnar<hidden> la visita del {day}</hidden>',
  },
  disputed: { en: 'Disputed', es: 'Impugnada' },
});

/** Names for a dispute's states, as shown to the vendor. */
export const DISPUTE_STATE_WORDS = defineNames<DisputeState>({
  pending_review: { en: 'waiting for our answer', es: 'en espera de nuestra respuesta' },
  upheld: {
    en: 'we agree, with a note next to the visit',
    es: 'le dimos la razón, con una nota junto a la visita',
  },
  dismissed: { en: 'we disagree', es: 'no le dimos la razón' },
  corrected: {
    en: 'closed: the regulator changed the entry',
    es: 'cerrada: la agencia reguladora cambió el registro',
  },
  withdrawn: { en: 'withdrawn', es: 'retirada' },
});

/** Notices about the last action, by the key in the address. */
export const STATEMENT_NOTICES = defineNames<string>({
  sent: {
    en: 'We received your reply. We’ll email you once we’ve read and published it.',
    es: 'Recibimos su respuesta. Le enviaremos un correo cuando la hayamos leído y publicado.',
  },
  withdrawn: { en: 'Your reply was withdrawn.', es: 'Se retiró su respuesta.' },
  disputed: {
    en: 'We’ve received your dispute. The visit is marked as disputed, and we’ll email you our answer.',
    es: 'Recibimos su impugnación. La visita está marcada como impugnada y le enviaremos nuestra respuesta por correo.',
  },
  'dispute-withdrawn': { en: 'The dispute was withdrawn.', es: 'Se retiró la impugnación.' },
  closed: { en: 'That dispute is already closed.', es: 'Esa impugnación ya está cerrada.' },
});

/** Wording for the page where readers report a reply to us. */
export const REPORT = defineMessages({
  title: { en: 'Report a reply', es: 'Denunciar una respuesta' },
  description: {
    en: 'Report a reply on a vendor’s record.',
    es: 'Avísenos sobre una respuesta junto al historial de un vendedor.',
  },
  lead: {
    en: 'Is this reply insulting, an ad, or about someone’s private life? Report it. If several people do, we’ll review it again.',
    es: '¿Esta respuesta insulta, hace publicidad o habla de la vida privada de alguien? Denúnciela. Si lo hacen varias personas, la revisaremos de nuevo.',
  },
  words: { en: 'The vendor’s own words', es: 'Las palabras del propio vendedor' },
  report: { en: 'Report this reply', es: 'Denunciar esta respuesta' },
  leave: { en: 'Cancel', es: 'Cancelar' },
  thanks: {
    en: 'Thank you. We’ve recorded your report.',
    es: 'Gracias. Registramos su denuncia.',
  },
  back: { en: 'Back to the record', es: 'Volver al historial' },
});
