import type { Inspection, Scorecard } from '../../../judgment/scorecard/schemas.ts';
import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';
import type { ObservationFlag } from '../../../regulator/source/observation.ts';

/** Names for the states of a record, as shown on public pages. */

/** Short reasons why a grade is missing. */
export const NO_GRADES_SHORT = defineNames<Exclude<Scorecard['grade_status'], 'graded'>>({
  hold: { en: 'On hold by the regulator', es: 'Impedimento de la agencia reguladora' },
  withheld: {
    en: 'No grade: license not confirmed',
    es: 'Sin calificación: licencia no confirmada',
  },
  insufficient_record: {
    en: 'No grade yet: too few inspections',
    es: 'Sin calificación todavía: muy pocas inspecciones',
  },
});

export const RESULTS_NAMED = defineNames<Inspection['result'] | 'unlicensed'>({
  met: { en: 'Met standards', es: 'Cumplió con las normas' },
  follow_up: { en: 'Follow-up required', es: 'Requiere seguimiento' },
  closed: { en: 'Closed', es: 'Cerrado' },
  unknown: { en: 'Result unknown', es: 'Resultado desconocido' },
  unlicensed: { en: 'Found without a license', es: 'Operaba sin licencia' },
});

export const TRENDS_TOLD = defineNames<Scorecard['trend']['direction']>({
  improving: {
    en: 'The two newest inspections went better than those before.',
    es: 'Las dos inspecciones más recientes salieron mejor que las anteriores.',
  },
  steady: {
    en: 'The two newest inspections went about as well as those before.',
    es: 'Las dos inspecciones más recientes salieron más o menos igual que las anteriores.',
  },
  worsening: {
    en: 'The two newest inspections went worse than those before.',
    es: 'Las dos inspecciones más recientes salieron peor que las anteriores.',
  },
  unknown: {
    en: 'Too few inspections to show a trend.',
    es: 'Hay muy pocas inspecciones para ver una tendencia.',
  },
});

/** Trends in a word or two, for the overview. */
export const TRENDS_NAMED = defineNames<Scorecard['trend']['direction']>({
  improving: { en: 'Improving', es: 'Mejora' },
  steady: { en: 'Steady', es: 'Sigue igual' },
  worsening: { en: 'Worsening', es: 'Empeora' },
  unknown: { en: 'Too few inspections to tell', es: 'Muy pocas inspecciones para verla' },
});

/** The reasons why a license counts as not confirmed. Each reason is shown after the license's status. */
export const NOT_CONFIRMED = defineMessages({
  withoutDate: {
    en: 'The file doesn’t give an expiry date.',
    es: 'En el archivo no tiene fecha de vencimiento.',
  },
  current: {
    en: 'The {count}-day grace period after its expiry date, or after its district’s yearly date if that is earlier, is over.',
    es: 'Ya pasaron los {count} días de gracia después de su fecha de vencimiento, o de la fecha anual de su distrito si es anterior.',
  },
  delinquent: {
    en: 'The license file lists it as not renewed.',
    es: 'El archivo de licencias la muestra como no renovada.',
  },
  relinquished: { en: 'The holder gave it up.', es: 'El titular la entregó.' },
  transferPending: {
    en: 'While a change of owner is pending, the file doesn’t confirm either owner.',
    es: 'Mientras haya un cambio de dueño en curso, el archivo no confirma a ninguno de los dos.',
  },
  notOnFile: {
    en: 'The latest license file doesn’t list it.',
    es: 'No figura en el archivo de licencias más reciente.',
  },
  noFile: {
    en: 'We haven’t loaded a license file for its district, so we don’t know anything about the license.',
    es: 'No hemos cargado ningún archivo de licencias de su distrito, así que no sabemos nada de la licencia.',
  },
  unknown: {
    en: 'The file lists a status that the regulator doesn’t explain.',
    es: 'El archivo muestra un estado que la agencia reguladora no explica.',
  },
});

export const TIERS_NAMED = defineNames<'high_priority' | 'intermediate' | 'basic'>({
  high_priority: { en: 'High priority', es: 'Alta prioridad' },
  intermediate: { en: 'Intermediate', es: 'Intermedia' },
  basic: { en: 'Basic', es: 'Básica' },
});

/** Names for the inspector's marks. */
export const FLAGS_NAMED = defineNames<ObservationFlag>({
  warning: { en: 'Warning', es: 'Advertencia' },
  admin_complaint: { en: 'Administrative complaint', es: 'Denuncia administrativa' },
  stop_sale: { en: 'Stop sale', es: 'Prohibida su venta' },
  repeat_violation: { en: 'Repeat violation', es: 'Infracción repetida' },
  corrected_on_site: { en: 'Corrected on site', es: 'Corregida en el lugar' },
  corrective_action_taken: { en: 'Corrective action taken', es: 'Se tomaron medidas para corregirla' },
  time_extended: { en: 'Time extended', es: 'Con prórroga' },
});

/** Wording about a record's owner and location. */
export const RECORD = defineMessages({
  currentOwner: { en: 'current owner', es: 'dueño actual' },
  lastKnownOwner: { en: 'last known owner', es: 'último dueño conocido' },
  county: { en: '{name} County', es: 'condado de {name}' },
});
