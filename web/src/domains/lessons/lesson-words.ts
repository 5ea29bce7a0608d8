/** "T2 L1": a lesson by its term and number. */
export const lessonCode = (lesson: { meta: { term: number; index: number } }): string =>
  `T${lesson.meta.term} L${lesson.meta.index}`;

/** What a lesson is about: its name without the term and number that stand beside it. */
export const lessonTopic = (lesson: { name: string; meta: { term: number; index: number } }) => {
  const code = lessonCode(lesson);
  return lesson.name.startsWith(`${code} `) ? lesson.name.slice(code.length).trim() : lesson.name;
};

/** "T2 L5 Surds". */
export const lessonLabel = (lesson: { name: string; meta: { term: number; index: number } }) =>
  `${lessonCode(lesson)} ${lessonTopic(lesson)}`;
