import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the page that verifies a receipt. */
export const VERIFY = defineMessages({
  title: { en: 'Verify a receipt', es: 'Verificar un recibo' },
  errorTitle: { en: 'Error: Verify a receipt', es: 'Error: verificar un recibo' },
  description: {
    en: 'Check that a receipt is genuine, see what it says, and what has changed since.',
    es: 'Vea si un recibo es auténtico, qué dice y si algo cambió desde entonces.',
  },
  lead: {
    en: 'Every check comes with a signed receipt. Paste one, or type its number, to see if it’s genuine, what it says, and what has changed since.',
    es: 'Cada revisión viene con un recibo firmado. Pegue uno, o escriba su número, para ver si es auténtico, qué dice y si algo cambió desde entonces.',
  },
  another: { en: 'Verify another', es: 'Verificar otro' },
  label: { en: 'Receipt or receipt number', es: 'Recibo o número de recibo' },
  hint: {
    en: 'Either the number from the paper, such as 27JS-9X41-JP61-1RRP, or the whole text, from the first character to the last. Line breaks from an email are fine. So is a link to the receipt.',
    es: 'El número que está en el papel, por ejemplo 27JS-9X41-JP61-1RRP, o el texto completo, del primer carácter al último. No importan los saltos de línea de un correo; también sirve un enlace al recibo.',
  },
  submit: { en: 'Verify this receipt', es: 'Verificar este recibo' },
  paste: { en: 'Paste a receipt.', es: 'Pegue un recibo.' },
  length: {
    en: 'The receipt must have 1 to {max} characters; it has {length}.',
    es: 'El recibo debe tener entre 1 y {max} caracteres; tiene {length}.',
  },
  mistyped: {
    en: 'One character in this receipt number is wrong: the last one is calculated from the others, and it doesn’t match. Compare it with the paper.',
    es: 'Este número de recibo tiene un carácter equivocado: el último se calcula a partir de los demás y no coincide. Compárelo con el papel.',
  },
});

/** Wording for the result of the verification. */
export const FINDING = defineMessages({
  label: { en: 'Finding', es: 'Resultado' },
  checked: { en: 'Checked {moment}.', es: 'Verificado: {moment}.' },
  says: { en: 'What it says', es: 'Qué dice' },
  claims: {
    en: 'What it claims (don’t rely on it)',
    es: 'Qué afirma (no se fíe de ello)',
  },
  since: { en: 'Since then', es: 'Desde entonces' },
  gone: {
    en: 'This vendor isn’t on record today, so there is nothing to compare.',
    es: 'Hoy este vendedor no está en los registros, así que no hay con qué comparar.',
  },
  changed: {
    en: '<strong>It has changed.</strong> Based on today’s records, the verdict is {verdict}. Grade: {grade}.',
    es: '<strong>Cambió.</strong> Según los registros de hoy, el resultado es {verdict}. Calificación: {grade}.',
  },
  same: {
    en: '<strong>It’s the same.</strong> Based on today’s records, the verdict is {verdict}. Grade: {grade}.',
    es: '<strong>Es el mismo.</strong> Según los registros de hoy, el resultado es {verdict}. Calificación: {grade}.',
  },
  over: {
    en: 'This receipt’s event is over. The verdict above is for an event today, not for the day of the event.',
    es: 'El evento de este recibo ya pasó. El resultado de arriba es para un evento hoy, no para el día del evento.',
  },
  checkToday: { en: 'Check this vendor as of today', es: 'Revisar este vendedor al día de hoy' },
  genuine: { en: 'GENUINE', es: 'AUTÉNTICO' },
  genuineIssued: {
    en: 'This service issued this receipt, and nothing in it has changed. Both signatures are valid, and it is on the list of issued receipts.',
    es: 'Este servicio emitió este recibo y nada en él ha cambiado. Sus dos firmas son válidas y está en la lista de recibos emitidos.',
  },
  genuineUntold: {
    en: 'Both signatures are valid, so nothing in it has changed. Right now, we can’t check the list of issued receipts.',
    es: 'Las dos firmas son válidas, así que nada en él ha cambiado. En este momento no podemos revisar la lista de recibos emitidos.',
  },
  signed: { en: 'SIGNED', es: 'FIRMADO' },
  signedTold: {
    en: 'Both signatures are valid, but this service has no record of issuing it. Ask the person who gave it to you, and check the vendor again.',
    es: 'Las dos firmas son válidas, pero este servicio no tiene registro de haberlo emitido. Pregúntele a quien se lo dio y vuelva a revisar al vendedor.',
  },
  altered: { en: 'ALTERED', es: 'ALTERADO' },
  alteredTold: {
    en: 'Its signatures don’t match what it says. It was changed or made up. Don’t rely on it.',
    es: 'Sus firmas no corresponden a lo que dice: lo cambiaron o lo inventaron. No se fíe de él.',
  },
  unknown: { en: 'UNKNOWN', es: 'DESCONOCIDO' },
  unknownTold: {
    en: 'It was signed with a key that this service never had. It may come from another service, but it doesn’t prove anything here.',
    es: 'Se firmó con una clave que este servicio nunca tuvo. Puede ser de otro servicio, pero aquí no prueba nada.',
  },
  notSafe: { en: 'NOT SAFE', es: 'NO ES SEGURO' },
  notSafeTold: {
    en: 'It was signed with a key that was later compromised, so anyone could have made it. Check the vendor again for a new receipt.',
    es: 'Se firmó con una clave que después se retiró porque quedó expuesta, así que pudo hacerlo cualquiera. Vuelva a consultar al vendedor para tener un recibo nuevo.',
  },
  noReceipt: { en: 'NOT A RECEIPT', es: 'NO ES UN RECIBO' },
  noReceiptTold: {
    en: 'This isn’t a receipt from this service, or part of it is missing. Copy it again from the first character to the last.',
    es: 'Este texto no es un recibo de este servicio, o no está completo. Cópielo otra vez, del primer carácter al último.',
  },
});

/** Labels for a receipt's fields. */
export const CLAIMS = defineMessages({
  vendor: { en: 'Vendor', es: 'Vendedor' },
  fictional: { en: ' (fictional: demo data)', es: ' (ficticio: datos de demostración)' },
  license: { en: 'License', es: 'Licencia' },
  expires: { en: 'License expires', es: 'Vence la licencia' },
  notOnFile: { en: 'Not on file', es: 'No está en los archivos' },
  event: { en: 'Event', es: 'Evento' },
  onDay: { en: ', on {day}', es: ', el {day}' },
  fromTo: { en: ', from {first} to {last}', es: ', del {first} al {last}' },
  verdict: { en: 'Verdict', es: 'Resultado' },
  reasons: { en: 'Reasons', es: 'Razones' },
  signedInEnglish: {
    en: 'These sentences were signed in English.',
    es: 'Estas frases se firmaron en inglés.',
  },
  documents: { en: 'Documents to collect', es: 'Documentos que debe pedir' },
  documentsList: {
    en: 'Based on today’s <link>list for this type of event</link>. The signed receipt includes the type of event but not the list.',
    es: 'Según la <link>lista actual para este tipo de evento</link>. El recibo firmado incluye el tipo de evento, pero no la lista.',
  },
  grade: { en: 'Grade', es: 'Calificación' },
  decided: { en: 'Decided', es: 'Consultado' },
  decidedAsOf: { en: '{moment}, as of {day}', es: '{moment}, al {day}' },
  recordsDated: { en: 'Records through', es: 'Registros hasta el' },
  issuedBy: { en: 'Issued by', es: 'Emitido por' },
  receipt: { en: 'Receipt', es: 'Recibo' },
  forPrograms: {
    en: 'For comparing by program: rules, ID and fingerprint',
    es: 'Para comparar con un programa: reglas, identificador y huella',
  },
  rules: { en: 'Rules', es: 'Reglas' },
  rulesOf: {
    en: 'Policy {policy} and scoring {score} of this service: <link>how both work</link>',
    es: 'Reglas del resultado {policy} y de la puntuación {score} de este servicio: <link>cómo funcionan</link>',
  },
  id: { en: 'ID of the receipt', es: 'Identificador del recibo' },
  fingerprint: { en: 'Fingerprint of the record', es: 'Huella del historial' },
  otherType: { en: '{digits}, license type {type}', es: '{digits}, licencia de tipo {type}' },
  caterer: { en: '{number}, caterer', es: '{number}, empresa de catering' },
  truckOrCart: {
    en: '{digits}, food truck or hot dog cart',
    es: '{digits}, food truck o carrito de hot dogs',
  },
});

/** Wording for the page that shows a receipt by its short number. */
export const RECEIPT_PAGE = defineMessages({
  title: { en: 'Receipt {number}', es: 'Recibo {number}' },
  titleFor: { en: 'Receipt for {name}', es: 'Recibo de {name}' },
  kicker: { en: 'Receipt', es: 'Recibo' },
  heading: { en: 'Receipt {number}', es: 'Recibo {number}' },
  lead: {
    en: 'It says what the public records showed. It isn’t a license, a permit or an inspection.',
    es: 'Dice lo que mostraban los registros públicos. No es una licencia, ni un permiso, ni una inspección.',
  },
  another: { en: 'Verify another receipt', es: 'Verificar otro recibo' },
  description: {
    en: 'What was decided, whether the receipt is genuine, and what has changed since.',
    es: 'Cuál fue el resultado, si el recibo es auténtico y qué cambió desde entonces.',
  },
  keep: { en: 'Keep it', es: 'Guárdelo' },
  asText: {
    en: '{link}. Anyone who keeps our public keys can use it to verify this decision without us.',
    es: '{link}. Cualquiera que conserve nuestras claves públicas puede usarlo para verificar este resultado sin nosotros.',
  },
  asTextLink: { en: 'Download the receipt as text', es: 'Descargue el recibo como texto' },
  asPdf: {
    en: '<link>Download it as a PDF</link> to print and file. It shows what was signed. Only this page shows what has changed since.',
    es: '<link>Descárguelo en PDF</link> para imprimirlo y archivarlo. Contiene lo que se firmó; lo que cambió desde entonces está solo en esta página.',
  },
  logged: {
    en: 'This receipt has been in the public log since {moment}, as entry {index}. <link>Download the proof</link> and keep it with the receipt. It shows when the receipt existed, even if this service is gone.',
    es: 'Este recibo está en el registro público desde el {moment}, como entrada {index}. <link>Descargue la prueba</link> y guárdela con el recibo. Muestra cuándo existía el recibo, aunque este servicio ya no exista.',
  },
  notLogged: {
    en: 'This receipt will be added to the public log within a minute. Then reload this page to download the proof.',
    es: 'Este recibo se agregará al registro público en menos de un minuto. Después vuelva a cargar esta página para descargar la prueba.',
  },
  noProof: {
    en: 'This receipt isn’t in the public log yet. Try again in a minute.',
    es: 'Este recibo todavía no está en el registro público. Inténtelo de nuevo en un minuto.',
  },
  vendorToday: { en: 'The vendor’s page today', es: 'La página del vendedor, hoy' },
  record: { en: 'Record', es: 'Historial' },
  onRecord: { en: 'ON RECORD', es: 'REGISTRADO' },
  onRecordTold: {
    en: 'This service issued a receipt with this number on {day}. Receipts didn’t have numbers then, and we didn’t keep their text, so we can’t check its signatures here. <link>Paste the whole receipt</link> to see everything it says and whether it’s genuine.',
    es: 'Este servicio emitió un recibo con este número el {day}. Entonces los recibos no llevaban número y no guardábamos su texto, así que no podemos verificar sus firmas aquí. <link>Pegue el recibo completo</link> para ver todo lo que dice y si es auténtico.',
  },
  onFile: { en: 'What’s on file', es: 'Qué hay en los archivos' },
  verdictChanged: {
    en: 'The verdict has changed. Based on today’s records, it is {verdict}.',
    es: 'El resultado cambió. Según los registros de hoy, es {verdict}.',
  },
  verdictSame: {
    en: 'The verdict is the same. Based on today’s records, it is {verdict}.',
    es: 'El resultado es el mismo. Según los registros de hoy, es {verdict}.',
  },
  anEvent: { en: 'An event {days}', es: 'Un evento {days}' },
  noDays: { en: 'Not in the receipt', es: 'No está en el recibo' },
  notKept: {
    en: 'We didn’t keep the text of this receipt because it’s from before receipts had numbers.',
    es: 'No guardamos el texto de este recibo porque es anterior a los números de recibo.',
  },
  notGenuine: {
    en: 'This receipt isn’t genuine, or its key can no longer be trusted, so we don’t offer a PDF. See the receipt’s page for the reason.',
    es: 'Este recibo no es auténtico, o ya no se puede confiar en su clave, así que no ofrecemos un PDF. Vea el motivo en la página del recibo.',
  },
});
