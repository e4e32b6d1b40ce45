/**
 * Words that many food trucks and caterers have in their names: of what they sell, how, and where. Sharing one does not
 * make two names one business. Chosen from the commonest words of 5,652 names in license and inspection files.
 */
export const COMMON_NAME_WORDS: ReadonlySet<string> = new Set(
  `
  food foods truck trucks trailer mobile cart carts wagon wheels van kitchen kitchens grill grille cafe restaurant
  restaurants catering caterers caterer concession concessions express eats eatery eat grub bistro bar deli bakery
  shack house hut shop stop spot place corner box stand market store street services service group enterprise
  enterprises hospitality events event family chef cook cooking cuisine taste tasty flavor flavors delicious real
  best good great original authentic little big hot cold fresh sweet sweets treats bites snack snacks things love
  bbq barbecue barbeque que smoke smokin smokehouse smoked fire wood taqueria taco tacos burrito burritos burger
  burgers dog dogs dawg dawgs hotdog hotdogs pizza pizzas wings chicken fish seafood shrimp crab crabs lobster roll
  rolls ice cream coffee tea juice bowls breakfast lunch donut donuts fried jerk soul southern cajun mexican latin
  caribbean cuban thai asian italian greek american jamaican hibachi sabor antojitos delicias rolling rollin up go
  one two city beach island bay coast coastal gulf south north east west country tropical florida destin pensacola
  panama tallahassee jacksonville jax orlando tampa miami gainesville crepes lumpia soda water lemonade popcorn
`
    .trim()
    .split(/\s+/),
);
