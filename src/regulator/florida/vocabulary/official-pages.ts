import type { Source } from '../../source/source.ts';

const SITE = 'https://www2.myfloridalicense.com';

/** The regulator's official pages, linked from corrective actions and required documents. */
export const OFFICIAL_PAGES: Source['pages'] = {
  enforcement: {
    title: 'DBPR: enforcement actions, warnings and extensions',
    url: `${SITE}/hotels-restaurants/food-lodging/enforcement-actions/`,
  },
  licensing: { title: 'DBPR: licensing', url: `${SITE}/hotels-restaurants/licensing/general/` },
  mobile: {
    title: 'DBPR: guide to mobile food dispensing vehicles',
    url: `${SITE}/hotels-restaurants/licensing/mfdv-guide/`,
  },
  foodCode: {
    title: 'DBPR: food code and violation lists',
    url: `${SITE}/hotels-restaurants/inspections/foodcode/`,
  },
  foodManager: {
    title: 'DBPR: food manager certification',
    url: `${SITE}/hotels-restaurants/food-lodging/food-manager/`,
  },
  training: {
    title: 'DBPR: food service employee training',
    url: `${SITE}/hotels-and-restaurants-food-service-employee-training/`,
  },
  illness: {
    title: 'DBPR: hand washing and ill employees',
    url: `${SITE}/hotels-restaurants/food-lodging/infectious-diseases/`,
  },
  inspections: { title: 'DBPR: inspections', url: `${SITE}/hotels-restaurants/inspections/` },
};

/**
 * Where and how early to announce a temporary event. The regulator's guide to temporary events asks sponsors
 * for the food, time, place, vendors and license numbers.
 */
export const EVENT_NOTICE: Source['eventNotice'] = {
  office: 'DBPR, Division of Hotels and Restaurants',
  email: 'dhr.info@myfloridalicense.com',
  businessDays: 3,
  page: {
    title: 'DBPR: guide to temporary food service events',
    url: `${SITE}/hotels-restaurants/licensing/temporaryevent-guide/`,
  },
};
