import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';

export const SETTINGS = defineMessages({
  title: { en: 'Settings', es: 'Ajustes' },
  account: { en: 'Account', es: 'Cuenta' },
  security: { en: 'Security', es: 'Seguridad' },
  vendors: { en: 'For vendors', es: 'Para vendedores' },
  organizers: { en: 'For organizers', es: 'Para organizadores' },
  programs: { en: 'For programs', es: 'Para programas' },
  team: { en: 'Team', es: 'Equipo' },
  teamText: {
    en: 'People who see and run your events with you. <manage>Manage your team</manage>',
    es: 'Quienes ven y administran sus eventos con usted. <manage>Administrar su equipo</manage> (en inglés)',
  },
  calendar: { en: 'Calendar', es: 'Calendario' },
  calendarText: {
    en: 'Your events in the calendar on your phone or computer. <manage>Set up your calendar</manage>',
    es: 'Sus eventos en el calendario de su teléfono o computadora. <manage>Configurar su calendario</manage> (en inglés)',
  },
  licenses: { en: 'Your licenses', es: 'Sus licencias' },
  licensesText: {
    en: 'Claim a license, reply to its record, have it watched. <manage>Manage your licenses</manage>',
    es: 'Reclamar una licencia, responder a su historial o pedir que se le dé seguimiento. <manage>Administrar sus licencias</manage>',
  },
  apiKeys: { en: 'API keys', es: 'Claves de API' },
  apiKeysText: {
    en: 'For programs that read your events. <manage>Manage API keys</manage>',
    es: 'Para programas que leen sus eventos. <manage>Administrar las claves de API</manage> (en inglés)',
  },
  webhooks: { en: 'Webhooks', es: 'Avisos a programas (webhooks)' },
  webhooksText: {
    en: 'Notify your programs about your events and the licenses you watch. <manage>Manage webhooks</manage>',
    es: 'Para programas a los que se avisa de lo que pasa en sus eventos y con las licencias en seguimiento. <manage>Administrar los webhooks</manage> (en inglés)',
  },
  mails: { en: 'Email language', es: 'Idioma de los correos' },
  mailsLabel: { en: 'Email me in', es: 'Escribirme en' },
  mailsHint: {
    en: 'For emails about your account and your licenses. Emails to organizers about their events are in English.',
    es: 'Sobre su cuenta y sus licencias. Lo que escribimos a los organizadores sobre sus eventos está en inglés.',
  },
  mailsButton: { en: 'Save the language', es: 'Guardar el idioma' },
  chooseLanguage: { en: 'Choose a language.', es: 'Elija un idioma.' },
  changeLanguage: { en: 'Change the email language', es: 'Cambiar el idioma de los correos' },
  changeEmail: { en: 'Change the email address', es: 'Cambiar el correo electrónico' },
  reminders: { en: 'Reminders of expiry dates', es: 'Recordatorios de vencimientos' },
  remindersLabel: { en: 'Email you about expiry dates', es: 'Avisarle por correo de los vencimientos' },
  remindersHint: {
    en: 'For vendors with a verified license: 60, 30 and 7 days before the license expires, and 30 and 7 days before a document that you sent with an application expires.',
    es: 'Para vendedores con una licencia verificada: 60, 30 y 7 días antes de que venza la licencia, y 30 y 7 días antes de que venza un documento que envió con una solicitud.',
  },
  on: { en: 'On', es: 'Activados' },
  off: { en: 'Off', es: 'Desactivados' },
  remindersButton: { en: 'Save the reminders', es: 'Guardar los recordatorios' },
  chooseReminders: { en: 'Choose on or off.', es: 'Elija activados o desactivados.' },
  newEmailLabel: { en: 'New email address', es: 'Nueva dirección de correo' },
  newEmailHint: {
    en: 'We’ll send a link to this address. Nothing will change until you open it.',
    es: 'Enviaremos un enlace a esa dirección. Nada cambiará hasta que lo abra.',
  },
  yourPassword: { en: 'Your password', es: 'Su contraseña' },
  currentPassword: { en: 'Current password', es: 'Contraseña actual' },
  newPasswordHint: {
    en: '{hint} Other devices will be signed out.',
    es: '{hint} En los demás dispositivos se cerrará la sesión.',
  },
  changePassword: { en: 'Change the password', es: 'Cambiar la contraseña' },
  signedIn: { en: 'Signed in', es: 'Sesiones abiertas' },
  devices: { en: 'Signed-in devices', es: 'Dispositivos con la sesión iniciada' },
  device: { en: 'Device', es: 'Dispositivo' },
  thisOne: { en: '(this one)', es: '(este)' },
  signedInAt: { en: 'Signed in', es: 'Inicio de sesión' },
  lastUsed: { en: 'Last used (approximate)', es: 'Último uso, aproximado' },
  signOut: { en: 'Sign out', es: 'Cerrar sesión' },
  signOutOf: {
    en: 'Sign out <hidden>{device}</hidden>',
    es: 'Cerrar sesión <hidden>en: {device}</hidden>',
  },
  thisDevice: { en: 'this device', es: 'este dispositivo' },
  signOutOthers: { en: 'Sign out everywhere else', es: 'Cerrar las demás sesiones' },
  failures: {
    en: 'In the last 24 hours, there {count, plural, one {was one failed attempt} other {were # failed attempts}} to sign in to your account from a new device. If that wasn’t you, you don’t need to do anything: we slow these attempts down. If you use the same password elsewhere, change it here.',
    es: 'En las últimas 24 horas hubo {count, plural, one {un intento fallido} other {# intentos fallidos}} de iniciar sesión en su cuenta desde un dispositivo nuevo. Si no fue usted, no tiene que hacer nada: frenamos esos intentos. Si usa la misma contraseña en otro sitio, cámbiela aquí.',
  },
  deletion: { en: 'Delete account', es: 'Eliminar la cuenta' },
  deletionText: {
    en: 'Deleting your account also deletes your events and the applications to them, your team, your license claims, your replies and disputes, your API keys, your webhooks, and your calendar address. If you pay for a daily watch, it will end. You can’t undo this.',
    es: 'Al eliminar la cuenta se eliminan también sus eventos y las solicitudes que recibieron, su equipo, sus reclamos de licencias, sus respuestas e impugnaciones, sus claves de API, sus webhooks y la dirección de su calendario. Si paga un seguimiento diario, terminará. Esto no se puede deshacer.',
  },
  deletionStays: {
    en: 'Other organizers will keep the applications you sent them.',
    es: 'Los demás organizadores conservarán las solicitudes que usted les envió.',
  },
  deleteButton: { en: 'Delete my account', es: 'Eliminar mi cuenta' },
  noSession: {
    en: 'That session isn’t yours, or it has already ended. Open your settings again.',
    es: 'Esa sesión no es suya o ya terminó. Vuelva a abrir sus ajustes.',
  },
  forgotten: {
    en: 'If you don’t remember it, choose “Forgot your password?” on the sign-in page.',
    es: 'Si ya no la recuerda, elija “¿Olvidó su contraseña?” en la página de inicio de sesión.',
  },
  unknownDevice: { en: 'Unknown device', es: 'Dispositivo desconocido' },
  browserOn: { en: '{browser} on {system}', es: '{browser} en {system}' },
});

/** Notices shown after a change, keyed by the value in the URL. */
export const SETTINGS_NOTICES = defineNames<string>({
  'link-sent': {
    en: 'We sent a link to the new address. Nothing will change until you open it.',
    es: 'Enviamos un enlace a la dirección nueva. Nada cambiará hasta que lo abra.',
  },
  email: { en: 'Your new email address is in use.', es: 'Su nuevo correo electrónico ya está en uso.' },
  password: {
    en: 'Your password was changed, and other devices were signed out.',
    es: 'Su contraseña cambió y se cerró la sesión en los demás dispositivos.',
  },
  'factor-off': {
    en: 'The second factor is off. You’ll sign in with just your password.',
    es: 'El segundo factor está desactivado: basta su contraseña para iniciar sesión.',
  },
  sessions: {
    en: 'All other devices were signed out.',
    es: 'Se cerró la sesión en todos los demás dispositivos.',
  },
  session: { en: 'That device was signed out.', es: 'Se cerró la sesión en ese dispositivo.' },
  'reminders-on': {
    en: 'We’ll email you before your license or a document expires.',
    es: 'Le escribiremos antes de que venza su licencia o un documento.',
  },
  'reminders-off': {
    en: 'We won’t email you about expiry dates any more.',
    es: 'Ya no le escribiremos sobre vencimientos.',
  },
  'language-en': {
    en: 'From now on, we’ll email you in English.',
    es: 'A partir de ahora le escribiremos en inglés.',
  },
  'language-es': {
    en: 'From now on, we’ll email you in Spanish.',
    es: 'A partir de ahora le escribiremos en español.',
  },
});
