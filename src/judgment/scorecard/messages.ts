import { defineMessages, defineNames } from '../../lib/language/define-messages.ts';
import type { Hold, License } from './schemas.ts';

/** Sentences about a record that decisions, self-checks and pages all use. */

export const HOLD_REASONS = defineNames<Hold['reasons'][number]['code']>({
  emergency_order: {
    en: 'The regulator closed the business under this license',
    es: 'La agencia reguladora cerró el negocio que tiene esta licencia',
  },
  emergency_closure: {
    en: 'The regulator reports the business under this license as closed',
    es: 'La agencia reguladora informa que el negocio que tiene esta licencia está cerrado',
  },
  emergency_callback: {
    en: 'It was still closed at the callback',
    es: 'En la visita de seguimiento seguía cerrado',
  },
  administrative_determination: {
    en: 'An inspector found the business operating without a license',
    es: 'Un inspector encontró que el negocio operaba sin licencia',
  },
});

export const HOLD = defineMessages({
  told: { en: '{reason}: {quotes}.', es: '{reason}: {quotes}.' },
  closed: {
    en: 'Nothing on file shows that it reopened.',
    es: 'Nada en los registros indica que haya reabierto.',
  },
  open: { en: 'Nothing on file resolves this.', es: 'Nada en los registros resuelve ese punto.' },
});

export const QUOTES = defineMessages({
  plain: { en: '“{words}”', es: '“{words}”' },
  blank: { en: 'a blank result', es: 'un resultado en blanco' },
  glossed: { en: '“{words}” ({gloss})', es: '“{words}” ({gloss})' },
  dated: { en: '{quote} ({day})', es: '{quote}, del {day}' },
});

/** The question that an organizer should ask a vendor with an unconfirmed license, by license status. */
export const LICENSE_QUESTIONS_IN = defineNames<License['status']>({
  current: {
    en: 'Ask the vendor for the renewed license.',
    es: 'Pídale al vendedor la licencia renovada.',
  },
  delinquent: {
    en: 'Ask the vendor for proof of renewal.',
    es: 'Pídale al vendedor una prueba de que la renovó.',
  },
  relinquished: {
    en: 'Ask the vendor which license it operates under now.',
    es: 'Pregúntele al vendedor con qué licencia trabaja ahora.',
  },
  transfer_pending: {
    en: 'Ask the vendor who holds the license now, and ask for the new owner’s license.',
    es: 'Pregúntele al vendedor de quién es ahora la licencia y pídale la del nuevo dueño.',
  },
  not_on_file: {
    en: 'Ask the vendor for its license, and look it up on the regulator’s site.',
    es: 'Pídale al vendedor su licencia y búsquela en el sitio de la agencia reguladora.',
  },
  no_file: {
    en: 'Ask the vendor for its license, and look it up on the regulator’s site.',
    es: 'Pídale al vendedor su licencia y búsquela en el sitio de la agencia reguladora.',
  },
  unknown: {
    en: 'Ask the vendor for its license, and look it up on the regulator’s site.',
    es: 'Pídale al vendedor su licencia y búsquela en el sitio de la agencia reguladora.',
  },
});

/** Sentences that explain why a license is not confirmed. */
export const UNCONFIRMED = defineMessages({
  currentWithoutDate: {
    en: 'The license is listed as current, but without an expiry date, so it is not confirmed.',
    es: 'La licencia figura como vigente, pero sin fecha de vencimiento, así que no está confirmada.',
  },
  ran: {
    en: 'According to our latest license file, the license was valid through {day}.',
    es: 'Según nuestro archivo de licencias más reciente, la licencia era válida hasta el {day}.',
  },
  delinquent: {
    en: 'The license is listed as not renewed (delinquent).',
    es: 'La licencia figura como no renovada (delinquent).',
  },
  delinquentSince: {
    en: 'The license is listed as not renewed (delinquent), with the expiry date {day}.',
    es: 'La licencia figura como no renovada (delinquent), con fecha de vencimiento del {day}.',
  },
  relinquished: {
    en: 'The license was given up by its holder.',
    es: 'El titular entregó la licencia.',
  },
  transferPending: {
    en: 'The license appears to be in the process of transferring to another owner, so it isn’t confirmed for either one.',
    es: 'Al parecer la licencia está pasando a otro dueño, así que no está confirmada para ninguno de los dos.',
  },
  noFile: {
    en: 'We don’t know anything about the license because we haven’t loaded a license file for its district.',
    es: 'No sabemos nada de la licencia porque no hemos cargado ningún archivo de licencias de su distrito.',
  },
  notOnFile: {
    en: 'The license isn’t in the latest license file for its district.',
    es: 'La licencia no figura en el archivo de licencias más reciente de su distrito.',
  },
  unknown: {
    en: 'The license is listed with a status that the regulator doesn’t explain.',
    es: 'La licencia figura con un estado que la agencia reguladora no explica.',
  },
});

export const SHORT_COVER = defineMessages({
  none: {
    en: 'We don’t have an inspection file for the vendor’s district, so closures may be missing.',
    es: 'No tenemos ningún archivo de inspecciones del distrito del vendedor, así que pueden faltar cierres.',
  },
  after: {
    en: 'Our inspection files start on {from}, after the date of these records ({records}), so earlier closures may be missing.',
    es: 'Pueden faltar cierres anteriores al {from}: nuestros archivos de inspecciones comienzan ese día, después de la fecha de estos registros ({records}).',
  },
  short: {
    en: 'Our inspection files start on {from}, less than {count} days before the date of these records ({records}), so earlier closures may be missing.',
    es: 'Pueden faltar cierres anteriores al {from}: nuestros archivos de inspecciones comienzan ese día, menos de {count} días antes de la fecha de estos registros ({records}).',
  },
});

/** The statement below every record. */
export const DISCLAIMER = defineMessages({
  real: {
    en: 'This is our independent reading of public records, not a rating by the {regulator}, which doesn’t grade anyone. Each inspection is a snapshot of one day. The grade, score and recommendation are ours.',
    es: 'Esta es nuestra lectura independiente de registros públicos, no una calificación del {regulator}, que no califica a nadie. Cada inspección refleja un solo día. La calificación, la puntuación y la recomendación son nuestras.',
  },
  fictional: {
    en: 'Fictional demo data: no such business exists. This is our independent reading of public records, not a rating by the {regulator}, which doesn’t grade anyone. Each inspection is a snapshot of one day. The grade, score and recommendation are ours.',
    es: 'Datos ficticios de demostración: este negocio no existe. Esta es nuestra lectura independiente de registros públicos, no una calificación del {regulator}, que no califica a nadie. Cada inspección refleja un solo día. La calificación, la puntuación y la recomendación son nuestras.',
  },
});

/**
 * Text for uncertain records in a reader's language. It explains the record's code and quotes its English
 * sentence, which contains all names and dates.
 */
export const UNCERTAIN = defineMessages({
  quoted: {
    en: '{count, plural, one {# inspection on file may belong to another owner, so it isn’t} other {# inspections on file may belong to another owner, so they aren’t}} scored or counted: {why}. In detail: “{text}”',
    es: '{count, plural, one {# inspección registrada puede ser de otro dueño, así que no se califica ni se cuenta} other {# inspecciones registradas pueden ser de otro dueño, así que no se califican ni se cuentan}}: {why}. En detalle, en inglés: “{text}”',
  },
});

export const UNCERTAIN_REASONS = defineNames<
  'other_name' | 'change_approved' | 'holder_changed' | 'former_holder_alike'
>({
  other_name: {
    en: 'they don’t name the business on the license',
    es: 'no figura el nombre del negocio de la licencia',
  },
  change_approved: {
    en: 'a change of owner was approved, but the regulator’s owner ID didn’t change',
    es: 'se aprobó un cambio de dueño, pero no cambió el identificador del dueño en la agencia reguladora',
  },
  holder_changed: {
    en: 'a license file lists a different holder',
    es: 'un archivo de licencias indica otro titular',
  },
  former_holder_alike: {
    en: 'the license file also lists a former holder, under a similar name',
    es: 'el archivo de licencias también indica un titular anterior, con un nombre parecido',
  },
});
