import { defineMessages } from '../../lib/language/define-messages.ts';

/**
 * Emails about accounts, in the account's language. If the address has no account, the email is in the page's
 * language.
 */
export const ACCOUNT_MAIL = defineMessages({
  lockedOut: {
    en: 'Can’t sign in, or being asked for a code you don’t have? Write to the operator of this service:\n{contact}',
    es: '¿No puede iniciar sesión, o se le pide un código que no tiene? Escriba a quien administra este servicio:\n{contact}',
  },
  ignore: {
    en: 'Wasn’t you? You don’t need to do anything.',
    es: '¿No fue usted? No tiene que hacer nada.',
  },
  verificationSubject: { en: 'Confirm your email address', es: 'Confirme su correo electrónico' },
  signedUp: {
    en: 'You signed up for Vendor Compliance with this address.',
    es: 'Usted creó una cuenta en Vendor Compliance con esta dirección.',
  },
  verificationLink: {
    en: 'Confirm it within 24 hours. You’ll need the password you chose.\n\nConfirm your email address:\n{link}',
    es: 'Confírmela antes de que pasen 24 horas. Necesitará la contraseña que eligió.\n\nConfirmar su correo electrónico:\n{link}',
  },
  verificationNot: {
    en: 'Wasn’t you? Ignore this email. The address can’t be confirmed without that password.',
    es: '¿No fue usted? Ignore este correo. Sin esa contraseña la dirección no se puede confirmar.',
  },
  registeredSubject: { en: 'You already have an account', es: 'Usted ya tiene una cuenta' },
  registered: {
    en: 'You signed up for Vendor Compliance with this address, but it already has an account. Nothing was changed.',
    es: 'Usted quiso crear una cuenta en Vendor Compliance con esta dirección, pero ya tiene una. No se cambió nada.',
  },
  registeredLinks: {
    en: 'Sign in:\n{signIn}\n\nReset your password:\n{forgotten}',
    es: 'Iniciar sesión:\n{signIn}\n\nElegir otra contraseña:\n{forgotten}',
  },
  resetSubject: { en: 'Choose a new password', es: 'Elija una contraseña nueva' },
  reset: {
    en: 'You asked to reset your Vendor Compliance password. The link works for an hour.\n\nChoose a new password:\n{link}',
    es: 'Usted pidió cambiar su contraseña de Vendor Compliance. El enlace sirve durante una hora.\n\nElegir una contraseña nueva:\n{link}',
  },
  resetNot: {
    en: 'Wasn’t you? Ignore this email. Your password stays as it is.',
    es: '¿No fue usted? Ignore este correo. Su contraseña sigue siendo la misma.',
  },
  failuresSubject: {
    en: 'Failed sign-ins to your account',
    es: 'Intentos fallidos de iniciar sesión en su cuenta',
  },
  failures: {
    en: 'In the last 24 hours, there were {times} attempts to sign in to your Vendor Compliance account with the wrong password. None of them succeeded.',
    es: 'En las últimas 24 horas hubo {times} intentos de iniciar sesión en su cuenta de Vendor Compliance con una contraseña incorrecta. Ninguno lo logró.',
  },
  failuresYou: {
    en: 'Was it you, and you forgot your password?\n\nChoose a new password:\n{forgotten}',
    es: '¿Fue usted y olvidó su contraseña?\n\nElegir una contraseña nueva:\n{forgotten}',
  },
  failuresNot: {
    en: 'Wasn’t you? They didn’t guess your password, and you can still sign in on devices you’ve used before. We slow these attempts down, and we block them if there are too many in a day. If that happens, we may ask you to choose a new password before you sign in on a new device, using a link we’ll email you.',
    es: '¿No fue usted? Nadie adivinó su contraseña, y puede seguir iniciando sesión en los dispositivos que ya había usado. Frenamos esos intentos y los bloqueamos cuando son demasiados en un día. En ese caso, en un dispositivo nuevo es posible que le pidamos elegir otra contraseña con un enlace que le enviaremos por correo.',
  },
  failuresElsewhere: {
    en: 'If you use the same password on another site, choose a different one for this account.',
    es: 'Si usa la misma contraseña en otro sitio, elija otra distinta para esta cuenta.',
  },
  failuresOften: {
    en: 'We send this message at most once a day.',
    es: 'Enviamos este mensaje como máximo una vez al día.',
  },
  changedSubject: { en: 'Your password was changed', es: 'Se cambió su contraseña' },
  changed: {
    en: 'The password for your Vendor Compliance account was changed, and other devices were signed out.',
    es: 'Se cambió la contraseña de su cuenta en Vendor Compliance y se cerró la sesión en los demás dispositivos.',
  },
  changedByLink: {
    en: 'The password for your Vendor Compliance account was changed using a link that we emailed you. All devices were signed out.',
    es: 'Se cambió la contraseña de su cuenta en Vendor Compliance con un enlace que le enviamos por correo. Se cerró la sesión en todos los dispositivos.',
  },
  changedNot: {
    en: 'Wasn’t you? Choose a new one now.\n\nChoose a new password:\n{forgotten}',
    es: '¿No fue usted? Elija ya una nueva.\n\nElegir una contraseña nueva:\n{forgotten}',
  },
  newDeviceSubject: { en: 'New sign-in to your account', es: 'Nuevo inicio de sesión en su cuenta' },
  newDevice: {
    en: 'Your password was used to sign in to Vendor Compliance from a new browser: {at}.',
    es: 'Se inició sesión en su cuenta de Vendor Compliance con su contraseña, en un navegador que no se había usado antes: {at}.',
  },
  newDevicePasskey: {
    en: 'A passkey was used to sign in to your Vendor Compliance account from a new browser: {at}.',
    es: 'Se inició sesión en su cuenta de Vendor Compliance con una llave de acceso, en un navegador que no se había usado antes: {at}.',
  },
  newDeviceYou: {
    en: 'Was it you? You don’t need to do anything. A browser counts as new if it doesn’t have our cookies or if you changed your password since you last used it.',
    es: '¿Fue usted? No tiene que hacer nada. Un navegador cuenta como nuevo si no guarda cookies de este sitio o si usted cambió la contraseña desde la última vez que lo usó.',
  },
  newDeviceNot: {
    en: 'If it wasn’t you, choose a new password now. That signs out every browser.\n\nChoose a new password:\n{forgotten}\n\nThen check your settings:\n{settings}',
    es: 'Si no fue usted, elija ya una contraseña nueva. Así se cierra la sesión en todos los navegadores.\n\nElegir una contraseña nueva:\n{forgotten}\n\nDespués, revisar los ajustes:\n{settings}',
  },
  newDeviceOften: {
    en: 'We send this message at most {times} times a day.',
    es: 'Enviamos este mensaje como máximo {times} veces al día.',
  },
  factorSubject: {
    en: 'Your sign-in settings were changed',
    es: 'Cambió la forma de iniciar sesión en su cuenta',
  },
  factorOn: {
    en: 'From now on, you’ll need your password and a code from your authenticator to sign in to your Vendor Compliance account. Other devices were signed out.',
    es: 'A partir de ahora, para iniciar sesión en su cuenta de Vendor Compliance necesitará su contraseña y un código de su autenticador. Se cerró la sesión en los demás dispositivos.',
  },
  factorOff: {
    en: 'You no longer need a code to sign in to your Vendor Compliance account. Your password is enough.',
    es: 'Para iniciar sesión en su cuenta de Vendor Compliance ya no necesita un código: basta su contraseña.',
  },
  factorCodes: {
    en: 'New recovery codes were created for your Vendor Compliance account. Your old codes no longer work.',
    es: 'Se crearon nuevos códigos de recuperación para su cuenta de Vendor Compliance. Los anteriores ya no sirven.',
  },
  factorRecovery: {
    en: 'A recovery code was used to sign in to your Vendor Compliance account. {left, plural, =0 {It was your last one. Create new codes in your settings.} one {You have one left.} other {You have # left.}}',
    es: 'Se inició sesión en su cuenta de Vendor Compliance con un código de recuperación. {left, plural, =0 {Era el último. Cree otros en los ajustes.} one {Le queda uno.} other {Le quedan #.}}',
  },
  factorNot: {
    en: 'If it wasn’t you, choose a new password now. That signs out every browser.\n\nChoose a new password:\n{forgotten}\n\nThen check your settings:\n{settings}',
    es: 'Si no fue usted, elija ya una contraseña nueva. Así se cierra la sesión en todos los navegadores.\n\nElegir una contraseña nueva:\n{forgotten}\n\nDespués, revisar los ajustes:\n{settings}',
  },
  passkeyAdded: {
    en: 'A passkey was added to your Vendor Compliance account. You can use it to sign in without a password or a code.',
    es: 'Se agregó una llave de acceso a su cuenta de Vendor Compliance. Con ella puede iniciar sesión sin contraseña ni código.',
  },
  passkeyRemoved: {
    en: 'A passkey was removed from your Vendor Compliance account. It can no longer be used to sign in, and other devices were signed out.',
    es: 'Se eliminó una llave de acceso de su cuenta de Vendor Compliance. Ya no sirve para iniciar sesión, y se cerró la sesión en los demás dispositivos.',
  },
  passkeyNot: {
    en: 'If it wasn’t you, choose a new password now. That signs out every browser.\n\nChoose a new password:\n{forgotten}\n\nThen remove every passkey that isn’t yours. A new password doesn’t remove them.\n\nRemove passkeys:\n{passkeys}',
    es: 'Si no fue usted, elija ya una contraseña nueva. Así se cierra la sesión en todos los navegadores.\n\nElegir una contraseña nueva:\n{forgotten}\n\nDespués elimine las llaves de acceso que no sean suyas. Una contraseña nueva no las elimina.\n\nEliminar llaves de acceso:\n{passkeys}',
  },
  passkeyCopiedSubject: {
    en: 'One of your passkeys may have been copied',
    es: 'Es posible que alguien haya copiado una de sus llaves de acceso',
  },
  passkeyCopied: {
    en: 'A passkey for your Vendor Compliance account was used to sign in, but it reported fewer uses than we have counted. This happens when a passkey has been copied to another device. We blocked this sign-in.',
    es: 'Alguien intentó iniciar sesión en su cuenta de Vendor Compliance con una llave de acceso que indica menos usos de los que hemos contado. Eso ocurre cuando se copió la llave a otro dispositivo. Bloqueamos ese inicio de sesión.',
  },
  passkeyCopiedDo: {
    en: 'Sign in with your password, remove the passkey and add a new one.\n\nReplace the passkey:\n{passkeys}\n\nIf you didn’t try to sign in, choose a new password, too.\n\nChoose a new password:\n{forgotten}',
    es: 'Inicie sesión con su contraseña, elimine la llave de acceso y agregue una nueva.\n\nReemplazar la llave:\n{passkeys}\n\nSi usted no intentó iniciar sesión, elija también una contraseña nueva.\n\nElegir una contraseña nueva:\n{forgotten}',
  },
  newEmailSubject: { en: 'Confirm your new email address', es: 'Confirme su nuevo correo electrónico' },
  newEmail: {
    en: 'You asked to use this address for your Vendor Compliance account.',
    es: 'Usted pidió usar esta dirección para su cuenta de Vendor Compliance.',
  },
  newEmailLink: {
    en: 'Confirm it within 24 hours, on a device where you’re signed in.\n\nConfirm your new email address:\n{link}',
    es: 'Confírmela antes de que pasen 24 horas, en un dispositivo en el que tenga la sesión iniciada.\n\nConfirmar su nuevo correo:\n{link}',
  },
  newEmailNot: {
    en: 'Wasn’t you? Ignore this email, and nothing changes.',
    es: '¿No fue usted? Ignore este correo y no cambiará nada.',
  },
  inUseSubject: { en: 'This address has an account', es: 'Esta dirección tiene una cuenta' },
  inUse: {
    en: 'You asked to use this address for another Vendor Compliance account. It already has its own account, so nothing was changed.',
    es: 'Usted pidió usar esta dirección para otra cuenta de Vendor Compliance. Como ya tiene una cuenta propia, no se cambió nada.',
  },
  askedSubject: { en: 'Your email address is about to change', es: 'Su correo electrónico está por cambiar' },
  asked: {
    en: 'While signed in to your Vendor Compliance account, you asked to change its email address to {address}. We’ll make the change once the new address is confirmed.',
    es: 'Usted pidió, con la sesión iniciada en su cuenta de Vendor Compliance, cambiar el correo electrónico a {address}. Haremos el cambio cuando se confirme la dirección nueva.',
  },
  askedNot: {
    en: 'Wasn’t you? Sign in, change your password and sign out everywhere else.',
    es: '¿No fue usted? Inicie sesión, cambie su contraseña y cierre las demás sesiones.',
  },
  emailChangedSubject: { en: 'Your email address was changed', es: 'Se cambió su correo electrónico' },
  emailChanged: {
    en: 'Your Vendor Compliance account now uses {address}. Sign in with that address.',
    es: 'Su cuenta de Vendor Compliance usa ahora {address}. Inicie sesión con esa dirección.',
  },
  emailChangedNot: {
    en: 'Wasn’t you? Write to the operator of this service.\n\nContact the operator:\n{contact}',
    es: '¿No fue usted? Escriba a quien administra este servicio.\n\nEscribir al administrador:\n{contact}',
  },
  deletedSubject: { en: 'Your account was deleted', es: 'Se eliminó su cuenta' },
  deleted: {
    en: 'Your Vendor Compliance account was deleted, as you asked.',
    es: 'Como usted lo pidió, se eliminó su cuenta de Vendor Compliance.',
  },
  deletedStays: {
    en: 'Organizers will keep the applications you sent them, including documents and spots, unless you asked the operator of this service to erase those, too.',
    es: 'Los organizadores conservarán las solicitudes que usted les envió, con sus documentos y puestos, salvo que usted le haya pedido a quien administra este servicio que borre también esos datos.',
  },
});
