/**
 * Word lists for redacting employees' names in inspectors' texts. No list describes a particular person. The
 * first contains words that are not names in a sentence about staff. The second contains common given names
 * that are not kitchen words.
 */

const ORDINARY = `
a about above acceptable access accessible according account accounting acknowledge acknowledgment
action activities activity actual added additional address adequate admin advise advised after again age
agent agreement agreements ahj all allergen allergens allergy allowed already also am ambient america
american an and another answer any apart application applied approved approximately april apron are area
areas arrival arrived as ask asked assigned assistant associate association at ate attend available
aware back bag baker bank bar bare barista bartender bartenders basic be because beef been before began
begin being between big binder birth blank board boh book booklet booklets books both bottle box breach
bread brought building burger bus business but by call callback called caller can cannot captain card
cards care cashier certificate certificates certification certifications certified certify cfm cfms cfpm
chain change changed charge check checked chef chefs chicken chill chlorine class classes clean cleaned
cleaning clerk client closed co code codes cold coli company complaint complete completed completion
compliance complied comply conducted contact contacted container cook cooking cooks cooler copies copy
corporate corrected corrective could counter course courses covid crewmember current currently
customer cut dairy date dated dates day days dbpr december deli delivery department describe diarrhea
diarrheal did dining discarded discuss discussed disease diseases dish dishes dishwasher dishwashers
dishwashing display displayed district division do document documentation documents does done door dr
drink drinking due during duties duty each ecolab educated education electronic electronically eleven
email emailed employed employee employees employer engage engaged engages engaging english environ
environmental equipment escherichia establishment establishments event every evidence evidenced exam
except exclusion exp expiration expire expired expires explain explained express facility fda feb
february fever few fifth file filled find first fish five florida flra foh folder follow food foodborne
foods foodservice for form forms four freezer friday from front full gave general get given glove gloves
go good got guest guide had hair half hand handbook handle handled handler handlers handles handling
handout hands handwash handwashing hard has have he head health held help hepatitis her here high hire
hired hires his hispanic hold holding home host hostess hot hotel hotels hours house how hr html http
https i ice id identified if ifsea ill illness illnesses in inc incomplete info information informed
initial inspection inspector instructed intermediate internet invalid is issue issued it its jan january
jaundice job july june just keep kitchen know knowledge label labels lack lacking last lead leader learn
left license licensed licenses line list listed llc locate located location lodging log logs long lunch
machine made mail maintenance male management manager managers mandatory manger manual many march
materials may me meat members men menu mgr minutes miss missed missing monday month months more most
moved mr mrs ms multiple must my na name names national nausea needs new newly next night no nobody non
none norovirus not note noted noticed notification november number observed october of off office
official ok old on once one online only open opened opening operated operates operating operation
operator operators or order original other others our out over own owner owners ownership package
packaging packet page paper papers paperwork part partial party pending per person personal personnel
persons phone photo photocopies physical pic pizza place placed plan please point policy pork position
possible post posted poster posters ppm prep preparation prepare prepared preparing present presented
previous previously printed prior priority procedure procedures produce producing product professional
professionals program programs prohibition prometric promoted proof proper properly provide provided
provider provides public purchased quat quaternary question questionnaire questions raw re readable
ready reason received recently recommend record records refer reference regarding register registered
registry reheated relief removed renewed repair repaired repeat replaced report reported reporting
required requirement requirements responsibilities restaurant restaurants restriction retrain review
reviewed reviewing rinsed safe safestaff safety sales salmonella same sanitizer sanitizing sat saturday
schedule scheduled screen second section see seen self semi sent september serv serve server servers
servesafe service servsafe session seven several she shift shiga shigella shop should show showed shown
shows sick sign signed since sir six soap sole some someone sore sou sous spanish spoke spp staff
standards start started state stated statement states status still stop store stored student sun sunday
supervisor supervisors symptoms system take taken taking tallahassee team tech technician temp
temperature temporary ten test tested testing than that the their them then there these they third this
those three throat through thru thursday time title to today told took touch towel towels toxin train
trained trainee trainer training trainings tuesday twelve two type typhi typhoid unable under
undocumented unit until up updated upon us usa use used user using valid verbal verbally verified verify
via vide video violation violations virus visit visitor vomit vomiting waiter waiters waitress
waitresses walk warewashing warned warning was washed washing watched water we web website wednesday
week weeks well were west what when where which while who wife will window with within without witnessed
women work worked worker workers working works would written year years yes yesterday yet you your youth
zip
`;

const GIVEN = `
aaron abby abdul abel abigail adam adela adele adolfo adrian adriana adriano agnes agnieszka agustin ahmad ahmed aidan aiden aileen aisha
akeem alan alana alba alberto alec alejandra alejandro alexa alexander alexandra alexandre alexandria alexia alexis alfonso alfred ali
alicia alina alisha alison alissa allan allison alma alonso althea alvaro alyssa amalia amanda amara amelia amina amir amit amy ana anabel
anabelle anastasia anders andre andrea andres andrew andy angela angelica angelina angie anika anil anita anjali anna annabelle annette
annie ansel anselmo anthony antoine antoinette anton antonia antonio ariana arlene armando arnold arnoldo arthur arturo ashley ashton
astrid audra audrey aurelio ava avery axel ayesha barbara barry beatriz belinda ben benito benjamin benny bernadette bernard bernardo bert
beth bethany betty beverly bianca bob bobby bogdan bonnie boris brad bradley brandi brandon bree brenda brendan brenna brent bret brett
brian brianna bridget britney brittany brock brooke bruce bryan bryant bryce byron caitlin caleb callie calvin camila candice cara carina
carl carla carlos carmela carmen carol carolina caroline carolyn carrie casey cassandra cassidy catalina catherine cathy cecil cecilia
celeste celia celina cesar chad chantal charlene charles charlie charlotte chelsea chelsey cheryl cheyenne chloe chris christian christina
christine christopher chuck cindy claire clara claude claudia clayton clifford clinton clyde colin colleen connor conrad constance cora
corinne cory courtney craig cristian cristina curtis cynthia damian damon dan dana danica daniel daniela danielle danny dante daphne daria
darius darlene darnell darrell darren darryl dave david davon dayana deandre deanna deb debbie deborah debra deepak delia delores
demetrius denis denise dennis derek desiree devin devon dexter diana diane diego dimitri dina dion dmitri dolores dominic dominique donald
donna donovan dora doreen dorian doris dorothy doug douglas dragan drake duane duc dustin dwayne dwight dylan ebony eddie eddy edgar edith
edmund eduardo edward edwin efrain eileen elaine eleanor elena eli eliana elias elisa elise elizabeth ella ellen ellie elliot elliott elsa
elvira elvis emanuel emerson emil emilio emily emma emmanuel enrique eric erica ericka erik erika erin ernest ernestina ernesto ervin
esmeralda esteban estela estelle esther ethan eugene eunice eva evan evelyn ezekiel ezequiel fabian fabiola fatima faye federico felicia
felipe felix ferdinand fernand fernanda fernando fiona florence floyd francesca francine francis francisca francisco franco francois
frankie franklin fred freddie freddy frederic frederick fredrick gabe gabriel gabriela gabriella gail gary gavin genevieve geoff geoffrey
george gerald gerardo gilbert gilberto gina ginny gino giovanni giselle gladis gladys glenn gloria gonzalo gordon graciela greg gregorio
gregory greta gretchen griselda guadalupe guerline guillermo gustavo gwen gwendolyn hamid hank hannah hans harley harold harriet harry
harvey hassan heather hector heidi helen henry heriberto herman hernan hilary hilda hoang homer horacio howard hugo humberto huong hussein
ian ibrahim ida ignacio igor iliana imani inez ingrid irene irma irving isaac isabel isabella isaiah isaias isidro ismael itzel ivan ivana
ivanka ivette ivonne jacinto jackie jackson jacob jacqueline jacques jaden jaime jalen jamal jameson jamie jana jane janelle janet janice
janine jared jasmin jason jasper javier javon jayden jayla jaylen jayson jazmin jean jeanette jeannette jeff jefferson jeffery jeffrey jen
jenna jennifer jenny jeremiah jeremy jermaine jerome jerry jesenia jess jesse jessica jesus jill jim jimmy joan joana joann joanna joanne
joaquin jocelyn jodi jody joe joel joey johan johana johanna john johnathan johnny jon jonah jonas jonathan jordan jorge jose josefa
josefina joseph josh joshua josiah josie joyce juan juana juanita judith judy julia julian juliana julie juliet juliette julio justin
kaitlyn kamila kara kareem karen karim karima karina karl karla kate katelyn katherin katherine kathie kathleen kathryn kathy katie
katrina kay kayla kayleigh keisha keith kelly kelvin kendall kendra kenneth kenny kerry kevin khalid kiara kim kimberly kira kirk krista
kristen kristi kristian kristie kristin kristina kristopher kurt kyle kylie lamar lana lance larry latasha latisha latoya laura lauren
lauretta lavonne lawanda lawrence layla leah leandro leila lena leon leona leonard leonardo leonel leroy leslie lester leticia levi leyla
liam lidia liliana lillian lillie lina linda linh lionel lisa livia lloyd logan lola lorena lorenzo loretta lori lorna lorraine louie
louis louise lourdes lucas lucia lucille lucinda lucy luis luisa luke lupe luther luz lydia lyle lynette lynn mabel mable mackendy
mackenzie maddie madeline madison magda maggie malik mallory mandy manuel manuela marc marcela marcelo marcia marco marcos marcus marcy
margaret margarita margie margot maria mariah mariana maribel maribeth mariela marilyn mario marion marisa marisol marissa maritza
marjorie marjory marla marlene marlon marquis marsha marta martha martin marty marvin mary maryann mateo mathew matias matilde matt
matthew mattie maureen maurice maxine maya mckenzie megan meghan melanie melinda melissa mellissa mercedes meredith merle mia micah
michael micheal michele michelle mickey miguel mikayla mike mildred millie milos mindy minerva minh miranda miriam mitch mitchell mohamed
mohammad mohammed moises molly mona monica mordechai morris muhammad mya myra myrna myrtle nadia nadine nakia nancy naomi nasser natalia
natalie natasha nate nathan nathaniel nayeli ned neil nelson nestor nguyen nicholas nick nickolas nico nicolas nicole nikita nikki nikolai
nina noah noelia noelle noemi nora noreen norma norman octavia octavio ofelia oksana oleg olena olga oliver olivia ollie omar omari
omarion ophelia orville oscar osvaldo otis owen pablo paige paloma pam pamela paola pascal patrice patricia patrick patsy patti paul paula
paulette paulina pauline paulo pedro peggy penelope percy perla perry pete peter petra phil philip phillip phoebe phuong phyllis pierre
piotr porfirio preston priscilla priya quang quentin quincy quinn rachael rachel rafael rafaela rahul raj ralph ramiro ramon ramona
randall randolph randy rania raquel rashad raul ravi raymond raymundo rebecca rebekah reggie regina reginald reid renata rene renee rey
reyna reynaldo rhoda rhonda ricardo richard rick rickey ricky rico rigoberto riley rita rob robbie robert roberta roberto robin robyn
rocio roderick rodger rodney rodolfo rodrigo rogelio roger roland rolande rolando romeo ron ronald ronaldo ronnie rosa rosalie rosalinda
rosalyn rosario rosemarie rosendo ross roxana roxanne roy ruben rudolph rudy rufus russel russell ruth ryan sabrina sadie salma salvador
salvatore sam samantha sami samir sammy samuel sandra sanjay sara sarah sasha saul savanna scott sean sebastian selena serena sergei
sergio seth shana shane shania shanice shannon sharon sharron shaun shauna shawn sheena sheila shelby sheldon shelley shelly sheri sherri
sheryl shirley sidney silas silvia simon simone skylar sofia sonia sonja sonya sophia spencer stacey stacie stacy stan stanley stefan
stefanie steph stephanie stephany stephen steve steven stewart stuart sunil susan susana suzanne svetlana sydney sylvia tabitha talia
tamara tamika tania tanisha tanya tara tariq tasha tatiana tatyana ted teddy terence teresa terrance terrence terri terry tessa thalia
thelma theo theodore theresa thomas thuy tia tiana tiffany tim timmy timothy tina tito tobias todd tom tomas tommie tommy toni tony tonya
tori tracey tracie tracy trang travis trent trevor trey trina trisha tristan trudy tuan ty tyler tyrone ulises uriel ursula valentin
valentina valeria valerie vanessa vera vernon veronica vicente vicki vicky victor vijay viktor vilma vince vincent viola violeta virgil
vivian vivienne vladimir walt walter wanda warren wayne wendell wendy wes wesley whitney widline wilbur wilfredo willard william willie
willis wilma wilner wilson winifred winston xavier xiao xiomara yadira yahaira yasmin yesenia yesica yessenia yolanda youssef yuri yusuf
yvette yvonne zachariah zachary zack zackary zainab zane zelda zoe zoey zoila zoraida
`;

/**
 * Words that are also given names. They count as a name after a role, before something only a person does, or
 * next to another name. Ordinary words that are also surnames ("Maria Waters") count as a name only next to
 * another name.
 */
const GIVEN_WORDS_TEXT = `
amber angel april art ashton asia aurora autumn bill brandy brook carmen chance charity chase cherry clay cliff crystal dale dawn dean
destiny diamond drew duke earl eve faith flora frank gene ginger grace grant guy harmony hazel heath heaven holly honor hope iris ivy jack
jade jasmine jewel joy june justice lance lane lily mark mason max may melody mercy miles misty morgan nova olive opal pat pearl penny
ray reed rich rob rocky rose rosemary ruby rusty sandy savannah sierra skip stella sterling stormy sue summer taylor trinity van violet
virginia wade will willow
`;

const SURNAME_WORDS_TEXT = `
bank bar basic best boss bush case church day days fish free good guest guide half hand hands head hill hood hours house last law lead long
love march miss moon neal north nurse office page paper part person place pool post power rest second shop show shown six sole south spring
still stock stone store street temple test time times touch train walk wall want ward wash water waters week weeks well wells west winter
wood work works year years young
`;

/** Words that are not names even if they are capitalized in a sentence about staff. All are in lowercase. */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(ORDINARY.trim().split(/\s+/));

/** Common given names, in lowercase. */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(GIVEN.trim().split(/\s+/));

export const GIVEN_WORDS: ReadonlySet<string> = new Set(GIVEN_WORDS_TEXT.trim().split(/\s+/));

export const SURNAME_WORDS: ReadonlySet<string> = new Set(SURNAME_WORDS_TEXT.trim().split(/\s+/));

/**
 * Dishes, drinks and products whose names contain a given name, as pairs of lowercase words. They come from
 * menus, not from inspectors' texts.
 */
export const DISHES: ReadonlySet<string> = new Set([
  'tom yum',
  'tom kha',
  'tom yam',
  'tom collins',
  'tom ka',
  'john dory',
  'johnny cake',
  'johnny cakes',
  'sloppy joe',

  'sloppy joes',
  'joe crab',
  'pepper jack',
  'monterey jack',
  'colby jack',
  'jack cheese',
  'jack daniels',
  'apple jack',

  'bloody mary',
  'shirley temple',
  'arnold palmer',
  'rob roy',
  'roy rogers',
  'earl grey',
  'harvey wallbanger',

  'captain morgan',
  'jose cuervo',
  'johnnie walker',
  'jim beam',
  'evan williams',
  'don julio',
  'margarita mix',

  'margarita machine',
  'margarita pizza',
  'margarita glass',
  'frozen margarita',
  'dr pepper',
  'baby ruth',
  'little debbie',

  'betty crocker',
  'aunt jemima',
  'oscar mayer',
  'jimmy dean',
  'sara lee',
  'marie callender',
  'mary jane',
  'oh henry',

  'tony chachere',
  'frank redhot',
  'frank hot',
  'ken dressing',
  'caesar salad',
  'caesar dressing',
  'cesar salad',

  'fettuccine alfredo',
  'chicken alfredo',
  'alfredo sauce',
  'alfredo pasta',
  'eggs benedict',
  'egg benedict',

  'crepe suzette',
  'peach melba',
  'napoleon cake',
  'victoria sponge',
  'queen anne',
  'anna potatoes',
  'beef wellington',

  'beef stroganoff',
  'reuben sandwich',
  'monte cristo',
  'carlos rossi',
  'carlo rossi',
  'francis coppola',
  'ben jerry',

  'santa maria',
  'ave maria',
  'stella artois',
  'sierra mist',
  'sierra nevada',
  'galletas maria',
  'maria cookies',
  'maria crackers',
  'jasmine rice',
  'ginger root',

  'ginger ale',
  'ginger beer',
  'rosemary bread',
  'basil pesto',
  'thai basil',
  'clementine juice',
  'colby cheese',

  'chow mein',
  'lo mein',
  'kung pao',
  'general tso',
  'lee kum',
  'pita bread',
  'romeo juliet',
  'philly cheese',
]);
