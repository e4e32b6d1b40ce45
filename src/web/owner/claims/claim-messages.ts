import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';
import type { ClaimProof } from '../../../owner/claims/claim.ts';

/** Wording for the page where owners claim a license. */
export const CLAIM = defineMessages({
  title: { en: 'Claim a license', es: 'Reclamar una licencia' },
  errorTitle: { en: 'Error: Claim a license', es: 'Error: Reclamar una licencia' },
  description: {
    en: 'Prove that a food truck’s or caterer’s license is yours.',
    es: 'Demuestre que la licencia de un food truck o de una empresa de catering es suya.',
  },
  yourLicenses: { en: 'Your licenses', es: 'Sus licencias' },
  lead: {
    en: 'Prove that a license is yours. Then you can reply to its record, dispute an error and get alerts. It’s free.',
    es: 'Demuestre que una licencia es suya. Así podrá responder a su historial, impugnar un error y recibir avisos. Es gratis.',
  },
  steps: { en: 'How it works', es: 'Cómo funciona' },
  stepNumber: { en: 'Enter your license number.', es: 'Escriba su número de licencia.' },
  stepAccount: {
    en: 'Create a free account, or sign in.',
    es: 'Cree una cuenta gratuita o inicie sesión.',
  },
  stepProof: {
    en: 'Choose your proof: a document, or a code sent by letter or phone to the contact in the regulator’s license file.',
    es: 'Elija su prueba: un documento o un código por carta o por teléfono al contacto del archivo de licencias de la agencia reguladora.',
  },
  number: { en: 'License number', es: 'Número de licencia' },
  numberHint: {
    en: 'As on your license, such as {example}.',
    es: 'Como aparece en su licencia, por ejemplo {example}.',
  },
  goOn: { en: 'Continue', es: 'Continuar' },
  name: { en: 'Name on record', es: 'Nombre en los registros' },
  city: { en: 'City', es: 'Ciudad' },
  noCity: { en: 'not given', es: 'no consta' },
  license: { en: 'License', es: 'Licencia' },
  isItYours: {
    en: 'Is this license yours? Claiming it is free. You can reply to its record, dispute an error, and keep track of where you stand.',
    es: '¿Es suya esta licencia? Reclamarla es gratis. Podrá responder a su historial, impugnar un error y seguir su situación.',
  },
  needsDocument: {
    en: 'You need an account, and a document that proves the license is yours. {noHolder}',
    es: 'Necesita una cuenta y un documento que demuestre que la licencia es suya. {noHolder}',
  },
  needsProof: {
    en: 'You need an account, and proof that the license is yours. We can send a code by letter or phone to the contact in the regulator’s license file. Or send us a document.',
    es: 'Necesita una cuenta y una prueba de que la licencia es suya. Podemos enviar un código por carta o por teléfono al contacto del archivo de licencias de la agencia reguladora. O envíenos un documento.',
  },
  noHolder: {
    en: 'The license files don’t name a current holder, so we have no one to send a code to. We’ll review your document instead.',
    es: 'Los archivos de licencias no indican ningún titular actual, así que no tenemos a quién enviarle un código. En su lugar, revisaremos su documento.',
  },
  signUp: { en: 'Sign up and claim it', es: 'Crear una cuenta y reclamarla' },
  signIn: { en: 'Sign in', es: 'Iniciar sesión' },
  another: { en: 'Claim another license', es: 'Reclamar otra licencia' },
  alreadyYours: { en: 'This license is already in your account.', es: 'Esta licencia ya está en su cuenta.' },
  alreadyClaimed: {
    en: 'You’ve claimed this license, but it isn’t verified yet.',
    es: 'Usted ya reclamó esta licencia, pero todavía no está verificada.',
  },
  howToProve: {
    en: 'How will you prove that it’s yours?',
    es: '¿Cómo demostrará que es suya?',
  },
  document: { en: 'Document', es: 'Documento' },
  documentHint: { en: 'A PDF, JPEG or PNG.', es: 'Un archivo PDF, JPEG o PNG.' },
  documentSometimes: {
    en: 'Only if you chose to prove it with a document.',
    es: 'Solo si eligió probarlo con un documento.',
  },
  submit: { en: 'Claim this license', es: 'Reclamar esta licencia' },
});

export const PROOFS = defineNames<ClaimProof>({
  post: { en: 'By letter', es: 'Por carta' },
  phone: { en: 'By phone', es: 'Por teléfono' },
  document: { en: 'With a document', es: 'Con un documento' },
});

export const PROOF_HINTS = defineNames<ClaimProof>({
  post: {
    en: 'We’ll send a code by letter to the address in the regulator’s license file.',
    es: 'Enviaremos un código por correo postal a la dirección del archivo de licencias de la agencia reguladora.',
  },
  phone: {
    en: 'We’ll call the number in the license file and read you a code.',
    es: 'Llamaremos al teléfono del archivo de licencias y le leeremos un código.',
  },
  document: {
    en: 'Send your license, or a letter from the regulator about it, as a PDF, JPEG or PNG of up to 4 MB. Only our staff will see it, and we’ll delete it 30 days after the decision.',
    es: 'Envíe su licencia, o una carta de la agencia reguladora sobre ella, en PDF, JPEG o PNG de 4 MB como máximo. Solo la verá nuestro personal, y la borraremos 30 días después de la decisión.',
  },
});
