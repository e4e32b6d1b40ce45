import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';

/** Wording for the page that shows an account's licenses and the available actions. */
export const LICENSES = defineMessages({
  title: { en: 'Your licenses', es: 'Sus licencias' },
  errorTitle: { en: 'Error: Your licenses', es: 'Error: Sus licencias' },
  description: {
    en: 'The licenses that your account has claimed.',
    es: 'Las licencias que su cuenta ha reclamado.',
  },
  business: { en: 'Your business', es: 'Su negocio' },
  range: {
    en: 'Claims: {range}. Those not verified yet come first, then verified ones, then ended ones.',
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
    es: 'Pruebe que una licencia es suya. Así podrá responder a su historial, impugnar un error y recibir avisos.',
  },
  ended: { en: 'Ended', es: 'Reclamos terminados' },
  releaseTitle: { en: 'Give up {license}?', es: '¿Renunciar a {license}?' },
  releasedTitle: { en: 'This claim has ended', es: 'Este reclamo ya terminó' },
  releaseLead: {
    en: '{name} will no longer be in your account. To get it back, you have to prove it again.',
    es: '{name}: esta licencia dejará de ser suya aquí. Para recuperarla tendrá que probar otra vez que es suya.',
  },
  release: { en: 'Release this license', es: 'Renunciar a ella' },
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
    es: 'Renunciar a ella<hidden>: {license}</hidden>',
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
    en: 'We will call the number in the license file and read you a code to type here.',
    es: 'Llamaremos al teléfono del archivo de licencias y le leeremos un código para escribirlo aquí.',
  },
  notSentPost: {
    en: 'A letter with a code goes to the mailing address in the license file. Type the code here when it has come.',
    es: 'Se envía una carta con un código a la dirección postal del archivo de licencias. Cuando llegue, escriba aquí el código.',
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
    en: 'Your code is correct. Another account is verified for this license, so we’ll look into it and email you.',
    es: 'Su código era correcto. Otra cuenta está verificada para esta licencia, así que nuestro personal lo revisa; usted recibirá un correo.',
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
    en: 'We have your claim. See below for what happens next.',
    es: 'Su reclamo quedó registrado. Abajo se explica qué sigue.',
  },
  verified: {
    en: 'Verified. The license is now in your account.',
    es: 'Verificada. La licencia ya está en su cuenta.',
  },
  waits: {
    en: 'Your code is correct. Another account is verified for this license, so we’ll look into it.',
    es: 'Su código era correcto. Nuestro personal lo revisa, porque otra cuenta está verificada para esta licencia.',
  },
  asked: { en: 'We will send you another code.', es: 'Le enviaremos otro código.' },
  released: { en: 'Given up.', es: 'Usted renunció a la licencia.' },
  'watch-ended': {
    en: 'The watch of this license has ended. You won’t be charged again.',
    es: 'El seguimiento de esta licencia terminó. Ya no se cobra nada.',
  },
  'no-watch': {
    en: 'This license is not watched, so there is nothing to end.',
    es: 'Esta licencia no tiene seguimiento, así que no hay nada que terminar.',
  },
});

export const CODE_ERRORS = defineMessages({
  wrong: {
    en: 'That is not the code. Attempts left: {count}.',
    es: 'Ese no es el código. Intentos que le quedan: {count}.',
  },
  wrongLast: {
    en: 'That is not the code, and it was the last attempt. Ask for another code.',
    es: 'Ese no es el código, y era el último intento. Pida otro código.',
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
    en: 'The license has another holder now than when the code was sent. Give up this claim and claim the license again.',
    es: 'La licencia tiene ahora otro titular que cuando se envió el código. Renuncie a este reclamo y reclame la licencia otra vez.',
  },
  noCode: {
    en: 'No code is awaited for this license now.',
    es: 'En este momento no se espera ningún código para esta licencia.',
  },
});
