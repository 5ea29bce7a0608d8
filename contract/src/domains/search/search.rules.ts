/** A search for a lesson: its words, and the term and number of "T2 L5" or "L5". */
export type LessonSearch = { words: string[]; term: number | null; index: number | null };

/** Separators between the words of a name: "[Recording] P5–6, Sat 11.30am". */
export const betweenWords = '()[]{}-–—/,.:+&';

/** The words of a search text in lower case; all of them must match, in any order. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s()[\]{}\-–—/,.:+&]+/)
    .filter(Boolean);

/** Words that staff use for the same subject. */
const sameWords: readonly (readonly string[])[] = [['maths', 'math', 'mathematics']];

/** A typed word and its synonyms: "maths" finds "Mathematics". */
export const formsOf = (word: string): readonly string[] =>
  sameWords.find((words) => words.includes(word)) ?? [word];

/** Terms and lessons have at most three digits; "L20261122" is an ordinary word. */
const place = /^([tl])(\d{1,3})$/;

/** Parses "p6 maths t2 l5" in any letter case; the last "T" and "L" of the text count. */
export const readLessonSearch = (text: string): LessonSearch => {
  const search: LessonSearch = { words: [], term: null, index: null };
  for (const word of wordsOf(text)) {
    const [, letter, number] = place.exec(word) ?? [];
    if (letter === 't') search.term = Number(number);
    else if (letter === 'l') search.index = Number(number);
    else search.words.push(word);
  }
  return search;
};
