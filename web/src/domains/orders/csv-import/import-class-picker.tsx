import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportClass } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { formatMoney } from '@staffroom/contract/shared/money.ts';
import { scheduleWords } from '../../classes/class-words.ts';
import { importableClasses } from './csv-import.api.ts';
import type { RowClass } from './csv-import-plan.ts';
import styles from './import-class-picker.module.css';

type Props = {
  value: string | null;
  /** Chosen by the person, not by the file. */
  byHand: boolean;
  tuitionClass: RowClass | null;
  /** Named in the file; they come first. */
  classes: readonly ImportClass[];
  onChoose: (id: string) => void;
};

/** The class of a row: those of the file first, then whatever the search finds. */
export const ImportClassPicker = ({ value, byHand, tuitionClass, classes, onChoose }: Props) => {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, 250);
  // The field shows the chosen class's name; that is no search.
  const text = settled === tuitionClass?.name ? '' : settled;
  const found = useQuery(importableClasses(text));

  const known = new Set(classes.map((one) => one._id));
  const matches = classes.filter((one) => one.name.toLowerCase().includes(text.toLowerCase()));
  const others = (found.data?.data ?? []).filter((one) => !known.has(one._id));
  if (tuitionClass && !known.has(tuitionClass._id) && !others.some((one) => one._id === value))
    others.push(tuitionClass as (typeof others)[number]);
  const option = (one: { _id: string; name: string }) => ({ value: one._id, label: one.name });

  return (
    <Select
      label="Class"
      required
      placeholder="Choose a class"
      searchable
      allowDeselect={false}
      value={tuitionClass ? value : null}
      onChange={(id) => id && onChoose(id)}
      onSearchChange={setSearch}
      // What is offered is filtered already, by the server for the greater part.
      filter={({ options }) => options}
      data={[
        { group: 'In this file', items: matches.map(option) },
        { group: 'All classes', items: others.map(option) },
      ].filter((group) => group.items.length > 0)}
      nothingFoundMessage={found.isFetching ? 'Searching …' : 'No class found'}
      rightSection={found.isFetching && search !== '' ? <Loader size={14} /> : undefined}
      description={tuitionClass && <ClassFacts tuitionClass={tuitionClass} byHand={byHand} />}
    />
  );
};

const ClassFacts = ({ tuitionClass, byHand }: { tuitionClass: RowClass; byHand: boolean }) => {
  const { schedule, rate, currency } = tuitionClass;
  const price = `${formatMoney(rate, currency)} per lesson`;
  return (
    <span className={styles.facts}>
      {byHand && <IconCheck size={14} stroke={2} aria-hidden="true" />}
      <span>
        {byHand && 'You chose it. '}
        {[scheduleWords(schedule), price].filter(Boolean).join(', ')}
      </span>
    </span>
  );
};
