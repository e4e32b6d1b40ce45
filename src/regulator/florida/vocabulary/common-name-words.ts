/** Words for kinds of businesses. A name that consists only of such words does not identify a business. */
export const BUSINESS_KIND_WORDS: ReadonlySet<string> = new Set(
  `
  food foods truck trucks trailer trailers mobile unit units portable location cart carts wagon kitchen kitchens grill grille
  cafe cafeteria restaurant restaurants pizzeria diner catering caterers caterer concession concessions vending eatery
  bistro bar pub tavern lounge deli bakery creamery brewery brewing winery shop stand market store services service group
  enterprise enterprises hospitality events event culinary creations solutions international commissary club clubs country
  golf sports hotel hotels motel inn resort resorts lodge marina park parks farm farms center centre school church
  `
    .trim()
    .split(/\s+/),
);

/**
 * Words that are in the names of many food trucks and caterers, such as words for what, how and where they
 * sell. If two names share such a word, they do not necessarily belong to the same business. The words were
 * chosen from the most common ones in 5,652 names in license and inspection files.
 */
export const COMMON_NAME_WORDS: ReadonlySet<string> = new Set([
  ...BUSINESS_KIND_WORDS,
  ...`
  wheels van express eats eat grub shack house hut stop spot place corner box street family chef cook cooking cuisine
  taste tasty flavor flavors delicious real best good great original authentic little big hot cold fresh sweet sweets
  treats bites snack snacks things love bbq barbecue barbeque que smoke smokin smokehouse smoked fire wood taqueria taco
  tacos burrito burritos burger burgers dog dogs dawg dawgs hotdog hotdogs pizza pizzas wings chicken fish seafood
  shrimp crab crabs lobster roll rolls ice cream coffee tea juice bowls breakfast lunch donut donuts fried jerk soul
  southern cajun mexican latin caribbean cuban thai asian italian greek american jamaican hibachi sabor antojitos
  delicias rolling rollin up go one two city beach island bay coast coastal gulf south north east west tropical florida
  destin pensacola panama tallahassee jacksonville jax orlando tampa miami gainesville crepes lumpia soda water lemonade
  popcorn
`
    .trim()
    .split(/\s+/),
]);
