import { defineMessages } from '../../lib/language/define-messages.ts';

/** The text for each rule in `policy.ts`. */
export const POLICY = defineMessages({
  inOrder: {
    en: 'License current through {day}. Grade {grade}.',
    es: 'Licencia vigente hasta el {day}. Calificación {grade}.',
  },
  wasInOrder: {
    en: 'In the license file used here the license was current, to {day}. Grade {grade}.',
    es: 'En el archivo de licencias que se usa aquí, la licencia estaba vigente hasta el {day}. Calificación {grade}.',
  },
  gradeInOrder: {
    en: 'Grade {grade}.',
    es: 'Calificación {grade}.',
  },
  unconfirmed: {
    en: '{why} The grade is withheld. {question}',
    es: '{why} No se muestra la calificación. {question}',
  },
  gradeF: {
    en: 'Grade F, the lowest.',
    es: 'Calificación F, la más baja.',
  },
  lowestUngraded: {
    en: 'The inspections on file are too few or too old for a grade. Together they would have the lowest one.',
    es: 'Las inspecciones que constan son muy pocas o muy antiguas para una calificación. En conjunto tendrían la más baja.',
  },
  gradeD: {
    en: 'Grade D: serious or many violations, or enforcement.',
    es: 'Calificación D: infracciones graves o numerosas, o medidas de la agencia reguladora.',
  },
  gradeC: {
    en: 'Grade C: look at the recent inspections.',
    es: 'Calificación C: revise las inspecciones recientes.',
  },
  unresolved: {
    en: '{quotes}: no later visit on file met standards.',
    es: '{quotes}: ninguna visita posterior que conste cumplió con las normas.',
  },
  closedBefore: {
    en: 'The regulator closed the business {when}, less than {count} days before these records of {records}.',
    es: 'La agencia reguladora cerró el negocio {when}, menos de {count} días antes de la fecha de estos registros ({records}).',
  },
  closed: {
    en: 'The regulator closed the business {when}. We advise waiting {count} days after a closure.',
    es: 'La agencia reguladora cerró el negocio {when}. Recomendamos esperar {count} días después de un cierre.',
  },
  closedBy: {
    en: 'by {day}',
    es: 'a más tardar el {day}',
  },
  closedOn: {
    en: 'on {day}',
    es: 'el {day}',
  },
  tooOld: {
    en: '{age} Records older than {count} days can’t decide a booking: look the vendor up at the regulator’s site before booking.',
    es: '{age} Pasados {count} días ya no bastan para decidir: busque al vendedor en el sitio de la agencia reguladora antes de contratarlo.',
  },
  shortCover: {
    en: '{cover} Look the vendor up at the regulator’s site before booking.',
    es: '{cover} Busque al vendedor en el sitio de la agencia reguladora antes de contratarlo.',
  },
  lastHighPriority: {
    en: 'The last inspection found {count, plural, one {# high-priority violation} other {# high-priority violations}}.',
    es: 'En la última inspección se {count, plural, one {encontró # infracción} other {encontraron # infracciones}} de alta prioridad.',
  },
  highPriority: {
    en: 'The last inspection with known counts cited {count, plural, one {# high-priority violation} other {# high-priority violations}}.',
    es: 'En la última inspección con cifras completas se {count, plural, one {señaló # infracción} other {señalaron # infracciones}} de alta prioridad.',
  },
  resultUnknown: {
    en: 'How the visit of {day} ended is not known.',
    es: 'No se sabe cómo terminó la visita del {day}.',
  },
  countsUnknown: {
    en: 'How many violations the inspection of {day} cited is not known.',
    es: 'No se sabe cuántas infracciones se señalaron en la inspección del {day}.',
  },
  expiredBefore: {
    en: 'The license expired on {day}, at most {count} days before these records of {records}, which still list it as current. Ask the vendor for the renewed license.',
    es: 'La licencia venció el {day}, como máximo {count} días antes de la fecha de estos registros ({records}), que todavía la dan por vigente. Pídale al vendedor la licencia renovada.',
  },
  expiredSince: {
    en: 'In the license file used here the license was current, to {day}, which is past. Ask the vendor for the renewed license.',
    es: 'En el archivo de licencias que se usa aquí, la licencia estaba vigente hasta el {day}, fecha que ya pasó. Pídale al vendedor la licencia renovada.',
  },
  expiresBefore: {
    en: 'The license is current and expires on {day}, before the event on {event}. Ask the vendor for the renewed license before the event.',
    es: 'La licencia está vigente y vence el {day}, antes del evento del {event}. Pídale al vendedor la licencia renovada antes del evento.',
  },
  expiresBeforeLast: {
    en: 'The license is current and expires on {day}, before the last day of the event, {event}. Ask the vendor for the renewed license before the event.',
    es: 'La licencia está vigente y vence el {day}, antes del último día del evento, el {event}. Pídale al vendedor la licencia renovada antes del evento.',
  },
  ranBefore: {
    en: 'In the license file used here the license was current, to {day}: that is before the event on {event}. Ask the vendor for the renewed license before the event.',
    es: 'En el archivo de licencias que se usa aquí, la licencia estaba vigente hasta el {day}, es decir, hasta antes del evento del {event}. Pídale al vendedor la licencia renovada antes del evento.',
  },
  ranBeforeLast: {
    en: 'In the license file used here the license was current, to {day}: that is before the last day of the event, {event}. Ask the vendor for the renewed license before the event.',
    es: 'En el archivo de licencias que se usa aquí, la licencia estaba vigente hasta el {day}, es decir, hasta antes del último día del evento, el {event}. Pídale al vendedor la licencia renovada antes del evento.',
  },
  recordsOld: {
    en: '{age} What happened since is not in them: ask the vendor for its newest inspection report.',
    es: '{age} Lo que pasó después no figura en ellos: pídale al vendedor su informe de inspección más reciente.',
  },
  notWhole: {
    en: 'The inspection files used here do not cover the whole year to {day}: visits of that year may be missing. Ask the vendor for all its inspection reports of that year.',
    es: 'Los archivos de inspecciones que se usan aquí no abarcan todo el año que termina el {day}: pueden faltar visitas de ese año. Pídale al vendedor todos sus informes de inspección de ese año.',
  },
  followUp: {
    en: 'The last visit, on {day}, ended with {quote}, and no later one on file met standards. Ask for proof that it was corrected.',
    es: 'La última visita, del {day}, terminó con {quote}, y ninguna posterior que conste cumplió con las normas. Pida una prueba de que se corrigió.',
  },
  closedInYear: {
    en: 'The regulator closed the business {when}, in the year to {end}. Ask the vendor what was corrected.',
    es: 'La agencia reguladora cerró el negocio {when}, dentro del año que termina el {end}. Pregúntele al vendedor qué se corrigió.',
  },
  fined: {
    en: '{order} Ask the vendor what was corrected since, and for proof that the fine is paid.',
    es: '{order} Pregúntele al vendedor qué se corrigió desde entonces y pídale el comprobante de pago de la multa.',
  },
  ordered: {
    en: '{order} Ask the vendor what has been corrected since.',
    es: '{order} Pregúntele al vendedor qué se corrigió desde entonces.',
  },
  longAgo: {
    en: 'The last visit on file was on {day}, more than twelve months ago. Ask the vendor for a newer inspection report.',
    es: 'La última visita que consta fue el {day}, hace más de doce meses. Pídale al vendedor un informe de inspección más reciente.',
  },
  longAgoOpen: {
    en: 'The last visit on file was on {day}, more than twelve months ago, and ended with {quote}. Ask the vendor for a newer inspection report.',
    es: 'La última visita que consta fue el {day}, hace más de doce meses, y terminó con {quote}. Pídale al vendedor un informe de inspección más reciente.',
  },
  few: {
    en: 'The grade rests on {count} inspections, the minimum.',
    es: 'La calificación se basa en {count} inspecciones, el mínimo.',
  },
  notRead: {
    en: 'The vendor’s inspections are not known here, so there is no grade: no inspection file of its district was read.',
    es: 'Aquí no se conocen las inspecciones del vendedor, así que no hay calificación: no se leyó ningún archivo de inspecciones de su distrito.',
  },
  noInspection: {
    en: 'No inspections of the {owner, select, current {current owner} other {last known owner}} on record. A grade needs {count}.',
    es: 'No hay inspecciones del {owner, select, current {dueño actual} other {último dueño conocido}} en los registros. Para una calificación hacen falta {count}.',
  },
  loading: {
    en: 'There is no grade yet: inspections before {day} are still being loaded.',
    es: 'Todavía no hay calificación: las inspecciones anteriores al {day} aún se están cargando.',
  },
  tooFew: {
    en: 'Too few recent inspections of the {owner, select, current {current owner} other {last known owner}} for a grade. It needs {count, plural, one {at least # more} other {# more}}.',
    es: 'Hay muy pocas inspecciones recientes del {owner, select, current {dueño actual} other {último dueño conocido}} para una calificación. {count, plural, one {Hace falta al menos # más} other {Hacen falta # más}}.',
  },
  noDay: { en: 'a day not on file', es: 'día que no consta en los registros' },
});

/** Text about a final order in decisions, self-checks, pages and email. */
export const ORDER = defineMessages({
  fined: {
    en: '{regulator} ordered a fine of {fine} on {day} (case {number}, {count, plural, one {# violation} other {# violations}}).',
    es: 'El {regulator} impuso una multa de {fine} el {day} (caso {number}, {count, plural, one {# infracción} other {# infracciones}}).',
  },
  notFined: {
    en: '{regulator} issued a final order without a fine on {day} (case {number}, {count, plural, one {# violation} other {# violations}}).',
    es: 'El {regulator} dictó una orden final sin multa el {day} (caso {number}, {count, plural, one {# infracción} other {# infracciones}}).',
  },
});
