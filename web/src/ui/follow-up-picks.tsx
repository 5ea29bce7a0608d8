import { Button } from '@mantine/core';
import { useToday } from '../lib/settings.ts';
import { followUpDays } from './follow-up-days.ts';

/** Buttons for common follow-up dates. */
export const FollowUpPicks = ({ onPick }: { onPick: (day: string) => void }) => {
  const today = useToday();
  return followUpDays.map(({ label, from }) => (
    <Button key={label} size="compact-sm" variant="subtle" onClick={() => onPick(from(today))}>
      {label}
    </Button>
  ));
};
