import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';

/** Wording for the form that checks a vendor, and for the decision. */
export const CHECK = defineMessages({
  title: { en: 'Check a vendor', es: 'Revisar un vendedor' },
  errorTitle: { en: 'Error: Check a vendor', es: 'Error: revisar un vendedor' },
  description: {
    en: 'Find out if you can book a {state} food truck or caterer for your event, with reasons and proof.',
    es: 'Si puede contratar un food truck o una empresa de catering de {state} para su evento, con las razones y una prueba.',
  },
  lead: {
    en: 'Enter a license number. Get a verdict, the reasons, and the documents to collect.',
    es: 'Escriba un número de licencia y vea el resultado, las razones y los documentos que debe pedir.',
  },
  wholeList: {
    en: '<link>Check a whole list</link> of vendors at once, pasted or from a spreadsheet.',
    es: '<link>Consulte una lista completa</link> de vendedores de una vez, pegada o desde una hoja de cálculo.',
  },
  noAccount: {
    en: 'No account needed. Verdicts follow published rules.',
    es: 'No hace falta cuenta. Los resultados siguen reglas publicadas.',
  },
  number: { en: 'License number', es: 'Número de licencia' },
  numberHint: {
    en: 'On the license, and usually on the truck’s side. The seven digits are enough. No number? <search>Search by name</search>.',
    es: 'Está en la licencia y, por lo general, en un costado del camión. Bastan los siete dígitos. ¿No tiene el número? <search>Busque por nombre</search>.',
  },
  kind: { en: 'Event type', es: 'Tipo de evento' },
  day: { en: 'Event date', es: 'Fecha del evento' },
  dayHint: {
    en: 'Blank means today. For a multi-day event, use the last day.',
    es: 'En blanco: hoy. Si el evento dura varios días, ponga el último.',
  },
  submit: { en: 'Check', es: 'Revisar este vendedor' },
  pleaseCheck: { en: '<strong>Please check:</strong> {error}', es: '<strong>Revise esto:</strong> {error}' },
  notFound: {
    en: 'We can’t make a decision about this vendor.',
    es: 'No podemos revisar este vendedor.',
  },
  why: { en: 'Why', es: 'Por qué' },
  restsOn: { en: 'The facts', es: 'Los datos' },
  everyInspection: { en: 'Every inspection of {name}', es: 'Todas las inspecciones de {name}' },
  receipt: { en: 'Receipt', es: 'Recibo' },
  another: { en: 'Check another', es: 'Revisar otro' },
  whichOne: {
    en: 'Two licenses share these digits. Which one?',
    es: 'Dos licencias comparten estos dígitos. ¿Cuál es?',
  },
  otherKind: {
    en: 'Is it a restaurant, a booth, packaged food or a home kitchen? <link>Other licenses</link>.',
    es: '¿Es un restaurante, un puesto, comida empacada o una cocina de casa? <link>Otras licencias</link>.',
  },
  oldTitle: { en: '{verdict}, old records: {name}', es: '{verdict}, registros antiguos: {name}' },
  plainTitle: { en: '{verdict}: {name}', es: '{verdict}: {name}' },
  documents: { en: 'Documents to collect', es: 'Documentos que debe pedir' },
  requirements: { en: 'What each document must show', es: 'Qué debe mostrar cada documento' },
  checklistFor: {
    en: 'Printable checklist for a {kind}',
    es: 'Lista para imprimir: {kind}',
  },
  change: { en: 'What has to change first', es: 'Qué tiene que cambiar primero' },
  checkAgain: {
    en: 'Check the vendor again after that, and don’t collect any documents until then.',
    es: 'Después de eso, vuelva a revisar al vendedor. No le pida documentos hasta entonces.',
  },
  vendorCan: { en: 'What the vendor can do', es: 'Qué puede hacer el vendedor' },
  decided: { en: '{kind} {days} · decided {moment}', es: '{kind} {days} · consultado el {moment}' },
  formerly: { en: 'formerly {name} · ', es: 'antes {name} · ' },
  county: { en: '{name} County', es: 'condado de {name}' },
  fictional: {
    en: 'Fictional vendor: demo data. No such business exists.',
    es: 'Vendedor ficticio: datos de demostración. Este negocio no existe.',
  },
  verdict: { en: 'Verdict', es: 'Resultado' },
  old: { en: '<strong>Old records.</strong> {age}', es: '<strong>Registros antiguos.</strong> {age}' },
  asOf: {
    en: 'Records through {file}, checked as of {day}.',
    es: 'Registros hasta el {file}; revisado al {day}.',
  },
  proof: {
    en: 'Proof of this check. Keep it with your event file.',
    es: 'Prueba de esta revisión. Guárdela con los documentos del evento.',
  },
  pdf: { en: 'Print (PDF)', es: 'Imprimir (PDF)' },
  save: { en: 'Save to an event', es: 'Guardar en un evento' },
  text: { en: 'The receipt as text', es: 'El recibo como texto' },
  copy: { en: 'Receipt, to copy', es: 'Recibo, para copiar' },
  verify: { en: 'Verify this receipt', es: 'Verificar este recibo' },
  holds: {
    en: 'Policy {version}. The receipt includes the name, license, verdict, reasons, event and dates above.',
    es: 'Reglas {version}. El recibo contiene el nombre, la licencia, el resultado, las razones, el evento y las fechas de arriba.',
  },
});

/** Wording about what must happen before a declined vendor can be booked. */
export const MUST_CHANGE = defineNames<
  'regulator_hold' | 'grade_f' | 'unresolved_enforcement' | 'recent_emergency_closure'
>({
  regulator_hold: {
    en: 'A later visit or report from the regulator must clear what is listed above.',
    es: 'Una visita o un informe posterior de la agencia reguladora debe levantar lo que se indica arriba.',
  },
  grade_f: {
    en: 'Newer inspections must raise the grade above F.',
    es: 'Inspecciones más recientes deben subir la calificación por encima de F.',
  },
  unresolved_enforcement: {
    en: 'A later visit must meet the regulator’s standards.',
    es: 'Una visita posterior debe cumplir con las normas de la agencia reguladora.',
  },
  recent_emergency_closure: {
    en: '90 days must pass after the closure.',
    es: 'Deben pasar 90 días después del cierre.',
  },
});

export const CHECKLIST = defineMessages({
  kicker: { en: 'Vendor document checklist', es: 'Lista de documentos del vendedor' },
  title: { en: 'Checklist: {kind}', es: 'Lista: {kind}' },
  description: {
    en: 'Documents to collect from every food vendor at a {kind}.',
    es: 'Documentos que debe pedir a cada vendedor de comida: {kind}.',
  },
  how: {
    en: 'Use one sheet per vendor. Print it, check off documents as they arrive, and keep it with your event file. <link>Check the vendor</link> first.',
    es: 'Use una hoja por vendedor. Imprímala, marque las casillas conforme lleguen los documentos y guárdela con los del evento. Primero <link>revise al vendedor</link>.',
  },
  vendor: { en: 'Vendor', es: 'Vendedor' },
  number: { en: 'License number', es: 'Número de licencia' },
  event: { en: 'Event', es: 'Evento' },
  date: { en: 'Date of event', es: 'Fecha del evento' },
  collectedBy: { en: 'Collected by', es: 'Recibido por' },
  usual: {
    en: 'This is what organizers, insurers and cities usually ask for. It isn’t legal advice. Requirements vary, so ask your insurer, your city and the local fire authority.',
    es: 'Esto es lo que suelen pedir los organizadores, las aseguradoras y las ciudades. No es asesoría legal. Los requisitos varían, así que pregunte a su aseguradora, a su ciudad y a la autoridad local de bomberos.',
  },
  others: { en: 'Other checklists', es: 'Otras listas' },
  noSuch: { en: 'There are checklists for: {kinds}.', es: 'Hay listas para: {kinds}.' },
});

/** Wording for the page shown when the number in the address does not belong to a receipt. */
export const NO_RECEIPT = defineMessages({
  title: { en: 'No receipt has this number', es: 'Ningún recibo tiene este número' },
  unknown: {
    en: 'Compare it with the paper, character by character.',
    es: 'Compárelo con el papel, carácter por carácter.',
  },
  mistyped: {
    en: 'One of its characters is wrong: the last one is calculated from the others, and it doesn’t match. Compare it with the paper.',
    es: 'Tiene un carácter equivocado: el último se calcula a partir de los demás y no coincide. Compárelo con el papel.',
  },
});
