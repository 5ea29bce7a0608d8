import { Button, Flex, Text } from '@mantine/core';
import {
  IconArchive,
  IconCpu,
  IconDatabase,
  IconFolder,
  IconMail,
  IconMessage,
  IconServer2,
  IconStack2,
  IconVideo,
  IconWorld,
  type Icon,
} from '@tabler/icons-react';
import type { PartName } from 'staffroom-contract/domains/system/system.rules.ts';
import type { SystemPart } from 'staffroom-contract/domains/system/system.contract.ts';
import { useRowAct } from '../../kit/list/use-row-act.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { useFormats } from '../../lib/use-formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Meter } from '../../ui/meter.tsx';
import { PanelHead } from '../../ui/panel-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import rowStyles from '../../ui/rows.module.css';
import { Dot } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { ShortMoment } from './short-moment.tsx';
import styles from './system.module.css';
import { useSendTest, type System } from './system.api.ts';
import { lengthWords, partLabels, stateWords } from './system-words.ts';
import { TablePanel } from './table-panel.tsx';

const partIcons: Record<PartName, Icon> = {
  api: IconWorld,
  workers: IconCpu,
  queue: IconStack2,
  database: IconDatabase,
  email: IconMail,
  text: IconMessage,
  zoom: IconVideo,
  files: IconFolder,
  backup: IconArchive,
  disk: IconServer2,
};

type Props = { system: System; test: Test };

/** The parts of the product with their state, figures and last problem. */
export const Parts = ({ system: { parts, checked_on: now }, test }: Props) => {
  const fine = parts.filter(({ state }) => state === 'fine').length;
  const narrow = useNarrow();
  if (narrow)
    return (
      <Panel>
        <PanelHead title="Parts" />
        <ul className={rowStyles.rows}>
          {parts.map((part) => (
            <li key={part.name} className={rowStyles.row}>
              <Flex justify="space-between" gap="sm" variant="body" c="bright">
                <PartName part={part} />
                <PartState part={part} />
              </Flex>
              <Text variant="meta" c="secondary">
                {part.now}
                {part.last !== null && (
                  <>
                    , last <ShortMoment at={part.last} />
                  </>
                )}
              </Text>
              {part.last_problem && (
                <Text variant="meta" c="secondary">
                  Last problem: <LastProblem part={part} now={now} />
                </Text>
              )}
              <SendTest of={part} test={test} mt="xs" />
            </li>
          ))}
        </ul>
      </Panel>
    );
  return (
    <TablePanel
      caption="Parts"
      about={`${fine} of ${parts.length} fine`}
      columns={columnsOf(now, test)}
      rows={parts}
      rowKey={({ name }) => name}
      noun="parts"
    />
  );
};

const PartName = ({ part: { name } }: { part: SystemPart }) => {
  const PartIcon = partIcons[name];
  return (
    <span className={styles.name}>
      <PartIcon size={16} stroke={1.7} aria-hidden="true" /> {partLabels[name]}
    </span>
  );
};

const PartState = ({ part: { state } }: { part: SystemPart }) => (
  <span className={[styles.name, state === 'failing' && styles.failing].filter(Boolean).join(' ')}>
    <Dot tone={stateWords[state].tone} /> {stateWords[state].words}
  </span>
);

/** When the last problem of a part was, and how long: "9 Mar, 6 min", "Now, 5 h 9 min"; "–" without one. */
const LastProblem = ({ part, now }: { part: SystemPart; now: string }) => {
  const { shortDay } = useFormats();
  const { last_problem: last } = part;
  if (!last) return '–';
  const { began_on: from, ended_on: to } = last;
  const length = lengthWords(from, to ?? now);
  if (to !== null)
    return (
      <time dateTime={from}>
        {shortDay(from)}, {length}
      </time>
    );
  return (
    <Text span inherit c="negative">
      Now, {length}
    </Text>
  );
};

const testWords = { email: 'Send test e-mail', text: 'Send test text' };

type Test = ReturnType<typeof useTest>;

/** Sends tests to the signed-in Admin; `problem` is why the last one was not sent. */
export const useTest = () => {
  const { mutateAsync, isPending, variables } = useSendTest();
  const { act, problem } = useRowAct(['system']);
  const send = (way: 'email' | 'text') =>
    void act({
      question: false,
      run: () => mutateAsync({ body: { way } }),
      done: `A test ${way === 'email' ? 'e-mail' : 'text'} is on its way to you`,
      refused: (error) => `No test was sent. ${sentenceOf(error)}`,
    });
  return { problem, send, busy: isPending ? variables?.body.way : undefined };
};

type SendTestProps = { of: Pick<SystemPart, 'name'>; test: Test; mt?: 'xs' };

/** Sends a test of e-mails or text messages; nothing for other parts. */
export const SendTest = ({ of: { name }, test, mt }: SendTestProps) => {
  if (name !== 'email' && name !== 'text') return null;
  return (
    <Button
      {...(mt !== undefined && { mt })}
      size="xs"
      loading={test.busy === name}
      aria-label={testWords[name]}
      onClick={() => test.send(name)}
    >
      Send test
    </Button>
  );
};

const columnsOf = (checked: string, test: Test): Column<SystemPart>[] => [
  {
    key: 'part',
    header: 'Part',
    width: 144,
    lead: true,
    render: (part) => <PartName part={part} />,
  },
  {
    key: 'state',
    header: 'State',
    width: 96,
    render: (part) => <PartState part={part} />,
  },
  {
    key: 'now',
    header: 'Now',
    width: 276,
    text: ({ now }) => now,
    render: ({ now, share, last }) => (
      <div className={styles.now}>
        {share !== null && (
          <span className={styles.used}>
            <Meter label={now} total={1} parts={[{ value: share, tone: 'accent' }]} />
          </span>
        )}
        {now}
        {last !== null && (
          <>
            , last <ShortMoment at={last} />
          </>
        )}
      </div>
    ),
  },
  {
    key: 'problem',
    header: 'Last problem',
    width: 110,
    figures: true,
    render: (part) => <LastProblem part={part} now={checked} />,
  },
  {
    key: 'test',
    header: 'Test',
    hiddenHeader: true,
    width: 104,
    acts: true,
    render: (part) => <SendTest of={part} test={test} />,
  },
];
