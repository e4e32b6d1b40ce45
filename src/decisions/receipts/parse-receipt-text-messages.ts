import { defineMessages } from '../../lib/language/define-messages.ts';

export const PASTED = defineMessages({
  several: {
    en: 'There are two different receipts in this text. Verify one at a time.',
    es: 'En este texto hay dos recibos distintos. Verifique uno a la vez.',
  },
});
