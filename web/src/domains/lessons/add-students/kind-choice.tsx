import { SegmentedControl, Text } from '@mantine/core';
import { useId } from 'react';
import type { RosterGroup } from '@staffroom/contract/domains/lessons/roster-changes.contract.ts';
import { rosterTabs, tabFacts } from '../lesson-page.ts';

type Props = { value: RosterGroup; onChange: (kind: RosterGroup) => void };

/** As what the students stand on the lesson. */
export const KindChoice = ({ value, onChange }: Props) => {
  const label = useId();
  return (
    <div>
      <Text id={label} fw={500} mb={4}>
        Kind
      </Text>
      <SegmentedControl<RosterGroup>
        aria-labelledby={label}
        value={value}
        onChange={onChange}
        data={rosterTabs.map((tab) => ({ value: tabFacts[tab].group, label: tabFacts[tab].label }))}
      />
    </div>
  );
};
