import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';
import type { ApplicationStatus } from '../../../organizer/applications/schemas.ts';

/** Wording for a signed-in vendor's home page, including suggestions for an account that is still empty. */
export const VENDOR_HOME = defineMessages({
  title: { en: 'Your business', es: 'Su negocio' },
  description: {
    en: 'See where your licenses stand and what to do next.',
    es: 'Cómo están sus licencias y qué hacer ahora.',
  },
  grade: { en: 'Grade', es: 'Calificación' },
  lastVisit: { en: 'Last visit', es: 'Última visita' },
  noVisit: { en: 'None on file', es: 'Ninguna en los archivos' },
  notKnown: {
    en: 'Unknown: no inspection file has been loaded for your district',
    es: 'No se sabe: no se ha cargado ningún archivo de inspecciones de su distrito',
  },
  today: { en: 'What organizers see today', es: 'Lo que ven hoy los organizadores' },
  disputes: { en: 'Open disputes', es: 'Impugnaciones abiertas' },
  none: { en: 'None', es: 'Ninguna' },
  watch: { en: 'Daily watch', es: 'Seguimiento diario' },
  on: { en: 'On', es: 'Activo' },
  off: { en: 'Off', es: 'Inactivo' },
  unpaid: { en: 'A payment is missing', es: 'Falta un pago' },
  notOnRecord: {
    en: 'Our files don’t have a record of this license right now.',
    es: 'En este momento nuestros archivos no tienen ningún registro de esta licencia.',
  },
  reach: { en: 'Records through {day}.', es: 'Registros hasta el {day}.' },
  turnOn: { en: 'Turn on', es: 'Activar' },
  manageWatch: { en: 'Manage', es: 'Administrar' },
  improve: {
    en: 'See what holds it back, and what to do',
    es: 'Vea qué pesa en contra y qué hacer',
  },
  record: { en: 'Your public record', es: 'Su historial público' },
  answer: {
    en: '<reply>Reply to the record</reply> · <contest>Dispute a visit</contest>',
    es: '<reply>Responder al historial</reply> · <contest>Impugnar una visita</contest>',
  },
  more: {
    en: '{hidden, number} more: <list>all your licenses</list>',
    es: '{hidden, number} más: <list>todas sus licencias</list>',
  },
  manage: {
    en: '<list>Manage your licenses</list> · <claim>Claim another license</claim>',
    es: '<list>Administrar sus licencias</list> · <claim>Reclamar otra licencia</claim>',
  },
  waiting: {
    en: '{count, plural, one {One claim isn’t} other {# claims aren’t}} verified yet. <list>See what’s missing</list>',
    es: '{count, plural, one {Un reclamo todavía no está verificado} other {# reclamos todavía no están verificados}}. <list>Vea qué falta</list>',
  },
  comingUp: { en: 'Coming up', es: 'Próximos vencimientos' },
  nothingComingUp: {
    en: 'No expiry date after today is on file.',
    es: 'No consta ningún vencimiento posterior a hoy.',
  },
  licenseExpires: { en: '{day}: license {number} expires', es: '{day}: vence la licencia {number}' },
  documentExpires: {
    en: '{day}: {document} for license {number} expires',
    es: '{day}: vence {document}, para la licencia {number}',
  },
  sendNew: {
    en: '<send>Send a new one</send>, with your application to {event}',
    es: '<send>Envíe uno nuevo</send> con su solicitud para {event}',
  },
  remindersOn: {
    en: 'We email you before these dates. <settings>Turn that off</settings>',
    es: 'Le escribimos antes de estas fechas. <settings>Desactivar los correos</settings>',
  },
  remindersOff: {
    en: 'You turned off emails about these dates. <settings>Turn them on</settings>',
    es: 'Usted desactivó los correos sobre estas fechas. <settings>Activarlos</settings>',
  },
  applications: { en: 'Your open applications', es: 'Sus solicitudes abiertas' },
  noApplications: {
    en: 'None. Applications you send with your account’s email address appear here, even if you weren’t signed in. <events>Events taking applications</events>',
    es: 'Ninguna. Aquí aparecen las solicitudes que envíe con el correo de su cuenta, aunque no haya iniciado sesión. <events>Eventos que reciben solicitudes</events>',
  },
  byLink: {
    en: 'Open it with the link in the email about it.',
    es: 'Ábrala con el enlace del correo correspondiente.',
  },
  open: { en: 'Open the application', es: 'Abrir la solicitud' },
  over: { en: 'event is over', es: 'el evento ya pasó' },
  all: {
    en: '<list>All your applications</list>, open and closed',
    es: '<list>Todas sus solicitudes</list>, abiertas y cerradas',
  },
  allTitle: { en: 'Your applications', es: 'Sus solicitudes' },
  allLead: {
    en: '{count, plural, one {One application} other {# applications}} sent from {email}, or confirmed by you as the license owner.',
    es: '{count, plural, one {Una solicitud enviada} other {# solicitudes enviadas}} con {email}, o que usted confirmó como dueño de la licencia.',
  },
  takesPart: {
    en: '<events>See which events are taking applications</events>.',
    es: '<events>Vea qué eventos reciben solicitudes</events>.',
  },
  welcome: { en: 'What brings you here?', es: '¿Qué desea hacer?' },
  vendor: {
    en: 'I have a truck, cart or catering business',
    es: 'Tengo un food truck, un carrito o una empresa de catering',
  },
  vendorText: {
    en: '<find>Find your license</find>, see your record and claim it.',
    es: '<find>Busque su licencia</find>, vea su historial y reclámela.',
  },
  organizer: { en: 'I organize events', es: 'Organizo eventos' },
  organizerText: {
    en: '<make>Set up an event</make> and take applications, or <check>check a vendor</check>.',
    es: '<make>Cree un evento</make> (en inglés) y reciba solicitudes, o <check>consulte a un vendedor</check>.',
  },
});

/** Names for an application's statuses, as shown to the applicant. */
export const HELD_STATUSES = defineNames<ApplicationStatus>({
  submitted: { en: 'Sent', es: 'Enviada' },
  under_review: { en: 'Reviewing', es: 'En revisión' },
  waitlisted: { en: 'On the waitlist', es: 'En lista de espera' },
  approved: { en: 'Approved: confirm your spot', es: 'Aprobada: confirme su puesto' },
  confirmed: { en: 'You have a spot', es: 'Tiene un puesto' },
  declined: { en: 'Turned down', es: 'Rechazada' },
  withdrawn: { en: 'Withdrawn', es: 'Retirada' },
  cancelled: { en: 'Canceled', es: 'Cancelada' },
});
