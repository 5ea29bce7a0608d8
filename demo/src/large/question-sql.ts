import { days } from '../demo-time.ts';
import type { Calendar } from './class-sql.ts';
import { below, chance, idArray, idFor, instant, literal, pickFrom, textArray } from '../sql.ts';

const tex = String.raw;

/** Stories for names 1, 3, numbers 2, 4, a thing 5, a fraction 6, a place 7; some of them are likely duplicates. */
const openings = [
  '%1$s had %2$s %5$s and kept them in a box near the %7$s.',
  'There were %2$s %5$s on a shelf of the %7$s when %1$s came in.',
  'At the %7$s the price of %5$s was raised to %2$s cents on the day %1$s opened a stall.',
  'An experiment with %5$s was set up by %1$s, who noted a mass of %2$s g behind the %7$s.',
  '%1$s cycles %2$s metres from home to the %7$s with a bag of %5$s.',
  'A square garden beside the %7$s measures %2$s cm along one side; %1$s fills it with %5$s.',
  'Every week %1$s orders %2$s new %5$s for the shop next to the %7$s.',
  'A rectangular tank at the %7$s holds %2$s ml, enough for %1$s to rinse the %5$s.',
  'In a survey at the %7$s, %2$s visitors told %1$s how many %5$s they own.',
  '%1$s reads an article of %2$s words about %5$s and the %7$s.',
] as const;
const middles = [
  'After giving %6$s of the total to %3$s, another %4$s went missing.',
  '%3$s borrowed %6$s of it in the morning and returned %4$s before noon.',
  'When %4$s minutes had passed, %3$s measured that only %6$s remained.',
  'The ratio between both parts changed to 3 : 7 once %3$s added %4$s and used up %6$s of it.',
  '%3$s estimates that %6$s are red, and that %4$s have a scratch.',
  'Out of every %4$s, %3$s can mend one; %6$s cannot be mended at all.',
  'With a discount of %4$s per cent, %3$s would have saved %6$s of the money.',
  '%3$s is %4$s years younger and does %6$s of the same work in an hour.',
  'One pump fills %6$s in an hour while %3$s drains %4$s litres.',
  'Half as many as %3$s packed yesterday were sold, then %6$s of the others and %4$s besides.',
  '%3$s draws a circle of radius %4$s inside and shades %6$s of what lies outside.',
  'The mean of %4$s readings that %3$s took was exceeded by %6$s of them.',
] as const;
const closings = [
  'In the end both had the same number.',
  'Nobody noticed the difference until evening.',
  'All of it was finished within the month.',
  'Assume that nothing else was taken away.',
  'The rest was shared equally among five friends.',
  'Later the two met halfway and compared notes.',
  'Give your answer in its simplest form.',
  'The diagram is not drawn to scale.',
] as const;

const asked = [
  'How many %1$s were there at first?',
  'What fraction of the %1$s was left in the end?',
  'How much longer does it take without help?',
  'Find the total number of %1$s.',
  'Which statement about the %1$s is true?',
  'Explain how you found your answer.',
] as const;

const names =
  'Aisha Ben Chong Devi Ethan Farid Grace Hadi Isaac Jun Kavitha Lina Mei Nora Omar Priya Qistina Ravi Siti Tim Uma Vijay Wei Xin Yusuf Zoe';
const things =
  'stickers marbles beads stamps books pencils oranges mangoes eggs cards shells ribbons cubes tiles lanterns kites magnets bulbs seeds spoons towels coins buttons cupcakes muffins badges';
const places = [
  'library',
  'science room',
  'school canteen',
  'market',
  'sports hall',
  'bookshop',
  'art club',
  'bus interchange',
  'community garden',
  'swimming complex',
  'hawker centre',
  'museum',
  'night market',
  'playground',
  'post office',
  'bakery',
];

const words = (text: string) => text.split(' ');
const of = (list: readonly string[], salt: number) =>
  pickFrom(textArray(list), list.length, 'n', salt);

const fraction = (open: string, close: string) =>
  `${literal(`${open}${tex`\frac{`}`)} || top || '}{' || bottom || ${literal(`}${close}`)}`;
const element = fraction('<span data-type="inline-math" data-latex="', '"></span>');
const asFormula = (formula: string) =>
  `format(story, name, amount, friend, more, thing, ${formula}, place)`;

/** Questions of one or two units over three years, most of Mathematics; to be kept as first versions by the caller. */
export const insertQuestions = (
  { today }: Calendar,
  typists: readonly string[],
  count: number,
): string => `
  insert into questions (id, subject, level, instruction, context, unit, year, school, topic_id, skill_id, section_id,
    is_self_checking, is_archived, plain_text, created_by, created, updated)
  select ${idFor('created', `'question ' || n`)}, topic.subject,
    case when n % 3 = 0 then array['primary-' || grade, 'primary-' || (grade + 1)] else array['primary-' || grade] end,
    'Show your working clearly.', '<p>' || ${asFormula(element)} || '</p>',
    case when n % 3 = 1 then jsonb_build_array(open, choice) when n % 3 = 2 then jsonb_build_array(choice) else jsonb_build_array(open) end,
    2015 + ${below(11, 'n', 91)}, ${of(['Admiralty', 'Canberra', 'Clementi', 'Fuchun', 'Rosyth'], 92)} || ' Primary School',
    topic.id, topic.skills[1 + n % cardinality(topic.skills)],
    case when topic.subject = 'Mathematics' then sections[1 + n % cardinality(sections)] end,
    n % 40 = 0, n % 50 = 0,
    ${asFormula(fraction('', ''))} || ' ' || case when n % 3 = 1 then question || ' ' else '' end
      || case when n % 3 = 0 then question else other || ' ' || array_to_string(options, ' ') end,
    ${pickFrom(idArray(typists), typists.length, 'n', 93)}, created, created
  from generate_series(1, ${count}) n
  cross join (select array_agg(id order by place) as sections from question_tags where kind = 'section') s
  cross join lateral (select
    ${of(openings, 94)} || ' ' || ${of(middles, 109)} || ' ' || ${of(closings, 110)} as story, ${of(words(names), 95)} as name, ${of(words(names), 96)} as friend,
    ${of(words(things), 97)} as thing, ${of(places, 98)} as place,
    12 + ${below(988, 'n', 99)} as amount, 2 + ${below(97, 'n', 100)} as more,
    1 + ${below(6, 'n', 101)} as top, 7 + ${below(12, 'n', 102)} as bottom, 1 + ${below(5, 'n', 103)} as grade,
    date_trunc('second', ${instant(today)} - n * interval '${Math.floor(days(1095) / 1000 / count)} seconds') as created) drawn
  cross join lateral (select format(${of(asked, 104)}, thing) as question, format(${of(asked, 105)}, thing) as other,
    array[amount::text, (amount + more)::text, (amount * 2)::text, (amount + 9)::text] as options) texts
  join lateral (
    select topic.id, subject.name as subject,
      array(select id from question_tags skill where skill.parent_id = topic.id order by place) as skills
    from question_tags subject join question_tags topic on topic.parent_id = subject.id and topic.kind = 'topic'
    where subject.name = case when ${chance('n', 106)} < 0.7 then 'Mathematics' when ${chance('n', 107)} < 0.5 then 'English' else 'Science' end
    order by topic.place, topic.id
    offset ${below(`case when ${chance('n', 106)} < 0.7 then 19 else 14 end`, 'n', 108)} limit 1
  ) topic on true
  cross join lateral (select
    jsonb_build_object('uid', n || '-open', 'label', case when n % 3 = 1 then '(a)' else '' end, 'mark', 1 + n % 5,
      'question_type', 'open_ended', 'question_body', '<p>' || question || '</p>', 'hint', '', 'option', '[]'::jsonb,
      'answer_type', 'absolute_answer',
      'answer', jsonb_build_object('pre_unit', '', 'body', amount::text, 'post_unit', thing)) as open,
    jsonb_build_object('uid', n || '-choice', 'label', case when n % 3 = 1 then '(b)' else '' end, 'mark', 1 + n % 2,
      'question_type', 'mcq', 'question_body', '<p>' || other || '</p>', 'hint', '',
      'option', (select jsonb_agg(jsonb_build_object('label', chr(64 + no::int), 'content', option) order by no)
        from unnest(options) with ordinality given (option, no)),
      'answer_type', 'single', 'answer', jsonb_build_array(n % 4)) as choice) units`;
