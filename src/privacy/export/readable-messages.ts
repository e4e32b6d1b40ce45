import { defineMessages } from '../../lib/language/define-messages.ts';

/** Text in the readable files of an export. */
export const READABLE = defineMessages({
  title: { en: 'YOUR DATA', es: 'SUS DATOS' },
  madeAt: { en: 'Made {at}. About {email}.', es: 'Creado el {at}. Sobre {email}.' },
  yes: { en: 'yes', es: 'sí' },
  no: { en: 'no', es: 'no' },
  eventName: { en: 'Event', es: 'Evento' },
  mailSubject: { en: 'Subject', es: 'Asunto' },
  nothing: {
    en: 'This service has nothing about you.',
    es: 'Este servicio no tiene nada sobre usted.',
  },
});

/** The content of README.txt. It contains both languages because the reader's language is unknown. */
export const README = `YOUR DATA
(En español más abajo.)

This ZIP has the data this service stores about you.

your-data.txt   Everything in words, in English. Start here. Opens in any text editor.
sus-datos.txt   The same in Spanish.
data.json       The same for programs, complete: with the numbers that connect one row to another,
                the database's field names, and what is left out and why.
files/          The documents that you uploaded and that are still kept. "documents" came with
                applications, "claims" with claims of a license. The lists say which file is which.

Each time shows its time zone. Actions of operators are short codes, such as
"claim.verify". Details of documents are in English, and subjects of emails are as they were sent.

Not included: passwords, keys and codes, because anyone who finds them could use them; and applications
that others sent to your events, because those are their data.

This file has personal data. Keep it where only you can read it.

--------------------------------------------------------------------------------------------------

SUS DATOS

Este ZIP tiene lo que este servicio guarda sobre usted.

sus-datos.txt   Todo en palabras, en español. Empiece aquí. Se abre en cualquier editor de texto.
your-data.txt   Lo mismo en inglés.
data.json       Lo mismo para programas, completo: con los números que unen una fila con otra, los
                nombres de los campos como los tiene la base de datos, y lo que falta y por qué.
files/          Los documentos que usted subió y que todavía se conservan. Los de "documents"
                llegaron con solicitudes, los de "claims" con reclamos de una licencia. Las listas
                dicen cuál es cada archivo.

Cada hora lleva al lado su zona horaria. Lo que hicieron los operadores está en códigos cortos, como
"claim.verify"; los detalles de los documentos, en inglés; y los asuntos de los correos, como se enviaron.

No están aquí: las contraseñas, claves y códigos, porque quien los encuentre podría usarlos; ni las
solicitudes que otros enviaron a sus eventos, porque esos datos son de ellos.

Este archivo tiene datos personales. Guárdelo donde solo usted pueda leerlo.
`;
