import { Box, Checkbox, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  Difference,
  WholePaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { CardRows, RowCard } from '../../kit/list/card-rows.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatInstantShortDay } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ListEmpty, type ListState } from '../../ui/list-states.tsx';
import { ListFoot, RowKeys } from '../../ui/list-foot.tsx';
import { PanelScroll } from '../../ui/panel.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
import type { WaitingDifferences } from './waiting-differences.ts';
import { Signed } from './pay-parts.tsx';
import { amountWords } from './pay-words.ts';
import { differenceWords, isFound, nothingChanged, settleWords, signedWords } from './run-words.ts';

type Props = {
  run: WholePaymentRun | undefined;
  state: ListState;
  find: string;
  waitingDifferences: WaitingDifferences;
};

/** Lessons whose pay differs from what was paid; in a draft each is settled or left for a later run. */
export const RunDifferences = ({ run, state, find, waitingDifferences }: Props) => {
  const { business_time_zone: zone } = useSettings();
  const narrow = useNarrow();
  const rows = run?.differences.filter(({ tutor }) => isFound(tutor, find)) ?? [];
  const waiting = rows.filter(waitingDifferences.isOut).length;
  const isDraft = run?.state === 'draft';
  const settleAll = {
    checked: rows.length > 0 && waiting === 0,
    indeterminate: waiting > 0 && waiting < rows.length,
    onChange: () => waitingDifferences.leaveOut(rows, waiting === 0),
  };
  const settle = (row: Difference) => (
    <Checkbox
      aria-label={settleWords(row, zone)}
      checked={!waitingDifferences.isOut(row)}
      onChange={({ currentTarget }) => waitingDifferences.leaveOut([row], !currentTarget.checked)}
    />
  );
  const tick: Column<Difference> = {
    key: 'settle',
    header: 'Settle',
    width: 44,
    head: <Checkbox aria-label="Settle all" {...settleAll} />,
    render: settle,
  };
  const shown = {
    state,
    noun: 'differences',
    empty: (
      <ListEmpty
        text={find.trim() ? 'There were no tutors found matching your search' : nothingChanged}
      />
    ),
  };
  return (
    <>
      <PanelScroll label="Differences" busy={state.refetching}>
        {narrow ? (
          <>
            {isDraft && rows.length > 0 && (
              <Box px="md" py="sm">
                <Checkbox label="Settle all" {...settleAll} />
              </Box>
            )}
            <CardRows
              {...shown}
              rows={rows.map((row) => ({ ...row, _id: keyOf(row) }))}
              renderRow={(row) => <DifferenceCard row={row} tick={isDraft && settle(row)} />}
            />
          </>
        ) : (
          <DataTable
            {...shown}
            caption="Lessons that changed after payment"
            columns={[...(isDraft ? [tick] : []), ...columnsOf(zone)]}
            rows={rows}
            rowKey={keyOf}
            skeletonRows={6}
          />
        )}
      </PanelScroll>
      <ListFoot
        count={rows.length}
        noun={['difference', 'differences']}
        beside={
          waiting > 0 && (
            <Text span inherit c="warning">
              {waiting} {waiting === 1 ? 'waits' : 'wait'} for a later run
            </Text>
          )
        }
        keys={<RowKeys />}
      />
    </>
  );
};

const keyOf = ({ tutor, lesson }: Difference) => `${tutor._id} ${lesson._id}`;

/** "$60.00 → $85.00". */
const paidWords = ({ paid, lesson }: Difference) =>
  `${amountWords(paid)} → ${amountWords(lesson.pay)}`;

const LessonLink = ({ lesson }: Pick<Difference, 'lesson'>) => (
  <RecordLink
    to="lesson"
    id={lesson._id}
    classId={lesson.class._id}
    name={lessonLabel(lesson)}
    opensRow
  />
);

/** A difference on a phone. */
const DifferenceCard = ({ row, tick }: { row: Difference; tick: ReactNode }) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <RowCard
      title={
        <Group component="span" wrap="nowrap">
          {tick}
          <RecordLink to="tutor" id={row.tutor._id} name={row.tutor.name} />
        </Group>
      }
      end={<Signed amount={row.amount} />}
    >
      <Group justify="space-between" mih={24} data-figures>
        <LessonLink lesson={row.lesson} />
        {formatInstantShortDay(row.lesson.scheduled_on, zone)}
      </Group>
      <Group justify="space-between" c="secondary" data-figures>
        <span>{differenceWords(row)}</span>
        <span>{paidWords(row)}</span>
      </Group>
    </RowCard>
  );
};

const columnsOf = (zone: string): Column<Difference>[] => [
  {
    key: 'tutor',
    header: 'Tutor',
    width: 150,
    lead: true,
    value: ({ tutor }) => tutor.name,
    text: ({ tutor }) => tutor.name,
    render: ({ tutor }) => <RecordLink to="tutor" id={tutor._id} name={tutor.name} />,
  },
  {
    key: 'lesson',
    header: 'Lesson',
    width: 150,
    text: ({ lesson }) => `${lesson.class.name}, ${lessonLabel(lesson)}`,
    render: ({ lesson }) => <LessonLink lesson={lesson} />,
  },
  {
    key: 'day',
    header: 'Date',
    width: 76,
    figures: true,
    value: ({ lesson }) => lesson.scheduled_on,
    text: ({ lesson }) => formatInstantShortDay(lesson.scheduled_on, zone),
  },
  { key: 'changed', header: 'What changed', width: 158, text: differenceWords },
  {
    key: 'paid',
    header: 'Paid → now',
    width: 150,
    align: 'right',
    value: ({ lesson }) => lesson.pay,
    text: paidWords,
  },
  {
    key: 'amount',
    header: 'Difference',
    width: 98,
    align: 'right',
    value: ({ amount }) => amount,
    text: ({ amount }) => signedWords(amount),
    render: ({ amount }) => <Signed amount={amount} />,
  },
];
