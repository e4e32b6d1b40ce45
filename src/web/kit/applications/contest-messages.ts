import { defineMessages, defineNames } from '../../../lib/language/define-messages.ts';
import type { ContestState } from '../../../owner/statements/statement-kinds.ts';

/** Texts of a contested outcome, with each party's words. */
export const CONTEST = defineMessages({
  contested: { en: 'Contested: “{outcome}”, {state}.', es: 'Impugnado: “{outcome}”, {state}.' },
  since: { en: 'Since {day}', es: 'Desde el {day}' },
  sinceOpen: {
    en: 'Since {day}; we decide by {due}',
    es: 'Desde el {day}; decidiremos a más tardar el {due}',
  },
  vendor: { en: 'The vendor writes:', es: 'El vendedor escribe:' },
  organizer: { en: 'The organizer writes:', es: 'El organizador escribe:' },
  note: { en: 'Our note:', es: 'Nuestra nota:' },
});

export const CONTEST_STATES = defineNames<ContestState>({
  open: {
    en: 'open: it does not count until the organizer takes it back or we decide',
    es: 'por decidir: el resultado no cuenta hasta que el organizador lo retire o nosotros decidamos',
  },
  withdrawn: { en: 'the organizer took it back', es: 'el organizador lo retiró' },
  upheld: {
    en: 'we agree with the vendor: it does not count',
    es: 'le damos la razón al vendedor: no cuenta',
  },
  dismissed: { en: 'we agree with the organizer', es: 'le damos la razón al organizador' },
});
