import { Box, Button, Flex, Stack, Text } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import type { Feedback, FollowUp } from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatPhone } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { Clip } from '../../ui/clip.tsx';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { Moment } from '../../ui/moment.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import styles from './feedback-card.module.css';
import { dueWords, standingOf } from './feedback-words.ts';
import { Stars } from './stars.tsx';

type Props = {
  feedback: Feedback;
  /** Opens its follow-up, or a new one; undefined for users who may not follow up. */
  onFollowUp: (() => void) | undefined;
};

/** A student's feedback on a lesson: stars, text, student, and the state of its follow-up. */
export const FeedbackCard = ({ feedback, onFollowUp }: Props) => {
  const { created_by: student, follow_up: followUp } = feedback;
  const phone = formatPhone(student);
  const title = `feedback-${feedback._id}`;
  return (
    <Box
      component="article"
      className={styles.card}
      aria-labelledby={`${title}-student ${title}-lesson`}
      data-with-parent={student.parent !== null || undefined}
    >
      <Box miw={0}>
        <Text id={`${title}-student`} component="h2" variant="title">
          <RecordLink
            to="student"
            id={student._id}
            name={student.name || student.email || '–'}
            opensRow={!onFollowUp}
          />
        </Text>
        <Contacts email={student.name ? student.email : ''} phone={phone} />
      </Box>
      {student.parent && <Parent parent={student.parent} phoneOfStudent={phone} />}
      <Box className={styles.said} miw={0}>
        <Flex rowGap={2} columnGap="md" align="center" wrap="wrap">
          <Stars rating={feedback.rating} />
          <Text span variant="meta" c="dimmed">
            <Moment at={feedback.created} />
          </Text>
        </Flex>
        <Text variant="meta" c="secondary" id={`${title}-lesson`}>
          <LessonLinks feedback={feedback} opensRow={!onFollowUp} />
        </Text>
        {feedback.content ? (
          <Text inherit mt="xs" maw="80ch" c="bright" style={{ whiteSpace: 'pre-line' }}>
            {feedback.content}
          </Text>
        ) : (
          <Text mt="xs" variant="meta" c="dimmed">
            Nothing was written
          </Text>
        )}
      </Box>
      {onFollowUp && (
        <div className={styles.followUp}>
          {followUp && <FollowUpFacts followUp={followUp} />}
          <Button
            size="xs"
            leftSection={<IconFlag size={15} stroke={1.7} />}
            data-opens
            onClick={onFollowUp}
          >
            {followUp ? 'Open follow-up' : 'Follow up'}
          </Button>
        </div>
      )}
    </Box>
  );
};

type ParentProps = {
  parent: NonNullable<Feedback['created_by']['parent']>;
  /** Families often share a phone; the same number is not repeated. */
  phoneOfStudent: string;
};

/** The parent, for users who may see contacts; Tutors may not (decisions: Roles). */
const Parent = ({ parent, phoneOfStudent }: ParentProps) => {
  const phone = formatPhone(parent);
  return (
    <Box miw={0}>
      <Text inherit c="secondary">
        {parent.name ? `Parent: ${parent.name}` : 'No parent known'}
      </Text>
      <Contacts email={parent.email} phone={phone === phoneOfStudent ? '' : phone} />
    </Box>
  );
};

const Contacts = ({ email, phone }: { email: string; phone: string }) => (
  <Flex component="p" columnGap="md" wrap="wrap" variant="meta" c="dimmed">
    {email && <Clip>{email}</Clip>}
    {phone && <span>{phone}</span>}
  </Flex>
);

/** Class and lesson of the feedback. Lessons that another tutor teaches are plain text. */
export const LessonLinks = ({
  feedback: { feedback_target_id: id, feedback_target_object: lesson },
  opensRow = false,
}: {
  feedback: Pick<Feedback, 'feedback_target_id' | 'feedback_target_object'>;
  opensRow?: boolean;
}) => {
  const label = lessonLabel(lesson);
  return (
    <>
      <RecordLink to="class" id={lesson.class._id} name={lesson.class.name} />
      {', '}
      {lesson.opens ? (
        <RecordLink
          to="lesson"
          id={id}
          classId={lesson.class._id}
          name={label}
          opensRow={opensRow}
        />
      ) : (
        label
      )}
    </>
  );
};

const FollowUpFacts = ({ followUp }: { followUp: FollowUp }) => {
  const today = useToday();
  const { words, tone } = standingOf(followUp, today);
  const due = dueWords(followUp, today);
  return (
    <Box variant="meta" c="secondary">
      <StatusChip tone={tone}>{words}</StatusChip>
      <p>{[followUp.owner.name, due].filter(Boolean).join(', ')}</p>
      {followUp.remark && (
        <Text lineClamp={2} variant="meta" c="dimmed" title={followUp.remark}>
          {followUp.remark}
        </Text>
      )}
    </Box>
  );
};

export const FeedbackSkeletons = () => (
  <>
    {Array.from({ length: 8 }, (_, index) => (
      <div key={index}>
        <div className={styles.card} data-with-parent>
          {[70, 60, 80 - ((index * 11) % 32)].map((width) => (
            <Stack key={width} gap={14} py="xs">
              <SkeletonBar width={width} />
              <SkeletonBar width={width - 15} height={8} />
              <SkeletonBar width={width - 25} height={8} />
            </Stack>
          ))}
        </div>
      </div>
    ))}
  </>
);
