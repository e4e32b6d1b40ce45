import { defineMessages } from '../../lib/messages.ts';

/** The settings of an account. */
export const SETTINGS = defineMessages({
  mailLanguage: { en: 'Language of our mail', es: 'Idioma de nuestros correos' },
  mailLanguageHint: {
    en: 'What we write to you about your account, your licenses and what you do here. Mail about events that you organize is in English.',
    es: 'En él le escribimos sobre su cuenta, sus licencias y lo que haga aquí. Los correos sobre eventos que usted organiza están en inglés.',
  },
  saveLanguage: { en: 'Save the language', es: 'Guardar el idioma' },
  languageSaved: {
    en: 'From now on we write to you in this language.',
    es: 'De ahora en adelante le escribiremos en este idioma.',
  },
  noSuchLanguage: { en: 'Choose one of the languages.', es: 'Elija uno de los idiomas.' },
});
