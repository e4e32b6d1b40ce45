import { defineMessages } from '../../../lib/language/define-messages.ts';

export const CLOSURES = defineMessages({
  title: { en: 'Closed this week', es: 'Cerrados esta semana' },
  titleOf: {
    en: 'Closed this week in {county} County',
    es: 'Cerrados esta semana en el condado de {county}',
  },
  description: {
    en: '{state} food trucks, carts and caterers that {regulator} closed by emergency order, with the day each one reopened.',
    es: 'Food trucks, carritos y empresas de catering de {state} que el {regulator} cerró por orden de emergencia, con el día en que cada uno reabrió.',
  },
  lead: {
    en: '{count, plural, =0 {No food truck, cart or caterer was closed} one {One business was closed} other {# businesses were closed}} by emergency order in the week to {day}.',
    es: '{count, plural, =0 {No se cerró ningún food truck, carrito ni empresa de catering} one {Se cerró un negocio} other {Se cerraron # negocios}} por orden de emergencia en la semana hasta el {day}.',
  },
  week: { en: 'This week', es: 'Esta semana' },
  before: { en: 'Earlier in the last three months', es: 'Antes, en los últimos tres meses' },
  none: { en: 'None.', es: 'Ninguno.' },
  closedOn: { en: 'Closed {day}', es: 'Cerrado el {day}' },
  closedBy: { en: 'Closed by {day}', es: 'Cerrado a más tardar el {day}' },
  reopened: { en: 'Reopened {day}', es: 'Reabrió el {day}' },
  sameDay: { en: 'Reopened the same day', es: 'Reabrió el mismo día' },
  notReopened: { en: 'No reopening in these records', es: 'Estos registros no muestran que haya reabierto' },
  disputed: { en: 'The owner disputes this.', es: 'El dueño lo impugna.' },
  isClosed: { en: 'Closed', es: 'Cerrado' },
  isReopened: { en: 'Reopened', es: 'Reabierto' },
  follow: { en: 'Follow these closures', es: 'Seguir estos cierres' },
  feedOf: { en: 'RSS: {county} County', es: 'RSS: condado de {county}' },
  feedAll: { en: 'RSS: all of {state}', es: 'RSS: todo {state}' },
  county: { en: 'County', es: 'Condado' },
  all: { en: 'All of {state}', es: 'Todo {state}' },
  show: { en: 'Show', es: 'Mostrar' },
  about: {
    en: 'A closure is a visit that {regulator}’s files mark “{order},” or a closure in its weekly reports. A closed business may reopen within a day. Check its record before you write about it.',
    es: 'Un cierre es una visita que los archivos del {regulator} marcan como «{order}», o un cierre de sus informes semanales. Un negocio cerrado puede reabrir al día siguiente. Revise su historial antes de escribir sobre él.',
  },
  notRead: {
    en: 'We don’t have an inspection file for this county, so we don’t know about closures there.',
    es: 'No tenemos un archivo de inspecciones de este condado, así que no sabemos si hubo cierres.',
  },
});
