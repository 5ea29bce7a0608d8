import {
  filterLevels,
  filterLevelWords,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { choices } from '../../kit/list/filters.tsx';

/** The subjects that questions can be filtered by (part 2 §9, Filters). */
export const questionSubjects = ['English', 'Mathematics', 'Science'] as const;

/** Filter by level; a question may have several. */
export const levelFilter = choices(filterLevels, {
  label: 'Level',
  usual: [],
  words: filterLevelWords,
  where: (level) => (level.length > 0 ? { level: { in: level } } : {}),
});
