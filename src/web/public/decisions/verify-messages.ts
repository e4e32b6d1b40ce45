import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the page that verifies a receipt. */
export const VERIFY = defineMessages({
  title: { en: 'Verify a receipt', es: 'Verificar un recibo' },
  errorTitle: { en: 'Error: Verify a receipt', es: 'Error: verificar un recibo' },
  description: {
    en: 'Check that a receipt is genuine, see what it says, and what has changed since.',
    es: 'Si el recibo de un dictamen es auténtico, qué dice y si algo cambió desde entonces.',
  },
  lead: {
    en: 'Every check comes with a signed receipt. Paste one, or type its number, to see if it’s genuine, what it says, and what has changed since.',
    es: 'Cada dictamen viene con un recibo firmado. Pegue uno, o escriba su número, para ver si es auténtico, qué dice y si algo cambió desde entonces.',
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
    en: 'This receipt number has a wrong character: its last character is calculated from the others, and does not fit. Compare it with the paper.',
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
    en: 'This vendor is not on record today, so nothing can be compared.',
    es: 'Hoy este vendedor no consta en los registros, así que no hay con qué comparar.',
  },
  changed: {
    en: '<strong>It has changed:</strong> by the records on file today the verdict is {verdict}. Grade: {grade}.',
    es: '<strong>Cambió:</strong> según los registros de hoy, el dictamen es {verdict}. Calificación: {grade}.',
  },
  same: {
    en: '<strong>It is the same:</strong> by the records on file today the verdict is {verdict}. Grade: {grade}.',
    es: '<strong>Es el mismo:</strong> según los registros de hoy, el dictamen es {verdict}. Calificación: {grade}.',
  },
  over: {
    en: 'This receipt’s event is over. The verdict above is for an event today, not for the day of the event.',
    es: 'El evento de este recibo ya pasó. Por eso ese es el dictamen para un evento hoy y no dice nada del día del evento.',
  },
  checkToday: { en: 'Check this vendor as of today', es: 'Consultar a este vendedor al día de hoy' },
  genuine: { en: 'GENUINE', es: 'AUTÉNTICO' },
  genuineIssued: {
    en: 'This service issued this receipt, and nothing in it has changed. Both signatures are valid, and it is on the list of issued receipts.',
    es: 'Este servicio emitió este recibo y desde entonces no cambió ni un carácter. Sus dos firmas son válidas y está en la lista de recibos emitidos.',
  },
  genuineUntold: {
    en: 'Both signatures are valid, so nothing in it has changed. Right now, we can’t check the list of issued receipts.',
    es: 'Las dos firmas son válidas: no se cambió nada. En este momento no se puede saber si está en la lista de recibos emitidos de este servicio.',
  },
  signed: { en: 'SIGNED', es: 'FIRMADO' },
  signedTold: {
    en: 'Both signatures are valid, but this service has no record of issuing it. Ask the person who gave it to you, and check the vendor again.',
    es: 'Las dos firmas son válidas, pero en este servicio no consta que lo haya emitido. Pregúntele a quien se lo dio y vuelva a consultar al vendedor.',
  },
  altered: { en: 'ALTERED', es: 'ALTERADO' },
  alteredTold: {
    en: 'Its signatures don’t match what it says. It was changed or made up. Don’t rely on it.',
    es: 'Sus firmas no corresponden a lo que dice: lo cambiaron o lo inventaron. No se fíe de él.',
  },
  unknown: { en: 'UNKNOWN', es: 'DESCONOCIDO' },
  unknownTold: {
    en: 'It was signed with a key that this service never had. It may come from another service; here it proves nothing.',
    es: 'Se firmó con una clave que este servicio nunca tuvo. Puede ser de otro servicio; aquí no prueba nada.',
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
  notOnFile: { en: 'Not on file', es: 'No consta' },
  event: { en: 'Event', es: 'Evento' },
  onDay: { en: ', on {day}', es: ', el {day}' },
  fromTo: { en: ', from {first} to {last}', es: ', del {first} al {last}' },
  verdict: { en: 'Verdict', es: 'Dictamen' },
  reasons: { en: 'Reasons', es: 'Razones' },
  signedInEnglish: {
    en: 'These sentences were signed in English.',
    es: 'Estas frases se firmaron en inglés, por eso se muestran tal cual.',
  },
  documents: { en: 'Documents to collect', es: 'Documentos que debe pedir' },
  documentsList: {
    en: 'By today’s <link>list for this kind of event</link>. The receipt signs the kind of event, not the list.',
    es: 'Según la <link>lista actual para este tipo de evento</link>. El recibo firma el tipo de evento, no la lista.',
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
    es: 'Reglas del dictamen {policy} y de la puntuación {score} de este servicio: <link>cómo funcionan</link>',
  },
  id: { en: 'ID of the receipt', es: 'Identificador del recibo' },
  fingerprint: { en: 'Fingerprint of the record', es: 'Huella del historial' },
  otherType: { en: '{digits}, license type {type}', es: '{digits}, licencia de tipo {type}' },
  caterer: { en: '{number}, caterer', es: '{number}, empresa de catering' },
  truckOrCart: {
    en: '{digits}, food truck or hot dog cart',
    es: '{digits}, camión de comida (food truck) o carrito de hot dogs',
  },
});

/** Wording for the page that shows a receipt by its short number. */
export const RECEIPT_PAGE = defineMessages({
  title: { en: 'Receipt {number}', es: 'Recibo {number}' },
  titleFor: { en: 'Receipt for {name}', es: 'Recibo de {name}' },
  kicker: { en: 'Receipt', es: 'Recibo de un dictamen' },
  heading: { en: 'Receipt {number}', es: 'Recibo {number}' },
  lead: {
    en: 'It says what the public records showed. It isn’t a license, a permit or an inspection.',
    es: 'Dice lo que mostraban los registros públicos. No es una licencia, ni un permiso, ni una inspección.',
  },
  another: { en: 'Verify another receipt', es: 'Verificar otro recibo' },
  description: {
    en: 'What was decided, whether the receipt is genuine, and what has changed since.',
    es: 'Cuál fue el dictamen, si el recibo es auténtico y qué cambió desde entonces.',
  },
  keep: { en: 'Keep it', es: 'Guárdelo' },
  asText: {
    en: '{link}. Anyone who keeps our public keys can use it to verify this decision without us.',
    es: '{link}. Con él cualquiera puede verificar este dictamen sin nosotros, mientras conserve nuestras claves públicas.',
  },
  asTextLink: { en: 'Download the receipt as text', es: 'Descargue el recibo como texto' },
  asPdf: {
    en: '<link>Download as PDF</link>, to print and file. It has what was signed. Only this page shows what has changed since.',
    es: '<link>Descárguelo en PDF</link> para imprimirlo y archivarlo. Contiene lo que se firmó; lo que cambió desde entonces está solo en esta página.',
  },
  logged: {
    en: 'The public log has this receipt since {moment}, as entry {index}. <link>Download the proof</link> and keep it with the receipt: it shows when the receipt existed, even if this service is gone.',
    es: 'El registro público tiene este recibo desde el {moment}, como entrada {index}. <link>Descargue la prueba</link> y guárdela con el recibo: muestra cuándo existía el recibo, aunque este servicio ya no exista.',
  },
  notLogged: {
    en: 'This receipt goes into the public log within a minute. Reload this page then to download the proof.',
    es: 'Este recibo entra en el registro público en un minuto. Vuelva a cargar esta página entonces para descargar la prueba.',
  },
  noProof: {
    en: 'The public log does not have this receipt yet. Try again in a minute.',
    es: 'El registro público todavía no tiene este recibo. Inténtelo de nuevo en un minuto.',
  },
  vendorToday: { en: 'The vendor’s page today', es: 'La página del vendedor, hoy' },
  record: { en: 'Record', es: 'Historial' },
  onRecord: { en: 'ON RECORD', es: 'CONSTA' },
  onRecordTold: {
    en: 'This service issued a receipt with this number on {day}. Receipts had no numbers then, and their text was not kept, so its signatures cannot be checked here. <link>Paste the whole receipt</link> to see all it says and whether it is genuine.',
    es: 'Este servicio emitió un recibo con este número el {day}. Entonces los recibos no llevaban número y su texto no se guardó, así que aquí no se pueden verificar sus firmas. <link>Pegue el recibo completo</link> para ver todo lo que dice y si es auténtico.',
  },
  onFile: { en: 'What is on file', es: 'Qué consta' },
  verdictChanged: {
    en: 'The verdict has changed: by the records on file today it is {verdict}.',
    es: 'El dictamen cambió: según los registros de hoy es {verdict}.',
  },
  verdictSame: {
    en: 'The verdict is the same: by the records on file today it is {verdict}.',
    es: 'El dictamen es el mismo: según los registros de hoy es {verdict}.',
  },
  anEvent: { en: 'An event {days}', es: 'Un evento {days}' },
  noDays: { en: 'Not in the receipt', es: 'No está en el recibo' },
  notKept: {
    en: 'The text of this receipt was not kept: it is older than receipt numbers.',
    es: 'El texto de este recibo no se guardó: es anterior a los números de recibo.',
  },
  notGenuine: {
    en: 'This receipt is not genuine, or its key can no longer be trusted, so there is no PDF of it. Its page says why.',
    es: 'Este recibo no es auténtico, o ya no se puede confiar en su clave, así que no hay un PDF de él. Su página dice por qué.',
  },
});
