import { ActionIcon, Button, Group, Box, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import {
  listBirthdayStudents,
  type BirthdayStudent,
} from 'staffroom-contract/domains/reports/birthdays.contract.ts';
import { addDays, plainDateSchema, startOfBusinessDay } from 'staffroom-contract/shared/dates.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { optionalInAddress, useAddress } from '../../lib/address-values.ts';
import { formatDay, formatPhone } from '../../lib/formats.ts';
import { useSettings, useToday } from '../../lib/settings.ts';
import { DayInput } from '../../ui/day-input.tsx';
import { PanelHeader } from '../../ui/panel.tsx';
import type { ReportProps } from './report-page.tsx';

const birthdayList = defineList({
  operation: listBirthdayStudents,
  nouns: ['student', 'students'],
  pageSize: 20,
  file: 'birthday-students.csv',
  sort: { default: ['name', 'asc'], columns: ['name', 'turns'] },
  empty: { none: 'No birthday student today' },
});

const addressSchema = birthdayList.address.extend({
  /** The day; today by default. */
  day: optionalInAddress(plainDateSchema),
});

/** Students with a birthday today, or on another day (part 2 §2, §3). */
export const BirthdayStudents = ({ search, onSearch }: ReportProps) => {
  const address = useAddress(addressSchema, search);
  const today = useToday();
  const { business_time_zone: zone } = useSettings();
  const day = address.day ?? today;
  const show = (next: string) => onSearch({ day: next === today ? undefined : next });
  return (
    <ListTab
      list={birthdayList}
      scope={{ filter: { birthday_date: startOfBusinessDay(day, zone).toString() } }}
      address={address}
      onAddress={onSearch}
      caption="List of birthday students"
      above={<DayBar day={day} onDay={show} />}
      columns={columns}
    />
  );
};

const DayBar = ({ day, onDay }: { day: string; onDay: (day: string) => void }) => {
  const today = useToday();
  return (
    <PanelHeader>
      <Group align="flex-end">
        <Box w={170}>
          <DayInput label="Birthday" value={day} onChange={(next) => next && onDay(next)} />
        </Box>
        {([-1, 1] as const).map((days) => (
          <ActionIcon
            key={days}
            variant="default"
            h="var(--control-height)"
            aria-label={days < 0 ? 'Day before' : 'Day after'}
            onClick={() => onDay(addDays(day, days))}
          >
            {days < 0 ? (
              <IconChevronLeft size={16} stroke={1.7} />
            ) : (
              <IconChevronRight size={16} stroke={1.7} />
            )}
          </ActionIcon>
        ))}
        {day !== today && (
          <Button variant="subtle" onClick={() => onDay(today)}>
            Today
          </Button>
        )}
      </Group>
      <Text variant="meta" c="dimmed">
        Birthdays of 29 February are shown on 28 February in years without one.
      </Text>
    </PanelHeader>
  );
};

const columns: Column<BirthdayStudent>[] = [
  {
    key: 'name',
    header: 'Name',
    width: 240,
    lead: true,
    text: ({ name }) => name || '–',
    render: ({ _id, name }) => <RecordLink to="student" id={_id} name={name || '–'} opensRow />,
  },
  { key: 'email', header: 'E-mail', width: 260, text: ({ email }) => email },
  {
    key: 'phone',
    header: 'Phone',
    width: 160,
    figures: true,
    text: (student) => formatPhone(student) || '–',
  },
  {
    key: 'date_of_birth',
    header: 'Date of birth',
    width: 150,
    figures: true,
    text: ({ date_of_birth: day }) => formatDay(day),
  },
  {
    key: 'turns',
    header: 'Turns',
    width: 90,
    sortBy: 'turns',
    align: 'right',
    text: ({ turns }) => String(turns),
  },
];
