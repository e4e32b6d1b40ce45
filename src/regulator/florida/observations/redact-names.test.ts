import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { redactNames } from './redact-names.ts';

/** The category numbers for employees (53) and for food (3). */
const STAFF = 53;
const FOOD = 3;

function check(category: number, sentences: readonly (readonly [written: string, stored: string])[]): void {
  for (const [written, stored] of sentences) assert.equal(redactNames(written, category), stored);
}

describe('redacting names in observations', () => {
  test('redacts a name after a role, with or without a title, initials, commas or parentheses', () => {
    check(FOOD, [
      ['Observed cook Zebulon Quillfeather handle raw fish.', 'Observed cook [name] handle raw fish.'],
      [
        'Per manager on duty, J. Quillfeather, the rice is from today.',
        'Per manager on duty, [name], the rice is from today.',
      ],
      ['Discussed with PIC Wilhelmina.', 'Discussed with PIC [name].'],
      ['Food thrown away (server: Ottoline).', 'Food thrown away (server: [name]).'],
      ['Spoke with Zebulon about the cooler.', 'Spoke with [name] about the cooler.'],
      ['Mr. Quillfeather turned the cooler down.', 'Mr. [name] turned the cooler down.'],
      ['Employee named Ottoline McTwig-Quill left.', 'Employee named [name] left.'],
      ['Person in charge’s name is Zebulon.', 'Person in charge’s name is [name].'],
    ]);
  });

  test('redacts a name, including a common given name, before something only a person does', () => {
    check(FOOD, [
      ['Wilhelmina stated that the soup is new.', '[name] stated that the soup is new.'],
      ['Ottoline was reeducated.', '[name] was reeducated.'],
      ['Soup reheated, says Maria’s note.', 'Soup reheated, says [name] note.'],
      ['Checked by Gabriela Quillfeather.', 'Checked by [name].'],
    ]);
  });

  test('redacts every unknown capitalized word in texts about employees', () => {
    check(STAFF, [
      ['Zebulon P Quillfeather 8/14. Other CFM is valid.', '[name] 8/14. Other CFM is valid.'],
      ['ZEBULON QUILLFEATHER expired 2-23.', '[name] expired 2-23.'],
      ['Wilhelmina, Ottoline.', '[name], [name].'],
      ['Ottoline/cook', '[name]/cook'],
      [
        '(Cook: Zebulon, Preparation cook: Ottoline, Wilhelmina: server)',
        '(Cook: [name], Preparation cook: [name], [name]: server)',
      ],
      ['Zebulon quill and Ottoline D. arrived late.', '[name] and [name] arrived late.'],
      ['Training of juan expired.', 'Training of [name] expired.'],
      ['Ramón Peñaflor and Zoë have no certificate.', '[name] and [name] have no certificate.'],
    ]);
  });

  test('redacts a given name or an announced name even if it is not capitalized', () => {
    check(FOOD, [
      ['Observed cook maria handle raw fish.', 'Observed cook [name] handle raw fish.'],
      ['Discussed with manager john quill about it.', 'Discussed with manager [name] about it.'],
      ['Employee name zebulon, a cook named ottoline.', 'Employee name [name], a cook named [name].'],
      [
        'Zebulon the line cook moved it. Mike- line cook too.',
        '[name] the line cook moved it. [name]- line cook too.',
      ],
    ]);
  });

  test('redacts a name that is also an ordinary word if a surname follows or only a name fits there', () => {
    check(FOOD, [
      ['Cook Will handles raw fish. Will stated it.', 'Cook [name] handles raw fish. [name] stated it.'],
      ['Reviewed with Will Waters.', 'Reviewed with [name].'],
      [
        'Mr. Waters left. Ms. Six left. Owner Ottoline Waters left.',
        'Mr. [name] left. Ms. [name] left. Owner [name] left.',
      ],
    ]);
    check(STAFF, [
      [
        'Server Ottoline Six. Will Quillfeather, Rose and April.',
        'Server [name]. [name], [name] and [name].',
      ],
      ['Vanessa Branch expired. Jordan Cherry expired.', '[name] expired. [name] expired.'],
    ]);
  });

  test('does not redact verbs, months, places, businesses, brands or all-caps sentences', () => {
    const texts = [
      'Operator Will move it. Operator will call. Expired May 2018. Owner May 2018.',
      'Per owner, Manatee County form. Per manager, Reduced Oxygen Packaging. Owner Quillfeather County license.',
      'Marco’s Pizza box next to San Marcos beans. Employee Monster drink, employee Doritos, employee AirPod case.',
      'LEAKING ROOF ABOVE COOK LINE BROILER. EMPLOYEE HANDWASH SINK AT DISH STATION. COOK LINE SODA STATION.',
    ];
    check(
      FOOD,
      texts.map((text) => [text, text]),
    );
  });

  test('redacts phone numbers and email addresses, but not organizations’ toll-free numbers', () => {
    check(FOOD, [
      ['Call (850) 555-0101 or 850.555.0102.', 'Call [phone] or [phone].'],
      ['Sent to zebulon.q@quill.example today.', 'Sent to [mail address] today.'],
      ['Program: 866-555-0100. Call #0500000001 (4/13).', 'Program: 866-555-0100. Call #0500000001 (4/13).'],
    ]);
  });

  test('leaves sentences without a name unchanged', () => {
    const food = [
      'Observed raw Chicken over Lettuce. Operator moved Chicken. Cook washed hands. Employee drinking Coffee.',
      'Discussed with manager. Manager stated food was from yesterday. Ambient says 50F. Maintenance arrived.',
      'Dishwasher (Chlorine 0ppm). Cook-Chill package, Bag stated to remove. Cold Holding 45F - Operator iced it.',
      'Will be replaced on May 4. Inspection 2026-05-15: cookIng oil on the floor.',
    ];
    const staff = [
      'Manager or person in charge lacking proof of food manager certification. Certificate expired in September.',
      'Two employees hired more than 60 days ago. Emailed operator Clean-Up of Vomiting and Diarrheal Events (DBPR HR 5030-104).',
      'Observed training through ServSafe and SafeStaff. No CFM present. Person-in-Charge called owner.',
    ];
    check(
      FOOD,
      food.map((text) => [text, text]),
    );
    check(
      STAFF,
      staff.map((text) => [text, text]),
    );
  });

  test('changes nothing the second time and handles long text quickly', () => {
    const once = redactNames('Cook Zebulon, server Ottoline Quill.', STAFF);
    assert.equal(redactNames(once, STAFF), once);
    // CPU time is not affected by other programs on the machine.
    const started = process.cpuUsage();
    for (const text of ['Aa '.repeat(1_300), 'A'.repeat(4_000), 'manager '.repeat(500), 'A. '.repeat(1_300)])
      for (const category of [STAFF, FOOD]) redactNames(text, category);
    assert.ok(process.cpuUsage(started).user < 2_000_000);
  });
});

test('redacts a given name that is also an ordinary word, together with the surname after it', () => {
  for (const [text, expected] of [
    ['Spoke on site with a Bill Smithers at 2pm.', 'Spoke on site with a [name] at 2pm.'],
    ['Certificate of Rose Hibbersby on wall.', 'Certificate of [name] on wall.'],
    ['Frank Oxley was not there.', '[name] was not there.'],
    ['Will Call window blocked. Grant County sign. Bill Road entrance.', undefined],
    ['Rose wine and Basil Pesto stored on floor.', undefined],
  ] as const)
    assert.equal(redactNames(text, 8), expected ?? text);
});

test('does not redact a given name in the name of a dish', () => {
  for (const text of [
    'Tom Yum soup at 51°F.',
    'Pepper Jack cheese and Caesar dressing uncovered.',
    'Bloody Mary mix on floor.',
    'Monterey-Jack cheese at 47°F.',
  ])
    assert.equal(redactNames(text, 8), text);
  assert.equal(redactNames('Tom Yumsley signed.', 8), '[name] signed.');
});
