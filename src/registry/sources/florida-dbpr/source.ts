import type { Source } from '../../intake/source.ts';
import { findCounty } from './counties.ts';
import { dispositionOf, EMERGENCY_ORDER } from './dispositions.ts';
import { listRegulatorFiles } from './files.ts';
import { fiscalYearOf, readRegulatorFile } from './read-file.ts';
import { violationCategory } from './violation-categories.ts';

/** Florida's Department of Business and Professional Regulation, as the registry reads it. */
export const FLORIDA_DBPR: Source = {
  name: 'Florida DBPR',
  office: 'Florida DBPR, Division of Hotels and Restaurants',
  page: 'https://www2.myfloridalicense.com/hotels-restaurants/inspections/',
  readFile: readRegulatorFile,
  listFiles: listRegulatorFiles,
  dispositionOf,
  emergencyOrder: EMERGENCY_ORDER,
  inspectionTypes: { preOpening: 'Food-Licensing Inspection', routine: 'Routine - Food' },
  violationCategory,
  findCounty,
  fiscalYearOf,
};
