import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import type { Scorecard } from '../scorecard/schemas.ts';

/** The sentences that describe a record. Each can be understood without the others. */
export const NARRATIVE = defineMessages({
  nameUnder: { en: '{name} under the {owner}', es: '{name} con el {owner}' },
  currentOwner: { en: 'current owner', es: 'dueño actual' },
  lastKnownOwner: { en: 'last known owner', es: 'último dueño conocido' },
  inspectedInYear: {
    en: 'In the year to {day}, the regulator inspected {vendor} {count, plural, one {once} other {# times}}{found}',
    es: 'En el año que termina el {day}, la agencia reguladora inspeccionó {vendor} {count, plural, one {una vez} other {# veces}}{found}',
  },
  partOfYear: {
    en: 'Our files don’t cover the whole year to {day}.',
    es: 'Nuestros archivos no abarcan todo el año que termina el {day}.',
  },
  noneOfYear: {
    en: 'None of our inspection files covers the year to {day}.',
    es: 'Ninguno de nuestros archivos de inspecciones abarca el año que termina el {day}.',
  },
  inspectedInPart: {
    en: 'In the part they cover, the regulator inspected {vendor} {count, plural, one {once} other {# times}}{found}',
    es: 'En la parte que abarcan, la agencia reguladora inspeccionó {vendor} {count, plural, one {una vez} other {# veces}}{found}',
  },
  none: {
    en: 'No inspection of {vendor} is on file for the year to {day}.',
    es: 'No consta ninguna inspección de {vendor} en el año que termina el {day}.',
  },
  onlyCallbacks: {
    en: 'No new inspection of {vendor} is on file for the year to {day}, only callbacks of an earlier one.',
    es: 'No consta ninguna inspección nueva de {vendor} en el año que termina el {day}, solo visitas de seguimiento de una anterior.',
  },
  citedUnknown: {
    en: '. The files don’t fully show how many violations it cited.',
    es: '. Los archivos no muestran por completo cuántas infracciones señaló.',
  },
  citedNone: { en: ' and cited no violations.', es: ' y no señaló ninguna infracción.' },
  citedOne: {
    en: ' and cited 1 violation, {high, plural, =0 {not high priority} one {high priority} other {high priority}}.',
    es: ' y señaló 1 infracción, {high, plural, =0 {que no es de alta prioridad} one {de alta prioridad} other {de alta prioridad}}.',
  },
  cited: {
    en: ' and cited {count, plural, one {# violation} other {# violations}}, {high, plural, =0 {none} one {#} other {#}} of them high priority.',
    es: ' y señaló {count, plural, one {# infracción} other {# infracciones}}, {high, plural, =0 {ninguna} one {#} other {#}} de alta prioridad.',
  },
  onFile: {
    en: '{count, plural, one {# inspection is} other {# inspections are}} on file under the {owner}.',
    es: '{count, plural, one {Consta # inspección} other {Constan # inspecciones}} con el {owner}.',
  },
  serious: {
    en: 'Among that year’s inspections, {list}.',
    es: 'De las inspecciones de ese año, {list}.',
  },
  ordersFirst: {
    en: '{count, number} led to an emergency order',
    es: '{count, plural, one {# terminó} other {# terminaron}} en una orden de emergencia',
  },
  complaintsFirst: {
    en: '{count, number} led to an administrative complaint',
    es: '{count, plural, one {# terminó} other {# terminaron}} en una denuncia administrativa',
  },
  warningsFirst: {
    en: '{count, number} led to a warning',
    es: '{count, plural, one {# terminó} other {# terminaron}} en una advertencia',
  },
  complaints: {
    en: '{count, number} to an administrative complaint',
    es: '{count, number} en una denuncia administrativa',
  },
  warnings: { en: '{count, number} to a warning', es: '{count, number} en una advertencia' },
  gravest: {
    en: 'The worst result on file: {quote} ({day}, {age}).',
    es: 'El resultado más grave que consta: {quote}, del {day}, {age}.',
  },
  prior: {
    en: '{count, plural, one {# earlier inspection under a prior owner isn’t} other {# earlier inspections under a prior owner aren’t}} counted.',
    es: '{count, plural, one {No se cuenta # inspección anterior} other {No se cuentan # inspecciones anteriores}}, de otro dueño.',
  },
});

export const TREND_SENTENCES = defineNames<Exclude<Scorecard['trend']['direction'], 'unknown'>>({
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
});
