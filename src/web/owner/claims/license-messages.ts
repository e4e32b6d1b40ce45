import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';

/** Wording for the page that shows an account's licenses and the available actions. */
export const LICENSES = defineMessages({
  title: { en: 'Your licenses', es: 'Sus licencias' },
  errorTitle: { en: 'Error: Your licenses', es: 'Error: Sus licencias' },
  description: {
    en: 'The licenses your account has claimed.',
    es: 'Las licencias que su cuenta ha reclamado.',
  },
  business: { en: 'Your business', es: 'Su negocio' },
  range: {
    en: 'Claims: {range}. Unverified claims come first, then verified ones, then ended ones.',
    es: 'Reclamos: {range}. Primero los que todavía no están verificados, después los verificados y después los terminados.',
  },
  verified: { en: 'Verified', es: 'Verificadas' },
  noneYet: { en: 'None yet.', es: 'Todavía ninguna.' },
  noneHere: { en: 'None on this page.', es: 'Ninguna en esta página.' },
  pending: { en: 'Not verified yet', es: 'Todavía sin verificar' },
  claim: { en: 'Claim a license', es: 'Reclamar una licencia' },
  claimAnother: { en: 'Claim another license', es: 'Reclamar otra licencia' },
  claimLead: {
    en: 'Prove that a license is yours. Then you can reply to its record, dispute an error and get alerts.',
    es: 'Demuestre que una licencia es suya. Así podrá responder a su historial, impugnar un error y recibir avisos.',
  },
  ended: { en: 'Ended', es: 'Reclamos terminados' },
  releaseTitle: { en: 'Release {license}?', es: '¿Quitar {license} de su cuenta?' },
  releasedTitle: { en: 'This claim has ended', es: 'Este reclamo ya terminó' },
  releaseLead: {
    en: '{name} will no longer be in your account. To get it back, you’ll have to prove that it’s yours again.',
    es: '{name} ya no estará en su cuenta. Para recuperarla, tendrá que demostrar otra vez que es suya.',
  },
  release: { en: 'Release this license', es: 'Quitarla de mi cuenta' },
  keep: { en: 'Keep it', es: 'Conservarla' },
  all: { en: 'All your licenses', es: 'Todas sus licencias' },
  verifiedAt: { en: 'Verified {moment}', es: 'Verificada el {moment}' },
  record: {
    en: 'See its record<hidden> of {license}</hidden>',
    es: 'Ver su historial<hidden> de {license}</hidden>',
  },
  reply: {
    en: 'Reply to the record<hidden> of {license}</hidden>',
    es: 'Responder al historial<hidden> de {license}</hidden>',
  },
  dispute: {
    en: 'Dispute a visit<hidden> of {license}</hidden>',
    es: 'Impugnar una visita<hidden> de {license}</hidden>',
  },
  outcomes: {
    en: 'See outcomes of events<hidden> of {license}</hidden>',
    es: 'Ver los resultados de eventos<hidden> de {license}</hidden>',
  },
  watch: {
    en: 'Set up the daily watch<hidden> of {license}</hidden>',
    es: 'Configurar el seguimiento diario<hidden> de {license}</hidden>',
  },
  giveUp: {
    en: 'Release this license<hidden>: {license}</hidden>',
    es: 'Quitarla de mi cuenta<hidden>: {license}</hidden>',
  },
  askLetter: {
    en: 'Ask for another letter<hidden> for {license}</hidden>',
    es: 'Pedir otra carta<hidden> para {license}</hidden>',
  },
  askCall: {
    en: 'Ask for another call<hidden> for {license}</hidden>',
    es: 'Pedir otra llamada<hidden> para {license}</hidden>',
  },
  claimedAt: { en: 'Claimed {moment}', es: 'Reclamada el {moment}' },
  notSentPhone: {
    en: 'We’ll call the number in the license file and read you a code. Enter it here.',
    es: 'Llamaremos al teléfono del archivo de licencias y le leeremos un código. Escríbalo aquí.',
  },
  notSentPost: {
    en: 'We’ll send a code by letter to the address in the license file. Enter it here when it arrives.',
    es: 'Enviaremos un código por correo postal a la dirección del archivo de licencias. Escríbalo aquí cuando llegue.',
  },
  sentPhone: {
    en: 'Type the code from our call. Attempts left: {count}.',
    es: 'Escriba el código que le dimos por teléfono. Intentos que le quedan: {count}.',
  },
  sentPost: {
    en: 'Type the code from our letter. Attempts left: {count}.',
    es: 'Escriba el código de nuestra carta. Intentos que le quedan: {count}.',
  },
  usedUpPhone: {
    en: 'This code was tried too many times and no longer works. Ask for another call.',
    es: 'Este código se probó demasiadas veces y ya no sirve. Pida otra llamada.',
  },
  usedUpPost: {
    en: 'This code was tried too many times and no longer works. Ask for another letter.',
    es: 'Este código se probó demasiadas veces y ya no sirve. Pida otra carta.',
  },
  expiredPhone: {
    en: 'This code has expired. Ask for another call.',
    es: 'Este código venció. Pida otra llamada.',
  },
  expiredPost: {
    en: 'This code has expired. Ask for another letter.',
    es: 'Este código venció. Pida otra carta.',
  },
  atDocument: {
    en: 'We’re reviewing your document. We’ll email you when we’re done.',
    es: 'Estamos revisando su documento. Cuando terminemos, recibirá un correo.',
  },
  entered: {
    en: 'Your code is correct. However, another account is already verified for this license, so we’ll look into it and email you.',
    es: 'Su código es correcto. Sin embargo, otra cuenta ya está verificada para esta licencia, así que lo revisaremos y le enviaremos un correo.',
  },
  code: { en: 'Code for {license}', es: 'Código para {license}' },
  codeHint: {
    en: 'Eight letters and digits, such as ACDE-3467.',
    es: 'Ocho letras y números, por ejemplo ACDE-3467.',
  },
  verify: { en: 'Verify', es: 'Verificar' },
  validUntil: { en: 'Valid until {day}', es: 'Válido hasta el {day}' },
  license: { en: 'License', es: 'Licencia' },
  rejectedAt: { en: 'Rejected {moment}', es: 'Rechazado el {moment}' },
  endedAt: { en: 'Ended {moment}', es: 'Terminado el {moment}' },
});

/** Notices about the last action, by the key in the address. */
export const CLAIM_NOTICES = defineNames<string>({
  claimed: {
    en: 'We received your claim. See below for what happens next.',
    es: 'Recibimos su reclamo. Vea abajo qué sigue.',
  },
  verified: {
    en: 'Verified. The license is now in your account.',
    es: 'Verificada. La licencia ya está en su cuenta.',
  },
  waits: {
    en: 'Your code is correct. However, another account is already verified for this license, so we’ll look into it.',
    es: 'Su código es correcto. Sin embargo, otra cuenta ya está verificada para esta licencia, así que lo revisaremos.',
  },
  asked: { en: 'We’ll send you another code.', es: 'Le enviaremos otro código.' },
  released: { en: 'The license is no longer in your account.', es: 'La licencia ya no está en su cuenta.' },
  'watch-ended': {
    en: 'We’ve stopped watching this license. You won’t be charged again.',
    es: 'El seguimiento de esta licencia terminó. No le cobraremos nada más.',
  },
  'no-watch': {
    en: 'This license isn’t being watched, so there is nothing to cancel.',
    es: 'Esta licencia no tiene seguimiento, así que no hay nada que cancelar.',
  },
});

export const CODE_ERRORS = defineMessages({
  wrong: {
    en: 'That isn’t the right code. Attempts left: {count}.',
    es: 'Ese no es el código correcto. Intentos que le quedan: {count}.',
  },
  wrongLast: {
    en: 'That isn’t the right code, and it was your last attempt. Ask for another code.',
    es: 'Ese no es el código correcto, y era su último intento. Pida otro código.',
  },
  malformed: {
    en: 'A code is eight letters and digits, such as ACDE-3467. This didn’t use up an attempt.',
    es: 'Un código son ocho letras y números, por ejemplo ACDE-3467. Esto no le costó ningún intento.',
  },
  usedUp: {
    en: 'This code was tried too many times and no longer works. Ask for a new code.',
    es: 'Este código se probó demasiadas veces y ya no sirve. Pida otro.',
  },
  expired: { en: 'This code has expired. Ask for a new code.', es: 'Este código venció. Pida otro.' },
  holderChanged: {
    en: 'The license holder has changed since we sent the code. Release this claim and claim the license again.',
    es: 'El titular de la licencia cambió desde que enviamos el código. Quite este reclamo y reclame la licencia otra vez.',
  },
  noCode: {
    en: 'We’re not expecting a code for this license right now.',
    es: 'En este momento no esperamos ningún código para esta licencia.',
  },
});
