/** What a search for a lesson asks: its words, and the place in its class that "T2 L5" or "L5" names. */
export type LessonSearch = { words: string[]; term: number | null; index: number | null };

/** What stands between the words of a name: "[Recording] P5–6, Sat 11.30am". */
export const betweenWords = '()[]{}-–—/,.:+&';

/** The words of what somebody typed, in lower case: all of them are looked for, in any order. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s()[\]{}\-–—/,.:+&]+/)
    .filter(Boolean);

/** Words that staff use for the same subject. */
const sameWords: readonly (readonly string[])[] = [['maths', 'math', 'mathematics']];

/** A typed word and the other words for the same subject: "maths" finds "Mathematics". */
export const formsOf = (word: string): readonly string[] =>
  sameWords.find((words) => words.includes(word)) ?? [word];

/** Terms and lessons are small numbers; "L20261122" is a word of some remark. */
const place = /^([tl])(\d{1,3})$/;

/** Reads "p6 maths t2 l5": the last "T" and "L" of a text count, in either letter case. */
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
