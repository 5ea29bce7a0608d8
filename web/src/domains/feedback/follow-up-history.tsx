import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RecordChange } from 'staffroom-contract/shared/changes.ts';
import {
  listFollowUpChanges,
  type Feedback,
} from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { changeLines } from '../../kit/record/change-lines.ts';
import { Steps, type Step } from '../../kit/record/record-changes.tsx';
import { changesPageSize, changesQuery } from '../../lib/queries.ts';
import { useSettings } from '../../lib/settings.ts';
import { ListFoot } from '../../ui/list-foot.tsx';
import { listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import type { Tone } from '../../ui/status-chip.tsx';
import { followUpForm } from './follow-up.form.ts';
import styles from './follow-up-form.module.css';

/** The changes since the feedback was given, newest first. */
export const FollowUpHistory = ({ feedback }: { feedback: Feedback }) => (
  <Box component="section" className={styles.history} p="lg">
    <Text component="h3" mb="md" variant="title" c="bright">
      History
    </Text>
    {feedback.follow_up ? (
      <Changes feedback={feedback} id={feedback.follow_up._id} />
    ) : (
      <HistorySteps feedback={feedback} entries={[]} isLast />
    )}
  </Box>
);

const noun = ['change', 'changes'] as const;

const Changes = ({ feedback, id }: { feedback: Feedback; id: string }) => {
  const [page, setPage] = useState(1);
  const query = useQuery(changesQuery(listFollowUpChanges, id, page));
  const { data: entries = [], count = 0 } = query.data ?? {};
  return (
    <ListStates
      state={listStateOf(query)}
      noun="history"
      isEmpty={false}
      empty={null}
      skeleton={<SkeletonBar width={70} />}
    >
      <HistorySteps
        feedback={feedback}
        entries={entries}
        isLast={page * changesPageSize >= count}
      />
      {count > changesPageSize && (
        <ListFoot {...{ page, count }} pageSize={changesPageSize} noun={noun} onPage={setPage} />
      )}
    </ListStates>
  );
};

type StepsProps = {
  feedback: Feedback;
  entries: readonly RecordChange[];
  /** Ends with the feedback itself. */
  isLast: boolean;
};

const HistorySteps = ({ feedback, entries, isLast }: StepsProps) => {
  const { business_time_zone: zone, business_day: today } = useSettings();
  const known = { form: followUpForm };
  const given = { words: 'Feedback given', tone: 'grey' as const };
  const steps = entries.map(({ _id, changes, ...entry }) => {
    const lines = changeLines(changes, known, { zone, today });
    const remark = lines.find(({ label }) => label === remarkLabel)?.to;
    const others = lines
      .filter(({ label }) => label !== remarkLabel)
      .map(({ label, to }) => `${label}: ${to ?? 'none'}`);
    const said = [...others.slice(1), ...(remark ? [remark] : [])].join('. ');
    return {
      words: others[0] ?? remarkLabel,
      step: {
        ...entry,
        key: _id,
        act: _id,
        changes: [],
        ...(said && { remark: said }),
      } satisfies Step,
    };
  });
  const first: Step = {
    key: feedback._id,
    act: feedback._id,
    at: feedback.created,
    // Without an id the name is no link: students are not staff.
    by: { _id: '', name: feedback.created_by.name },
    changes: [],
  };
  const acts: Record<string, { words: string; tone: Tone }> = {
    [feedback._id]: given,
    ...Object.fromEntries(
      steps.map(({ step, words }) => [step.act, { words, tone: 'blue' as const }]),
    ),
  };
  return (
    <Steps
      label="History"
      acts={acts}
      steps={[...steps.map(({ step }) => step), ...(isLast ? [first] : [])]}
    />
  );
};

const remarkLabel = 'What was agreed';
