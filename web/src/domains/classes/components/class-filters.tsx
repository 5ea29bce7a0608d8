import { subjects } from '@staffroom/contract/domains/classes/classes.contract.ts';
import { formatLevel, levelTags } from '@staffroom/contract/shared/levels.ts';
import { ChoiceFilter } from '../../../ui/choice-filter.tsx';
import { classStates, withFilter, type ClassSearch } from '../class-search.ts';

const all = { value: 'all', label: 'All' } as const;
const subjectChoices = [all, ...subjects.map((subject) => ({ value: subject, label: subject }))];
const levelChoices = [all, ...levelTags.map((tag) => ({ value: tag, label: formatLevel(tag) }))];
const stateChoices = [all, ...classStates.map((state) => ({ value: state, label: state }))];

const chosen = <Value extends string>(value: Value | 'all'): Value | undefined =>
  value === 'all' ? undefined : value;

type Props = { search: ClassSearch; onSearch: (search: ClassSearch) => void };

/** Subject, level and state. */
export const ClassFilters = ({ search, onSearch }: Props) => (
  <>
    <ChoiceFilter
      label="Subject"
      choices={subjectChoices}
      value={search.subject ?? 'all'}
      defaultValue="all"
      onChange={(subject) => onSearch(withFilter(search, { subject: chosen(subject) }))}
    />
    <ChoiceFilter
      label="Level"
      choices={levelChoices}
      value={search.level ?? 'all'}
      defaultValue="all"
      onChange={(level) => onSearch(withFilter(search, { level: chosen(level) }))}
    />
    <ChoiceFilter
      label="State"
      choices={stateChoices}
      value={search.state ?? 'all'}
      defaultValue="all"
      onChange={(state) => onSearch(withFilter(search, { state: chosen(state) }))}
    />
  </>
);
