import type { ErrorCode } from '../../../http/errors/errors.ts';
import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';

/** Wording shared by all error pages. */
export const ERRORS = defineMessages({
  other: { en: 'That didn’t work', es: 'No se pudo hacer' },
  goOn: { en: 'Continue', es: 'Continuar' },
  where: { en: 'Where to go from here', es: 'Adónde ir desde aquí' },
  search: { en: 'Search for a vendor', es: 'Buscar a un vendedor' },
  check: { en: 'Check a vendor for an event', es: 'Consultar a un vendedor para un evento' },
  verify: { en: 'Verify a receipt', es: 'Verificar un recibo' },
  home: { en: 'Home', es: 'Inicio' },
  contact: { en: 'Contact the operator', es: 'Escribir a quien administra este servicio' },
  request: {
    en: 'Need help? Include this code: <code>{id}</code>',
    es: '¿Necesita ayuda? Incluya este código: <code>{id}</code>',
  },
  formOnly: {
    en: 'This address only accepts a form, so opening it didn’t change anything. Continue from the page below.',
    es: 'Esta dirección solo recibe formularios, así que al abrirla no cambió nada. Continúe desde la página de abajo.',
  },
  ourSide: {
    en: 'Something went wrong on our side. Please try again.',
    es: 'Algo falló de nuestro lado. Inténtelo de nuevo.',
  },
  tooMany: {
    en: 'We got too many requests from you in a short time. Wait {wait}, then try again. If you sent a form, go back to it in your browser then and send it again.',
    es: 'Recibimos demasiadas peticiones suyas en poco tiempo. Espere {wait} e inténtelo de nuevo. Si envió un formulario, pasado ese tiempo vuelva a él en su navegador y envíelo otra vez.',
  },
  aMinute: { en: 'a minute', es: 'un minuto' },
  seconds: {
    en: '{count, plural, one {# second} other {# seconds}}',
    es: '{count, plural, one {# segundo} other {# segundos}}',
  },
  minutes: {
    en: '{count, plural, one {# minute} other {# minutes}}',
    es: '{count, plural, one {# minuto} other {# minutos}}',
  },
  hours: {
    en: '{count, plural, one {# hour} other {# hours}}',
    es: '{count, plural, one {# hora} other {# horas}}',
  },
  unavailable: {
    en: 'Our database is unavailable right now. Wait a few seconds, then reload this page. If you sent a form, check whether it was saved before you send it again. If this keeps happening, write to the people who run this service.',
    es: 'Nuestra base de datos no está disponible en este momento. Espere unos segundos y vuelva a cargar esta página. Si envió un formulario, compruebe si se guardó antes de enviarlo otra vez. Si esto continúa, escriba a quienes administran este servicio.',
  },
  tooLong: {
    en: 'You sent more than this form can accept.',
    es: 'Envió más de lo que este formulario puede aceptar.',
  },
  wrongKind: {
    en: 'This address only accepts its own form.',
    es: 'Esta dirección solo acepta su propio formulario.',
  },
  unreadable: { en: 'We can’t read what you sent.', es: 'No podemos leer lo que envió.' },
  damaged: {
    en: 'This link is damaged: something is missing after a “%”. Copy the whole link again.',
    es: 'Este enlace está dañado: después de un “%” falta lo que debería seguir. Copie otra vez el enlace completo.',
  },
  brokeOff: { en: 'We received only part of the form.', es: 'Recibimos solo una parte del formulario.' },
  otherSite: {
    en: 'This form was sent from another site. Open the page here and send it again.',
    es: 'Este formulario se envió desde otro sitio. Abra la página aquí y envíelo de nuevo.',
  },
});

/** Wording for the page shown until the first records are published. */
export const LOADING = defineMessages({
  loading: { en: 'Loading the records', es: 'Cargando los registros' },
  lead: {
    en: 'The service is starting for the first time. This page will refresh by itself when the records are ready.',
    es: 'El servicio arranca por primera vez. Esta página se actualizará sola cuando los registros estén listos.',
  },
  files: { en: '{done} of {all} files loaded', es: '{done} de {all} archivos cargados' },
  building: {
    en: '{count, plural, one {The file is loaded} other {All # files are loaded}}. Grades are next.',
    es: '{count, plural, one {El archivo está cargado} other {Los # archivos están cargados}}. Ahora siguen las calificaciones.',
  },
  failed: { en: 'We couldn’t load the records', es: 'No se pudieron cargar los registros' },
  failedLead: {
    en: 'We’ll try again, and this page will refresh by itself. The service’s log says what went wrong.',
    es: 'Lo intentaremos de nuevo y esta página se actualizará sola. El registro de actividad de este servicio dice qué falló.',
  },
  meanwhile: { en: 'While you wait', es: 'Mientras espera' },
  method: { en: 'How we grade', es: 'Cómo calificamos' },
  organizers: { en: 'For event organizers', es: 'Para organizadores de eventos' },
  vendors: { en: 'For vendors', es: 'Para vendedores' },
  developers: { en: 'For developers', es: 'Para programadores' },
});

/** Error messages for a form with a file upload. */
export const UPLOADS = defineMessages({
  tooLong: {
    en: 'This file is larger than 4 MB. Go back and choose a smaller one.',
    es: 'Este archivo pesa más de 4 MB. Vuelva atrás y elija otro.',
  },
  allTooLong: {
    en: 'These files total more than 30 MB. Go back and send some of them first, then the rest.',
    es: 'Estos archivos suman más de 30 MB. Vuelva atrás, envíe algunos y después los demás.',
  },
  oneFile: {
    en: 'Choose one file. You can send the others next.',
    es: 'Elija un solo archivo. Los demás puede enviarlos después.',
  },
});

type TitledCode = Extract<ErrorCode, 'unavailable' | 'payment_unavailable' | 'busy' | 'forbidden'>;

/** Titles for error codes that share an HTTP status with another error. */
export const TITLES_BY_CODE = defineNames<TitledCode>({
  unavailable: { en: 'Please try again', es: 'Inténtelo de nuevo' },
  payment_unavailable: { en: 'Please try again later', es: 'Inténtelo más tarde' },
  busy: { en: 'Very busy right now', es: 'Hay mucha demanda en este momento' },
  forbidden: { en: 'You can read this', es: 'Usted puede leer esto' },
});

export const TITLES = defineNames<'400' | '403' | '404' | '405' | '413' | '415' | '429' | '500' | '503'>({
  400: { en: 'We can’t read that', es: 'Eso no se puede leer' },
  403: { en: 'Sent from elsewhere', es: 'Enviado desde otro sitio' },
  404: { en: 'Page not found', es: 'No se encontró la página' },
  405: { en: 'There is no page here', es: 'Aquí no hay ninguna página' },
  413: { en: 'Too long', es: 'Demasiado largo' },
  415: { en: 'We can’t read that', es: 'Eso no se puede leer' },
  429: { en: 'Too many requests', es: 'Demasiadas peticiones' },
  500: { en: 'Something went wrong', es: 'Algo salió mal' },
  503: { en: 'Not ready yet', es: 'Todavía no está listo' },
});
