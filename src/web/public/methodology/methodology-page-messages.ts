import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';

/** Wording for the methodology page. The sentences about the method itself are stored next to the rules. */
export const METHOD_PAGE = defineMessages({
  contents: { en: 'On this page', es: 'En esta página' },
  title: { en: 'Methodology', es: 'Metodología' },
  description: {
    en: 'How we grade {state} food trucks and caterers: what counts, how much, what doesn’t, and what a grade can’t say.',
    es: 'Cómo calificamos los food trucks y las empresas de catering de {state}: qué cuenta, cuánto, qué no cuenta y qué no puede decir una calificación.',
  },
  heading: { en: 'How we grade', es: 'Cómo calificamos' },
  lead: {
    en: 'One method for everyone, based only on public inspection records. A vendor can check it with a pencil, and a statistician will find its limits in writing.',
    es: 'Un mismo método para todos, hecho solo con registros públicos de inspecciones. Un vendedor puede comprobarlo con lápiz y papel; un estadístico encontrará sus límites por escrito.',
  },
  version: {
    en: 'Version <strong>{version}</strong>. If any number on this page changes, so does the version. Get it as data: <link>/api/v1/methodology</link>.',
    es: 'Versión <strong>{version}</strong>. Si cambia cualquier número de esta página, cambia la versión. Como datos, en inglés: <link>/api/v1/methodology</link>.',
  },
  cannotSay: { en: 'What a grade can’t tell you', es: 'Qué no puede decir una calificación' },
  used: { en: 'What we use', es: 'Qué se usa' },
  notUsed: { en: 'What we never use', es: 'Qué no se usa nunca' },
  steps: { en: 'Step by step', es: 'Paso a paso' },
  age: {
    en: 'Age is measured from the newest inspection, not from today, so waiting doesn’t improve a bad record or hurt a good one. Instead, a record that gets too old loses its letter.',
    es: 'La antigüedad se cuenta desde la inspección más reciente, no desde hoy. Así, esperar no arregla un mal historial ni estropea uno bueno; lo que pasa es que un historial demasiado antiguo pierde su letra.',
  },
  weights: { en: 'Weights', es: 'Pesos' },
  letters: { en: 'Letters', es: 'Letras' },
  example: { en: 'Example', es: 'Un ejemplo, con las cuentas' },
  backtest: { en: 'How well it predicts', es: 'Qué predijo' },
  earlier: { en: 'Earlier versions', es: 'Versiones anteriores' },
  toDecision: { en: 'From record to decision', es: 'Del historial al resultado' },
  yours: { en: 'If it’s your record', es: 'Si es su historial' },
  yoursLead: {
    en: 'No one can pay for a better grade or have a record removed. Here’s what you can do:',
    es: 'Nadie puede pagar por una mejor calificación ni borrar un historial. Lo que usted puede hacer:',
  },
  wrongThere: {
    en: '<strong>Something is wrong in the regulator’s record.</strong> Ask the regulator to correct it. The grade will change with the next file we load. <link>The regulator’s inspection pages</link>.',
    es: '<strong>Hay un error en los registros de la agencia reguladora.</strong> Pídale a la agencia que lo corrija. La calificación cambiará con el siguiente archivo que carguemos. <link>Páginas de inspecciones de la agencia (en inglés)</link>.',
  },
  wrongHere: {
    en: '<strong>We read it wrong, or it belongs to another business.</strong> <link>Claim your license</link>. Verified owners can dispute an entry and get an answer.',
    es: '<strong>Lo leímos mal, o es de otro negocio.</strong> <link>Reclame su licencia</link>. Un dueño verificado puede impugnar un dato y recibir una respuesta.',
  },
  notWhole: {
    en: '<strong>The record is right but not the whole story.</strong> Verified owners can post a reply next to the record.',
    es: '<strong>El historial es correcto, pero no lo cuenta todo.</strong> Un dueño verificado puede publicar una respuesta junto al historial.',
  },
  fixedIt: {
    en: '<strong>You fixed it.</strong> Your next inspection will count the most: the weight of an inspection is cut in half every {days} days.',
    es: '<strong>Usted ya lo corrigió.</strong> Su próxima inspección será la que más cuente: el peso de una inspección se reduce a la mitad cada {days} días.',
  },
  more: {
    en: '<statistics>Statewide statistics</statistics> · <coverage>Data coverage</coverage>',
    es: '<statistics>Estadísticas del estado</statistics> · <coverage>Qué abarcan los datos</coverage>',
  },
});

export const METHOD_TABLES = defineMessages({
  violations: {
    en: 'Points for each violation found at the first visit',
    es: 'Puntos por cada infracción señalada en la primera visita',
  },
  violation: { en: 'Violation', es: 'Infracción' },
  points: { en: 'Points', es: 'Puntos' },
  high: { en: 'High priority', es: 'Alta prioridad' },
  intermediate: { en: 'Intermediate', es: 'Intermedia' },
  basic: { en: 'Basic', es: 'Básica' },
  measures: {
    en: 'Points for the most severe enforcement action in a case',
    es: 'Puntos por la medida más grave de un caso',
  },
  measure: { en: 'Enforcement action', es: 'Medida' },
  words: {
    en: 'In the regulator’s words, for example',
    es: 'En palabras de la agencia (en inglés), por ejemplo',
  },
  most: {
    en: 'A case can cost at most {max} points, so one disastrous day doesn’t decide everything.',
    es: 'Un caso puede costar {max} puntos como máximo, así que un solo día desastroso no lo decide todo.',
  },
  cutOffs: { en: 'Lowest score of each letter', es: 'Puntuación mínima de cada letra' },
  letter: { en: 'Letter', es: 'Letra' },
  score: { en: 'Score', es: 'Puntuación' },
  tier: { en: 'Risk tier', es: 'Nivel de riesgo' },
  byLetter: { en: 'Verdict by the letter', es: 'Dictamen por la letra' },
  otherRules: {
    en: '<link>Other rules</link> can change it. For example, a B with a high-priority violation at the last inspection is “{care}” (rule {rule}).',
    es: '<link>Otras reglas</link> pueden cambiarlo. Por ejemplo, una B con una infracción de alta prioridad en la última inspección es “{care}” (regla {rule}).',
  },
  below: { en: 'below {least}', es: 'menos de {least}' },
  orMore: { en: '{least} or more', es: '{least} o más' },
  minimum: {
    en: '<strong>Minimum record.</strong> {text}',
    es: '<strong>Historial mínimo.</strong> {text}',
  },
  noLetter: {
    en: '<strong>We don’t show a letter</strong> while the license isn’t confirmed or a hold is in force. A hold means that the regulator closed the business or found it operating without a license, and no later record clears that. A license is confirmed if the latest license file lists it as current and it expired no more than {days} days ago.',
    es: '<strong>No se muestra ninguna letra</strong> mientras la licencia no esté confirmada o mientras haya un impedimento vigente de la agencia reguladora: cerró el negocio o lo encontró trabajando sin licencia, y ningún registro posterior lo levanta. Una licencia está confirmada cuando el archivo de licencias más reciente la muestra como vigente y no hace más de {days} días que venció.',
  },
  exampleLead: {
    en: 'A made-up truck with two inspections:',
    es: 'Un camión inventado, con dos inspecciones:',
  },
  exampleCase: {
    en: '{day}, {quote}, with {high} high-priority, {intermediate} intermediate and {basic} basic violations: {sum} = <strong>{points, plural, one {# point} other {# points}}</strong>. Weight: {weight}.',
    es: '{day}, {quote}, con infracciones: {high} de alta prioridad, {intermediate} intermedias y {basic} básicas. {sum} = <strong>{points, plural, one {# punto} other {# puntos}}</strong>. Peso: {weight}.',
  },
  exampleResult: {
    en: 'Mean: ({top}) / ({bottom}) = {mean}. With {cases} average cases: ({n} × {mean} + {cases} × {average}) / ({n} + {cases}) = {together}. Score: 100 − {factor} × {together} = <strong>{score}</strong>, a <strong>{grade}</strong>.',
    es: 'Media: ({top}) / ({bottom}) = {mean}. Con {cases} casos promedio: ({n} × {mean} + {cases} × {average}) / ({n} + {cases}) = {together}. Puntuación: 100 − {factor} × {together} = <strong>{score}</strong>, una <strong>{grade}</strong>.',
  },
  policy: {
    en: 'The verdict for an event is based on the license, holds, the letter and enforcement. It never uses the score. Rules run in order. The first match sets the verdict, and every match is a reason. If there is no match, the verdict is Clear to book.',
    es: 'El resultado para un evento se basa en la licencia, los impedimentos, la letra y las medidas de la agencia. Nunca usa la puntuación. Las reglas se aplican en orden. La primera que se cumpla decide, y todas las que se cumplan son razones. Si no se cumple ninguna, el resultado es Se puede contratar.',
  },
  rules: { en: 'Rules in order', es: 'Las reglas, en orden' },
  number: { en: 'No.', es: 'N.º' },
  rule: { en: 'Rule', es: 'Regla' },
  verdict: { en: 'Verdict', es: 'Resultado' },
  said: { en: 'Shown only', es: 'Solo se muestra' },
  atWork: {
    en: '<link>Check a vendor</link> to see it in action. We give advice with reasons; the organizer decides.',
    es: '<link>Revise un vendedor</link> para verlo en la práctica. Nosotros damos un consejo con razones; el organizador decide.',
  },
});

export const TIERS_NAMED = defineNames<'low' | 'moderate' | 'elevated' | 'high' | 'unknown'>({
  low: { en: 'low', es: 'bajo' },
  moderate: { en: 'moderate', es: 'moderado' },
  elevated: { en: 'elevated', es: 'elevado' },
  high: { en: 'high', es: 'alto' },
  unknown: { en: 'unknown', es: 'desconocido' },
});

export const OUTCOMES_NAMED = defineNames<'high_priority' | 'follow_up' | 'closure'>({
  high_priority: { en: 'High priority', es: 'Alta prioridad' },
  follow_up: { en: 'Follow-up', es: 'Seguimiento' },
  closure: { en: 'Closed', es: 'Cierre' },
});

/** Wording for the back-test of the grade. */
export const BACKTEST_PAGE = defineMessages({
  lead: {
    en: 'A grade is useful only if it predicts the next inspection. So we tested version {version} on past inspections: {moments} routine inspections of {owners} owners in the fiscal years {years}, each graded as of the day before. Region: {region}. Run on {day}.',
    es: 'Una calificación solo es útil si predice la próxima inspección. Por eso probamos la versión {version} con inspecciones ya hechas: {moments} inspecciones de rutina de {owners} dueños en los años fiscales {years}, cada una vista desde el día anterior. Dónde: {region}. Fecha de la prueba: {day}.',
  },
  bestAndWorst: {
    en: 'After an {best}, <strong>{bestShare}</strong> of the inspections found a high-priority violation; after an {worst}, <strong>{worstShare}</strong>: {times} as many. Put another way, {spared} of the inspections after an {worst} found none. Vendors without a letter did about as well as those between A and B.',
    es: 'Después de una {best}, el <strong>{bestShare}</strong> de las inspecciones encontró una infracción de alta prioridad; después de una {worst}, el <strong>{worstShare}</strong>: {times} la proporción de la {best}. Visto al revés: el {spared} de las que siguieron a una {worst} no encontró ninguna, y a un vendedor sin letra le fue más o menos como a uno entre A y B.',
  },
  bar: {
    en: 'Letter {grade} the day before ({count} inspections)',
    es: 'Letra {grade} el día anterior ({count} inspecciones)',
  },
  bars: {
    en: 'High-priority violation found, by the letter of the day before',
    es: 'Infracción de alta prioridad encontrada, según la letra del día anterior',
  },
  barsTold: {
    en: 'The share of routine inspections that found a high-priority violation, with 95% intervals in brackets.',
    es: 'Porcentaje de inspecciones de rutina que encontraron una infracción de alta prioridad, con intervalos del 95 % entre corchetes.',
  },
  stability: {
    en: 'From one inspection to the next, {same} of letters stayed the same, {one} moved by one, and {more} moved by more than one ({pairs} pairs). On {day}, {below} of {all} vendors with any inspections had a record too short for a letter.',
    es: 'De una inspección a la siguiente, el {same} de las letras no cambió, el {one} cambió un puesto y el {more}, más de uno ({pairs} pares). El {day}, {below} de {all} vendedores con alguna inspección tenían un historial demasiado corto para una letra.',
  },
  tables: { en: 'All tables of the back-test', es: 'Todas las tablas de la prueba' },
  beside: { en: 'Compared with other methods', es: 'Comparado con otros métodos' },
  auc: {
    en: 'Take two inspections, one of which went badly. AUC is the chance that the method ranked that vendor lower. One half is a coin toss; one is perfect. Brackets show 95% intervals.',
    es: 'El AUC es la probabilidad de que, de dos inspecciones de las que solo una salió mal, el método haya puesto a ese vendedor como el peor. Un medio equivale a lanzar una moneda; uno es perfecto. Los intervalos del 95 % van entre corchetes.',
  },
  weakest: { en: 'Where it is weakest', es: 'Dónde es más débil' },
  again: { en: 'Run it yourself', es: 'Para repetirla' },
  command: {
    en: 'With the regulator’s files of these years: <code>{command}</code>. The figures are in <link>the data</link>, with the score’s AUC for each year, license type and length of record. Run the command with <json>--json</json> for the rest.',
    es: 'Con los archivos de la agencia de esos años: <code>{command}</code>. Las cifras están en <link>los datos (en inglés)</link>: el AUC de la puntuación por año, tipo de licencia y extensión del historial; el mismo comando con <json>--json</json> da el resto.',
  },
  steps: { en: 'What was done, step by step', es: 'Qué se hizo, paso a paso' },
  method: { en: '{name}: {about}', es: '{name}: {about}' },
  letters: {
    en: 'What the next routine inspection found, by letter (none: the record was too short)',
    es: 'Qué encontró la siguiente inspección de rutina, por letra (ninguna: el historial era demasiado corto)',
  },
  letter: { en: 'Letter', es: 'Letra' },
  inspections: { en: 'Inspections', es: 'Inspecciones' },
  share: { en: 'Share', es: 'Parte' },
  none: { en: 'None', es: 'Ninguna' },
  ofAll: { en: '{share} of all', es: '{share} del total' },
  worstAgainstBest: { en: 'F compared with A', es: 'F frente a A' },
  aucOfEach: { en: 'AUC of each method', es: 'AUC de cada método' },
  methodName: { en: 'Method', es: 'Método' },
  difference: {
    en: 'AUC of the score minus the other method’s AUC',
    es: 'AUC de la puntuación menos el de otro método',
  },
  less: { en: 'Minus', es: 'Menos' },
  times: { en: '{interval} times', es: '{interval} veces' },
  noLimit: { en: 'no limit', es: 'sin límite' },
});

/** Wording for the back-test of the verdicts. */
export const VERDICTS_PAGE = defineMessages({
  heading: { en: 'What came after each verdict', es: 'Qué pasó después de cada resultado' },
  lead: {
    en: 'We ran policy {version} on the inspections in the back-test above. We treated every license as confirmed, because we don’t have license files from those years. Share of verdicts after which the next inspection found a high-priority violation: “Clear to book” {clear}, “Book with care” {conditional}, “Review first” or “Not enough record” {review}, “Don’t book” {decline}. Most of the third group are “Not enough record”: a short record, not a bad one.',
    es: 'Aplicamos las reglas {version} a las inspecciones de la prueba de arriba. Dimos por confirmadas todas las licencias, porque no tenemos archivos de licencias de esos años. La siguiente inspección encontró una infracción de alta prioridad después del {clear} de los resultados “Se puede contratar”, del {conditional} de “Contratar con cuidado”, del {review} de “Revisar primero” o “Historial insuficiente” y del {decline} de “No contratar”. La mayoría de los terceros son “Historial insuficiente”: un historial corto, no uno malo.',
  },
  next: {
    en: 'The verdict on the day before a routine inspection, and what that inspection found',
    es: 'El resultado del día anterior a una inspección de rutina, y qué encontró esa inspección',
  },
  verdictOrReason: { en: 'Verdict or reason', es: 'Resultado o razón' },
  inspections: { en: 'Inspections', es: 'Inspecciones' },
  decisions: { en: 'Decisions', es: 'Resultados' },
  visited: { en: 'Visited', es: 'Con visita' },
  quarters: {
    en: 'Inspectors visit vendors only now and then. So the second table starts from {count} calendar days, the first of each quarter. It counts what any visit in the next {days} days found. If no inspector came, nothing was found.',
    es: 'A los vendedores los inspeccionan solo de vez en cuando, así que la segunda tabla parte de {count} días del calendario, el primero de cada trimestre, y cuenta lo que encontró cualquier visita de los siguientes {days} días. Si no fue ningún inspector, no se encontró nada.',
  },
  later: {
    en: 'The verdict on the first day of a quarter, and the next {days} days',
    es: 'El resultado del primer día de un trimestre y los siguientes {days} días',
  },
  brackets: {
    en: 'A decision can have several reasons. Brackets show 95% intervals across owners. A row based on few decisions has wide intervals and doesn’t say much.',
    es: 'Un resultado puede tener varias razones. Entre corchetes van intervalos del 95 % por dueños. Una fila con pocos resultados tiene intervalos anchos y dice poco.',
  },
});
