import { Loader, Select, Flex, Text } from '@mantine/core';
import { useDebouncedValue, useFocusWithin } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClassSummary } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { scheduleWords } from '../../classes/class-words.ts';
import { orderableClasses } from '../../classes/classes.api.ts';
import styles from './class-picker.module.css';

type Props = {
  value: ClassSummary | null;
  onChange: (value: ClassSummary | null) => void;
  error?: string | undefined;
};

/** Picks an active class that has not ended; the server searches by part of the name. */
export const ClassPicker = ({ value, onChange, error }: Props) => {
  const [typed, setTyped] = useState('');
  const { ref, focused } = useFocusWithin();
  // After a choice the box contains that class's name, which is not a search term.
  const [term] = useDebouncedValue(typed === value?.name ? '' : typed, 200);
  const classes = useQuery(orderableClasses(term));
  const found = classes.data?.data ?? [];
  const offered =
    value && !found.some((each) => each._id === value._id) ? [value, ...found] : found;
  const byId = new Map(offered.map((each) => [each._id, each]));

  return (
    <div ref={ref} className={styles.classPicker}>
      <Select
        label="Class"
        required
        placeholder="Search classes by name"
        data={offered.map((each) => ({ value: each._id, label: each.name }))}
        value={value?._id ?? null}
        onChange={(id) => onChange(byId.get(id ?? '') ?? null)}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        // The server searches; this filter hides results of an older term.
        filter={({ options, search }) => options.filter((option) => fits(option, search))}
        renderOption={({ option }) => <ClassOption tuitionClass={byId.get(option.value)} />}
        nothingFoundMessage={
          classes.isError
            ? 'The classes could not be loaded'
            : !classes.isFetching && 'No class found'
        }
        error={error}
        {...(classes.isFetching && focused && { rightSection: <Loader size={14} /> })}
      />
      {value && !focused && (
        <Flex
          className={styles.classDetail}
          component="span"
          gap="sm"
          align="center"
          aria-hidden="true"
        >
          <Text className={styles.hidden} span truncate flex="none" maw="100%" variant="button">
            {value.name}
          </Text>
          <Text span variant="body" truncate miw={0} c="dimmed">
            {classDetail(value)}
          </Text>
        </Flex>
      )}
    </div>
  );
};

const fits = (option: object, search: string) =>
  'label' in option &&
  typeof option.label === 'string' &&
  option.label.toLowerCase().includes(search.trim().toLowerCase());

const ClassOption = ({ tuitionClass }: { tuitionClass: ClassSummary | undefined }) =>
  tuitionClass && (
    <Flex component="span" direction="column" miw={0}>
      <Text span variant="strong">
        {tuitionClass.name}
      </Text>
      <Text span variant="meta" truncate miw={0} c="dimmed">
        {classDetail(tuitionClass)}
      </Text>
    </Flex>
  );

/** "Tue 19:00–21:00 · Goh Shi Min · $30.00 per lesson". */
const classDetail = ({ schedule, tutor, is_free, rate, currency }: ClassSummary) =>
  [
    scheduleWords(schedule),
    ...tutor.map(({ name }) => name),
    is_free ? 'free' : `${formatMoney(rate, currency)} per lesson`,
  ]
    .filter(Boolean)
    .join(' · ');
