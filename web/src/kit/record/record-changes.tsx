import { Timeline, Stack, Flex, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ChangesOperation, RecordChange } from 'staffroom-contract/shared/changes.ts';
import { formatCount } from '../../lib/formats.ts';
import { changesPageSize, changesQuery } from '../../lib/queries.ts';
import { useSettings } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { ListParts } from '../../ui/list-parts.tsx';
import {
  ListEmpty,
  listStateOf,
  ListStates,
  PastLastPage,
  SkeletonBar,
} from '../../ui/list-states.tsx';
import { PanelBody } from '../../ui/panel.tsx';
import { ListFoot } from '../../ui/list-foot.tsx';
import { Dot, type Tone } from '../../ui/status-chip.tsx';
import { changeLines, labelOf, type ChangedForm, type ChangeFields } from './change-lines.ts';
import styles from './record-changes.module.css';
import { RecordLink } from './record-link.tsx';
import type { RecordPages } from './record-tabs.tsx';

/** Wording of actions: `students_added` → "Students added". */
export type ActWords = Readonly<Record<string, { words: string; tone: Tone }>>;

type Known = {
  /** The record's form, whose fields label and word the changes. */
  form?: ChangedForm;
  /** Fields that the form lacks; a function if a path depends on the action. */
  fields?: ChangeFields | ((act: string) => ChangeFields);
  acts?: ActWords;
};

type Props = Known & { of: ChangesOperation; id: string } & RecordPages;

const noun = ['change', 'changes'] as const;
const nothing = 'There are no changes to display';

/** A record's changes with user and time, newest first: a tab of its page. */
export const RecordChanges = ({ of, id, page, onPage, ...known }: Props) => {
  const query = useQuery(changesQuery(of, id, page));
  const { data: entries = [], count } = query.data ?? {};
  const state = listStateOf(query);
  return (
    <ListParts
      label="Changes"
      state={state}
      footer={<ListFoot {...{ page, count, noun, onPage }} pageSize={changesPageSize} />}
    >
      <ListStates
        state={state}
        noun="changes"
        isEmpty={entries.length === 0}
        empty={
          count ? (
            <PastLastPage
              text={nothing}
              count={formatCount(count, ...noun)}
              onFirst={() => onPage(1)}
            />
          ) : (
            <ListEmpty text={nothing} />
          )
        }
        skeleton={
          <PanelBody>
            <Stack>
              {[70, 50, 60, 45].map((width) => (
                <SkeletonBar key={width} width={width} />
              ))}
            </Stack>
          </PanelBody>
        }
      >
        <PanelBody>
          <Steps label="Changes" steps={entries.map(stepOf)} {...known} />
        </PanelBody>
      </ListStates>
    </ListParts>
  );
};

/** Converts an audit entry; its action is `class.updated`, of which the last part is kept. */
const stepOf = ({ _id, action, ...entry }: RecordChange): Step => ({
  ...entry,
  key: _id,
  act: action.split('.').at(-1) ?? action,
});

export type Step = {
  key: string;
  /** The action: 'updated'. */
  act: string;
  /** An instant. */
  at: string;
  by: { _id: string; name: string };
  remark?: string;
  changes: RecordChange['changes'];
};

const everyRecordsActs: ActWords = {
  created: { words: 'Created', tone: 'green' },
  updated: { words: 'Updated', tone: 'blue' },
  cancelled: { words: 'Cancelled', tone: 'grey' },
  enabled: { words: 'Enabled', tone: 'blue' },
  disabled: { words: 'Disabled', tone: 'grey' },
};

/** The history of a record, newest first: dots on a line (design note, Timeline). */
export const Steps = ({
  label,
  steps,
  acts,
  ...known
}: Known & { label: string; steps: readonly Step[] }) => (
  <Timeline role="list" aria-label={label} bulletSize={9} lineWidth={1} className={styles.steps}>
    {steps.map((step) => {
      const { words, tone } = acts?.[step.act] ??
        everyRecordsActs[step.act] ?? { words: labelOf(step.act), tone: 'grey' };
      return (
        <Timeline.Item
          key={step.key}
          role="listitem"
          bullet={<Dot tone={tone} />}
          title={<StepHead words={words} step={step} />}
        >
          {step.remark && <p>{step.remark}</p>}
          <StepChanges step={step} {...known} />
        </Timeline.Item>
      );
    })}
  </Timeline>
);

const StepHead = ({ words, step: { by, at } }: { words: string; step: Step }) => {
  const { dateTime } = useFormats();
  return (
    <Flex rowGap={0} columnGap="lg" justify="space-between" wrap="wrap" variant="body">
      <Text component="strong" inherit c="bright" fw={600}>
        {words}
      </Text>
      <Text span variant="meta" c="dimmed">
        <Person {...by} />, <time dateTime={at}>{dateTime(at)}</time>
      </Text>
    </Flex>
  );
};

/** The user who made a change; the id of a system change has only zeros. */
const Person = ({ _id, name }: Step['by']): ReactNode =>
  /[1-9a-f]/.test(_id) && name ? (
    <RecordLink to="staff" id={_id} name={name} inSentence />
  ) : (
    name || '–'
  );

const StepChanges = ({ step, form, fields }: Known & { step: Step }) => {
  const { business_time_zone: zone, business_day: today } = useSettings();
  const known = { form, fields: typeof fields === 'function' ? fields(step.act) : fields };
  return changeLines(step.changes, known, { zone, today }).map(({ label, from, to }) =>
    Math.max(from?.length ?? 0, to?.length ?? 0) <= longValue ? (
      <Text key={label} className={styles.change} variant="meta" c="secondary">
        {label}: {from ?? 'nothing'} → {to ?? 'nothing'}
      </Text>
    ) : (
      <Text key={label} component="details" className={styles.change} variant="meta" c="secondary">
        <summary>{label} changed</summary>
        <p>Before: {from ?? 'nothing'}</p>
        <p>After: {to ?? 'nothing'}</p>
      </Text>
    ),
  );
};

/** Longer values are folded, so that a long text does not push the other steps away. */
const longValue = 120;
