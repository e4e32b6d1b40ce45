import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for sign-up, sign-in and the page shown after an email is sent. */
export const ENTRY = defineMessages({
  nameHint: { en: 'Yours, or your organization’s.', es: 'El suyo o el de su organización.' },
  signUpLead: {
    en: 'Accounts are free. Organizers use them to run events, take applications and create API keys. Vendors use them to claim their license and reply to its record. You don’t need one to check a vendor.',
    es: 'Crear una cuenta es gratis. Con ella, los organizadores administran eventos, reciben solicitudes y crean claves de API, y los vendedores reclaman su licencia y responden a su historial. Para consultar a un vendedor no hace falta cuenta.',
  },
  haveAccount: {
    en: 'Do you have an account? <signIn>Sign in</signIn>.',
    es: '¿Ya tiene una cuenta? <signIn>Inicie sesión</signIn>.',
  },
  checkMail: { en: 'Check your email', es: 'Revise su correo' },
  sentSignUp: {
    en: 'We sent an email to that address. Open the link in it within 24 hours and type your password again, and your account will be ready.',
    es: 'Enviamos un correo a esa dirección. Abra el enlace que contiene antes de que pasen 24 horas y vuelva a escribir su contraseña. Así su cuenta quedará lista.',
  },
  sentAgain: {
    en: 'If there is an unconfirmed account with that address, we’ve sent a new link, good for 24 hours.',
    es: 'Si hay una cuenta sin confirmar con esa dirección, enviamos un enlace nuevo, válido por 24 horas.',
  },
  sentReset: {
    en: 'If there is an account with that address, we’ve sent a link to choose a new password, good for an hour.',
    es: 'Si hay una cuenta con esa dirección, le llegará un enlace para elegir una contraseña nueva, válido por una hora.',
  },
  spam: {
    en: 'If you don’t get it within ten minutes, check your spam folder.',
    es: 'Si no le llega en diez minutos, búsquelo en su carpeta de correo no deseado.',
  },
  late: {
    en: '{most} If you’ve received fewer, <again>ask for it again</again>. If not, use the most recent link you received, or ask again later.',
    es: '{most} Si ha recibido menos, <again>pídalo otra vez</again>; si no, use el enlace más reciente que le haya llegado o pídalo más tarde.',
  },
  asFile: {
    en: 'This copy of the service doesn’t have an email server. Instead, it saves emails as files in a folder called the outbox. The operator can open yours.',
    es: 'Esta copia del servicio no tiene servidor de correo. En su lugar, guarda los correos como archivos en una carpeta llamada outbox. Quien la administra puede abrir el suyo.',
  },
  mostSignUp: {
    en: 'We send at most {hourly} of these emails an hour to one address, and {daily} a day.',
    es: 'A una misma dirección le enviamos como máximo {hourly} de estos correos por hora y {daily} por día.',
  },
  mostReset: {
    en: 'We send at most {hourly} of these emails an hour to one address.',
    es: 'A una misma dirección le enviamos como máximo {hourly} de estos correos por hora.',
  },
  known: {
    en: 'If that address already has an account, the email will say so, and you can <signIn>sign in</signIn>.',
    es: 'Si esa dirección ya tiene una cuenta, el correo se lo dirá y podrá <signIn>iniciar sesión</signIn>.',
  },
  justSignedUp: { en: 'Just signed up?', es: '¿Acaba de crear su cuenta?' },
  confirmFirst: {
    en: 'You can sign in once you’ve opened the link we sent to your address.',
    es: 'Podrá iniciar sesión después de abrir el enlace que enviamos a su dirección.',
  },
  wrong: {
    en: 'The address or password is wrong, or the address isn’t confirmed yet.',
    es: 'La dirección o la contraseña no es correcta, o la dirección todavía no está confirmada.',
  },
  passwordSet: {
    en: 'Your new password is set. Sign in with it.',
    es: 'Su contraseña nueva quedó guardada. Inicie sesión con ella.',
  },
  accountDeleted: {
    en: 'Your account was deleted, and you’ve been signed out everywhere.',
    es: 'Su cuenta quedó eliminada y se cerró la sesión en todos los dispositivos.',
  },
});
