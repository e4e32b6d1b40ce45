import { defineMessages } from '../../lib/language/define-messages.ts';

/** The changes of a record as sentences. The regulator's words are quoted in English in every language. */
export const SENTENCES = defineMessages({
  appeared: {
    en: 'The vendor now appears in the {regulator} files.',
    es: 'El vendedor aparece ahora en los archivos del {regulator}.',
  },
  disappeared: {
    en: 'The vendor no longer appears in the {regulator} files. They don’t list its license or any inspections.',
    es: 'El vendedor ya no aparece en los archivos del {regulator}. No figura ni su licencia ni ninguna inspección.',
  },
  holdEnded: {
    en: 'No order or hold by {regulator} is in force any more. It was for {quotes}.',
    es: 'Ya no está vigente ninguna orden ni impedimento del {regulator}. Se debía a {quotes}.',
  },
  status: {
    en: 'The license status is now: {to}. Before: {from}.',
    es: 'El estado de la licencia ahora es: {to}. Antes: {from}.',
  },
  expires: {
    en: 'The last day of the license is now: {to}. Before: {from}.',
    es: 'El último día de la licencia ahora es: {to}. Antes: {from}.',
  },
  name: {
    en: 'The name on file is now {to}. Before: {from}.',
    es: 'El nombre en los registros ahora es {to}. Antes: {from}.',
  },
  number: {
    en: 'The license number is now {to}. Before: {from}.',
    es: 'El número de licencia ahora es {to}. Antes: {from}.',
  },
  type: {
    en: 'The kind of license is now: {to}. Before: {from}.',
    es: 'El tipo de licencia ahora es: {to}. Antes: {from}.',
  },
  place: {
    en: 'The place on file is now: {to}. Before: {from}.',
    es: 'El lugar en los registros ahora es: {to}. Antes: {from}.',
  },
  visit: {
    en: '{regulator} inspected on {day}, {type}. Result: {result} ({counts}).{owner, select, prior { It counts for a prior owner.} uncertain { It is uncertain whose inspection this is.} other {}}',
    es: 'El {regulator} inspeccionó el {day}, {type}. Resultado: {result} ({counts}).{owner, select, prior { Cuenta para un dueño anterior.} uncertain { No se sabe de quién es esta inspección.} other {}}',
  },
  visitRemoved: {
    en: 'The inspection on {day} is no longer on file. Its result was {result}.',
    es: 'La inspección del {day} ya no consta en los registros. Su resultado fue {result}.',
  },
  visitChanged: {
    en: 'The inspection on {before} has changed in the files. Now: {day}, {type}, result: {result} ({counts}). Before: {was}.',
    es: 'La inspección del {before} ahora consta así: {day}, {type}, resultado: {result} ({counts}). Antes: {was}.',
  },
  visitWas: {
    en: '{type}, result: {result} ({counts})',
    es: '{type}, resultado: {result} ({counts})',
  },
  cited: {
    en: 'The files now cite something different for the inspection on {day}. See the record for details.',
    es: 'Lo que los archivos señalan de la inspección del {day} es distinto. Vea los detalles en el historial.',
  },
  orderGone: { en: 'No longer on file: {order}', es: 'Ya no consta en los registros: {order}' },
  orderChanged: { en: '{to} Before: {from}', es: '{to} Antes: {from}' },
  grade: {
    en: 'Our grade is now: {to}. Before: {from}.',
    es: 'Nuestra calificación ahora es: {to}. Antes: {from}.',
  },
  verdict: {
    en: 'Our recommendation is now: {to}. Before: {from}.',
    es: 'Nuestra recomendación ahora es: {to}. Antes: {from}.',
  },
  byRules: {
    en: '{sentence} Only our rules or our software changed, not {regulator}’s record.',
    es: '{sentence} Solo cambiaron nuestras reglas o nuestro programa, no el historial del {regulator}.',
  },
});
