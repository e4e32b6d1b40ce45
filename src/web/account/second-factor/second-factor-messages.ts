import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording about the code that is required in addition to the password. */
export const FACTOR = defineMessages({
  title: { en: 'Second factor', es: 'Segundo factor' },
  settingsText: {
    en: 'A code from an authenticator on your phone, in addition to your password, each time you sign in. {state, select, on {It is on.} other {It is off.}} <manage>{state, select, on {Manage it} other {Turn it on}}</manage>',
    es: 'Un código de un autenticador en su teléfono, además de la contraseña, cada vez que inicie sesión. {state, select, on {Está activado.} other {Está desactivado.}} <manage>{state, select, on {Administrarlo} other {Activarlo}}</manage>',
  },
  offLead: {
    en: 'Right now, your password is all it takes to sign in. With a second factor, someone who steals it still can’t. An authenticator app on your phone, or your password manager, shows a code that changes every 30 seconds.',
    es: 'Su contraseña basta para abrir su cuenta. Con un segundo factor, quien tenga su contraseña no podrá entrar: un autenticador, una app en su teléfono o en su gestor de contraseñas, muestra un código que cambia cada 30 segundos.',
  },
  offKeys: {
    en: 'API keys still work without a code.',
    es: 'Las claves de API siguen funcionando sin código.',
  },
  begin: { en: 'Set up a second factor', es: 'Configurar un segundo factor' },
  yourPassword: { en: 'Your password', es: 'Su contraseña' },
  pendingLead: {
    en: 'Scan this with your authenticator, then type the code that it shows. Until then, nothing changes.',
    es: 'Escanee esto con su autenticador y escriba el código que muestra. Hasta entonces no cambia nada.',
  },
  qr: { en: 'QR code for an authenticator', es: 'Código QR para un autenticador' },
  orType: {
    en: 'If you cannot scan it, <open>open it in an authenticator on this device</open>, or type this key there: {key}',
    es: 'Si no puede escanearlo, <open>ábralo en un autenticador de este dispositivo</open> o escriba allí esta clave: {key}',
  },
  code: { en: 'Code', es: 'Código' },
  codeHint: {
    en: 'Six digits, from your authenticator.',
    es: 'Seis dígitos, de su autenticador.',
  },
  anyCodeHint: {
    en: 'Six digits from your authenticator, or a recovery code.',
    es: 'Seis dígitos de su autenticador, o un código de recuperación.',
  },
  confirm: { en: 'Turn it on', es: 'Activarlo' },
  onLead: {
    en: 'Since {since}, signing in with your password takes a code as well.',
    es: 'Desde el {since}, para iniciar sesión con su contraseña hace falta además un código.',
  },
  codesLeft: {
    en: '{count, plural, =0 {No recovery code is left: make new ones now.} one {One recovery code is left.} other {# recovery codes are left.}} Each stands for one code when you do not have your authenticator.',
    es: '{count, plural, =0 {No queda ningún código de recuperación: cree otros ahora.} one {Queda un código de recuperación.} other {Quedan # códigos de recuperación.}} Cada uno reemplaza un código cuando no tiene a mano su autenticador.',
  },
  recoveryUsed: {
    en: 'You are signed in. The recovery code that you used no longer works. If you lost your authenticator, turn the second factor off and set it up again, here, while you have recovery codes.',
    es: 'Ya inició sesión. El código de recuperación que usó ya no sirve. Si perdió su autenticador, desactive aquí el segundo factor y configúrelo de nuevo mientras le queden códigos de recuperación.',
  },
  goOn: { en: 'Continue', es: 'Continuar' },
  otherPhone: {
    en: 'Do you have a new phone? Turn the second factor off below, with your password and a code or a recovery code. Then set it up on the new phone.',
    es: '¿Tiene un teléfono nuevo? Desactive abajo el segundo factor, con su contraseña y un código o un código de recuperación. Después configúrelo en el teléfono nuevo.',
  },
  newCodes: { en: 'New recovery codes', es: 'Nuevos códigos de recuperación' },
  newCodesText: {
    en: 'Your earlier codes no longer work.',
    es: 'Los anteriores dejan de servir.',
  },
  makeCodes: { en: 'Make new recovery codes', es: 'Crear nuevos códigos de recuperación' },
  end: { en: 'Turn it off', es: 'Desactivarlo' },
  endText: {
    en: 'After this, you sign in with just your password.',
    es: 'Después bastará su contraseña para iniciar sesión.',
  },
  endOperator: {
    en: 'After this, you sign in with just your password. Operator pages stay closed until you set up a second factor again or sign in with a passkey.',
    es: 'Después bastará su contraseña para iniciar sesión, y las páginas de operador quedarán cerradas hasta que configure de nuevo un segundo factor o inicie sesión con una llave de acceso.',
  },
  endButton: { en: 'Turn the second factor off', es: 'Desactivar el segundo factor' },
  codesTitle: { en: 'Your recovery codes', es: 'Sus códigos de recuperación' },
  codesLead: {
    en: 'Keep them where you can find them without your phone: on paper or in a password manager. Each can be used once in place of a code. They are shown only now.',
    es: 'Guárdelos donde los encuentre sin su teléfono, en papel o en un gestor de contraseñas. Cada uno sirve una sola vez en lugar de un código. Solo se muestran ahora.',
  },
  codesDone: { en: 'I’ve saved them', es: 'Ya los guardé' },
  askTitle: { en: 'Your code', es: 'Su código' },
  askLead: {
    en: 'Your password is right. Now type the code that your authenticator shows.',
    es: 'Su contraseña es correcta. Ahora escriba el código que muestra su autenticador.',
  },
  askButton: { en: 'Sign in', es: 'Iniciar sesión' },
  askLost: {
    en: 'No authenticator at hand? Type one of your recovery codes. If you have neither, <contact>contact the operator</contact>.',
    es: 'Si no tiene su autenticador, escriba uno de sus códigos de recuperación. Si no tiene ninguno, pregunte a quien administra este servicio: <contact>contacto</contact>.',
  },
  askOther: {
    en: 'Sign in with another account',
    es: 'Iniciar sesión con otra cuenta',
  },
  tooLate: {
    en: 'It’s been too long since you typed your password. Please type it again.',
    es: 'Pasó demasiado tiempo desde que escribió su contraseña. Escríbala de nuevo.',
  },
});
