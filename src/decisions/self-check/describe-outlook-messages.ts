import { defineMessages } from '../../lib/language/define-messages.ts';

/** Text about how to reach the next letter grade, keep the best grade, or get a grade at all. */

export const OUTLOOK = defineMessages({
  none: {
    en: 'There is no grade as of {day}. What is missing: {list}',
    es: 'Al {day} no hay calificación. Lo que falta: {list}',
  },
  lapse: {
    en: 'Without another inspection the record is too old for a grade as of {day} or later.',
    es: 'Sin otra inspección, a partir del {day} el historial será demasiado antiguo para una calificación.',
  },
  rhythm: {
    en: 'The days assume one inspection each {count} days, the rhythm of this record so far. The regulator decides when one comes.',
    es: 'Las fechas suponen una inspección cada {count} días, el ritmo de este historial hasta ahora. La agencia reguladora decide cuándo se hace una.',
  },
  never: {
    en: 'Not even {count} more inspections without a violation would bring the grade {grade}.',
    es: 'Ni siquiera {count} inspecciones más sin infracciones darían la calificación {grade}.',
  },
  neverLesser: {
    en: 'Not even {count} more inspections without a high-priority violation would bring the grade {grade}, if they find again what the newest one with known counts found ({lesser}).',
    es: 'Ni siquiera {count} inspecciones más sin infracciones de alta prioridad darían la calificación {grade}, si vuelven a encontrar lo que encontró la más reciente con cifras completas ({lesser}).',
  },
  way: {
    en: '{count, plural, one {One more inspection that meets standards without a violation brings} other {# more inspections that meet standards without a violation bring}} the grade {grade}, no earlier than {day}.',
    es: '{count, plural, one {Una inspección más que cumpla con las normas, sin infracciones, da} other {# inspecciones más que cumplan con las normas, sin infracciones, dan}} la calificación {grade}, no antes del {day}.',
  },
  wayLesser: {
    en: '{count, plural, one {One more inspection that meets standards without a high-priority violation brings} other {# more inspections that meet standards without a high-priority violation bring}} the grade {grade}, no earlier than {day}. {count, plural, one {It} other {They}} may find again what the newest one with known counts found ({lesser}).',
    es: '{count, plural, one {Una inspección más que cumpla con las normas, sin infracciones de alta prioridad, da} other {# inspecciones más que cumplan con las normas, sin infracciones de alta prioridad, dan}} la calificación {grade}, no antes del {day}. {count, plural, one {Puede} other {Pueden}} volver a encontrar lo que encontró la más reciente con cifras completas ({lesser}).',
  },
  intermediate: {
    en: '{count} intermediate',
    es: '{count, plural, one {# intermedia} other {# intermedias}}',
  },
  basic: { en: '{count} basic', es: '{count, plural, one {# básica} other {# básicas}}' },
  keep: {
    en: '{grade} is the best grade. Inspections that meet standards and cite no violation keep it.',
    es: '{grade} es la mejor calificación. Se mantiene con inspecciones que cumplan con las normas y no señalen ninguna infracción.',
  },
  lose: {
    en: 'A next one on {day} that found {found, plural, one {# high-priority violation} other {# high-priority violations}} and nothing else would make it {grade}.',
    es: 'Si en la próxima, el {day}, se {found, plural, one {encontrara # infracción} other {encontraran # infracciones}} de alta prioridad y nada más, bajaría a {grade}.',
  },
});

export const MISSING = defineMessages({
  loading: {
    en: 'Inspections before {day}, which are still being loaded. They may be enough.',
    es: 'Las inspecciones anteriores al {day}, que aún se están cargando. Quizá basten.',
  },
  notRead: {
    en: 'An inspection file of your district. None was read here, so your inspections are not known; they may be enough.',
    es: 'Un archivo de inspecciones de su distrito. Aquí no se leyó ninguno, así que sus inspecciones no se conocen; quizá basten.',
  },
  license: {
    en: 'A license that the regulator’s newest file confirms. {action}',
    es: 'Una licencia que el archivo más reciente de la agencia reguladora confirme. {action}',
  },
  reopened: {
    en: 'A visit or report of the regulator after which the business may be open.',
    es: 'Una visita o un informe de la agencia reguladora después de los cuales el negocio pueda estar abierto.',
  },
  settled: {
    en: 'A visit of the regulator that answers the question of the license.',
    es: 'Una visita de la agencia reguladora que resuelva la cuestión de la licencia.',
  },
  inspections: {
    en: '{count, plural, one {# further inspection} other {# further inspections}} under the {owner, select, current {current owner} other {last known owner}} with result and counts on file. A grade needs {needed}, and there {known, plural, one {is #} other {are #}}.',
    es: '{count, plural, one {# inspección más} other {# inspecciones más}} del {owner, select, current {dueño actual} other {último dueño conocido}}, con resultado y cifras en los registros. Una calificación requiere {needed}, y hay {known, plural, one {#} other {#}}.',
  },
  operatingOfThem: {
    en: 'At least one of them of the business in operation: one before opening is not.',
    es: 'Al menos una de ellas con el negocio en funcionamiento: la que se hace antes de abrir no cuenta como tal.',
  },
  operatingIt: {
    en: 'It has to be of the business in operation: one before opening is not.',
    es: 'Tiene que ser con el negocio en funcionamiento: la que se hace antes de abrir no cuenta como tal.',
  },
  operatingOther: {
    en: 'One further inspection of the business in operation: one before opening is not.',
    es: 'Una inspección más, con el negocio en funcionamiento: la que se hace antes de abrir no cuenta como tal.',
  },
  recent: {
    en: 'One further inspection: the newest that counts, of {day}, is {count} months old or older.',
    es: 'Una inspección más: la más reciente que cuenta, del {day}, tiene {count} meses o más.',
  },
  certain: {
    en: 'Inspections that are the {owner, select, current {current owner} other {last known owner}}’s for certain: {why}',
    es: 'Inspecciones que sean con certeza del {owner, select, current {dueño actual} other {último dueño conocido}}: {why}',
  },
});
