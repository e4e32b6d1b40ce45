import { defineMessages } from '../../lib/language/define-messages.ts';

/** The text for each rule in `policy.ts`. */
export const POLICY = defineMessages({
  inOrder: {
    en: 'License current through {day}. Grade {grade}.',
    es: 'Licencia vigente hasta el {day}. Calificación {grade}.',
  },
  wasInOrder: {
    en: 'The license was current through {day} in the license file we used. Grade {grade}.',
    es: 'En el archivo de licencias que usamos, la licencia estaba vigente hasta el {day}. Calificación {grade}.',
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
    en: 'The inspections on file are too few or too old for a grade. Together, they would earn the lowest one.',
    es: 'Las inspecciones registradas son muy pocas o muy antiguas para una calificación. En conjunto darían la más baja.',
  },
  gradeD: {
    en: 'Grade D: serious violations, many violations, or enforcement action.',
    es: 'Calificación D: infracciones graves o numerosas, o medidas de la agencia reguladora.',
  },
  gradeC: {
    en: 'Grade C: look at the recent inspections.',
    es: 'Calificación C: revise las inspecciones recientes.',
  },
  unresolved: {
    en: '{quotes}, and no later visit on file met standards.',
    es: '{quotes}, y ninguna visita posterior registrada cumplió con las normas.',
  },
  closedBefore: {
    en: 'The regulator closed the business {when}, less than {count} days before the date of these records ({records}).',
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
    en: '{age} Records more than {count} days old aren’t enough to decide on. Look the vendor up on the regulator’s site before booking.',
    es: '{age} Los registros de más de {count} días no bastan para decidir. Busque al vendedor en el sitio de la agencia reguladora antes de contratarlo.',
  },
  shortCover: {
    en: '{cover} Look the vendor up on the regulator’s site before booking.',
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
    en: 'We don’t know how the visit on {day} ended.',
    es: 'No se sabe cómo terminó la visita del {day}.',
  },
  countsUnknown: {
    en: 'We don’t know how many violations the inspection on {day} cited.',
    es: 'No se sabe cuántas infracciones se señalaron en la inspección del {day}.',
  },
  expiredBefore: {
    en: 'The license expired on {day}, no more than {count} days before the date of these records ({records}), which still list it as current. Ask the vendor for the renewed license.',
    es: 'La licencia venció el {day}, como máximo {count} días antes de la fecha de estos registros ({records}), que todavía la dan por vigente. Pídale al vendedor la licencia renovada.',
  },
  expiredSince: {
    en: 'In the license file we used, the license was current through {day}, which has passed. Ask the vendor for the renewed license.',
    es: 'En el archivo de licencias que usamos, la licencia estaba vigente hasta el {day}, fecha que ya pasó. Pídale al vendedor la licencia renovada.',
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
    en: 'In the license file we used, the license was current through {day}, which is before the event on {event}. Ask the vendor for the renewed license before the event.',
    es: 'En el archivo de licencias que usamos, la licencia estaba vigente hasta el {day}, es decir, hasta antes del evento del {event}. Pídale al vendedor la licencia renovada antes del evento.',
  },
  ranBeforeLast: {
    en: 'In the license file we used, the license was current through {day}, which is before the last day of the event, {event}. Ask the vendor for the renewed license before the event.',
    es: 'En el archivo de licencias que usamos, la licencia estaba vigente hasta el {day}, es decir, hasta antes del último día del evento, el {event}. Pídale al vendedor la licencia renovada antes del evento.',
  },
  recordsOld: {
    en: '{age} They don’t show anything that has happened since. Ask the vendor for its most recent inspection report.',
    es: '{age} No muestran nada de lo que pasó después. Pídale al vendedor su informe de inspección más reciente.',
  },
  notWhole: {
    en: 'Our inspection files don’t cover the whole year to {day}, so some visits may be missing. Ask the vendor for all of its inspection reports from that year.',
    es: 'Nuestros archivos de inspecciones no abarcan todo el año que termina el {day}, así que pueden faltar visitas. Pídale al vendedor todos sus informes de inspección de ese año.',
  },
  followUp: {
    en: 'The last visit, on {day}, ended with {quote}, and no later one on file met standards. Ask for proof that it was corrected.',
    es: 'La última visita, el {day}, terminó con {quote}, y ninguna posterior registrada cumplió con las normas. Pida una prueba de que se corrigió.',
  },
  closedInYear: {
    en: 'The regulator closed the business {when}, within the year ending {end}. Ask the vendor what it has corrected.',
    es: 'La agencia reguladora cerró el negocio {when}, dentro del año que termina el {end}. Pregúntele al vendedor qué se corrigió.',
  },
  fined: {
    en: '{order} Ask the vendor what it has corrected since, and ask for proof that the fine was paid.',
    es: '{order} Pregúntele al vendedor qué se corrigió desde entonces y pídale el comprobante de pago de la multa.',
  },
  ordered: {
    en: '{order} Ask the vendor what it has corrected since.',
    es: '{order} Pregúntele al vendedor qué se corrigió desde entonces.',
  },
  longAgo: {
    en: 'The last visit on file was on {day}, more than twelve months ago. Ask the vendor for a newer inspection report.',
    es: 'La última visita registrada fue el {day}, hace más de doce meses. Pídale al vendedor un informe de inspección más reciente.',
  },
  longAgoOpen: {
    en: 'The last visit on file was on {day}, more than twelve months ago, and ended with {quote}. Ask the vendor for a newer inspection report.',
    es: 'La última visita registrada fue el {day}, hace más de doce meses, y terminó con {quote}. Pídale al vendedor un informe de inspección más reciente.',
  },
  few: {
    en: 'The grade is based on {count} inspections, the minimum.',
    es: 'La calificación se basa en {count} inspecciones, el mínimo.',
  },
  notRead: {
    en: 'There is no grade because we haven’t loaded an inspection file for the vendor’s district, so we don’t know its inspections.',
    es: 'No hay calificación porque no hemos cargado ningún archivo de inspecciones del distrito del vendedor, así que no conocemos sus inspecciones.',
  },
  noInspection: {
    en: 'No inspections under the {owner, select, current {current owner} other {last known owner}} are on record. A grade requires {count}.',
    es: 'No hay inspecciones registradas con el {owner, select, current {dueño actual} other {último dueño conocido}}. Para una calificación hacen falta {count}.',
  },
  loading: {
    en: 'There is no grade yet because inspections before {day} are still being loaded.',
    es: 'Todavía no hay calificación: las inspecciones anteriores al {day} aún se están cargando.',
  },
  tooFew: {
    en: 'There are too few recent inspections under the {owner, select, current {current owner} other {last known owner}} for a grade. A grade requires {count, plural, one {at least # more} other {# more}}.',
    es: 'Hay muy pocas inspecciones recientes con el {owner, select, current {dueño actual} other {último dueño conocido}} para una calificación. {count, plural, one {Hace falta al menos # más} other {Hacen falta # más}}.',
  },
  noDay: { en: 'a day not on file', es: 'día que no figura en los registros' },
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
