import { defineMessages } from '../../../lib/language/define-messages.ts';

export const PASSKEY = defineMessages({
  title: { en: 'Passkeys', es: 'Llaves de acceso' },
  settingsText: {
    en: 'Sign in with your fingerprint, face or PIN, without the password. {count, plural, =0 {You have none yet.} one {You have one.} other {You have #.}} <manage>Manage your passkeys</manage>',
    es: 'Inicie sesión con su huella, su rostro o un PIN, sin la contraseña. {count, plural, =0 {Todavía no tiene ninguna.} one {Tiene una.} other {Tiene #.}} <manage>Administrar sus llaves de acceso</manage>',
  },
  lead: {
    en: 'Your phone, computer, password manager or security key stores a passkey and unlocks it with your fingerprint, face or PIN. You can use it to sign in without your password or a code. A fake copy of this site can’t trick you into giving it away.',
    es: 'Una llave de acceso se guarda en su teléfono, su computadora, su gestor de contraseñas o una llave de seguridad, y se abre con su huella, su rostro o un PIN. Con ella puede iniciar sesión sin contraseña ni código. Ninguna imitación de este sitio puede hacer que usted la entregue.',
  },
  still: {
    en: 'Your password still works. With <factor>a second factor</factor>, you’ll need a code as well.',
    es: 'Su contraseña sigue funcionando. Con <factor>un segundo factor</factor>, también necesitará un código.',
  },
  none: { en: 'You don’t have any passkeys yet.', es: 'Usted todavía no tiene ninguna llave de acceso.' },
  caption: { en: 'Your passkeys', es: 'Sus llaves de acceso' },
  name: { en: 'Name', es: 'Nombre' },
  added: { en: 'Added', es: 'Agregada' },
  lastUsed: { en: 'Last used', es: 'Último uso' },
  never: { en: 'Not yet', es: 'Todavía no' },
  add: { en: 'Add a passkey', es: 'Agregar una llave de acceso' },
  nameHint: {
    en: 'A name you’ll recognize, such as “My phone.”',
    es: 'Con el que la reconozca, por ejemplo “Mi teléfono”.',
  },
  yourPassword: { en: 'Your password', es: 'Su contraseña' },
  code: { en: 'Code', es: 'Código' },
  continue: { en: 'Continue', es: 'Continuar' },
  needsScript: {
    en: 'Your browser can’t use passkeys here. It needs JavaScript and a version from 2025 or later. Your password works in any browser.',
    es: 'Su navegador no puede usar llaves de acceso aquí. Necesita JavaScript y una versión de 2025 o más reciente. Su contraseña funciona en cualquier navegador.',
  },
  notHere: {
    en: 'Passkeys don’t work at this address, because browsers require https and a host name for them.',
    es: 'Las llaves de acceso no funcionan en esta dirección, porque los navegadores exigen https y un nombre de servidor.',
  },
  createTitle: { en: 'Create the passkey', es: 'Crear la llave de acceso' },
  createLead: {
    en: 'When you press the button, your browser will ask where to save “{name},” and then for your fingerprint, face or PIN. You have five minutes.',
    es: 'Cuando pulse el botón, su navegador le preguntará dónde guardar “{name}” y le pedirá su huella, su rostro o un PIN. Tiene cinco minutos.',
  },
  createButton: { en: 'Create the passkey', es: 'Crear la llave de acceso' },
  back: { en: 'Back to your passkeys', es: 'Volver a sus llaves de acceso' },
  remove: { en: 'Remove a passkey', es: 'Eliminar una llave de acceso' },
  removeText: {
    en: 'You won’t be able to sign in with it anymore, and your other devices will be signed out. Your device may still offer it until you delete it there, too.',
    es: 'Ya no servirá para iniciar sesión, y se cerrará la sesión en los demás dispositivos. Es posible que su dispositivo la siga mostrando hasta que también la borre allí.',
  },
  which: { en: 'Which one', es: 'Cuál' },
  choose: { en: 'Choose the passkey to remove.', es: 'Elija la llave de acceso que quiere eliminar.' },
  removeButton: { en: 'Remove the passkey', es: 'Eliminar la llave de acceso' },
  noSuch: {
    en: 'You don’t have that passkey. It may have already been removed. Open your passkeys again.',
    es: 'Usted no tiene esa llave de acceso. Quizá ya se eliminó. Vuelva a abrir sus llaves de acceso.',
  },
  doneAdded: {
    en: 'The passkey was added. You can now sign in with it.',
    es: 'La llave de acceso quedó agregada. Ya puede iniciar sesión con ella.',
  },
  doneRemoved: {
    en: 'The passkey was removed, and other devices were signed out.',
    es: 'La llave de acceso se eliminó y se cerró la sesión en los demás dispositivos.',
  },
  tooLate: {
    en: 'This took too long, or you started it in another browser. Start again.',
    es: 'Pasó demasiado tiempo, o esto se empezó en otro navegador. Empiece de nuevo.',
  },
  signIn: { en: 'Sign in with a passkey', es: 'Iniciar sesión con una llave de acceso' },
  signInLate: {
    en: 'Your passkey took too long to respond. Try again.',
    es: 'Su llave de acceso tardó demasiado en responder. Inténtelo de nuevo.',
  },
  signInRefused: {
    en: 'No account here uses this passkey. Try a different passkey, or use your password.',
    es: 'Esta llave de acceso no abre ninguna cuenta aquí. Pruebe con otra o use su contraseña.',
  },
});
