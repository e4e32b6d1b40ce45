/**
 * The inspectors' texts in the demo, by violation category. They are fictional but in the style of real ones,
 * with a standard sentence and a remark. Like real remarks, some name an employee, because the import must
 * remove that name.
 */
interface DemoSentence {
  readonly standard: string;
  readonly remarks: readonly string[];
}

export const SENTENCES: ReadonlyMap<number, DemoSentence> = new Map<number, DemoSentence>([
  [
    1,
    say(
      'Food received without proof of where it was bought.',
      'No invoice for the pretend pickles.',
      'Operator called the supplier for the invoice.',
    ),
  ],
  [
    2,
    say(
      'Opened food kept longer than a day without a date mark.',
      'Cooked rice in the reach-in cooler.',
      'Two tubs of sauce in the truck’s lower cooler.',
    ),
  ],
  [
    3,
    say(
      'Food that must be kept cold was found above 41 degrees Fahrenheit.',
      'Shredded cheese 49F, sliced tomatoes 51F, in the make table for less than two hours. Operator moved both to ice.',
      'Cooked chicken 47F at the service window.',
    ),
  ],
  [
    5,
    say(
      'No thermometer in a cooler that holds cold food.',
      'Reach-in cooler beside the window.',
      'Probe thermometer reads 6 degrees too high in ice water.',
    ),
  ],
  [
    6,
    say(
      'Frozen food thawed on the counter.',
      'Two bags of imaginary shrimp by the sink.',
      'Operator put the food under cold running water.',
    ),
  ],
  [
    8,
    say(
      'Raw food stored above food that is ready to eat.',
      'Raw burger patties over cut fruit.\nOperator exchanged the shelves.',
      'Open flour bag on the floor of the storage shelf.',
    ),
  ],
  [
    9,
    say(
      'Ready-to-eat food touched with bare hands.',
      'Cook Marisol Fabledale put lettuce on a sandwich without gloves. Discussed, and the sandwich thrown away.',
      'Employee cut lemons without gloves.',
    ),
  ],
  [
    10,
    say(
      'In-use utensil kept in standing water.',
      'Ice scoop in a bucket of water.',
      'Knife stored between the table and the wall.',
    ),
  ],
  [
    11,
    say(
      'No agreement on the reporting of illness signed by employees.',
      'New hire Teodoro Mythwood started five weeks ago.',
      'Form sent to the operator by mail.',
    ),
  ],
  [
    12,
    say(
      'Employee did not wash hands before putting on gloves.',
      'Observed cook Ramona Storywell change gloves twice between orders.',
      'Employee drank from an open cup at the prep table.',
    ),
  ],
  [
    13,
    say(
      'Employee prepared food without a hair restraint.',
      'Cook at the grill.',
      'Operator handed out caps.',
    ),
  ],
  [
    14,
    say(
      'Cutting board with deep marks can no longer be cleaned.',
      'Green board at the prep table.',
      'Shelf of bare wood above the fryer.',
    ),
  ],
  [
    16,
    say(
      'No test strips for the sanitizer in use.',
      'Three-compartment sink set up with chlorine.',
      'Drain plug of the rinse compartment missing.',
    ),
  ],
  [
    21,
    say(
      'Wet wiping cloth left on the counter between uses.',
      'Two cloths beside the grill.',
      'Sanitizer bucket tested at 0 ppm.',
    ),
  ],
  [
    22,
    say(
      'Food-contact surface soiled with old food.',
      'Can opener blade and slicer.',
      'Inside of the ice bin has a dark film.',
    ),
  ],
  [
    23,
    say(
      'Surface that does not touch food soiled with grease.',
      'Sides of both fryers and the hood filters.',
      'Gaskets of the reach-in cooler.',
    ),
  ],
  [
    24,
    say(
      'Clean equipment stored where it can get dirty again.',
      'Pans stacked wet on the floor shelf.',
      'Clean spoons in a soiled bin.',
    ),
  ],
  [
    25,
    say(
      'Single-service items not protected from dirt.',
      'Paper boats uncovered at the window.',
      'Cup lids stored beside the mop bucket.',
    ),
  ],
  [
    27,
    say(
      'No hot water under pressure.',
      'Water heater was switched off; 78F at the hand sink after two minutes.',
      'Fresh-water tank empty at the time of inspection.',
    ),
  ],
  [
    28,
    say(
      'Waste water leaks onto the ground.',
      'Drip below the waste tank of the truck.',
      'Waste tank filled to the brim.',
    ),
  ],
  [
    29,
    say(
      'Plumbing in disrepair.',
      'Faucet of the mop sink drips.',
      'No device against backflow at the hose bibb.',
    ),
  ],
  [
    31,
    say(
      'Hand wash sink blocked or without supplies.',
      'No soap. Operator Casimir Neverland provided it.',
      'A colander stood in the sink.',
    ),
  ],
  [
    32,
    say(
      'Bathroom without a covered waste receptacle.',
      'Staff bathroom of the commissary.',
      'Door does not close by itself.',
    ),
  ],
  [
    33,
    say('Garbage not kept in a closed container.', 'Lid of the dumpster open.', 'Boxes beside the truck.'),
  ],
  [
    35,
    say(
      'Insects found, or the service window open to them.',
      'Four live flies above the prep table.',
      'Screen of the service window torn.',
    ),
  ],
  [
    36,
    say(
      'Floor, wall or ceiling soiled or damaged.',
      'Grease below the fryer.',
      'Loose panel behind the cooler.',
    ),
  ],
  [
    38,
    say(
      'Light without a shield over food.',
      'Bulb above the make table.',
      'One of two lamps of the hood is out.',
    ),
  ],
  [
    40,
    say(
      'Belongings of employees stored with food.',
      'Jacket on a bag of rice.',
      'Phone charger on the prep table.',
    ),
  ],
  [
    41,
    say(
      'Chemical stored near food, or without a label.',
      'Spray bottle of degreaser beside the buns.',
      'Bottle of blue liquid without a label; operator labeled it.',
    ),
  ],
  [42, say('Mop not hung up to dry.', 'Stood in the bucket.', 'Broom kept between the coolers.')],
  [
    45,
    say(
      'Fire extinguisher without a current tag. For reporting purposes only.',
      'Tag of last year.',
      'Extinguisher not mounted.',
    ),
  ],
  [
    50,
    say(
      'License not displayed where it can be seen.',
      'Operator found it in the cab of the truck.',
      'License number on the truck is smaller than two inches.',
    ),
  ],
  [
    51,
    say(
      'Truck not supplied on its own.',
      'Connected by a hose to the building next door.',
      'Carbon dioxide tank not secured.',
    ),
  ],
  [
    53,
    say(
      'No proof of training for employees hired more than 60 days ago.',
      'Josefina Talltale, Bruno Mythwood: no certificates.',
      'Manager Odalys Neverland expired 1/15. Another certificate is valid.',
    ),
  ],
]);

function say(standard: string, ...remarks: readonly string[]): DemoSentence {
  return { standard, remarks };
}
