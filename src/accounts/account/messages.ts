import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import type { Weakness } from '../sign-in/password-weakness.ts';

/** Problems with account fields. */
export const ACCOUNT_ERRORS = defineMessages({
  noEmail: { en: 'Type your email address.', es: 'Escriba su correo electrónico.' },
  longEmail: {
    en: 'An email address can have at most {max} characters; this one has {count}.',
    es: 'Una dirección de correo tiene como máximo {max} caracteres; esta tiene {count}.',
  },
  badEmail: {
    en: 'We can’t send email to this address. Use one like name@example.com.',
    es: 'No podemos enviar correos a esta dirección. Escriba una como nombre@example.com.',
  },
  noName: {
    en: 'Type your name, or your organization’s.',
    es: 'Escriba su nombre o el de su organización.',
  },
  longName: {
    en: 'A name can have at most {max} characters; this one has {count}.',
    es: 'Un nombre tiene como máximo {max} caracteres; este tiene {count}.',
  },
  badName: {
    en: 'A name must be one line of plain text.',
    es: 'El nombre debe ser una sola línea de texto simple.',
  },
  shortPassword: {
    en: 'Use at least {min} characters. Several words in a row work well.',
    es: 'Use al menos {min} caracteres. Varias palabras seguidas son una buena opción.',
  },
  longPassword: { en: 'Use at most {max} characters.', es: 'Use como máximo {max} caracteres.' },
  passwordIsEmail: {
    en: 'Don’t use your email address as the password.',
    es: 'Use algo distinto de su correo electrónico.',
  },
  weakPassword: {
    en: '{why} Use three or four words that have nothing to do with each other.',
    es: '{why} Use tres o cuatro palabras que no tengan nada que ver entre sí.',
  },
  wrongPassword: { en: 'This isn’t your password.', es: 'Esta no es su contraseña.' },
  wrongSignUpPassword: {
    en: 'This isn’t the password you chose when you signed up.',
    es: 'Esta no es la contraseña que usted eligió al crear la cuenta.',
  },
  noCode: { en: 'Type the code.', es: 'Escriba el código.' },
  noPassword: { en: 'Type your password.', es: 'Escriba su contraseña.' },
  wrongCode: {
    en: 'This code doesn’t work right now. Each code works only once. Wait for the next one, or type a recovery code.',
    es: 'Este código no funciona en este momento. Cada código sirve una sola vez. Espere el siguiente o escriba un código de recuperación.',
  },
  wrongFirstCode: {
    en: 'This isn’t the code your authenticator is showing now. Type the next one. If that doesn’t work either, turn on automatic date and time on your device.',
    es: 'Este no es el código que su autenticador muestra ahora. Escriba el siguiente. Si tampoco sirve, active la fecha y hora automáticas en el dispositivo.',
  },
  demoFactor: {
    en: 'Everyone shares this demo account, so it can’t have a second factor.',
    es: 'Todos usan esta cuenta de demostración, así que no admite un segundo factor.',
  },
  demoPasskey: {
    en: 'Everyone shares this demo account, so it can’t have a passkey.',
    es: 'Todos usan esta cuenta de demostración, así que no admite llaves de acceso.',
  },
  strongOnly: {
    en: 'You signed in with only your password. Sign in with one of your passkeys, then try again. If you no longer have any, ask the operator of this service.',
    es: 'Usted inició sesión solo con su contraseña. Inicie sesión con una de sus llaves de acceso e inténtelo de nuevo. Si ya no tiene ninguna, pregunte a quien administra este servicio.',
  },
  noPasskeyName: {
    en: 'Type a name you’ll recognize, such as the name of the device.',
    es: 'Escriba un nombre con el que la reconozca, como el del dispositivo.',
  },
  tooManyPasskeys: {
    en: 'An account can have at most {max} passkeys. Remove one you no longer use.',
    es: 'Una cuenta tiene como máximo {max} llaves de acceso. Elimine una que ya no use.',
  },
  badPasskey: {
    en: 'Your browser didn’t send a passkey we can use. Start again.',
    es: 'Su navegador no envió una llave de acceso que se pueda usar aquí. Empiece de nuevo.',
  },
  knownPasskey: {
    en: 'This passkey is already in use. Choose another device or password manager.',
    es: 'Esta llave de acceso ya está en uso. Elija otro dispositivo u otro gestor de contraseñas.',
  },
  noPasskeysHere: {
    en: 'Passkeys don’t work at this address. Sign in with your password.',
    es: 'Las llaves de acceso no funcionan en esta dirección. Inicie sesión con su contraseña.',
  },
  signedOut: {
    en: 'You were signed out while you sent this, so nothing was changed. Sign in and try again.',
    es: 'Su sesión se cerró mientras enviaba esto, así que no se cambió nada. Inicie sesión e inténtelo de nuevo.',
  },
  tooManyChanges: {
    en: 'You’ve requested several email address changes. Use the newest link we sent, or ask again in an hour.',
    es: 'En poco tiempo pidió varias direcciones nuevas. Use el enlace más reciente que le enviamos o vuelva a pedirlo dentro de una hora.',
  },
  sameEmail: { en: 'This is already your address.', es: 'Esta ya es su dirección.' },
  busy: {
    en: 'Many people are signing in right now. Please try again in {seconds} seconds.',
    es: 'En este momento muchas personas están iniciando sesión. Inténtelo de nuevo en {seconds} segundos.',
  },
  deleted: {
    en: 'This account was just deleted. Sign up to use the service again.',
    es: 'Esta cuenta se acaba de eliminar. Para volver a usar el servicio, cree una cuenta.',
  },
});

/** The reasons that a password is easy to guess. */
export const WEAKNESSES = defineNames<Weakness>({
  common: {
    en: 'This is easy to guess: it’s a common password, perhaps with numbers or symbols added.',
    es: 'Es fácil de adivinar: es una contraseña muy usada, quizás con números o símbolos agregados.',
  },
  own: {
    en: 'This is easy to guess: it’s little more than your name, your address or words from this site.',
    es: 'Es fácil de adivinar: es poco más que su nombre, su dirección o palabras de este sitio.',
  },
  pattern: {
    en: 'This is easy to guess: it repeats itself, or follows the keyboard or the alphabet.',
    es: 'Es fácil de adivinar: se repite, o sigue el orden del teclado o del alfabeto.',
  },
});
