import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the pages that email links open, and for the pages that send such an email. */
export const LINKS = defineMessages({
  confirmTitle: { en: 'Confirm your email address', es: 'Confirme su correo electrónico' },
  confirmLead: {
    en: 'Type your password to confirm the address and sign in.',
    es: 'Escriba su contraseña para confirmar la dirección e iniciar sesión.',
  },
  confirmHint: {
    en: 'The one you chose when you signed up.',
    es: 'La que eligió al crear su cuenta.',
  },
  confirmButton: { en: 'Confirm and sign in', es: 'Confirmar e iniciar sesión' },
  confirmForgotten: {
    en: 'Forgot the password, or did someone else sign up? <choose>Choose a new password</choose>. That confirms the address, too.',
    es: '¿Olvidó la contraseña, o fue otra persona quien creó la cuenta? <choose>Elija una contraseña nueva</choose>; con eso también se confirma la dirección.',
  },
  resetTitle: { en: 'Choose a new password', es: 'Elija una contraseña nueva' },
  resetLead: {
    en: 'This will sign you out everywhere. Then sign in with your new password.',
    es: 'Se cerrará su sesión en todos los dispositivos. Después inicie sesión con la contraseña nueva.',
  },
  resetButton: { en: 'Set the password', es: 'Guardar la contraseña' },
  newEmailTitle: { en: 'Confirm your new email address', es: 'Confirme su nuevo correo electrónico' },
  newEmailLead: {
    en: 'After this, you’ll sign in with the address we sent this link to.',
    es: 'Después iniciará sesión con la dirección a la que enviamos este enlace.',
  },
  newEmailButton: { en: 'Use the new address', es: 'Usar la dirección nueva' },
  againLead: {
    en: 'Use this if your account’s address isn’t confirmed yet.',
    es: 'Úselo si la dirección de su cuenta todavía no está confirmada.',
  },
  forgottenLead: {
    en: 'We’ll send you a link to choose a new one.',
    es: 'Le enviaremos un enlace para elegir una nueva.',
  },
  deadTitle: { en: 'This link no longer works', es: 'Este enlace ya no funciona' },
  deadConfirm: {
    en: 'It was already used, has expired, or wasn’t copied in full. If you’ve already confirmed the address, <signIn>sign in</signIn>. If not, <again>send the link again</again>.',
    es: 'Ya se usó, venció o no se copió completo. Si ya confirmó la dirección, <signIn>inicie sesión</signIn>. Si no, <again>pida otro enlace</again>.',
  },
  deadReset: {
    en: 'It was already used, has expired, or wasn’t copied in full. <again>Get a new link</again>.',
    es: 'Ya se usó, venció o no se copió completo. <again>Pida otro</again>.',
  },
  deadNewEmail: {
    en: 'It was already used, has expired, or wasn’t copied in full. It works only for the account that requested it. <settings>Open your settings</settings>.',
    es: 'Ya se usó, venció o no se copió completo. Solo funciona con la cuenta que lo pidió. <settings>Vea sus ajustes</settings>.',
  },
});
