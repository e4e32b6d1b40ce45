import { defineMessages } from '../../../lib/language/define-messages.ts';

/** Texts of the page that turns off reminders of expiry dates. */
export const STOP_REMINDERS = defineMessages({
  title: { en: 'Turn off reminders of expiry dates?', es: '¿Desactivar los recordatorios de vencimientos?' },
  lead: {
    en: 'We email you before your license or a document expires. Other emails about your account still come.',
    es: 'Le escribimos antes de que venza su licencia o un documento. Los demás correos sobre su cuenta seguirán llegando.',
  },
  button: { en: 'Turn them off', es: 'Desactivarlos' },
  done: { en: 'Reminders are off', es: 'Los recordatorios están desactivados' },
  doneLead: {
    en: 'We won’t email you about expiry dates any more. <settings>Turn them on again in your settings</settings>',
    es: 'Ya no le escribiremos sobre vencimientos. <settings>Vuelva a activarlos en sus ajustes</settings>',
  },
});
