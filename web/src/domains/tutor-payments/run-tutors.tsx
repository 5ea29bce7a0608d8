import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconChevronRight, IconPrinter } from '@tabler/icons-react';
import type {
  RunTutor,
  WholePaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { DataTable, TwoLines, type Column } from '../../ui/data-table.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListEmpty, type ListState } from '../../ui/list-states.tsx';
import { ListFoot, RowKeys } from '../../ui/list-foot.tsx';
import { PanelScroll } from '../../ui/panel.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { WordButton } from '../../ui/word-button.tsx';
import { amountWords, hourWords } from './pay-words.ts';
import { isFound, signedWords, stateWords, toLookAt, warningsWords } from './run-words.ts';
import styles from './payment-run.module.css';

type Props = {
  run: WholePaymentRun | undefined;
  state: ListState;
  find: string;
  /** Shows only tutors to look at. */
  onlyToLookAt: boolean;
  onToLookAt: (only: boolean) => void;
};

/** The pay of each tutor and TA in the run, with warnings. */
export const RunTutors = ({ run, state, find, onlyToLookAt, onToLookAt }: Props) => {
  const narrow = useNarrow();
  const unusual = run ? toLookAt(run) : [];
  const isOnly = onlyToLookAt && unusual.length > 0;
  const rows = (isOnly ? unusual : (run?.tutors ?? [])).filter(({ tutor }) => isFound(tutor, find));
  const isPart = rows.length !== run?.tutors.length;
  return (
    <>
      <PanelScroll label="Tutors" busy={state.refetching}>
        <DataTable
          caption="Tutors and TAs of the run"
          columns={columnsOf(run, narrow)}
          rows={rows}
          rowKey={({ _id }) => _id}
          lines={narrow ? 2 : 1}
          state={state}
          noun="tutors"
          skeletonRows={12}
          empty={
            <ListEmpty
              text={
                find.trim() ? 'There were no tutors found matching your search' : 'No tutors found'
              }
            />
          }
        />
      </PanelScroll>
      {run && (
        <ListFoot
          count={rows.length}
          noun={['tutor or TA', 'tutors and TAs']}
          beside={
            <>
              {isPart && (
                <Text span inherit visibleFrom="sm">
                  of {run.tutors.length}
                </Text>
              )}
              {run.state === 'draft' && <span>{run.tutors.length - unusual.length} ready</span>}
              {unusual.length > 0 && (
                <WordButton
                  className={styles.look}
                  aria-pressed={isOnly}
                  onClick={() => onToLookAt(!isOnly)}
                >
                  {unusual.length} to look at
                </WordButton>
              )}
            </>
          }
          keys={<RowKeys />}
        />
      )}
    </>
  );
};

const money = (
  header: string,
  width: number,
  value: (row: RunTutor) => number,
  wordsOf = (row: RunTutor) => signedWords(value(row)),
): Column<RunTutor> => ({
  key: header,
  header,
  width,
  align: 'right',
  value,
  text: wordsOf,
  render: (row) => {
    const words = wordsOf(row);
    return (
      <Text
        component={header === 'To bank' ? 'strong' : 'span'}
        inherit
        c={words.startsWith('−') ? 'negative' : undefined}
      >
        {words}
      </Text>
    );
  },
});

const columnsOf = (run: WholePaymentRun | undefined, narrow: boolean): Column<RunTutor>[] => {
  const total = money(
    'To bank',
    96,
    (row) => row.to_bank,
    (row) => (row.to_bank === 0 ? '–' : amountWords(row.to_bank)),
  );
  const usual = !run || run.state === 'draft' ? 'Ready' : stateWords[run.state].word;
  const stateOf = (row: RunTutor) => <State words={warningsWords(row)} usual={usual} />;
  return [
    {
      key: 'tutor',
      header: 'Tutor',
      width: narrow ? 184 : 156,
      lead: true,
      value: ({ tutor }) => tutor.name,
      text: ({ tutor }) => tutor.name,
      render: (row) => {
        const name = (
          <span className={styles.name}>
            <RecordLink to="tutor" id={row.tutor._id} name={row.tutor.name} />
            {row.tutor._type === 'TA' && <Tag>TA</Tag>}
          </span>
        );
        return narrow ? <TwoLines first={name} second={stateOf(row)} /> : name;
      },
    },
    ...(narrow ? [total] : []),
    {
      key: 'lessons',
      header: 'Lessons',
      width: 86,
      align: 'right',
      value: ({ lessons }) => lessons,
      text: ({ lessons, hours }) => `${lessons}, ${hourWords(hours)} h`,
    },
    money(
      'Pay',
      96,
      (row) => row.pay,
      (row) => amountWords(row.pay),
    ),
    money('Differences', 104, (row) => row.differences),
    money('Adjustments', 106, (row) => row.adjustments),
    ...(run?.carried.length ? [money('Carried in', 108, (row: RunTutor) => row.carried)] : []),
    ...(narrow ? [] : [total]),
    ...(run?.tutors.some((row) => row.carried_forward < 0)
      ? [money('Carried forward', 138, (row: RunTutor) => row.carried_forward)]
      : []),
    {
      key: 'state',
      header: 'State',
      width: 154,
      text: (row) => warningsWords(row) || usual,
      render: stateOf,
    },
    {
      key: 'opens',
      header: 'Payslip or lessons',
      hiddenHeader: true,
      width: 44,
      acts: true,
      render: (row) => run && <Opens run={run} row={row} />,
    },
  ];
};

const State = ({ words, usual }: { words: string; usual: string }) =>
  words ? (
    <span className={styles.state} data-warning>
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" /> <span>{words}</span>
    </span>
  ) : (
    <span className={styles.state}>
      <IconCheck size={16} stroke={1.7} aria-hidden="true" /> {usual}
    </span>
  );

/** Links to the tutor's month in a draft, where rates are set, or to the payslip of a confirmed run. */
const Opens = ({ run, row: { tutor } }: { run: WholePaymentRun; row: RunTutor }) => {
  const isDraft = run.state === 'draft';
  const words = `${isDraft ? 'Lessons' : 'Payslip'} of ${tutor.name}`;
  const Icon = isDraft ? IconChevronRight : IconPrinter;
  return (
    <LinkButton
      variant="subtle"
      size="compact-xs"
      to="/tutor-payments"
      search={isDraft ? { tutor: tutor._id, month: run.month } : { run: run._id, slip: tutor._id }}
      aria-label={words}
      title={words}
      data-opens
    >
      <Icon size={16} stroke={1.7} />
    </LinkButton>
  );
};
