-- The question bank (ADR 31): what questions are tagged with, questions with their units, and every version of them.

-- Reference data: subjects; under a subject its topics, heuristics and sections; under a topic its skills (of English and
-- Science: sub-strands). Nothing is deleted, since questions and their versions are linked to it: it is retired.
create table question_tags (
  id uuid primary key,
  kind text not null check (kind in ('subject', 'topic', 'skill', 'heuristic', 'section')),
  parent_id uuid references question_tags,
  name text not null check (name <> ''),
  place int not null,
  is_retired boolean not null default false,
  created timestamptz not null,
  updated timestamptz not null,
  version int not null default 1,
  check ((kind = 'subject') = (parent_id is null))
);
create unique index question_tags_name on question_tags (parent_id, kind, lower(name)) nulls not distinct;
create unique index question_tags_subject on question_tags (name) where kind = 'subject';

create table questions (
  id uuid primary key,
  subject text not null,
  level text[] not null check (cardinality(level) > 0),
  instruction text not null,
  context text not null,
  unit jsonb not null,
  year int,
  school text not null,
  topic_id uuid references question_tags,
  skill_id uuid references question_tags,
  heuristic_id uuid references question_tags,
  section_id uuid references question_tags,
  is_self_checking boolean not null,
  is_archived boolean not null default false,
  compared text not null,
  created_by uuid not null references users,
  created timestamptz not null,
  updated timestamptz not null,
  version int not null default 1
);
comment on column questions.unit is 'the parts with their answers, as the contract shows them; always read and written as a whole';
comment on column questions.compared is 'the words of all that is asked, formulas as their LaTeX: searched, and compared for likely duplicates';
create index questions_newest on questions (created desc, id desc) where not is_archived;
create index questions_by_subject on questions (subject, created desc, id desc) where not is_archived;
create index questions_by_topic on questions (topic_id, created desc, id desc) where not is_archived;
create index questions_by_level on questions using gin (level) where not is_archived;
create index questions_compared on questions using gin (lower(compared) gin_trgm_ops);

create table question_versions (
  question_id uuid not null references questions on delete cascade,
  version int not null,
  at timestamptz not null,
  by_id uuid not null references users,
  action text not null check (
    action in ('created', 'updated', 'tagged', 'archived', 'unarchived', 'restored', 'imported')),
  restored int,
  state jsonb not null,
  pictures text not null,
  primary key (question_id, version)
);
comment on column question_versions.state is 'the whole question as it was, by the names of its columns';
comment on column question_versions.restored is 'the version that was brought back';
comment on column question_versions.pictures is 'the addresses of the uploaded pictures that it shows';

-- What stands there from the start. The ids follow from the names, so that they are the same everywhere.
create temporary table first_tags (kind text, subject text, topic text, name text, place int) on commit drop;
insert into first_tags
select 'subject', null, null, name, place - 1
from unnest(array['English', 'Mathematics', 'Science']) with ordinality subjects (name, place);
insert into first_tags
select 'section', 'Mathematics', null, name, place - 1
from unnest(array['MCQ', 'Short Question (SQ)', 'Word Problem (WP)']) with ordinality sections (name, place);
insert into first_tags
select 'heuristic', 'Mathematics', null, name, place - 1
from unnest(array[
  'Single Unchanged',
  'Total Unchanged',
  'Difference Unchanged',
  'All Changing',
  'Equal Fractions',
  'Repeated Identity',
  'Remainder Concept',
  'Units and Parts',
  'Number x Value',
  'Excess and Shortage',
  'Making an Assumption',
  'Working Backwards',
  'Guess and Check',
  'Grouping',
  'Pattern'
]) with ordinality heuristics (name, place);

with topics (subject, place, name, skills) as (values
  ('Mathematics', 0, 'Whole Number', array[
    'Place Value and Number Notation', 'Reading and Writing Numbers in Numerals and Words',
    'Comparing and Ordering Numbers', 'Number Patterns', 'Odd and Even Numbers', 'Addition and Subtraction',
    'Multiplication', 'Division With and Without Remainder', 'Rounding and Estimation', 'Factors and Multiples',
    'Multiplying and Dividing by Tens, Hundreds and Thousands', 'Order of Operations and Brackets']),
  ('Mathematics', 1, 'Fractions', array[
    'Fraction of a Whole', 'Comparing and Ordering Fractions', 'Equivalent Fractions', 'Simplest Form',
    'Adding and Subtracting Like and Related Fractions', 'Mixed Numbers and Improper Fractions', 'Fraction of a Set',
    'Fraction as Division', 'Adding and Subtracting Unlike Fractions and Mixed Numbers', 'Multiplying Fractions',
    'Dividing Fractions', 'Fraction of a Remainder']),
  ('Mathematics', 2, 'Decimals', array[
    'Tenths, Hundredths and Thousandths', 'Comparing and Ordering Decimals',
    'Converting Between Fractions and Decimals', 'Rounding Decimals', 'Adding and Subtracting Decimals',
    'Multiplying and Dividing Decimals by a 1-Digit Number',
    'Multiplying and Dividing Decimals by Tens, Hundreds and Thousands', 'Converting Measurements in Decimal Form',
    'Word Problems on Decimals']),
  ('Mathematics', 3, 'Percentage', array[
    'Expressing a Part as a Percentage of a Whole', 'Converting Between Percentage, Fraction and Decimal',
    'Percentage Part of a Whole', 'Discount', 'GST', 'Annual Interest', 'Finding the Whole Given a Percentage Part',
    'Percentage Increase and Decrease']),
  ('Mathematics', 4, 'Ratio', array[
    'Notation and Interpretation of a:b and a:b:c', 'Equivalent Ratios', 'Simplest Form of a Ratio',
    'Finding the Missing Term', 'Dividing a Quantity in a Given Ratio', 'Ratio and Fraction', 'Combining Two Ratios',
    'Changing Ratios']),
  ('Mathematics', 5, 'Rate', array[
    'Meaning of Rate', 'Finding the Rate', 'Finding the Total Quantity Given the Rate',
    'Finding the Number of Units Given the Rate', 'Tiered Charges (Parking, Water, Postage)', 'Rate of Flow']),
  ('Mathematics', 6, 'Speed', array[
    'Relationship of Distance, Time and Speed', 'Finding Speed', 'Finding Distance', 'Finding Time', 'Average Speed',
    'Units of Speed', 'Two Moving Objects: Meeting and Catching Up']),
  ('Mathematics', 7, 'Algebra', array[
    'Using a Letter for an Unknown', 'Writing Algebraic Expressions', 'Simplifying Linear Expressions',
    'Evaluating Expressions by Substitution', 'Solving Simple Linear Equations', 'Word Problems on Algebra']),
  ('Mathematics', 8, 'Money', array[
    'Counting Notes and Coins', 'Dollars and Cents in Decimal Notation', 'Converting Between Dollars and Cents',
    'Comparing Amounts of Money', 'Adding and Subtracting Money', 'Word Problems on Money']),
  ('Mathematics', 9, 'Time', array[
    'Telling Time', 'Duration of One Hour and Half an Hour', 'Converting Hours and Minutes', 'Seconds',
    'Start Time, Finish Time and Duration', '24-Hour Clock']),
  ('Mathematics', 10, 'Length, Mass and Volume', array[
    'Length in Metres and Centimetres', 'Length in Kilometres', 'Mass in Kilograms and Grams',
    'Volume of Liquid in Litres', 'Volume of Liquid in Millilitres', 'Reading Measuring Scales', 'Compound Units',
    'Converting Units of Measurement']),
  ('Mathematics', 11, 'Area and Perimeter', array[
    'Concept of Area and Perimeter', 'Area in Square Centimetres and Square Metres',
    'Perimeter of Rectilinear Figures', 'Area and Perimeter of Rectangle and Square',
    'Finding One Dimension of a Rectangle or Square', 'Composite Figures of Rectangles and Squares',
    'Base and Height of a Triangle', 'Area of a Triangle', 'Composite Figures With Triangles']),
  ('Mathematics', 12, 'Circles', array[
    'Parts of a Circle', 'Circumference', 'Area of a Circle', 'Semicircle', 'Quarter Circle',
    'Composite Figures With Circles']),
  ('Mathematics', 13, 'Volume', array[
    'Building Solids With Unit Cubes', 'Cubic Centimetres and Cubic Metres', 'Volume of a Cube and Cuboid',
    'Volume of Liquid in a Rectangular Tank', 'Relationship of Litres, Millilitres and Cubic Centimetres',
    'Finding One Dimension Given the Volume', 'Finding the Edge of a Cube or Area of a Face']),
  ('Mathematics', 14, 'Angles', array[
    'Concept of an Angle', 'Right Angles', 'Perpendicular and Parallel Lines',
    'Measuring and Drawing Angles in Degrees', 'Angles on a Straight Line', 'Angles at a Point',
    'Vertically Opposite Angles', 'Angle Sum of a Triangle', 'Unknown Angles in Composite Figures']),
  ('Mathematics', 15, 'Shapes and Symmetry', array[
    'Basic 2-D Shapes', 'Patterns With 2-D Shapes', 'Properties of Rectangle and Square',
    'Drawing Rectangles and Squares', 'Line Symmetry', 'Completing a Symmetric Figure',
    'Isosceles, Equilateral and Right-Angled Triangles', 'Parallelogram, Rhombus and Trapezium',
    'Drawing Triangles and 4-Sided Figures']),
  ('Mathematics', 16, 'Solids and Nets', array[
    'Basic 3-D Shapes', 'Patterns With 3-D Shapes', 'Nets of Cubes and Cuboids', 'Nets of Prisms and Pyramids',
    'Matching a Solid to Its Net', '2-D Representation of Solids']),
  ('Mathematics', 17, 'Average', array[
    'Average as Total Divided by Number of Data', 'Finding the Average', 'Finding the Total Given the Average',
    'Finding the Number of Data', 'Effect of Adding or Removing a Value']),
  ('Mathematics', 18, 'Tables and Graphs', array[
    'Picture Graphs', 'Picture Graphs With Scales', 'Bar Graphs', 'Completing a Table From Given Data', 'Line Graphs',
    'Pie Charts', 'Interpreting Data From Several Sources']),
  ('English', 0, 'Situational Writing', array[
    'Email', 'Letter', 'Report', 'Notice or Note', 'Purpose, Audience and Context', 'Content Points',
    'Tone and Register']),
  ('English', 1, 'Continuous Writing', array[
    'Planning From Pictures', 'Narrative Recount', 'Expository or Personal Essay', 'Introduction and Hook',
    'Climax and Resolution', 'Vocabulary and Sentence Variety']),
  ('English', 2, 'Grammar', array[
    'Subject-Verb Agreement', 'Tenses', 'Pronouns', 'Prepositions', 'Connectors', 'Articles and Determiners',
    'Reported Speech', 'Question Tags']),
  ('English', 3, 'Vocabulary', array[
    'Word Meaning in Context', 'Phrasal Verbs', 'Idioms', 'Collocations', 'Word Forms']),
  ('English', 4, 'Vocabulary Cloze', array[
    'Closest in Meaning', 'Contextual Clues', 'Connotation', 'Part of Speech']),
  ('English', 5, 'Visual Text Comprehension', array[
    'Posters and Advertisements', 'Flyers and Webpages', 'Purpose and Audience', 'Locating Details', 'Inference']),
  ('English', 6, 'Grammar Cloze', array[
    'Prepositions', 'Pronouns', 'Auxiliary Verbs', 'Conjunctions', 'Determiners']),
  ('English', 7, 'Editing for Spelling and Grammar', array[
    'Spelling', 'Tense Errors', 'Agreement Errors', 'Word Form Errors', 'Preposition Errors']),
  ('English', 8, 'Comprehension Cloze', array[
    'Contextual Clues', 'Collocations', 'Cohesion and Connectors', 'Reference Words', 'Part of Speech']),
  ('English', 9, 'Synthesis and Transformation', array[
    'Reported Speech', 'Active and Passive Voice', 'Relative Clauses', 'Conditionals', 'Participle Phrases',
    'Conjunctions (Neither... Nor, Not Only... But Also)', 'Noun Phrases']),
  ('English', 10, 'Comprehension Open-Ended', array[
    'Literal Questions', 'Inferential Questions', 'Evaluative Questions', 'Vocabulary in Context', 'Sequencing',
    'True or False With Reasons', 'Referents']),
  ('English', 11, 'Listening Comprehension', array[
    'Main Idea', 'Details', 'Picture Matching', 'Inference', 'Speaker''s Purpose']),
  ('English', 12, 'Oral: Reading Aloud', array[
    'Pronunciation', 'Fluency', 'Pace and Rhythm', 'Expression', 'Purpose, Audience and Context']),
  ('English', 13, 'Oral: Stimulus-Based Conversation', array[
    'Personal Response', 'Elaboration and Examples', 'Vocabulary and Structure', 'Engagement']),
  ('Science', 0, 'Diversity of Living and Non-Living Things', array[
    'Characteristics of Living Things', 'Plants', 'Animals', 'Fungi and Bacteria',
    'Classification and Dichotomous Keys']),
  ('Science', 1, 'Diversity of Materials', array[
    'Types of Materials', 'Strength', 'Flexibility', 'Waterproof Property', 'Transparency',
    'Ability to Float or Sink', 'Choosing Materials for Uses']),
  ('Science', 2, 'Life Cycles of Plants and Animals', array[
    'Life Cycle of a Plant', 'Three-Stage Life Cycles', 'Four-Stage Life Cycles', 'Comparing Life Cycles']),
  ('Science', 3, 'Matter and Its Three States', array[
    'Mass and Volume', 'Solids', 'Liquids', 'Gases', 'Comparing States']),
  ('Science', 4, 'Reproduction in Plants and Animals', array[
    'Parts of a Flower', 'Pollination', 'Fertilisation', 'Seed Dispersal', 'Human Reproductive System', 'Heredity']),
  ('Science', 5, 'Water and Changes of State', array[
    'Melting and Freezing', 'Boiling and Evaporation', 'Condensation', 'Factors Affecting Evaporation', 'Water Cycle',
    'Importance and Conservation of Water']),
  ('Science', 6, 'Plant Parts and Functions', array[
    'Roots', 'Stems', 'Leaves', 'Flowers and Fruits']),
  ('Science', 7, 'Human Digestive System', array[
    'Organs of Digestion', 'Functions of Each Organ', 'Path of Food', 'Human Body Systems Overview']),
  ('Science', 8, 'Plant Transport System', array[
    'Water-Carrying Tubes', 'Food-Carrying Tubes', 'Plant Respiration and Gas Exchange']),
  ('Science', 9, 'Human Respiratory and Circulatory Systems', array[
    'Air and Its Composition', 'Respiratory Organs', 'Blood and Blood Vessels', 'Heart',
    'How the Systems Work Together']),
  ('Science', 10, 'Electrical System', array[
    'Circuit Components', 'Closed and Open Circuits', 'Conductors and Insulators', 'Series Arrangement',
    'Parallel Arrangement', 'Safe and Wise Use of Electricity']),
  ('Science', 11, 'Magnets', array[
    'Poles of a Magnet', 'Magnetic and Non-Magnetic Materials', 'Attraction and Repulsion', 'Making a Magnet',
    'Uses of Magnets']),
  ('Science', 12, 'Interaction of Forces', array[
    'Effects of a Force', 'Frictional Force', 'Gravitational Force', 'Elastic Spring Force']),
  ('Science', 13, 'Interactions Within the Environment', array[
    'Habitats, Populations and Communities', 'Food Chains and Food Webs', 'Adaptations',
    'Man''s Impact on the Environment']),
  ('Science', 14, 'Light Energy', array[
    'Sources of Light', 'Reflection and How We See', 'Shadows', 'Transparency']),
  ('Science', 15, 'Heat Energy', array[
    'Heat and Temperature', 'Heat Flow', 'Expansion and Contraction', 'Conductors of Heat']),
  ('Science', 16, 'Photosynthesis and Energy in Food', array[
    'Conditions for Photosynthesis', 'Products of Photosynthesis', 'Sun as the Primary Source of Energy',
    'Respiration']),
  ('Science', 17, 'Energy Forms and Conversion', array[
    'Kinetic Energy', 'Potential Energy', 'Light, Heat, Sound and Electrical Energy', 'Energy Conversion',
    'Sources of Energy'])
)
insert into first_tags
select 'topic', subject, null, name, place from topics
union all
select 'skill', subject, topics.name, skill.name, skill.place - 1
from topics cross join unnest(skills) with ordinality skill (name, place);

create function pg_temp.tag_id(kind text, subject text, topic text, name text) returns uuid
language sql immutable return (
  '01900000-0000-7000-8' || substr(md5(concat_ws('/', kind, subject, topic, name)), 1, 3)
  || '-' || substr(md5(concat_ws('/', kind, subject, topic, name)), 4, 12))::uuid;

insert into question_tags (id, kind, parent_id, name, place, created, updated)
select pg_temp.tag_id(kind, subject, topic, name), kind,
  case
    when kind = 'skill' then pg_temp.tag_id('topic', subject, null, topic)
    when kind <> 'subject' then pg_temp.tag_id('subject', null, null, subject)
  end,
  name, place, now(), now()
from first_tags;
