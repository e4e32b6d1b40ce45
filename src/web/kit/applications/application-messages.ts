import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';
import type {
  ApplicationStatus,
  DepositStatus,
  DocumentState,
} from '../../../organizer/applications/schemas.ts';
import type { ContestState } from '../../../owner/statements/statement-kinds.ts';

/** Names for an application's codes. Pages for organizers are available only in English. */

export const STATUSES_NAMED = defineNames<ApplicationStatus>({
  submitted: { en: 'New', es: 'Nueva' },
  under_review: { en: 'Reviewing', es: 'En revisión' },
  waitlisted: { en: 'Waitlisted', es: 'En lista de espera' },
  approved: { en: 'Approved', es: 'Aprobada' },
  confirmed: { en: 'Confirmed', es: 'Confirmada' },
  declined: { en: 'Turned down', es: 'Rechazada' },
  withdrawn: { en: 'Withdrawn', es: 'Retirada' },
  cancelled: { en: 'Canceled', es: 'Cancelada' },
});

export const DEPOSITS_NAMED = defineNames<DepositStatus>({
  not_required: { en: 'None required', es: 'No se pide' },
  due: { en: 'Due', es: 'Por pagar' },
  paid: { en: 'Paid', es: 'Pagado' },
  failed: { en: 'Payment failed', es: 'El pago falló' },
  refund_pending: { en: 'Refund on its way', es: 'Reembolso en camino' },
  refunded: { en: 'Refunded', es: 'Reembolsado' },
  partially_refunded: { en: 'Partially refunded', es: 'Reembolsado en parte' },
  forfeited: { en: 'Kept by the organizer', es: 'Se lo queda el organizador' },
  waived: { en: 'Waived', es: 'No se cobra' },
});

/** The states of a document as shown to the vendor who submits the document. */
export const DOCUMENT_STATES_NAMED = defineNames<DocumentState>({
  to_collect: { en: 'Still needed', es: 'Falta' },
  received: { en: 'Received', es: 'Recibido' },
  confirmed: { en: 'Confirmed', es: 'Confirmado' },
  rejected: { en: 'Rejected: send a new one', es: 'Rechazado: hace falta otro' },
  waived: { en: 'Not needed', es: 'No hace falta' },
});

/** Labels in an application's history. */
export const HISTORY = defineMessages({
  nothing: { en: 'Nothing yet.', es: 'Todavía nada.' },
  you: { en: 'You', es: 'Usted' },
  message: { en: 'Message', es: 'Mensaje' },
  note: { en: 'Internal note', es: 'Nota interna' },
  undone: {
    en: '{status}, undone before any email went out',
    es: '{status}; se deshizo antes de que saliera ningún correo',
  },
  again: { en: '{status} again', es: '{status} de nuevo' },
});

/** Wording for the answers to an organizer's questions. */
export const ANSWERS = defineMessages({
  none: { en: 'No answer', es: 'Sin respuesta' },
  yes: { en: 'Yes', es: 'Sí' },
  no: { en: 'No', es: 'No' },
});

/** Wording about a contested outcome, including each party's statement. */
export const CONTEST = defineMessages({
  contested: { en: 'Disputed: “{outcome},” {state}.', es: 'Impugnado: “{outcome}”, {state}.' },
  since: { en: 'Waiting since {day}', es: 'En espera desde el {day}' },
  sinceOpen: {
    en: 'Waiting since {day}; decision due by {due}',
    es: 'En espera desde el {day}; decidiremos a más tardar el {due}',
  },
  vendor: { en: 'The vendor wrote:', es: 'El vendedor escribió:' },
  organizer: { en: 'The organizer wrote:', es: 'El organizador escribió:' },
  note: { en: 'Our note:', es: 'Nuestra nota:' },
});

export const CONTEST_STATES = defineNames<ContestState>({
  open: {
    en: 'open: it won’t count until the organizer withdraws it or we decide',
    es: 'por decidir: el resultado no contará hasta que el organizador lo retire o nosotros decidamos',
  },
  withdrawn: { en: 'the organizer withdrew it', es: 'el organizador lo retiró' },
  upheld: {
    en: 'we agree with the vendor: it doesn’t count',
    es: 'le damos la razón al vendedor: no cuenta',
  },
  dismissed: { en: 'we agree with the organizer', es: 'le damos la razón al organizador' },
});
