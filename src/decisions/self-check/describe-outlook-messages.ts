import { defineMessages } from '../../lib/language/define-messages.ts';

/** Text about how to reach the next letter grade, keep the best grade, or get a grade at all. */

export const OUTLOOK = defineMessages({
  none: {
    en: 'There is no grade as of {day}. Here’s what’s missing: {list}',
    es: 'Al {day} no hay calificación. Lo que falta: {list}',
  },
  lapse: {
    en: 'Without another inspection, the record will be too old for a grade from {day} on.',
    es: 'Sin otra inspección, a partir del {day} el historial será demasiado antiguo para una calificación.',
  },
  rhythm: {
    en: 'These dates assume one inspection every {count} days, as in this record so far. The regulator decides when to inspect.',
    es: 'Las fechas suponen una inspección cada {count} días, como hasta ahora en este historial. La agencia reguladora decide cuándo inspecciona.',
  },
  never: {
    en: 'Even {count} more inspections without a violation wouldn’t raise the grade to {grade}.',
    es: 'Ni siquiera {count} inspecciones más sin infracciones subirían la calificación a {grade}.',
  },
  neverLesser: {
    en: 'Even {count} more inspections without a high-priority violation wouldn’t raise the grade to {grade} if they find the same as the newest one with known counts ({lesser}).',
    es: 'Ni siquiera {count} inspecciones más sin infracciones de alta prioridad subirían la calificación a {grade} si le marcan lo mismo que en la más reciente con cifras completas ({lesser}).',
  },
  way: {
    en: '{count, plural, one {One more inspection that meets standards without a violation} other {# more inspections that meet standards without a violation}} would bring the grade to {grade}, on {day} at the earliest.',
    es: '{count, plural, one {Una inspección más que cumpla con las normas, sin infracciones, llevaría} other {# inspecciones más que cumplan con las normas, sin infracciones, llevarían}} la calificación a {grade}, no antes del {day}.',
  },
  wayLesser: {
    en: '{count, plural, one {One more inspection that meets standards without a high-priority violation} other {# more inspections that meet standards without a high-priority violation}} would bring the grade to {grade}, on {day} at the earliest. That holds even if {count, plural, one {it finds} other {they find}} the same as the newest one with known counts ({lesser}).',
    es: '{count, plural, one {Una inspección más que cumpla con las normas, sin infracciones de alta prioridad, llevaría} other {# inspecciones más que cumplan con las normas, sin infracciones de alta prioridad, llevarían}} la calificación a {grade}, no antes del {day}, aunque le marquen lo mismo que en la más reciente con cifras completas ({lesser}).',
  },
  intermediate: {
    en: '{count} intermediate',
    es: '{count, plural, one {# intermedia} other {# intermedias}}',
  },
  basic: { en: '{count} basic', es: '{count, plural, one {# básica} other {# básicas}}' },
  keep: {
    en: '{grade} is the best grade. Keep it with inspections that meet standards and cite no violations.',
    es: '{grade} es la mejor calificación. La mantendrá con inspecciones que cumplan con las normas y sin infracciones.',
  },
  lose: {
    en: 'If the next inspection, on {day}, finds {found, plural, one {# high-priority violation} other {# high-priority violations}} and nothing else, the grade will drop to {grade}.',
    es: 'Si en la próxima inspección, el {day}, se {found, plural, one {encuentra # infracción} other {encuentran # infracciones}} de alta prioridad y nada más, la calificación bajará a {grade}.',
  },
});

export const MISSING = defineMessages({
  loading: {
    en: 'Inspections before {day}, which are still being loaded. They may be enough.',
    es: 'Las inspecciones anteriores al {day}, que aún se están cargando. Quizá basten.',
  },
  notRead: {
    en: 'An inspection file for your district. We haven’t loaded one, so we don’t know your inspections; they may be enough.',
    es: 'Un archivo de inspecciones de su distrito. No hemos cargado ninguno, así que no conocemos sus inspecciones; quizá basten.',
  },
  license: {
    en: 'A license that is confirmed by the regulator’s latest file. {action}',
    es: 'Una licencia confirmada por el archivo más reciente de la agencia reguladora. {action}',
  },
  reopened: {
    en: 'A visit or report from the regulator that allows the business to reopen.',
    es: 'Una visita o un informe de la agencia reguladora que permita reabrir el negocio.',
  },
  settled: {
    en: 'A visit from the regulator that resolves the license question.',
    es: 'Una visita de la agencia reguladora que resuelva la cuestión de la licencia.',
  },
  inspections: {
    en: '{count, plural, one {# more inspection} other {# more inspections}} under the {owner, select, current {current owner} other {last known owner}}, with the result and counts on file. A grade requires {needed}, and there {known, plural, one {is #} other {are #}}.',
    es: '{count, plural, one {# inspección más} other {# inspecciones más}} con el {owner, select, current {dueño actual} other {último dueño conocido}}, con resultado y cifras en los registros. Una calificación requiere {needed}, y hay {known, plural, one {#} other {#}}.',
  },
  operatingOfThem: {
    en: 'At least one of them must be an inspection of the business in operation, not one made before opening.',
    es: 'Al menos una de ellas debe hacerse con el negocio en funcionamiento, no antes de abrir.',
  },
  operatingIt: {
    en: 'It must be an inspection of the business in operation, not one made before opening.',
    es: 'Debe hacerse con el negocio en funcionamiento, no antes de abrir.',
  },
  operatingOther: {
    en: 'One more inspection of the business in operation, not one made before opening.',
    es: 'Una inspección más, con el negocio en funcionamiento, no antes de abrir.',
  },
  recent: {
    en: 'One more inspection: the newest one that counts, from {day}, is {count} months old or older.',
    es: 'Una inspección más: la más reciente que cuenta, del {day}, tiene {count} meses o más.',
  },
  certain: {
    en: 'Inspections that are definitely under the {owner, select, current {current owner} other {last known owner}}: {why}',
    es: 'Inspecciones que sean sin duda del {owner, select, current {dueño actual} other {último dueño conocido}}: {why}',
  },
});
