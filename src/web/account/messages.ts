import { defineMessages } from '../../lib/language/define-messages.ts';

/** Wording used on every account page. */
export const ACCOUNT = defineMessages({
  description: { en: 'Your account at Vendor Compliance.', es: 'Su cuenta en Vendor Compliance.' },
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
    en: 'A wrong password was typed several times here. Try again in {wait}.',
    es: 'Aquí se escribió varias veces una contraseña incorrecta. Inténtelo de nuevo dentro de {wait}.',
  },
  place: {
    en: 'There were several failed sign-ins for this address from your network or browser. You can try again in <strong>{wait}</strong>.',
    es: 'Desde su red o su navegador hubo varios intentos fallidos de iniciar sesión con esta dirección. Puede intentarlo de nuevo dentro de <strong>{wait}</strong>.',
  },
  address: {
    en: 'Too many sign-ins failed for this address. For the next <strong>{wait}</strong>, you can sign in only from a browser that has signed in to the account before.',
    es: 'Hubo demasiados intentos fallidos de iniciar sesión con esta dirección. Durante <strong>{wait}</strong> solo se podrá entrar desde navegadores en los que ya se haya iniciado sesión en la cuenta.',
  },
  instead: {
    en: 'Don’t want to wait? <choose>Choose a new password</choose>. If the address has an account, we’ll email it a link. Open the link, and you can sign in right away in that browser.',
    es: 'No tiene que esperar: <choose>elija una contraseña nueva</choose>. Si la dirección tiene una cuenta, le enviamos un enlace por correo, y en el navegador en el que lo abra podrá iniciar sesión enseguida.',
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
