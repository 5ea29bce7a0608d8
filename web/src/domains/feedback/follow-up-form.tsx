import { Box, Flex, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconMailOff, IconStar, IconUserCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  getFeedback,
  listFeedback,
  type Feedback,
} from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { ratingWords } from 'staffroom-contract/domains/feedback/feedback.rules.ts';
import { DayInput } from '../../kit/form/day-input.tsx';
import { isDay, type Named } from '../../kit/form/field.ts';
import { OpenForm, RecordDialog, type OpenableForm } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount, formatDayOfWeek, formatPhone } from '../../lib/formats.ts';
import { operationQuery } from '../../lib/queries.ts';
import { useSessionUser } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { afterClosing } from '../../ui/after-closing.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Moment } from '../../ui/moment.tsx';
import { FollowUpPicks } from '../../ui/follow-up-picks.tsx';
import { LessonLinks } from './feedback-card.tsx';
import { ownersQuery } from './feedback.api.ts';
import { followUpForm } from './follow-up.form.ts';
import { FollowUpHistory } from './follow-up-history.tsx';
import styles from './follow-up-form.module.css';
import { Stars } from './stars.tsx';

const height = 652;

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
    onSaved: () => focusRowAfter(feedback._id),
  });
  return (
    <RecordDialog
      form={form}
      title={followUp ? 'Follow-up' : 'Follow up'}
      saveLabel="Save follow-up"
      besideTitle={
        <Text truncate variant="body" c="secondary">
          {nameOf(feedback)}, {ratingWords(feedback.rating)} stars
        </Text>
      }
      height={height}
      bare
    >
      <div className={styles.columns}>
        <Stack className={styles.said} gap="md" p="lg">
          <WhatWasSaid feedback={feedback} />
          <WhenYouSave rating={feedback.rating} {...form.values} />
        </Stack>
        <div className={styles.work}>
          <Stack gap="md" p="lg">
            <Textarea {...form.field('remark')} minRows={4} maxRows={11} />
            <Group align="flex-start" wrap="wrap" gap="md">
              <Select {...form.field('state')} flex="1 1 130px" />
              <Box flex="1 1 190px">
                <DayInput {...form.field('due_date')} />
                <Group mt="xs" gap={0}>
                  <FollowUpPicks onPick={(due_date) => form.set({ due_date })} />
                </Group>
              </Box>
              <Box flex="1 1 190px">
                <OwnerSelect {...form.field('owner')} />
              </Box>
            </Group>
          </Stack>
          <FollowUpHistory feedback={feedback} />
        </div>
      </div>
    </RecordDialog>
  );
};

/** After a save the focus goes to the next feedback of the list, once the dialog has closed. */
const focusRowAfter = (id: string) => {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const next = rows[rows.findIndex((row) => row.dataset['row'] === id) + 1];
  setTimeout(() => next?.focus(), 2 * afterClosing);
};

const nameOf = ({ created_by: student }: Feedback) => student.name || student.email || '–';

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
  const chosen = known.find(({ _id }) => _id === value?._id);
  const owners = value && !chosen ? [value, ...known] : known;
  return (
    <>
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
      {chosen && (
        <Text mt="xs" variant="meta" c="dimmed">
          {formatCount(chosen.open, 'open follow-up')}
        </Text>
      )}
    </>
  );
};

/** The feedback and the family's contacts, as far as the user may see them. */
const WhatWasSaid = ({ feedback }: { feedback: Feedback }) => {
  const { created_by: student, content } = feedback;
  const { parent } = student;
  return (
    <>
      <Group gap="md">
        <Avatar name={nameOf(feedback)} />
        <Box miw={0}>
          <Text variant="button" c="bright">
            <RecordLink to="student" id={student._id} name={nameOf(feedback)} />
          </Text>
          <Text truncate variant="meta" c="dimmed">
            {[formatPhone(student), student.name && student.email].filter(Boolean).join(' · ')}
          </Text>
        </Box>
      </Group>
      <Flex gap={2} columnGap="md" align="center" justify="space-between" wrap="wrap">
        <Stars rating={feedback.rating} />
        <Text span variant="meta" c="dimmed">
          <Moment at={feedback.created} />
        </Text>
      </Flex>
      {content ? (
        <Text className={styles.content} component="blockquote" m={0} c="bright">
          “{content}”
        </Text>
      ) : (
        <Text variant="meta" c="dimmed">
          Nothing was written
        </Text>
      )}
      <Box className={styles.lined} pt="md">
        <Facts>
          <Fact label="Lesson">
            <LessonLinks feedback={feedback} />
          </Fact>
          {parent && (
            <Fact label="Parent">
              {[parent.name, formatPhone(parent), parent.email].filter(Boolean).map((line) => (
                <div key={line}>{line}</div>
              ))}
            </Fact>
          )}
          <Fact label="Before">
            <EarlierRatings feedback={feedback} />
          </Fact>
        </Facts>
      </Box>
    </>
  );
};

/** "6 ratings, 4.5 on average" of the student's earlier feedback that this user may see. */
const EarlierRatings = ({ feedback }: { feedback: Feedback }) => {
  const { data } = useQuery(
    operationQuery(listFeedback, {
      query: { filter: { created_by: { in: [feedback.created_by._id] } }, max: 100 },
    }),
  );
  if (!data) return '…';
  const earlier = data.data.filter(({ created }) => created < feedback.created);
  if (earlier.length === 0) return 'First rating';
  const mean = earlier.reduce((sum, { rating }) => sum + rating, 0) / earlier.length;
  return `${formatCount(earlier.length, 'rating')}, ${mean.toFixed(1)} on average`;
};

type Values = { owner: Named | null; due_date: string; state: string };

/** The effects of saving. */
const WhenYouSave = ({ rating, owner, due_date, state }: Values & { rating: number }) => (
  <Stack component="section" className={styles.lined} gap="sm" pt="md" aria-label="When you save">
    <Text component="h3" variant="title" c="bright">
      When you save
    </Text>
    <Effect icon={<IconUserCheck size={16} stroke={1.7} />}>
      {state === 'done'
        ? 'Leaves the list of open follow-ups'
        : `In ${owner ? `${owner.name}’s` : 'the'} follow-ups${
            isDay(due_date) ? ` on ${formatDayOfWeek(due_date)}` : ', without a date'
          }`}
    </Effect>
    <Effect icon={<IconMailOff size={16} stroke={1.7} />}>The family gets no message</Effect>
    <Effect icon={<IconStar size={16} stroke={1.7} />}>
      The rating stays {ratingWords(rating)}
    </Effect>
  </Stack>
);

const Effect = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <Flex gap="sm" c="secondary">
    <Box flex="none" h={20} pt={2} c="dimmed" aria-hidden="true">
      {icon}
    </Box>
    <p>{children}</p>
  </Flex>
);
