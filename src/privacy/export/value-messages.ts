import { ROLE_WORDS } from '../../accounts/teams/messages.ts';
import type { TeamAction } from '../../accounts/teams/team.ts';
import { DOCUMENT_NAMES } from '../../decisions/decide/documents/document-messages.ts';
import { EVENT_TYPES_NAMED, VERDICT_NAMES } from '../../decisions/decide/messages.ts';
import { defineNames } from '../../lib/language/define-messages.ts';
import type { Language } from '../../lib/language/language.ts';
import type {
  ApplicationOutcome,
  ApplicationStatus,
  DepositStatus,
  DocumentState,
} from '../../organizer/applications/schemas.ts';
import type { DocumentAction } from '../../organizer/documents/review/history.ts';
import type { EventStatus } from '../../organizer/events/schemas.ts';
import type { NoticeSetting } from '../../organizer/events/stored-event.ts';
import type { SubscriptionState } from '../../owner/billing/subscription.ts';
import type { ClaimProof, ClaimState } from '../../owner/claims/claim.ts';
import type { ContestState, DisputeState, ReplyState } from '../../owner/statements/statement-kinds.ts';
import type { AttemptOutcome, WebhookState } from '../../webhooks/endpoints/schemas.ts';

/**
 * The value descriptions that a person sees in an export. Every value of the types below must have one. The
 * Spanish adjectives agree with the masculine "estado", because the same word describes a request, a document
 * and a subscription.
 */

const STATUSES = defineNames<ApplicationStatus | EventStatus>({
  submitted: { en: 'new', es: 'nuevo' },
  under_review: { en: 'under review', es: 'en revisión' },
  waitlisted: { en: 'on the waitlist', es: 'en lista de espera' },
  approved: { en: 'approved', es: 'aprobado' },
  confirmed: { en: 'confirmed', es: 'confirmado' },
  declined: { en: 'declined', es: 'rechazado' },
  withdrawn: { en: 'withdrawn', es: 'retirado' },
  cancelled: { en: 'canceled', es: 'cancelado' },
  Draft: { en: 'draft', es: 'borrador' },
  Published: { en: 'published', es: 'publicado' },
  Completed: { en: 'over', es: 'terminado' },
  Cancelled: { en: 'canceled', es: 'cancelado' },
});

const STATES = defineNames<
  ClaimState | ReplyState | DisputeState | ContestState | SubscriptionState | DocumentState | WebhookState
>({
  pending: { en: 'waiting for our answer', es: 'en espera de nuestra respuesta' },
  verified: { en: 'verified', es: 'verificado' },
  rejected: { en: 'rejected', es: 'rechazado' },
  released: { en: 'given up', es: 'dejado' },
  published: { en: 'published', es: 'publicado' },
  withdrawn: { en: 'withdrawn', es: 'retirado' },
  replaced: { en: 'replaced by a newer one', es: 'reemplazado por uno más nuevo' },
  pending_review: { en: 'waiting for our answer', es: 'en espera de nuestra respuesta' },
  upheld: { en: 'upheld', es: 'aceptado' },
  dismissed: { en: 'dismissed', es: 'desestimado' },
  corrected: { en: 'corrected by the regulator', es: 'corregido por la agencia reguladora' },
  open: { en: 'open', es: 'abierto' },
  active: { en: 'active', es: 'activo' },
  past_due: { en: 'payment due', es: 'pago pendiente' },
  cancel_requested: {
    en: 'ended here, not yet at the payment provider',
    es: 'terminado aquí, todavía no con el proveedor de pagos',
  },
  cancelled: { en: 'ended', es: 'terminado' },
  to_collect: { en: 'still needed', es: 'falta' },
  received: { en: 'received', es: 'recibido' },
  confirmed: { en: 'confirmed', es: 'confirmado' },
  waived: { en: 'not needed', es: 'no hace falta' },
  on: { en: 'on', es: 'encendido' },
  off: { en: 'off', es: 'apagado' },
  failing: { en: 'stopped after failing for a long time', es: 'detenido tras fallar mucho tiempo' },
  gone: {
    en: 'stopped because its server said it was gone',
    es: 'detenido: su servidor dijo que ya no existe',
  },
});

const OUTCOMES = defineNames<ApplicationOutcome | AttemptOutcome>({
  attended: { en: 'came', es: 'asistió' },
  late: { en: 'came late', es: 'llegó tarde' },
  left_early: { en: 'left early', es: 'se fue antes' },
  no_show: { en: 'didn’t show up', es: 'no se presentó' },
  cancelled_by_vendor: { en: 'canceled by the vendor', es: 'cancelado por el vendedor' },
  cancelled_by_organizer: { en: 'canceled by the organizer', es: 'cancelado por el organizador' },
  delivered: { en: 'delivered', es: 'entregado' },
  refused: { en: 'refused by its server', es: 'rechazado por su servidor' },
  redirected: { en: 'sent elsewhere by its server', es: 'enviado a otra parte por su servidor' },
  gone: { en: 'its server said it was gone', es: 'su servidor dijo que ya no existe' },
  timeout: { en: 'no answer in time', es: 'sin respuesta a tiempo' },
  connection: { en: 'no connection', es: 'sin conexión' },
  tls: { en: 'no secure connection', es: 'sin conexión segura' },
  no_address: { en: 'its host has no address', es: 'su servidor no tiene dirección' },
  refused_address: { en: 'an address we don’t send to', es: 'una dirección a la que no enviamos' },
  unreadable_secret: { en: 'its secret could not be read', es: 'no se pudo leer su secreto' },
});

const ACTIONS = defineNames<TeamAction | DocumentAction>({
  invited: { en: 'invited', es: 'invitó' },
  withdrew: { en: 'withdrew the invitation', es: 'retiró la invitación' },
  joined: { en: 'joined', es: 'se unió' },
  refused: { en: 'declined the invitation', es: 'rechazó la invitación' },
  changed_role: { en: 'changed the role', es: 'cambió la función' },
  removed: { en: 'removed', es: 'quitó' },
  left: { en: 'left', es: 'se fue' },
  made_event: { en: 'created the event', es: 'creó el evento' },
  changed_event: { en: 'changed the event', es: 'cambió el evento' },
  changed_questions: { en: 'changed the questions', es: 'cambió las preguntas' },
  published: { en: 'published the event', es: 'publicó el evento' },
  unpublished: { en: 'returned the event to draft', es: 'volvió a dejar el evento como borrador' },
  completed: { en: 'marked the event as over', es: 'marcó el evento como terminado' },
  cancelled: { en: 'canceled the event', es: 'canceló el evento' },
  deposit: { en: 'recorded a deposit', es: 'registró un depósito' },
  outcome: { en: 'recorded an outcome', es: 'registró un resultado' },
  outcomes_undone: { en: 'withdrew outcomes', es: 'deshizo resultados' },
  uploaded: { en: 'uploaded', es: 'subió' },
  used_again: { en: 'reused from an earlier application', es: 'usó de nuevo de una solicitud anterior' },
  confirmed: { en: 'confirmed', es: 'confirmó' },
  rejected: { en: 'rejected', es: 'rechazó' },
  waived: { en: 'marked it as not needed', es: 'indicó que no hace falta' },
  waiver_ended: { en: 'marked it as needed after all', es: 'indicó que sí hace falta' },
  overridden: {
    en: 'accepted even though it expires before the event is over',
    es: 'aceptó aunque vence antes del evento',
  },
  deleted: { en: 'deleted the file', es: 'borró el archivo' },
});

const DEPOSITS = defineNames<DepositStatus>({
  not_required: { en: 'none required', es: 'no se pide' },
  due: { en: 'due', es: 'por pagar' },
  paid: { en: 'paid', es: 'pagado' },
  failed: { en: 'payment failed', es: 'el pago falló' },
  refund_pending: { en: 'refund on its way', es: 'reembolso en camino' },
  refunded: { en: 'refunded', es: 'reembolsado' },
  partially_refunded: { en: 'partially refunded', es: 'reembolsado en parte' },
  forfeited: { en: 'kept by the organizer', es: 'se lo queda el organizador' },
  waived: { en: 'waived', es: 'no se cobra' },
});

const PROOFS = defineNames<ClaimProof>({
  post: { en: 'a letter with a code', es: 'una carta con un código' },
  phone: { en: 'a call with a code', es: 'una llamada con un código' },
  document: { en: 'a document', es: 'un documento' },
});

const NOTICES = defineNames<NoticeSetting>({
  each: { en: 'for each one', es: 'de cada una' },
  daily: { en: 'once a day', es: 'una vez al día' },
  never: { en: 'never', es: 'nunca' },
});

const WHO = defineNames({
  applicant: { en: 'you', es: 'usted' },
  organizer: { en: 'the organizer', es: 'el organizador' },
  waitlist: { en: 'the waitlist', es: 'la lista de espera' },
  service: { en: 'this service', es: 'este servicio' },
});

const KINDS = defineNames({
  status: { en: 'new status', es: 'estado nuevo' },
  message: { en: 'message', es: 'mensaje' },
  taken_back: {
    en: 'withdrawn before any email was sent',
    es: 'deshecho antes de que saliera ningún correo',
  },
  undone: { en: 'restored after an undo', es: 'como antes, tras deshacer algo' },
});

/** Reminders are about documents and about the license itself. */
const CODES = defineNames({
  ...DOCUMENT_NAMES.names,
  license: { en: 'License', es: 'Licencia' },
});

const LANGUAGES = defineNames({
  en: { en: 'English', es: 'inglés' },
  es: { en: 'Spanish', es: 'español' },
});

type ByCode = Readonly<Partial<Record<string, string>>>;
const VALUES: Readonly<Partial<Record<string, Readonly<Record<Language, ByCode>>>>> = {
  status: STATUSES,
  state: STATES,
  outcome: OUTCOMES,
  action: ACTIONS,
  deposit_status: DEPOSITS,
  proof: PROOFS,
  notice: NOTICES,
  changed_by: WHO,
  done_by: WHO,
  kind: KINDS,
  language: LANGUAGES,
  role: ROLE_WORDS,
  code: CODES,
  event_type: EVENT_TYPES_NAMED,
  verdict: VERDICT_NAMES,
};

/**
 * Returns the description of a column's value. Returns undefined for text that a person typed and for codes
 * that only operators use.
 */
export function describeValue(column: string, value: string, language: Language): string | undefined {
  const names = VALUES[column]?.[language];
  return names && Object.hasOwn(names, value) ? names[value] : undefined;
}
