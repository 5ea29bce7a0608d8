/**
 * Words from which the most common passwords of ten characters or more are built, alone, in pairs, or with digits:
 * `password123`, `iloveyou2024`, `qwertyuiop1`. `password.rules.ts` finds them, also with digits in place of letters.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
  password passwort passw pass word passphrase secret letmein let mein welcome login logon signin sign changeme change
  admin administrator root user username guest test testing tester demo default temp temporary master superuser super
  manager office staff teacher tutor student school tuition class classroom lesson lessons homework maths english science
  mathematics chinese physics chemistry biology primary secondary college university education learning academy
  singapore malaysia indonesia china jakarta india philippines australia america england london newyork germany
  iloveyou ilove loveyou love lovely loveme lover you me my mylove babygirl baby girl boy babyboy angel angels heart
  princess prince queen king sunshine sunflower sun moon star stars flower flowers rainbow butterfly summer winter spring
  autumn january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday happy birthday christmas holiday family mother father mommy daddy mama papa mummy
  sister brother friend friends forever always together beautiful handsome sweet sweetie sweetheart honey sugar cookie
  chocolate cheese banana orange apple cherry strawberry coffee pepper ginger peanut pumpkin
  football soccer baseball basketball hockey tennis golf rugby cricket sports liverpool chelsea arsenal manchester united
  barcelona madrid juventus lakers cowboys yankees steelers rangers
  monkey dragon tiger lion panther eagle eagles wolf shadow hunter killer ninja samurai phoenix unicorn dolphin kitty
  kitten puppy doggy hello hellokitty pokemon pikachu naruto batman superman spiderman ironman starwars matrix
  hannah michael michelle jessica jennifer ashley amanda nicole daniel david andrew anthony thomas robert charlie jordan
  joshua matthew william alexander christopher samantha elizabeth victoria patrick richard george harley buster tigger
  maggie bailey jasmine taylor austin dakota cooper
  computer internet google facebook instagram whatsapp linkedin youtube twitter amazon samsung iphone android windows
  microsoft apple macbook laptop server network system database software security firewall access account private
  whatever nothing something anything freedom trustno trust no one number money dollar million rich lucky luck
  blessed blessing jesus christ jesuschrist god godisgood faith hope peace amazing awesome perfect
  gangster hotdog cowboy cowgirl biteme fuckyou fuck asshole bitch pussy
  blink metallica nirvana eminem guitar music dance dancer player gamer gaming minecraft fortnite roblox playstation xbox
  ferrari porsche mercedes mustang corvette yamaha honda toyota
  red blue green yellow black white purple pink silver golden gold diamond crystal
  abc abcd abcde xyz asdf asdfg asdfgh asdfghjkl zxcvbn zxcvbnm qwer qwert qwerty qwertyui qwertyuiop qazwsx qazwsxedc
  azerty azertyuiop qwertz zaq xsw aaa asd zxc qaz wsx edc poiuyt lkjhgf mnbvcxz
  the and for is in of to it at on an be we our us your this that new old big best good great cool real only just
  first last next more most all not now day night time life live world home house work job boss team company business
  letme ever never again please thankyou thanks sorry
  `
    .trim()
    .split(/\s/)
    .filter((word) => word.length > 1),
);
