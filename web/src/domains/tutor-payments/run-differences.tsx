import { Checkbox } from '@mantine/core';
import type {
  Difference,
  WholePaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount, formatInstantShortDay } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { ListEmpty, type ListState } from '../../ui/list-states.tsx';
import { PanelFooter, PanelScroll } from '../../ui/panel.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import type { WaitingDifferences } from './waiting-differences.ts';
import { amountWords } from './pay-words.ts';
import { differenceWords, isFound, nothingChanged, settleWords, signedWords } from './run-words.ts';
import styles from './payment-run.module.css';

type Props = {
  run: WholePaymentRun | undefined;
  state: ListState;
  find: string;
  waitingDifferences: WaitingDifferences;
};

/** Lessons whose pay differs from what was paid; in a draft each is settled or left for a later run. */
export const RunDifferences = ({ run, state, find, waitingDifferences }: Props) => {
  const { business_time_zone: zone } = useSettings();
  const rows = run?.differences.filter(({ tutor }) => isFound(tutor, find)) ?? [];
  const waiting = rows.filter(waitingDifferences.isOut).length;
  const tick: Column<Difference> = {
    key: 'settle',
    header: 'Settle',
    width: 44,
    head: (
      <Checkbox
        aria-label="Settle all"
        checked={rows.length > 0 && waiting === 0}
        indeterminate={waiting > 0 && waiting < rows.length}
        onChange={() => waitingDifferences.leaveOut(rows, waiting === 0)}
      />
    ),
    render: (row) => (
      <Checkbox
        aria-label={settleWords(row, zone)}
        checked={!waitingDifferences.isOut(row)}
        onChange={({ currentTarget }) => waitingDifferences.leaveOut([row], !currentTarget.checked)}
      />
    ),
  };
  return (
    <>
      <PanelScroll label="Differences" busy={state.refetching}>
        <DataTable
          caption="Lessons that changed after payment"
          columns={[...(run?.state === 'draft' ? [tick] : []), ...columnsOf(zone)]}
          rows={rows}
          rowKey={({ tutor, lesson }) => `${tutor._id} ${lesson._id}`}
          state={state}
          noun="differences"
          skeletonRows={6}
          empty={
            <ListEmpty
              text={
                find.trim() ? 'There were no tutors found matching your search' : nothingChanged
              }
            />
          }
        />
      </PanelScroll>
      <PanelFooter>
        <span aria-live="polite">{formatCount(rows.length, 'difference')}</span>
        {waiting > 0 && (
          <span className={styles.warning}>
            {waiting} {waiting === 1 ? 'waits' : 'wait'} for a later run
          </span>
        )}
      </PanelFooter>
    </>
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
    render: ({ lesson }) => (
      <RecordLink
        to="lesson"
        id={lesson._id}
        classId={lesson.class._id}
        name={lessonLabel(lesson)}
        opensRow
      />
    ),
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
    text: ({ paid, lesson }) => `${amountWords(paid)} → ${amountWords(lesson.pay)}`,
  },
  {
    key: 'amount',
    header: 'Difference',
    width: 98,
    align: 'right',
    value: ({ amount }) => amount,
    text: ({ amount }) => signedWords(amount),
    render: ({ amount }) => (
      <strong className={styles.amount} data-negative={amount < 0 || undefined}>
        {signedWords(amount)}
      </strong>
    ),
  },
];
