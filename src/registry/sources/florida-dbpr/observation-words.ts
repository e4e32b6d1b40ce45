/**
 * Words for striking out employees' names in what inspectors write. Neither list is a rule about anybody: the first
 * holds what is no name in a sentence about staff, the second common given names that are no word of a kitchen.
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
aaron abdul abigail adam adrian adriana agnes ahmed aisha alan alberto alejandra alejandro alexa
alexander alexandra alexandria alexis alfonso alicia alina alison allison alma alvaro alyssa amanda
amelia amir amy ana andre andrea andres andrew angela angelina angie anita anna annie anthony antonia
antonio ariana armando arthur arturo ashley audrey beatriz benjamin bernard bethany bianca brandon
brenda brendan brian brianna brittany bruce bryan caitlin caleb calvin camila candice carla carlos
carmen carol carolina caroline carolyn cassandra catalina catherine cecilia cesar charles chelsea cheryl
chloe chris christian christina christine christopher cindy claire clara claudia connor craig cristian
cristina curtis cynthia damian daniel daniela danielle darlene darren david deborah debra denise dennis
derek diana diane diego dolores dominic donald donna doris dorothy douglas duane dustin dylan eddie
eduardo edward edwin eileen elaine eleanor elena elias elizabeth ella ellen emanuel emily emma emmanuel
enrique eric erica erik erika erin ernesto esteban esther ethan eugene eva evelyn fatima felicia felipe
felix fernanda fernando fiona francisca francisco frederick gabriel gabriela gabriella gail gary george
gerald gerardo gina giovanni gladys glenn gloria gonzalo gregory guadalupe guillermo gustavo hannah
harold hassan heather hector heidi helen henry hilda howard hugo ian ibrahim ignacio irene isaac isabel
isabella isaiah ismael ivan jackie jacob jacqueline jaime jamal jamie janet janice jared jason javier
jeffrey jenna jennifer jeremy jesse jessica jesus jill jimmy joan joanna joaquin jocelyn joe joel john
johnny jonathan jorge jose josefina joseph joshua joyce juan juana juanita judith judy julia julian
juliana julie julio justin karen karina karla katherine kathleen kathryn kathy katie kayla keisha keith
kelly kenneth kevin kimberly kristen kristin kristina kyle larry latoya laura lauren lawrence leah
leonardo leslie leticia liam lillian linda lisa logan lola lorena lorenzo lori louise lucas lucia luis
luisa luz lydia manuel manuela marcela marcia marco marcos marcus margaret maria mariah mariana maribel
marilyn mario marisol marissa marjorie marlene marta martha martin marvin mary mateo matilde matthew
maureen maurice megan melanie melissa meredith michael michele michelle miguel mildred miriam mohamed
mohammed moises molly monica muhammad nancy naomi natalia natalie nathan nathaniel nestor nicholas
nicolas nicole nina noah noemi norma octavio omar oscar pablo pamela paola patricia patrick paul paula
pauline pedro peggy peter philip phillip phyllis priscilla rachel rafael ralph ramon ramona randall
randy raul raymond rebecca regina renee ricardo richard rigoberto riley rita robert roberta roberto
rocio rodney rodolfo rodrigo rogelio roger roland ronald rosa roxanne ruben russell ruth ryan samantha
samuel sara sarah sean sebastian sergio shannon sharon shawn sheila shirley silvia simon sofia sonia
sophia stacey stacy stanley stefan stephanie stephen steve steven stuart susan susana suzanne sylvia
tamara tanya tara teresa terri theodore theresa thomas tiffany timothy tina todd tomas tracy travis
trevor tristan tyler valentina valeria valerie vanessa veronica vicente victor vincent vivian walter
wanda wayne wendy william xavier yesenia yolanda yvette yvonne zachary zoe
`;

/** Capitalized in a sentence about staff, these are no name. Lower case. */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(ORDINARY.trim().split(/\s+/));

/** Given names, lower case. */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(GIVEN.trim().split(/\s+/));
