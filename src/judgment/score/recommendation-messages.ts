import { defineNames } from '../../lib/language/define-messages.ts';

/** Our recommendations to organizers, which do not depend on the event. */
export const RECOMMENDATIONS = defineNames<'book' | 'book_after_review' | 'review' | 'do_not_book'>({
  book: {
    en: 'Routine due diligence is enough.',
    es: 'Bastan las averiguaciones habituales.',
  },
  book_after_review: {
    en: 'Look at the recent inspections before booking.',
    es: 'Revise las inspecciones recientes antes de contratarlo.',
  },
  review: {
    en: 'The record isn’t enough by itself to support a booking. Review it with the vendor first.',
    es: 'El historial por sí solo no basta para contratarlo; revíselo antes con el vendedor.',
  },
  do_not_book: {
    en: 'The public record is a reason not to book. See the decision for details.',
    es: 'El historial público es un motivo para no contratarlo. Vea las razones en el resultado.',
  },
});
