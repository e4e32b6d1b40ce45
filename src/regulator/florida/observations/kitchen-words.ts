/**
 * Kitchen and inspection vocabulary, and common brands, in lowercase. When one of these words follows a role
 * ("employee Coffee", "cook LINE"), it is not a name.
 */
const WORDS = `
aaa able absorbent abuse accessed accordance accordingly accredited accumulated accumulation accurate acoustic acoustical across active
add adding addition addressed adequately adjacent adjusted adulteration advertised advisory affected affects affixed against ago ahi aid
air airpod aka alcohol alley allow allowing almond almost alone along aluminum always ammonia ammonium amount animal ant antiseptic app
appear appetizer apple apply approval approx arms around artichoke articles artificial ash assembly assorted asterisk atosa attached
attempted august automatic avantco avenue avocado away backdoor backed background backing backpack backside backup bacon bagels bagged
baked bakery baking ball bamboo banana banquet barrier barring base baseboards based basin basket bass basting batch bath bathroom batter
batteries battery bay bbq beach bean bear beard bearing beer bees beetles behind belly below beneath bent beside beverage bib bibb bin
bird biscuits bisque bites bits black blade bleach blend block blocked blocking blue boats boba body boiled boiler bones borne bottled
bottom bought boulevard bowls boxes bracelet brand breaded breading break breaker breakfast breast bring bringing broccoli broiler broken
broom broth brown brownies brush bucket buffet bug build buildup built bulk bull bun burn burned burner burnt burrow butcher butt butter
buttermilk cabbage cabinet cactus cake calamari cambro came candy canned cantaloupe capacity cardboard carpet carpeting carrots cart
carton case cash casing catch catching catering catfish cauliflower caulking cause causing ceiling celery cell cellphone celsius center
ceviche chained chair changing chart cheddar cheese cheetos chemical chest chew chewed chewing chick chili chip chipped chipping
chlorinated chocolate choking chopped chopper chops chorizo chowder chronological chute cigarettes cilantro cinnamon citrus city clams
cleanable cleaner clear clogged clorox close closely closest closet closing cloth clothes clothing coached coatings coconut cod coffee
coils coke cola colder cole coleslaw color colored com combination come coming commercially comminuted commissary common comp comparison
compartmant compartment completely compound compressor computer concentration conch concrete condensation condenser condiment condition
conditioner conditioning conducting conduit cone conference confirmed connected conspicuously constructed construction consumed consumer
consumption contain containing contaminated contamination contents continued contracted contrasting control controlled convection
conventional converted conveyor cooked cooker cookie cookline cooksline cool cooled cooling copper cord corn corner cornstarch correct
corrosion corrugated costco cough count counties county cove coved cover covered covering crab crack cracked crackers cracking crash crate
crawling cream creamer creating crema crevice crock croissants croquettes cross crumbly crumbs cryovac cube cubed cucumber cup cupboard
curbed curry curtain cutter cutting cycles daily damage damaged dark data dating dba de dead debris decal deep deeper deflector degreaser
degree dents description designated designed desk dessert destruction detached detergent determine determined device diameter diced dicer
different diluted diningroom dioxide dip dipper dipperwell direct directed directions directly dirt dirty discard discarding discharged
discolored disconnected discussion dishmachine dishroom dishware dispense dispenser dispensing disposable dispose disposed disrepair
documented dog doing dolly donut doored doritos double dough down downstairs drain drainage drainboard draining drank draw drawer dressing
dried drill drip dripping drive drop dropped dropping dry drying duck duct dull dump dumped dumping dumplings dumpster dunkin durable dust
earlier easily easy eat eating edge effective effectively egg eggplant eggrolls either electric electrical elevated empanadas employment
emptied empty enclosed enclosure encrusted end energy enough ensure entered entering entire entrance entry environment equivalent eroded
escolar especially espresso etc even examination exceeding exceeds exception excess excessive excrement exhaust existing exit expediting
expo exposed exterior extinguisher face facet facilities facing fact failed falling fan fanta far fat faucet fedex fee feet female feta
figures filets fill filling film filter final finished fire firm fitting fix fixed fixing fixture flan flat flattop flies flip flipped
flood floor flour flow flowing flush flushing fly flyer flying foam foil following foot forks forward found fountain frame frankfurters
frayed free freeze freezing fresh fridge fried fries frigidaire frog frontline frozen fruit fry fryer frying fsis fully function
functioning gain gal gallon gap garage garbage garden garlic gas gasket gatorade gauge getting ginger glass glasses glaze gloved glue gnaw
goat going grab grabbed grade granular grass gravy grease greasy greater green grey griddle grill grilled grinder grits grocery grooved
grooves ground grouper grout growth guacamole guard gulf gum gumbo gun gyro haccp hall hallway ham hamburger handsink hanging hash hat
having hazardous hearts heat heated heater heating heavily heavy helium hibachi higher highway hinge hobart hoisin holder holes
hollandaise holster homemade honey hood hooded hooked hose hoshizaki hotdog hour household however human hummus hundreds hung hush iced
identify identity igloo imitation immediate immediately importance improper improperly inadequate inch inches include including increase
increased indeterminate indicate indicating individual individually indoor ineffective inform infront ingredient initially initiate
inoperable insect insecticide inside inspected installed instead instructions insulation insurance intact interferes interior internal
into inverted invoice involved iphone item jacket jar jerk jewelry jug juice juncture kale keeping keg kenmore kept ketchup keys kill
killed kind kit knife knives knob labeled labeling laden ladies lamb landed landing lane language large larger lasagna later latest
laundry law layer layout lb leading leafy leak leakage leaking least leaves leaving ledge leg legume lemon lentil less lesser let lettuce
level licensing lid lift light like lime lined linens liner lining link lip liquid liquor live liver lobby lobster lock locked locker
longer looks loose low lower lysol macaroni mahi main maintain maintained maintaining make maker maketable making mall manatee maneuver
mango manifold manitowoc manner manually manufacturer margarine marinara marinated marked market marking marks mashed material mats
maximum mayo meal means meant measure measured measuring meatballs meatloaf mechanical mechanism medicine meet melon melted mentioned mesh
metal metering method mfdv microwave middle milk min minimum minus minute misrepresented mix mixed mixer mixes mixture mobile moist
moisture mold molding moldy molluscan monitor monitoring monster mop mopped mopsink morning motor mounted mouse mouth move mozzarella msg
muffins mug murky mushroom mussel mustard myfloridalicense nacho nail napkin near necessary neck need needed neither nesting net nextel
nonabsorbent nonapproved nonfood nonpotentially nonsecure noodles noon north nose now nozzle nsf nuggets numerous oatmeal observances
obstructed obtain obtaining occasional octopus odor offered offers oil olives onion onsite onto opener operational opposite option orange
ordered organized originating otherwise ounce outdoor outlet outside oven overflowing overhead overnight oxtail oxygen oyster oz pack
packaged packing pad paddle paid paint pallet pan pancake panel panned pantry pants par parameters parasite park parking partially
particles partition pass passed past pasta paste pastries path patio patties patty payment peanut peas peel peeled peeler peeling pepper
pepsi performing perimeter period permanently permitted pertaining pest pesto philly pick picked pickles pico picture pie piece pineapple
pink pint pinto pipe piping pit pitcher pitted placing plain plantains plastic plate plated platter plaza plug plumber plus pm poached
polish pomodoro pond pool pooled pooling poor popcorn porous portion portioned pot potable potato potatoes potential potentially poultry
pounds pour powder powdered power pre precooked premises prepped prepping press presses pressure pretzels prevent prevention prime primed
print printer private probe proceeded process processed processes production progress prohibited property protect protected protection
proteins provolone proximal publix pubs pudding pull pulled pump puree purple purposes purse push put putting pvc qt quantity queso quick
quickly rack rag rail raised ran ranch range rapid rapidly rate rather reach reached reachin reaching read reading real rear rearranged
recalled receiving receptacle red redbull reduced refilled refried refrigerated refrigeration refrigerator reheat reheating rehydrated
reinstalled related relocate relocated remade remain remained remaining remodel remove removing renovations replace replacement
replenished request require residue resistant response responsibility rest restocked restraint restricted restroom result retemped retest
retested return returned returning reused reviewer rewashed rib ric rice ricotta rif right rim ring rinse rinsing roach roaches road roast
roasted rodent roe roll rolling roof room rop rose round rte rub rubbed rum run running rust rusted rusting sagging said salad salami sale
salmon salsa salt samsung sandwich sandwiches sani sanitation sanitization sanitize sanitized sauce sauerkraut sausage says scale scallops
scoop scooped scooper scooping scotsman scrap screening scrubbed sea seafood seal sealed sealing seam seasoned seasoning seat seating
secondary secured segregated selling separate separated separating served serviced serving servstaff set setup sewage shake shakers shall
shallow shared sharp shavings shed sheet shelf shell shelled shellfish shelve shelving shield shiny shoots shopping short shot shovel
showing shredded shredder shrimp shucking shut side silver silverware single sink site sitting skewers slaw sleeve sliced slicer slices
sliding slime slimy slow slowly small smell smoke smoked smoker smoking smooth smoothie snap snapper sneeze sneezeguard so soaking soda
soft softener soil soiled sold solid solution souffle sound soup sour source south soy space spaghetti spatula special specifications
specified specifies speed spice spider spillage spills spinach spit splash splashed splitter spoiled sponge spoon spray sprayed spread
spring sprite sprouts squeezed squid stack stacked stained staining stainless stains stairs stall stamp stamped stand standing
starbucks starch statefoodsafety station stay steak steam steamer steel step stepped sterno stick stickers sticky stirred stock stocked
stopped storage storeroom storing stove stovetop strainer straw strawberries strawberry street strength strip strong stuck stuffed style
styrofoam submerged submit submitted substance such sufficient sugar suitable sunglasses supplied supplies supply suppression surface
surrounding sushi swab swai sweater sweeping sweet sweetener swept switch switched swordfish syrup sysco table tablets tableware taco tag
tail takeout taker tall tamales tamarind tank tap tape taped task tcs tea temped temping temporarily tent thank thaw thawed thawing
thermometer thin though threshold threw throughout tight tightly tiki tilapia tile tin tissue toast toaster tofu together tohc toilet
tomato tomatoes tomorrow tong too tool top toppings torn tortilla total touched touching towards town toxic tphc track tracking transfer
trap trapped trash tray treatment triple truck true trying tub tube tubing tuna tupperware turbo turkey turn turned twenty twice tzatziki
unapproved unblock unclean unclogged uncooked uncovered undamaged undercooked undergone underneath underside undeterminable undetermined
undrained unenclosed uneven unisex unknown unlabeled unlocked unopened unpackaged unprotected unsecured unused unwashed unwrapped upper
upright upstairs urinal usage usps utensil utilities utility utilize utilizing vacuum vacuumed valve vape vapors various veal vegetable
veggies vehicle vent ventilation vermin vertical very village vinegar visible voa voluntarily vulcan waffle wait waiting waitstaff
waitstation walked walkin walking wall wallet walmart ware warewash warewasher warm warmer warmest wash washer waste wastewater watch way
wearing weekend went wet wheel whichever white whole wholesome wic wif wild windex wine wing wiped wipes wiping wire wiring wok wontons
wood wooden worms worn wound wrap wrapped wrapping wrist wrote www yellow yellowfin yeti yogurt yuca zone
`;

export const KITCHEN_WORDS: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));
