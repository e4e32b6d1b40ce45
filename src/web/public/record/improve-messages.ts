import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Wording for the self-check page. */
export const IMPROVE = defineMessages({
  kicker: { en: 'Self-check', es: 'Revisión para el vendedor' },
  title: { en: 'Self-check: {name}', es: 'Revisión para el vendedor: {name}' },
  description: {
    en: 'What’s holding back {name}’s grade, and what to do about it.',
    es: 'Qué pesa en contra de la calificación de {name} y qué hacer al respecto.',
  },
  publicPage: { en: 'public page', es: 'página pública' },
  fictional: {
    en: 'Fictional vendor: demo data. No such business exists.',
    es: 'Vendedor ficticio: datos de demostración. Este negocio no existe.',
  },
  grade: { en: 'Grade', es: 'Calificación' },
  noGrade: { en: 'NO GRADE', es: 'SIN CALIFICACIÓN' },
  recordsOld: {
    en: '<strong>Old records.</strong> {age}',
    es: '<strong>Registros antiguos.</strong> {age}',
  },
  asOf: {
    en: 'Records through {upTo}, checked as of {day}. Independent, not a {regulator} rating; each inspection is a snapshot of one day.',
    es: 'Registros hasta el {upTo}; revisado al {day}. Independiente: no es una calificación del {regulator}. Cada inspección refleja un solo día.',
  },
  next: {
    en: 'To reach <strong>{grade}</strong>: {count, plural, one {one clean inspection} other {# clean inspections}}, on {day} at the earliest.',
    es: 'Para llegar a la <strong>{grade}</strong>: {count, plural, one {una inspección limpia} other {# inspecciones limpias}}, no antes del {day}.',
  },
  keep: {
    en: '<strong>{grade}</strong> is the best grade. Keep it with clean inspections.',
    es: 'La <strong>{grade}</strong> es la mejor calificación. Manténgala con inspecciones limpias.',
  },
  until: {
    en: 'Without another inspection, the grade will lapse on {day}.',
    es: 'Sin otra inspección, la calificación caducará el {day}.',
  },
  howCounted: { en: 'How this is counted', es: 'Cómo se calcula' },
  fixFirst: {
    en: '{count, plural, one {Fix this first} other {Fix these # things first}}',
    es: '{count, plural, one {Primero corrija esto} other {Primero corrija estas # cosas}}',
  },
  printHint: {
    en: 'Print this page to use it as a checklist.',
    es: 'Imprima esta página para tenerla como lista.',
  },
  all: {
    en: 'Everything that’s holding the grade back ({count})',
    es: 'Todo lo que pesa en contra de la calificación ({count})',
  },
  about: { en: 'about: {title}', es: 'sobre: {title}' },
  outlookNone: { en: 'How to get a grade', es: 'Qué hace falta para una calificación' },
  outlookKeep: { en: 'How to keep the {grade}', es: 'Cómo mantener la {grade}' },
  outlookNext: { en: 'How to reach the next grade', es: 'Qué hace falta para la calificación siguiente' },
  missing: {
    en: 'There is no grade as of {day}. Here’s what’s missing:',
    es: 'Al {day} no hay calificación. Lo que falta:',
  },
  nothingAgainst: {
    en: 'Nothing on file is holding the grade back.',
    es: 'Nada en los archivos pesa en contra de la calificación.',
  },
  order: {
    en: 'The most severe items come first. Among items of the same severity, those that decide the verdict by themselves come first, followed by those that cost the most points. If the inspector’s comments aren’t on file, a category is given the average weight of what that inspection found. Words in “quotation marks” are the regulator’s. The names of violation categories are ours; the files only number them.',
    es: 'De lo más grave a lo menos grave. Con la misma gravedad, primero lo que decide el resultado por sí solo y después lo que cuesta más puntos. Si los comentarios del inspector no están en los archivos, la categoría pesa como el promedio de lo que encontró esa inspección. Las palabras “entre comillas” son de la agencia reguladora, en inglés; si les sigue una explicación entre paréntesis, es nuestra. También son nuestros los nombres de las categorías de infracciones, que en sus archivos son números.',
  },
  minor: { en: 'Minor', es: 'Menor' },
  whatToDo: {
    en: '<strong>What to do:</strong> {action}',
    es: '<strong>Qué hacer:</strong> {action}',
  },
  source: {
    en: '<link>{page}</link> · On file: {evidence}',
    es: '<link>{page}</link> · En los registros: {evidence}',
  },
  wrote: {
    en: 'The inspector wrote on {day}: {quote}',
    es: 'El inspector escribió en inglés el {day}: {quote}',
  },
  moreWrote: {
    en: 'More from inspectors: {count}',
    es: 'Más de los inspectores: {count}',
  },
  inFavor: { en: 'What helps the grade', es: 'Qué tiene a favor' },
  nothingInFavor: {
    en: 'Nothing yet. The next good inspection will appear here.',
    es: 'Todavía nada. La próxima inspección buena aparecerá aquí.',
  },
  notKnownInFavor: {
    en: 'Unknown: we’re missing inspection files. Show organizers your most recent inspection reports.',
    es: 'No se sabe: nos faltan archivos de inspecciones. Muéstreles a los organizadores sus informes de inspección más recientes.',
  },
  informed: { en: 'Stay informed', es: 'Manténgase al tanto' },
  claim: {
    en: '<claim>Claim this license</claim> for free to reply on the public page, dispute an error, and keep track of where you stand.',
    es: '<claim>Reclame esta licencia</claim> gratis para responder en la página pública, impugnar un error y seguir su situación.',
  },
  offer: {
    en: '<strong>Monitoring, {price} a month:</strong> {description} {buy}',
    es: '<strong>Seguimiento, {price} al mes:</strong> {description} {buy}',
  },
  start: {
    en: '<start>Start monitoring</start>. You need a free account that has claimed the license.',
    es: '<start>Comience el seguimiento</start>. Necesita una cuenta gratuita que haya reclamado la licencia.',
  },
  notForSale: { en: 'You can’t buy it here yet.', es: 'Aquí todavía no se puede comprar.' },
});
