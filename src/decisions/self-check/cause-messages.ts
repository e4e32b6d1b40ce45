import type { MeasureKind } from '../../judgment/score/costs.ts';
import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';

/** The causes that lower the score, and what to do about each. */

export const MEASURE_ACTIONS = defineNames<MeasureKind>({
  emergency: {
    en: 'Fix what the order named before you open, and check it every day.',
    es: 'Antes de abrir, corrija lo que indicó la orden, y revíselo cada día.',
  },
  determination: {
    en: 'Operate only with the license your business needs, and keep it on board.',
    es: 'Opere solo con la licencia que su negocio necesita y llévela a bordo.',
  },
  complaint: {
    en: 'Correct what was cited, answer the regulator by its deadline, and make sure the callback inspection takes place.',
    es: 'Corrija lo señalado, responda a la agencia reguladora dentro del plazo y asegúrese de que se haga la visita de seguimiento.',
  },
  follow_up: {
    en: 'Correct what is cited while the inspector is there, or by the deadline you’re given.',
    es: 'Corrija lo que le señalen mientras el inspector está presente o, a más tardar, en la fecha que le dé.',
  },
});

export const MEASURES = defineMessages({
  emergency: {
    en: '{count, plural, one {One inspection led to an emergency measure: {quoted}} other {# inspections led to an emergency measure, the last one: {quoted}}}.',
    es: '{count, plural, one {Una inspección llevó a una medida de emergencia: {quoted}} other {# inspecciones llevaron a una medida de emergencia; la última: {quoted}}}.',
  },
  determination: {
    en: '{count, plural, one {One inspection found the business operating without the license it needs: {quoted}} other {# inspections found the business operating without the license it needs, the last one: {quoted}}}.',
    es: '{count, plural, one {En una inspección se encontró que el negocio operaba sin la licencia que necesita: {quoted}} other {En # inspecciones se encontró que el negocio operaba sin la licencia que necesita; la última: {quoted}}}.',
  },
  complaint: {
    en: '{count, plural, one {One inspection led to an administrative complaint: {quoted}} other {# inspections led to an administrative complaint, the last one: {quoted}}}.',
    es: '{count, plural, one {Una inspección llevó a una denuncia administrativa: {quoted}} other {# inspecciones llevaron a una denuncia administrativa; la última: {quoted}}}.',
  },
  followUp: {
    en: '{count, plural, one {One inspection asked for a follow-up: {quoted}} other {# inspections asked for a follow-up, the last one: {quoted}}}.',
    es: '{count, plural, one {Una inspección exigió un seguimiento: {quoted}} other {# inspecciones exigieron un seguimiento; la última: {quoted}}}.',
  },
});

export const CAUSES = defineMessages({
  quotedOn: { en: '{quote}, {day}', es: '{quote}, {day}' },
  highAtOne: {
    en: 'The inspection on {day} found {found, plural, one {# high-priority violation} other {# high-priority violations}}.',
    es: 'En la inspección del {day} se {found, plural, one {encontró # infracción} other {encontraron # infracciones}} de alta prioridad.',
  },
  highAtMany: {
    en: '{count} inspections, the last on {day}, found {found, plural, one {# high-priority violation} other {# high-priority violations}}.',
    es: 'En {count} inspecciones, la última del {day}, se {found, plural, one {encontró # infracción} other {encontraron # infracciones}} de alta prioridad.',
  },
  highAction: {
    en: 'Look for high-priority violations before you open: they count most of all.',
    es: 'Antes de abrir, revise que no haya infracciones de alta prioridad: son las que más cuentan.',
  },
  highFirst: {
    en: 'If you haven’t done so yet, correct {found, plural, one {it} other {them}} first. High-priority violations count the most.',
    es: '{found, plural, one {Corríjala} other {Corríjalas}} primero, si todavía no lo ha hecho. Las infracciones de alta prioridad son las que más cuentan.',
  },
  highOn: { en: '{found} high priority, {day}', es: '{found} de alta prioridad, {day}' },
  highLastOn: {
    en: '{found} high priority, last on {day}',
    es: '{found} de alta prioridad, la última vez el {day}',
  },
  category: {
    en: 'Category {category} ({title}) was marked at {count, plural, one {one inspection, on {day}} other {# inspections, most recently on {day}}}.',
    es: 'La categoría {category} ({title}) se marcó en {count, plural, one {una inspección, la del {day}} other {# inspecciones; la última, del {day}}}.',
  },
  categoryOn: {
    en: 'Category {category}, last on {day}',
    es: 'Categoría {category}, la última vez el {day}',
  },
  met: {
    en: '{action} The visit on {day} met standards; keep it up.',
    es: '{action} La visita del {day} cumplió con las normas; siga así.',
  },
  fades: {
    en: 'Because it’s older, it counts at most half as much as the inspection on {day}.',
    es: 'Cuenta como máximo la mitad que la inspección del {day}, porque es anterior.',
  },
  willFade: {
    en: 'Once you have a new inspection on or after {day}, this one will count at most half as much.',
    es: 'Cuando le hagan una inspección nueva el {day} o después, esta contará como máximo la mitad.',
  },
});
