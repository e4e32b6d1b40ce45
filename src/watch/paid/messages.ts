import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import type { WatchedState } from './watched-state.ts';

/** The changes to a watched record. The regulator's words are quoted in English in every language. */
export const CHANGES = defineMessages({
  hold: { en: 'Hold by the regulator', es: 'Impedimento de la agencia reguladora' },
  status: { en: 'License status', es: 'Estado de la licencia' },
  expiry: { en: 'License expires', es: 'Vencimiento de la licencia' },
  number: { en: 'License number', es: 'Número de licencia' },
  type: { en: 'Kind of license', es: 'Tipo de licencia' },
  confirmed: { en: 'License confirmed by us', es: 'Licencia confirmada por nosotros' },
  holder: { en: 'License holder', es: 'Titular de la licencia' },
  name: { en: 'Name', es: 'Nombre' },
  aka: { en: 'Former name', es: 'Nombre anterior' },
  place: { en: 'Place', es: 'Lugar' },
  grade: { en: 'Our grade', es: 'Nuestra calificación' },
  recommendation: { en: 'Our recommendation', es: 'Nuestra recomendación' },
  gravest: { en: 'Most severe event on file', es: 'Hecho más grave en los archivos' },
  order: { en: 'Final order', es: 'Orden final' },
  orderTold: {
    en: '{order} Date of the violation: {violation}. It concerns {whose, select, current {the current holder} former {a former holder} other {a holder the files don’t identify}}.',
    es: '{order} Día de la infracción: {violation}. Se refiere {whose, select, current {al titular actual} former {a un titular anterior} other {a un titular que los archivos no identifican}}.',
  },
  uncertain: { en: 'Inspections under an uncertain owner', es: 'Inspecciones de dueño incierto' },
  score: { en: 'Our score', es: 'Nuestra puntuación' },
  byNewRules: { en: '{label}, under our new rules', es: '{label}, según nuestras reglas nuevas' },
  underRules: { en: '{text} (rules {version})', es: '{text} (reglas {version})' },
  none: { en: 'none', es: 'no hay' },
  noneOnFile: { en: 'none on file', es: 'no consta ninguno' },
  noDay: { en: 'no day on file', es: 'no consta ninguna fecha' },
  yes: { en: 'yes', es: 'sí' },
  no: { en: 'no', es: 'no' },
  sameHolder: {
    en: 'the holder on file when we last emailed you',
    es: 'el que figuraba cuando le escribimos la última vez',
  },
  otherHolder: { en: 'a different holder', es: 'otro titular' },
  county: { en: '{county} County', es: 'condado de {county}' },
  district: { en: 'district {district}', es: 'distrito {district}' },
  noPlace: { en: 'not on file', es: 'no consta' },
  newInspection: { en: 'New inspection', es: 'Inspección nueva' },
  removed: { en: 'Inspection removed', es: 'Inspección eliminada' },
  changed: { en: 'Inspection on {day} changed', es: 'Cambió la inspección del {day}' },
  noneOnRecord: { en: 'none on record', es: 'ninguna en el historial' },
  offRecord: { en: 'no longer on record', es: 'ya no figura en el historial' },
  on: { en: 'on {day}', es: 'el {day}' },
  kind: { en: 'kind: {text}', es: 'tipo: {text}' },
  result: { en: 'result: {text}', es: 'resultado: {text}' },
  caseNumber: { en: 'inspection number {number}', es: 'inspección número {number}' },
  visitNumber: { en: 'visit {number} in its case', es: 'visita {number} de su caso' },
  intermediate: { en: '{count} intermediate', es: 'intermedias: {count}' },
  basic: { en: '{count} basic', es: 'básicas: {count}' },
  unknownNumber: { en: 'an unknown number', es: 'no consta cuántas' },
  noCounts: { en: 'its counts aren’t on file', es: 'sus cifras no están en los archivos' },
  counts: {
    en: '{total, plural, one {# violation} other {# violations}}, {high} high priority',
    es: '{total, plural, one {# infracción} other {# infracciones}}, {high} de alta prioridad',
  },
  cited: { en: 'cited: {list}', es: 'se señaló: {list}' },
  category: { en: 'category {category}', es: 'categoría {category}' },
  nothing: { en: 'nothing', es: 'nada' },
  reportingOnly: { en: 'for reporting only', es: 'solo informativo' },
  noWords: { en: 'no comments from the inspector', es: 'sin observaciones del inspector' },
  wrote: { en: 'the inspector wrote: {text}', es: 'el inspector escribió: {text}' },
  whose: {
    en: 'Whose record it is: {count, plural, one {# inspection} other {# inspections}} ({days})',
    es: 'De quién es el historial: {count, plural, one {# inspección} other {# inspecciones}} ({days})',
  },
  notCurrent: { en: 'not the current owner’s', es: 'no es del dueño actual' },
});

export const STATUSES = defineNames<WatchedState['status']>({
  current: { en: 'current', es: 'vigente' },
  delinquent: { en: 'not renewed (delinquent)', es: 'sin renovar (delinquent)' },
  relinquished: { en: 'given up by the license holder', es: 'entregada por su titular' },
  transfer_pending: { en: 'change of owner in progress', es: 'cambio de dueño en curso' },
  not_on_file: {
    en: 'not in the latest license file',
    es: 'no está en el archivo de licencias más reciente',
  },
  no_file: {
    en: 'unknown, because no license file has been loaded for its district',
    es: 'se desconoce, porque no se ha cargado ningún archivo de licencias de su distrito',
  },
  unknown: {
    en: 'a status that the regulator doesn’t explain',
    es: 'un estado que la agencia reguladora no explica',
  },
});

export const RECOMMENDATIONS = defineNames<NonNullable<WatchedState['recommendation']>>({
  book: { en: 'Clear to book', es: 'Se puede contratar' },
  book_after_review: {
    en: 'Book with care',
    es: 'Contratar con cuidado',
  },
  review: { en: 'Review first / Not enough record', es: 'Revisar primero / Historial insuficiente' },
  do_not_book: { en: 'Don’t book', es: 'No contratar' },
});

/** The reasons a grade is missing. */
export const NO_GRADE = defineNames<Exclude<WatchedState['grade_status'], 'graded'>>({
  withheld: {
    en: 'none, because the license isn’t confirmed',
    es: 'ninguna, porque la licencia no está confirmada',
  },
  insufficient_record: {
    en: 'none, because there are too few recent inspections',
    es: 'ninguna, porque hay muy pocas inspecciones recientes',
  },
  hold: {
    en: 'none while the regulator’s hold is in force',
    es: 'ninguna mientras siga vigente el impedimento de la agencia reguladora',
  },
});

export const UNCERTAIN = defineNames<NonNullable<WatchedState['uncertain']>>({
  other_name: { en: 'some name a different business', es: 'algunas nombran a otro negocio' },
  holder_changed: {
    en: 'a license file lists a different holder',
    es: 'un archivo de licencias indica otro titular',
  },
  change_approved: {
    en: 'a change of owner was approved between them',
    es: 'entre ellas se aprobó un cambio de dueño',
  },
  former_holder_alike: {
    en: 'a former holder has a similar name',
    es: 'un titular anterior tiene un nombre parecido',
  },
});

export const OWNERS = defineNames<'current' | 'prior' | 'uncertain'>({
  current: { en: 'the current owner’s', es: 'del dueño actual' },
  prior: { en: 'a prior owner’s', es: 'de un dueño anterior' },
  uncertain: { en: 'owner uncertain', es: 'dueño incierto' },
});

/** The email about changes to a watched record, in the account's language. */
export const CHANGES_MAIL = defineMessages({
  demo: {
    en: 'Demo data: this business is fictional.',
    es: 'Datos de demostración: este negocio es ficticio.',
  },
  change: { en: '{label}\n  from: {from}\n  to:   {to}', es: '{label}\n  antes: {from}\n  ahora: {to}' },
  more: {
    en: 'And {count} more changes. See them all in the record.',
    es: 'Y {count} cambios más. Véalos todos en el historial.',
  },
  rules: {
    en: 'How our rules changed: {link}',
    es: 'Cómo cambiaron nuestras reglas: {link}',
  },
  record: {
    en: 'See the whole record:\n{link}\n\nIt’s based on files dated through {day}.',
    es: 'Ver el historial completo:\n{link}\n\nSe basa en archivos con fecha de hasta el {day}.',
  },
  wrong: {
    en: 'See an error? Reply to the record, dispute a visit, or manage this watch: {link}',
    es: '¿Ve algún error? Responda al historial, impugne una visita o administre este seguimiento: {link}',
  },
  whose: { en: '{name}, license {license}', es: '{name}, licencia {license}' },
  oursChanged: {
    en: 'Our assessment of {whose}, has changed since we last emailed you, even though nothing we compare on the regulator’s record has changed. Our assessment also changes over time, because older inspections count less and licenses expire.',
    es: 'Nuestra evaluación de {whose}, cambió desde que le escribimos la última vez, aunque no cambió ninguno de los datos de la agencia reguladora que comparamos. Nuestra evaluación también cambia con el tiempo, porque las inspecciones más antiguas cuentan menos y las licencias vencen.',
  },
  rulesChanged: {
    en: 'We changed our rules, and that changes our assessment of {whose}. Nothing on the regulator’s record has changed since we last emailed you:',
    es: 'Cambiamos nuestras reglas y, con ellas, nuestra evaluación de {whose}. En los registros de la agencia reguladora no cambió nada desde que le escribimos la última vez:',
  },
  recordChanged: {
    en: 'The regulator’s record of {whose}, has changed since we last emailed you:',
    es: 'Los registros de la agencia reguladora sobre {whose}, cambiaron desde que le escribimos la última vez:',
  },
  recordAndReading: {
    en: 'The regulator’s record of {whose}, has changed since we last emailed you. We also updated our software, so some of this may reflect how we read the files rather than a change by the regulator:',
    es: 'Los registros de la agencia reguladora sobre {whose}, cambiaron desde que le escribimos la última vez. También actualizamos nuestro programa, así que parte de esto puede deberse a cómo leemos los archivos y no a un cambio de la agencia:',
  },
  subjectNone: { en: 'no change on record', es: 'ningún cambio en el historial' },
  subjectOne: { en: '{label} changed', es: 'cambio en: {label}' },
  subjectMore: {
    en: '{label} and {count, plural, one {# more change} other {# more changes}} on record',
    es: 'cambio en: {label} y {count, plural, one {# dato más} other {# datos más}} del historial',
  },
});
