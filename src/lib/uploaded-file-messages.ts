import { defineMessages } from './messages.ts';

/** What is wrong with a file that was sent. */
export const FILES = defineMessages({
  tooLarge: {
    en: 'This file is larger than 4 MB. A photo of lower quality will do.',
    es: 'Este archivo pesa más de 4 MB. Basta una foto de menor calidad.',
  },
  otherType: {
    en: 'This file is no PDF, JPEG or PNG. A photo or a scan of the paper will do.',
    es: 'Este archivo no es PDF, JPEG ni PNG. Basta una foto o un escaneo del documento.',
  },
});
