import { Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getFeedback,
  listFollowUpChanges,
  type Feedback,
} from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { DayInput } from '../../kit/form/day-input.tsx';
import type { Named } from '../../kit/form/field.ts';
import { OpenForm, RecordDialog, type OpenableForm } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { RecordChanges } from '../../kit/record/record-changes.tsx';
import { useSessionUser } from '../../lib/session.ts';
import formGrid from '../../ui/form-grid.module.css';
import { Moment } from '../../ui/moment.tsx';
import { LessonLinks } from './feedback-card.tsx';
import { ownersQuery } from './feedback.api.ts';
import { followUpForm } from './follow-up.form.ts';
import styles from './follow-up-form.module.css';
import { Stars } from './stars.tsx';

/** Starts, reassigns or finishes a follow-up (ADR 27). */
export const FollowUpForm = (dialog: OpenableForm) => (
  <OpenForm {...dialog} noun="feedback" title="Follow up" get={getFeedback}>
    {({ record, ...shown }) => record && <Opened feedback={record} {...shown} />}
  </OpenForm>
);

type OpenedProps = { feedback: Feedback; opened: boolean; onClose: () => void };

const Opened = ({ feedback, ...dialog }: OpenedProps) => {
  const { _id, name, email } = useSessionUser();
  const followUp = feedback.follow_up;
  const form = useFormState(followUpForm, {
    ...dialog,
    ...(followUp
      ? { record: followUp }
      : { initial: { owner: { _id, name: name || email } }, also: { feedback: feedback._id } }),
    done: 'Follow-up saved',
    gone: 'This feedback no longer exists',
  });
  return (
    <RecordDialog
      form={form}
      title={followUp ? 'Follow-up' : 'Follow up'}
      aside={<WhatWasSaid feedback={feedback} />}
    >
      <div className={formGrid.grid}>
        <div className={formGrid.half}>
          <OwnerSelect {...form.field('owner')} />
        </div>
        <div className={formGrid.quarter}>
          <DayInput {...form.field('due_date')} />
        </div>
        <Select {...form.field('state')} className={formGrid.quarter ?? ''} />
        <Textarea
          {...form.field('remark')}
          className={formGrid.whole ?? ''}
          autosize
          minRows={3}
          maxRows={12}
        />
      </div>
      {followUp && <History id={followUp._id} />}
    </RecordDialog>
  );
};

/** Chooses among users who can own a follow-up; a former owner stays visible. */
const OwnerSelect = ({
  value,
  onChange,
  ...input
}: {
  label: string;
  required: boolean;
  value: Named | null;
  onChange: (owner: Named | null) => void;
  error: string | undefined;
}) => {
  const { data, isError } = useQuery(ownersQuery);
  const known = data?.data ?? [];
  const owners = value && !known.some(({ _id }) => _id === value._id) ? [value, ...known] : known;
  return (
    <Select
      {...input}
      openOnFocus={false}
      allowDeselect={false}
      searchable
      data={owners.map(({ _id, name }) => ({ value: _id, label: name || '–' }))}
      value={value?._id ?? null}
      onChange={(id) => onChange(owners.find(({ _id }) => _id === id) ?? null)}
      nothingFoundMessage={isError ? 'The staff could not be loaded' : 'No matching user'}
    />
  );
};

const History = ({ id }: { id: string }) => {
  const [page, setPage] = useState(1);
  return (
    <section className={styles.history}>
      <h3 className={formGrid.heading}>History</h3>
      <RecordChanges
        of={listFollowUpChanges}
        id={id}
        form={followUpForm}
        page={page}
        onPage={setPage}
      />
    </section>
  );
};

const WhatWasSaid = ({ feedback }: { feedback: Feedback }) => {
  const { created_by: student } = feedback;
  return (
    <div className={styles.said}>
      <h3 className={styles.heading}>{student.name || student.email || '–'}</h3>
      <Stars rating={feedback.rating} />
      <p className={feedback.content ? styles.content : styles.nothing}>
        {feedback.content || 'Nothing was written'}
      </p>
      <p className={styles.lesson}>
        <LessonLinks feedback={feedback} />
      </p>
      <p className={styles.nothing}>
        <Moment at={feedback.created} />
      </p>
    </div>
  );
};
