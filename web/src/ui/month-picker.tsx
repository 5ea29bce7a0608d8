import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { addMonths } from 'staffroom-contract/shared/dates.ts';
import { monthNames } from 'staffroom-contract/shared/day-words.ts';
import { ChoiceFilter } from './choice-filter.tsx';
import styles from './month-picker.module.css';
import { useShortcut } from './use-shortcut.ts';

type Props = {
  /** `YYYY-MM`, with the first and last month that can be chosen; the address may contain a later one. */
  month: string;
  first: string;
  last: string;
  onMonth: (month: string) => void;
};

/** A month and year with buttons for the previous and next month; the shortcuts are ← and →. */
export const MonthPicker = ({ month, first, last, onMonth }: Props) => {
  const step = (months: number) => addMonths(`${month}-01`, months).slice(0, 7);
  const [previous, next] = [month > first && step(-1), month < last && step(1)];
  // In an input or a scrolling region the arrow keys have another meaning.
  const outside = { when: () => !document.activeElement?.closest('input, [role="region"]') };
  useShortcut('arrowleft', 'Previous month', () => previous && onMonth(previous), outside);
  useShortcut('arrowright', 'Next month', () => next && onMonth(next), outside);
  const [year = '', number = ''] = month.split('-');
  const choose = (wanted: string) =>
    onMonth(wanted > last ? last : wanted < first ? first : wanted);
  return (
    <Group className={styles.month} align="stretch" role="group" aria-label="Month">
      <Step words="Previous month" to={previous} onMonth={onMonth} icon={IconChevronLeft} />
      <ChoiceFilter
        label="Month"
        value={number}
        defaultValue={number}
        choices={monthNames
          .map((label, index) => ({ value: String(index + 1).padStart(2, '0'), label }))
          .filter(
            ({ value }) =>
              value === number || (`${year}-${value}` <= last && `${year}-${value}` >= first),
          )}
        onChange={(chosen) => choose(`${year}-${chosen}`)}
      />
      <ChoiceFilter
        label="Year"
        value={year}
        defaultValue={year}
        choices={yearsFrom(first, month > last ? month : last)}
        onChange={(chosen) => choose(`${chosen}-${number}`)}
      />
      <Step words="Next month" to={next} onMonth={onMonth} icon={IconChevronRight} />
    </Group>
  );
};

const yearsFrom = (first: string, last: string) => {
  const from = Number(first.slice(0, 4));
  return Array.from({ length: Number(last.slice(0, 4)) - from + 1 }, (_, index) => {
    const year = String(from + index);
    return { value: year, label: year };
  });
};

type StepProps = {
  words: string;
  to: string | false;
  onMonth: (month: string) => void;
  icon: typeof IconChevronLeft;
};

const Step = ({ words, to, onMonth, icon: Icon }: StepProps) => (
  <ActionIcon
    variant="default"
    h="var(--control-height)"
    aria-label={words}
    disabled={to === false}
    onClick={() => to !== false && onMonth(to)}
  >
    <Icon size={16} stroke={1.7} />
  </ActionIcon>
);
