import type { Source } from '../source/source.ts';
import { observationAsOf } from './observations/observation-text.ts';
import { otherLicenseIn, otherLicenses } from './other-licenses.ts';
import { PROFILES } from './profiles/profiles.ts';
import { packRegulatorFile, readRegulatorFile } from './read-file.ts';
import { findLinks, SITE_URL } from './site/page-links.ts';
import { planFiles } from './site/plan-files.ts';
import { FILE_LIST, listRenewedFiles, parseFileList } from './site/site-files.ts';
import { categoryAction, officialPage } from './vocabulary/category-actions.ts';
import { OTHER_AGENCY } from './vocabulary/category-messages.ts';
import { BUSINESS_KIND_WORDS, COMMON_NAME_WORDS } from './vocabulary/common-name-words.ts';
import { COUNTIES, DISTRICTS, findCounty, timeZoneOf } from './vocabulary/counties.ts';
import {
  dispositionOf,
  EMERGENCY_CLOSURE,
  EMERGENCY_ORDER,
  NOTHING_TO_DO,
} from './vocabulary/dispositions.ts';
import { isFictionalDigits, isFictionalVisit } from './vocabulary/fictional-numbers.ts';
import { fiscalYearOf } from './vocabulary/fiscal-years.ts';
import { categoryTitle, glossOf } from './vocabulary/glosses.ts';
import { LICENSES } from './vocabulary/license-codes.ts';
import { EVENT_NOTICE, OFFICIAL_PAGES } from './vocabulary/official-pages.ts';
import { CATEGORY_MAX, violationCategory } from './vocabulary/violation-categories.ts';

/** Florida's Department of Business and Professional Regulation, as the registry reads it. */
export const FLORIDA_DBPR: Source = {
  key: 'dbpr',
  name: 'Florida DBPR',
  shortName: 'DBPR',
  jurisdiction: 'Florida',
  spellings: {
    state: ['fl', 'fla', 'florida'],
    number: ['dbpr', 'mfd', 'mfdv'],
    cities: {
      'saint pete': 'saint petersburg',
      'fort laud': 'fort lauderdale',
      jax: 'jacksonville',
      nsb: 'new smyrna beach',
      psl: 'port saint lucie',
    },
  },
  office: 'Florida DBPR, Division of Hotels and Restaurants',
  otherAgency: (language) => OTHER_AGENCY[language].licenses,
  timeZones: [
    { value: 'America/New_York', label: 'Eastern time' },
    { value: 'America/Chicago', label: 'Central time (western Panhandle)' },
  ],
  otherLicenses,
  otherLicenseIn,
  pages: OFFICIAL_PAGES,
  pageIn: officialPage,
  eventNotice: EVENT_NOTICE,
  licenses: LICENSES,
  fictional: { isDigits: isFictionalDigits, isVisit: isFictionalVisit },
  readFile: readRegulatorFile,
  packFile: packRegulatorFile,
  profiles: PROFILES,
  siteUrl: SITE_URL,
  fileList: FILE_LIST,
  parseFileList,
  listFiles: listRenewedFiles,
  findLinks,
  planFiles,
  // The regulator promises a new edition each week. One missed week does not matter; two do.
  renewedWithinDays: 15,
  dispositionOf,
  emergencyOrder: EMERGENCY_ORDER,
  emergencyClosure: EMERGENCY_CLOSURE,
  nothingToDo: NOTHING_TO_DO,
  inspectionTypes: {
    preOpening: 'Food-Licensing Inspection',
    routine: 'Routine - Food',
    isComplaint: (inspectionType) => inspectionType.startsWith('Complaint'),
  },
  categoryMax: CATEGORY_MAX,
  violationCategory,
  glossOf,
  categoryTitle,
  observationAsOf,
  categoryAction,
  commonNameWords: COMMON_NAME_WORDS,
  businessKindWords: BUSINESS_KIND_WORDS,
  counties: COUNTIES,
  timeZoneOf,
  districts: DISTRICTS,
  findCounty,
  fiscalYearOf,
  backtested: {
    region: {
      en: 'District 6, the Florida Panhandle: the only district whose files of three years in a row we have',
      es: 'Distrito 6, el Panhandle de Florida: el único distrito del que tenemos los archivos de tres años seguidos',
    },
    files: ['6fdinspi_1516.csv', '6fdinspi_1617.csv', '6fdinspi_1718.csv'],
  },
};
