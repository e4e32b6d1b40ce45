import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the page about the public log. */
export const PROOF = defineMessages({
  title: { en: 'Proof', es: 'Prueba' },
  heading: { en: 'Proof that doesn’t depend on us', es: 'Una prueba que no depende de nosotros' },
  description: {
    en: 'How the public log keeps this service honest, what’s in it today, and how to check a receipt against it.',
    es: 'Cómo el registro público obliga a este servicio a ser honesto, qué contiene hoy, y cómo comprobar en él cualquier recibo.',
  },
  lead: {
    en: 'You booked a vendor months ago, and now someone asks why. Your receipt is the answer, and no one has to take our word for it: every receipt is in a public log that can only grow.',
    es: 'Hace meses usted tomó una decisión sobre un vendedor y ahora le preguntan por qué. Su recibo responde, y nadie tiene que creernos: cada recibo está en un registro público que solo puede crecer.',
  },
  pictureTitle: { en: 'How a receipt is proven', es: 'Cómo se prueba un recibo' },
  pictureText: {
    en: 'We build each day’s records from the regulator’s files and put their fingerprint in the public log. Your receipt goes into the same log. Witnesses sign what they see in it.',
    es: 'Con los archivos oficiales hacemos los registros de cada día, y su huella va al registro público. Su recibo va al mismo registro. Los testigos firman lo que ven en él.',
  },
  boxFiles: { en: 'Regulator’s files', es: 'Archivos oficiales' },
  boxRecords: { en: 'The day’s records', es: 'Registros de un día' },
  boxLog: { en: 'Public log', es: 'Registro público' },
  boxReceipt: { en: 'Your receipt', es: 'Su recibo' },
  boxWitnesses: { en: 'Witnesses', es: 'Testigos' },
  how: { en: 'How it works', es: 'Cómo funciona' },
  howReceipt: {
    en: '<strong>Your receipt.</strong> Seconds after a decision, its receipt’s fingerprint goes into the log. The log doesn’t show which vendor was checked.',
    es: '<strong>Su recibo.</strong> Segundos después de una revisión, la huella de su recibo va al registro. El registro no muestra qué vendedor se revisó.',
  },
  howRecords: {
    en: '<strong>The records.</strong> Each day, one fingerprint of all the records goes into the log. Anyone with the regulator’s files can rebuild the same records and should get the same fingerprint.',
    es: '<strong>Los datos oficiales.</strong> Cada día el registro recibe una huella de todos los datos. Cualquiera que tenga los archivos oficiales puede volver a hacerlos y debe obtener la misma huella.',
  },
  howWitnesses: {
    en: '<strong>Witnesses.</strong> They check that the log only grew and sign what they saw. If we removed, changed or backdated an entry, their copies would show it.',
    es: '<strong>Los testigos.</strong> Comprueban que el registro solo creció y firman lo que vieron. Si quitáramos, cambiáramos o antedatáramos algo, su copia lo mostraría.',
  },
  keep: {
    en: 'Save the receipt and its proof. Both are on the receipt’s page. With them and our <keys>public keys</keys>, anyone can check your decision years later, even if this site is gone.',
    es: 'Guarde el recibo y su prueba; los dos están en la página del recibo. Con ellos y nuestras <keys>claves públicas</keys>, cualquiera puede comprobar su resultado años después, aunque este sitio ya no exista.',
  },
  check: { en: 'Check a receipt', es: 'Comprobar un recibo' },
  label: { en: 'Receipt or receipt number', es: 'Recibo o número de recibo' },
  hint: {
    en: 'The number from the paper, such as 27JS-9X41-JP61-1RRP, or the whole text.',
    es: 'El número que está en el papel, por ejemplo 27JS-9X41-JP61-1RRP, o el texto completo.',
  },
  submit: { en: 'Check it against the log', es: 'Comprobarlo en el registro' },
  paste: {
    en: 'Type a receipt number, or paste a receipt.',
    es: 'Escriba un número de recibo o pegue un recibo.',
  },
  length: {
    en: 'This is longer than any receipt. Paste the receipt only.',
    es: 'Esto es más largo que cualquier recibo. Pegue solo el recibo.',
  },
  unknown: {
    en: 'No receipt has this number. Compare it with the paper, character by character.',
    es: 'Ningún recibo tiene este número. Compárelo con el papel, carácter por carácter.',
  },
  result: { en: 'Result', es: 'Resultado' },
  inLog: { en: 'IN THE LOG', es: 'EN EL REGISTRO' },
  inLogText: {
    en: 'This receipt has been in the log since {moment}, as entry {index}.',
    es: 'Este recibo está en el registro desde: {moment}, como entrada {index}.',
  },
  lateText: {
    en: 'Its date isn’t proven. It says {issued}, but nothing shows that it existed before it entered the log.',
    es: 'Su fecha no está probada. Dice {issued}, pero nada muestra que existiera antes de entrar en el registro.',
  },
  notYet: { en: 'NOT YET', es: 'TODAVÍA NO' },
  notYetText: {
    en: 'We issued this receipt, but it isn’t in the log yet. It will be added within a minute. Check again then.',
    es: 'Emitimos este recibo, pero todavía no está en el registro. Se agregará en menos de un minuto. Compruébelo otra vez entonces.',
  },
  notInLog: { en: 'NOT IN THE LOG', es: 'NO ESTÁ EN EL REGISTRO' },
  notInLogText: {
    en: 'This receipt isn’t in the log. It was changed, or another service issued it. <verify>See what’s wrong with it.</verify>',
    es: 'Este recibo no está en el registro. Lo cambiaron, o lo emitió otro servicio. <verify>Vea qué tiene de malo.</verify>',
  },
  denied: { en: 'SIGNED, BUT NOT ON RECORD', es: 'FIRMADO, PERO SIN REGISTRO' },
  deniedText: {
    en: 'This receipt was signed with our key, but we have no record of it. If you have its proof, keep it: it shows that the receipt was in the log. <docs>Check the proof without us.</docs>',
    es: 'Este recibo se firmó con nuestra clave, pero no tenemos registro de él. Si tiene su prueba, guárdela: muestra que el recibo estaba en el registro. <docs>Compruébela sin nosotros</docs> (en inglés).',
  },
  compromised: { en: 'TOO LATE', es: 'DEMASIADO TARDE' },
  compromisedText: {
    en: 'This receipt wasn’t added to the log until after its key leaked, so anyone could have made it. Check the vendor again for a new receipt.',
    es: 'Este recibo entró al registro después de que su clave quedó expuesta, así que pudo hacerlo cualquiera. Vuelva a consultar al vendedor para tener un recibo nuevo.',
  },
  files: { en: 'Receipt and proof, to keep', es: 'El recibo y su prueba, para guardarlos' },
  receiptText: { en: 'Receipt', es: 'Recibo' },
  proofText: { en: 'Proof', es: 'Prueba' },
  today: { en: 'The log today', es: 'El registro hoy' },
  none: {
    en: 'The log is empty for now. It will start with the first publication of records.',
    es: 'El registro está vacío por ahora. Empezará con la primera publicación de datos.',
  },
  entries: { en: 'Entries', es: 'Entradas' },
  signedAt: { en: 'Last signed', es: 'Última firma' },
  witnesses: { en: 'Witnesses', es: 'Testigos' },
  noWitness: {
    en: 'No witness has signed this log yet. <docs>Anyone can follow it</docs> with one command.',
    es: 'Ningún testigo firma este registro todavía. <docs>Cualquiera puede seguirlo</docs> con un solo comando (en inglés).',
  },
  witness: {
    en: '{name}: signed {size} entries, {moment}',
    es: '{name}: firmó {size} entradas, {moment}',
  },
  growthTitle: { en: 'Entries at the end of each day', es: 'Entradas al final de cada día' },
  growthText: {
    en: 'The number of entries at the end of each of the last days, in UTC.',
    es: 'El número de entradas al final de cada uno de los últimos días (UTC).',
  },
  day: { en: 'Day', es: 'Día' },
  checkpoint: { en: 'Signed checkpoint', es: 'Punto de control firmado' },
  checkpointText: {
    en: 'Witnesses and programs read it at <log>/log/checkpoint</log>.',
    es: 'Los testigos y los programas lo leen en <log>/log/checkpoint</log>.',
  },
});
