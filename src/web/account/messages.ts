import { defineMessages } from '../../lib/language/define-messages.ts';

/** Wording used on every account page. */
export const ACCOUNT = defineMessages({
  description: { en: 'Your Vendor Compliance account.', es: 'Su cuenta de Vendor Compliance.' },
  email: { en: 'Email', es: 'Correo electrónico' },
  name: { en: 'Name', es: 'Nombre' },
  password: { en: 'Password', es: 'Contraseña' },
  newPassword: { en: 'New password', es: 'Contraseña nueva' },
  newPasswordHint: {
    en: 'At least {min} characters. Several words in a row are easy to remember and hard to guess.',
    es: 'Al menos {min} caracteres. Varias palabras seguidas son fáciles de recordar y difíciles de adivinar.',
  },
  signIn: { en: 'Sign in', es: 'Iniciar sesión' },
  signUp: { en: 'Sign up', es: 'Crear una cuenta' },
  sendAgain: { en: 'Send the link again', es: 'Enviar el enlace otra vez' },
  sendLink: { en: 'Send the link', es: 'Enviar el enlace' },
  forgotten: { en: 'Forgot your password?', es: '¿Olvidó su contraseña?' },
});

/** Wording for the page shown after too many wrong passwords. */
export const WAIT = defineMessages({
  title: { en: 'Please wait before you try again', es: 'Espere antes de intentarlo otra vez' },
  form: {
    en: 'The wrong password was typed several times here. Try again in {wait}.',
    es: 'Aquí se escribió varias veces una contraseña incorrecta. Inténtelo de nuevo dentro de {wait}.',
  },
  place: {
    en: 'There were several failed attempts to sign in to this address from your network or browser. You can try again in <strong>{wait}</strong>.',
    es: 'Desde su red o su navegador hubo varios intentos fallidos de iniciar sesión con esta dirección. Puede intentarlo de nuevo dentro de <strong>{wait}</strong>.',
  },
  address: {
    en: 'There were too many failed attempts to sign in to this address. For the next <strong>{wait}</strong>, you can sign in only from a browser you’ve used for this account before.',
    es: 'Hubo demasiados intentos fallidos de iniciar sesión con esta dirección. Durante <strong>{wait}</strong> solo podrá iniciar sesión en un navegador que ya haya usado con esta cuenta.',
  },
  instead: {
    en: 'Don’t want to wait? <choose>Choose a new password</choose>. If the address has an account, we’ll email you a link. Open it, and you can sign in right away in that browser.',
    es: 'No tiene que esperar: <choose>elija una contraseña nueva</choose>. Si la dirección tiene una cuenta, le enviaremos un enlace por correo. Ábralo y podrá iniciar sesión enseguida en ese navegador.',
  },
  seconds: {
    en: '{count, plural, one {a second} other {# seconds}}',
    es: '{count, plural, one {un segundo} other {# segundos}}',
  },
  minutes: {
    en: '{count, plural, one {a minute} other {# minutes}}',
    es: '{count, plural, one {un minuto} other {# minutos}}',
  },
  hours: {
    en: '{count, plural, one {an hour} other {# hours}}',
    es: '{count, plural, one {una hora} other {# horas}}',
  },
});
