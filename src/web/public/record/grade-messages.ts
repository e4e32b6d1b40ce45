import type { Scorecard } from '../../../judgment/scorecard/schemas.ts';
import { defineNames } from '../../../lib/language/define-messages.ts';

/** Wording that explains each grade, and each reason for a missing grade. */

export const GRADES_TOLD = defineNames<NonNullable<Scorecard['grade']>>({
  A: {
    en: 'A strong inspection record: few violations, and few serious ones.',
    es: 'Un historial de inspecciones sólido: pocas infracciones, y pocas de ellas graves.',
  },
  B: {
    en: 'A good inspection record, with some violations or enforcement actions.',
    es: 'Un buen historial de inspecciones, con algunas infracciones o medidas de la agencia reguladora.',
  },
  C: {
    en: 'A mixed inspection record. Look at the recent inspections.',
    es: 'Un historial de inspecciones con altibajos. Revise las inspecciones recientes.',
  },
  D: {
    en: 'A poor inspection record: serious violations, many violations, or enforcement actions.',
    es: 'Un mal historial de inspecciones: infracciones graves o numerosas, o medidas de la agencia reguladora.',
  },
  F: {
    en: 'A very poor inspection record: very serious or very many violations, or enforcement actions.',
    es: 'Un historial de inspecciones muy malo: infracciones graves o muy numerosas, o medidas de la agencia reguladora.',
  },
});

export const NO_GRADES_TOLD = defineNames<Exclude<Scorecard['grade_status'], 'graded'> | 'not_read'>({
  hold: {
    en: 'We don’t show a grade while the hold is in force.',
    es: 'No mostramos ninguna calificación mientras el impedimento siga vigente.',
  },
  withheld: {
    en: 'We don’t show a grade because the license isn’t confirmed.',
    es: 'No mostramos la calificación porque la licencia no está confirmada.',
  },
  insufficient_record: {
    en: 'No grade yet. A grade requires at least two inspections under the current owner, one of them recent.',
    es: 'Todavía no hay calificación. Se requieren al menos dos inspecciones con el dueño actual, una de ellas reciente.',
  },
  not_read: {
    en: 'There is no grade because we don’t have an inspection file for the last twelve months.',
    es: 'No hay calificación porque no tenemos ningún archivo de inspecciones de los últimos doce meses.',
  },
});
