import { defineMessages } from '../../lib/language/define-messages.ts';

/** Mails about accounts, in the account's language; one about an address that has none yet, in that of the page. */
export const ACCOUNT_MAIL = defineMessages({
  lockedOut: {
    en: 'If you cannot sign in, or signing in asks for a code that you do not have, write to whoever runs this service:\n{contact}',
    es: 'Si no puede iniciar sesión, o si al hacerlo se le pide un código que usted no tiene, escriba a quien administra este servicio:\n{contact}',
  },
  ignore: {
    en: 'If it was not you, you need not do anything.',
    es: 'Si no fue usted, no tiene que hacer nada.',
  },
  verificationSubject: { en: 'Confirm your e-mail address', es: 'Confirme su correo electrónico' },
  signedUp: {
    en: 'Somebody, probably you, signed up at Vendor Compliance with this address.',
    es: 'Alguien, probablemente usted, creó una cuenta en Vendor Compliance con esta dirección.',
  },
  verificationLink: {
    en: 'To confirm it, open this link within 24 hours and type the password you chose:',
    es: 'Para confirmarla, abra este enlace antes de que pasen 24 horas y escriba la contraseña que eligió:',
  },
  verificationNot: {
    en: 'If it was not you, do nothing: without that password the address is not confirmed.',
    es: 'Si no fue usted, no haga nada: sin esa contraseña la dirección no se confirma.',
  },
  registeredSubject: { en: 'You already have an account', es: 'Usted ya tiene una cuenta' },
  registered: {
    en: 'Somebody, probably you, signed up at Vendor Compliance with this address. It has an account already; nothing was changed.',
    es: 'Alguien, probablemente usted, quiso crear una cuenta en Vendor Compliance con esta dirección. La dirección ya tiene una cuenta; no se cambió nada.',
  },
  registeredLinks: {
    en: 'Sign in:\n{signIn}\n\nForgot your password?\n{forgotten}',
    es: 'Para iniciar sesión:\n{signIn}\n\nSi olvidó su contraseña:\n{forgotten}',
  },
  resetSubject: { en: 'Choose a new password', es: 'Elija una contraseña nueva' },
  reset: {
    en: 'Somebody, probably you, asked for a new password at Vendor Compliance. To choose one, open this link within an hour:',
    es: 'Alguien, probablemente usted, pidió una contraseña nueva en Vendor Compliance. Para elegirla, abra este enlace antes de que pase una hora:',
  },
  resetNot: {
    en: 'If it was not you, do nothing: your password stays as it is.',
    es: 'Si no fue usted, no haga nada: su contraseña sigue siendo la misma.',
  },
  failuresSubject: {
    en: 'Somebody tried to sign in to your account',
    es: 'Alguien intentó entrar en su cuenta',
  },
  failures: {
    en: 'In the last 24 hours somebody tried {times} times to sign in to your account at Vendor Compliance with a wrong password. These tries did not get in.',
    es: 'En las últimas 24 horas alguien intentó {times} veces iniciar sesión en su cuenta de Vendor Compliance con una contraseña incorrecta. No lo logró.',
  },
  failuresYou: {
    en: 'If it was you and you forgot your password, choose a new one:\n{forgotten}',
    es: 'Si fue usted y olvidó su contraseña, elija una nueva:\n{forgotten}',
  },
  failuresNot: {
    en: 'If it was not you, your password has not been guessed, and you can go on signing in as before on devices that you used already. We slow such tries down and stop them when there are too many in a day. On a new device you may then be asked to choose a new password with a link that we mail you.',
    es: 'Si no fue usted, nadie adivinó su contraseña, y puede seguir iniciando sesión como siempre en los dispositivos que ya había usado. Frenamos esos intentos y los bloqueamos cuando son demasiados en un día. En ese caso, en un dispositivo nuevo es posible que le pidamos elegir otra contraseña con un enlace que le enviaremos por correo.',
  },
  failuresElsewhere: {
    en: 'If you use the same password on another site, choose one that you use nowhere else:\n{forgotten}',
    es: 'Si usa la misma contraseña en otro sitio, elija una que no use en ningún otro lugar:\n{forgotten}',
  },
  failuresOften: {
    en: 'We send this message at most once a day.',
    es: 'Enviamos este mensaje como máximo una vez al día.',
  },
  changedSubject: { en: 'Your password was changed', es: 'Se cambió su contraseña' },
  changed: {
    en: 'The password of your account at Vendor Compliance was changed, and other devices were signed out.',
    es: 'Se cambió la contraseña de su cuenta en Vendor Compliance y se cerró la sesión en los demás dispositivos.',
  },
  changedByLink: {
    en: 'The password of your account at Vendor Compliance was changed with a link that we mailed you. All devices were signed out.',
    es: 'Se cambió la contraseña de su cuenta en Vendor Compliance con un enlace que le enviamos por correo. Se cerró la sesión en todos los dispositivos.',
  },
  changedNot: {
    en: 'If it was not you, choose a new one at once:\n{forgotten}',
    es: 'Si no fue usted, elija una nueva de inmediato:\n{forgotten}',
  },
  newDeviceSubject: { en: 'New sign-in to your account', es: 'Nuevo inicio de sesión en su cuenta' },
  newDevice: {
    en: 'Somebody signed in to your account at Vendor Compliance with your password, in a browser that was not used for it before: {at}.',
    es: 'Alguien inició sesión en su cuenta de Vendor Compliance con su contraseña, en un navegador que no se había usado antes: {at}.',
  },
  newDevicePasskey: {
    en: 'Somebody signed in to your account at Vendor Compliance with a passkey, in a browser that was not used for it before: {at}.',
    es: 'Alguien inició sesión en su cuenta de Vendor Compliance con una llave de acceso, en un navegador que no se había usado antes: {at}.',
  },
  newDeviceYou: {
    en: 'If it was you, do nothing. A browser counts as new when it has no cookies of ours, and after your password changed.',
    es: 'Si fue usted, no haga nada. Un navegador cuenta como nuevo cuando no guarda cookies de este sitio y después de cambiar la contraseña.',
  },
  newDeviceNot: {
    en: 'If it was not you, choose a new password at once, which signs out every browser:\n{forgotten}\n\nThen look at the settings:\n{settings}',
    es: 'Si no fue usted, elija de inmediato una contraseña nueva, lo que cierra la sesión en todos los navegadores:\n{forgotten}\n\nDespués revise los ajustes:\n{settings}',
  },
  newDeviceOften: {
    en: 'We send this message at most {times} times a day.',
    es: 'Enviamos este mensaje como máximo {times} veces al día.',
  },
  factorSubject: {
    en: 'The sign-in to your account was changed',
    es: 'Cambió el inicio de sesión de su cuenta',
  },
  factorOn: {
    en: 'From now on, signing in to your account at Vendor Compliance takes a code of your authenticator besides the password. Other devices were signed out.',
    es: 'A partir de ahora, para iniciar sesión en su cuenta de Vendor Compliance hace falta un código de su autenticador además de la contraseña. Se cerró la sesión en los demás dispositivos.',
  },
  factorOff: {
    en: 'Signing in to your account at Vendor Compliance takes no code any more: the password alone is enough.',
    es: 'Para iniciar sesión en su cuenta de Vendor Compliance ya no hace falta un código: basta la contraseña.',
  },
  factorCodes: {
    en: 'New recovery codes were made for your account at Vendor Compliance. Your earlier codes no longer work.',
    es: 'Se crearon nuevos códigos de recuperación para su cuenta de Vendor Compliance. Los anteriores ya no sirven.',
  },
  factorRecovery: {
    en: 'Somebody signed in to your account at Vendor Compliance with a recovery code. {left, plural, =0 {None is left: make new ones in the settings.} one {One is left.} other {# are left.}}',
    es: 'Alguien inició sesión en su cuenta de Vendor Compliance con un código de recuperación. {left, plural, =0 {No queda ninguno: cree otros en los ajustes.} one {Queda uno.} other {Quedan #.}}',
  },
  factorNot: {
    en: 'If it was not you, choose a new password at once, which signs out every browser:\n{forgotten}\n\nThen look at the settings:\n{settings}',
    es: 'Si no fue usted, elija de inmediato una contraseña nueva, lo que cierra la sesión en todos los navegadores:\n{forgotten}\n\nDespués revise los ajustes:\n{settings}',
  },
  passkeyAdded: {
    en: 'A passkey was added to your account at Vendor Compliance. It signs in without the password and without a code.',
    es: 'Se agregó una llave de acceso a su cuenta de Vendor Compliance. Con ella se inicia sesión sin contraseña y sin código.',
  },
  passkeyRemoved: {
    en: 'A passkey was removed from your account at Vendor Compliance. It no longer signs anyone in, and other devices were signed out.',
    es: 'Se eliminó una llave de acceso de su cuenta de Vendor Compliance. Ya no sirve para iniciar sesión, y se cerró la sesión en los demás dispositivos.',
  },
  passkeyNot: {
    en: 'If it was not you, choose a new password at once, which signs out every browser:\n{forgotten}\n\nThen remove every passkey that is not yours. A new password leaves passkeys as they are:\n{passkeys}',
    es: 'Si no fue usted, elija de inmediato una contraseña nueva, lo que cierra la sesión en todos los navegadores:\n{forgotten}\n\nDespués elimine las llaves de acceso que no sean suyas. Una contraseña nueva no cambia las llaves de acceso:\n{passkeys}',
  },
  passkeyCopiedSubject: {
    en: 'A passkey of your account may have been copied',
    es: 'Es posible que alguien haya copiado una llave de acceso de su cuenta',
  },
  passkeyCopied: {
    en: 'A passkey of your account at Vendor Compliance was used, and its count of uses was behind the one that we have. This happens when a key was copied to another device. We refused this sign-in.',
    es: 'Se usó una llave de acceso de su cuenta de Vendor Compliance cuyo número de usos está por debajo del que tenemos anotado. Eso ocurre cuando la llave se copió a otro dispositivo. Rechazamos ese inicio de sesión.',
  },
  passkeyCopiedDo: {
    en: 'Sign in with your password, remove the passkey and add a new one:\n{passkeys}\n\nIf you did not try to sign in, choose a new password, too:\n{forgotten}',
    es: 'Inicie sesión con su contraseña, elimine la llave de acceso y agregue una nueva:\n{passkeys}\n\nSi usted no intentó iniciar sesión, elija también una contraseña nueva:\n{forgotten}',
  },
  newEmailSubject: { en: 'Confirm your new e-mail address', es: 'Confirme su nuevo correo electrónico' },
  newEmail: {
    en: 'Somebody, probably you, wants to use this address for an account at Vendor Compliance.',
    es: 'Alguien, probablemente usted, quiere usar esta dirección para una cuenta de Vendor Compliance.',
  },
  newEmailLink: {
    en: 'To confirm it, open this link within 24 hours, on a device where you are signed in:',
    es: 'Para confirmarla, abra este enlace antes de que pasen 24 horas, en un dispositivo en el que tenga la sesión iniciada:',
  },
  newEmailNot: {
    en: 'If it was not you, do nothing: nothing changes.',
    es: 'Si no fue usted, no haga nada: no cambia nada.',
  },
  inUseSubject: { en: 'This address has an account', es: 'Esta dirección tiene una cuenta' },
  inUse: {
    en: 'Somebody, probably you, wanted to use this address for another account at Vendor Compliance. Since it has an account of its own, nothing was changed.',
    es: 'Alguien, probablemente usted, quiso usar esta dirección para otra cuenta de Vendor Compliance. Como ya tiene una cuenta propia, no se cambió nada.',
  },
  askedSubject: { en: 'A new e-mail address was asked for', es: 'Se pidió cambiar su correo electrónico' },
  asked: {
    en: 'Somebody who is signed in to your account at Vendor Compliance, probably you, asked to change its e-mail address to {address}. It changes once the new address is confirmed.',
    es: 'Alguien que tiene abierta la sesión de su cuenta en Vendor Compliance, probablemente usted, pidió cambiar el correo electrónico de la cuenta a {address}. El cambio se hará cuando se confirme la dirección nueva.',
  },
  askedNot: {
    en: 'If it was not you, sign in, change your password and sign out everywhere else.',
    es: 'Si no fue usted, inicie sesión, cambie su contraseña y cierre las demás sesiones.',
  },
  emailChangedSubject: { en: 'Your e-mail address was changed', es: 'Se cambió su correo electrónico' },
  emailChanged: {
    en: 'Your account at Vendor Compliance now uses {address}. Sign in with that address.',
    es: 'Su cuenta de Vendor Compliance usa ahora {address}. Inicie sesión con esa dirección.',
  },
  emailChangedNot: {
    en: 'If it was not you, write to whoever runs this service:\n{contact}',
    es: 'Si no fue usted, escriba a quien administra este servicio:\n{contact}',
  },
  deletedSubject: { en: 'Your account was deleted', es: 'Se eliminó su cuenta' },
  deleted: {
    en: 'Your account at Vendor Compliance was deleted, as you asked.',
    es: 'Como usted lo pidió, se eliminó su cuenta de Vendor Compliance.',
  },
  deletedStays: {
    en: 'Applications that you sent to other organizers stay with them, with documents and spots, unless you asked whoever runs this service to erase those, too.',
    es: 'Las solicitudes que usted envió a otros organizadores siguen con ellos, con sus documentos y sus puestos, salvo que usted le haya pedido a quien administra este servicio que borre también esos datos.',
  },
});
