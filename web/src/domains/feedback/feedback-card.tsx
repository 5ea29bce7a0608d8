import { Button } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import type { Feedback, FollowUp } from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatPhone } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
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
    <article
      className={styles.card}
      aria-labelledby={`${title}-student ${title}-lesson`}
      data-with-parent={student.parent !== null || undefined}
    >
      <div className={styles.identity}>
        <h2 id={`${title}-student`} className={styles.student}>
          <RecordLink
            to="student"
            id={student._id}
            name={student.name || student.email || '–'}
            opensRow={!onFollowUp}
          />
        </h2>
        <p className={styles.contacts}>
          {student.name && student.email && <span>{student.email}</span>}
          {phone && <span>{phone}</span>}
        </p>
      </div>
      {student.parent && <Parent parent={student.parent} phoneOfStudent={phone} />}
      <div className={styles.said}>
        <div className={styles.heading}>
          <Stars rating={feedback.rating} />
          <span className={styles.when}>
            <Moment at={feedback.created} />
          </span>
        </div>
        <p className={styles.lesson} id={`${title}-lesson`}>
          <LessonLinks feedback={feedback} opensRow={!onFollowUp} />
        </p>
        {feedback.content ? (
          <p className={styles.content}>{feedback.content}</p>
        ) : (
          <p className={styles.nothing}>Nothing was written</p>
        )}
      </div>
      {onFollowUp && (
        <div className={styles.followUp}>
          {followUp && <FollowUpFacts followUp={followUp} />}
          <Button
            size="xs"
            variant={followUp ? 'subtle' : 'default'}
            leftSection={<IconFlag size={15} stroke={1.7} />}
            data-opens
            onClick={onFollowUp}
          >
            {followUp ? 'Open follow-up' : 'Follow up'}
          </Button>
        </div>
      )}
    </article>
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
    <div className={styles.identity}>
      <p className={styles.parent}>{parent.name ? `Parent: ${parent.name}` : 'No parent known'}</p>
      <p className={styles.contacts}>
        {parent.email && <span>{parent.email}</span>}
        {phone && phone !== phoneOfStudent && <span>{phone}</span>}
      </p>
    </div>
  );
};

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
    <div className={styles.facts}>
      <StatusChip tone={tone}>{words}</StatusChip>
      <p>{[followUp.owner.name, due].filter(Boolean).join(', ')}</p>
      {followUp.remark && <p className={styles.remark}>{followUp.remark}</p>}
    </div>
  );
};

export const FeedbackSkeletons = () => (
  <div className={styles.skeletons}>
    {Array.from({ length: 6 }, (_, index) => (
      <SkeletonBar key={index} width={94 - ((index * 11) % 22)} height={76} />
    ))}
  </div>
);
