import { Button, Flex, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { TicketDetail } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import type { TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatDay } from '../../lib/formats.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { DayOf, Moment } from '../../ui/moment.tsx';
import { RichTextView } from '../../ui/rich-text/rich-text-view.tsx';
import { HomeworkStatusChip } from '../homework/homework-parts.tsx';
import { lessonCode } from '../lessons/lesson-words.ts';
import { genderWords } from '../users/user-words.ts';
import { TicketAttended } from './ticket-attended.tsx';
import type { TicketSearch } from './ticket-lists.ts';
import styles from './ticket-panel.module.css';
import { pollWords } from './ticket-words.ts';

const LessonStudentsDialog = lazyForm(
  async () => (await import('./lesson-students-dialog.tsx')).LessonStudentsDialog,
);

type Props = { type: TicketType; ticket: TicketDetail; onComment: () => void };

/** The student's results in the ticket's lesson: attendance, poll answers, homework, tutor comment. */
export const TicketLesson = ({ type, ticket, onComment }: Props) => {
  const { poll, homework, attendance, next_lesson: next } = ticket;
  const { time, shortDay } = useFormats();
  const { students } = useSearch({ strict: false }) as TicketSearch;
  const navigate = useNavigate();
  const showStudents = (shown: true | undefined) =>
    void navigate({
      to: '.',
      search: (address) => ({ ...address, students: shown }),
      replace: !shown,
    });
  return (
    <Flex
      className={styles.part}
      component="section"
      direction="column"
      gap="md"
      aria-label="Lesson"
    >
      <h3>{type === 'TrialConversion' ? 'Trial lesson' : 'Last lesson'}</h3>
      <Facts>
        <Fact label="Attendance">
          {attendance.length > 0
            ? attendance.map(({ joined_on, left_on }, index) => (
                <Fragment key={index}>
                  {index > 0 && ', '}
                  {joined_on ? time(joined_on) : '?'}–{left_on ? time(left_on) : '?'}
                </Fragment>
              ))
            : ticket.attended && <TicketAttended attended={ticket.attended} />}
          {ticket.lesson && (
            <Button size="compact-xs" variant="subtle" ml="-8px" onClick={() => showStudents(true)}>
              All students
            </Button>
          )}
        </Fact>
        <Fact label="Tutor comment">
          <Text inherit style={{ whiteSpace: 'pre-wrap' }}>
            {ticket.tutor_comment || '–'}
          </Text>
          <Button size="compact-xs" variant="subtle" ml="-8px" onClick={onComment}>
            Edit comment
          </Button>
        </Fact>
        <Fact label="Homework">
          {homework.length > 0 && (
            <Flex component="ul" direction="column" gap="sm">
              {homework.map(({ _id, name, due_on, submission }) => (
                <li key={_id}>
                  {ticket.lesson ? (
                    <RecordLink
                      to="homework"
                      id={_id}
                      classId={ticket.class._id}
                      lessonId={ticket.lesson._id}
                      name={name}
                    />
                  ) : (
                    name
                  )}
                  , due {shortDay(due_on)}{' '}
                  {submission.status ? (
                    <HomeworkStatusChip status={submission.status} />
                  ) : (
                    <Text span variant="meta" c="dimmed">
                      Not assigned
                    </Text>
                  )}
                </li>
              ))}
            </Flex>
          )}
        </Fact>
        <Fact label="Poll">
          {poll.length === 0 ? (
            'No poll data'
          ) : (
            <details>
              <summary>{pollWords(poll)}</summary>
              <Flex component="ol" direction="column" gap="sm" mt="sm">
                {poll.map(({ _id, question, answer, is_correct }) => (
                  <li key={_id}>
                    {question}
                    <Flex component="span" gap="xs" align="center" c="secondary">
                      {is_correct === true && (
                        <IconCheck
                          size={14}
                          stroke={2}
                          color="var(--positive)"
                          role="img"
                          aria-label="Right:"
                        />
                      )}
                      {is_correct === false && (
                        <IconX
                          size={14}
                          stroke={2}
                          color="var(--negative)"
                          role="img"
                          aria-label="Wrong:"
                        />
                      )}{' '}
                      {answer ?? 'not answered'}
                    </Flex>
                  </li>
                ))}
              </Flex>
            </details>
          )}
        </Fact>
        <Fact label="Next lesson of the class">
          {next && (
            <>
              <RecordLink
                to="lesson"
                id={next._id}
                classId={ticket.class._id}
                name={lessonCode(next)}
              />
              , <Moment at={next.scheduled_on} />
            </>
          )}
        </Fact>
      </Facts>
      <LessonStudentsDialog
        open={students ? ticket : null}
        onClose={() => showStudents(undefined)}
      />
    </Flex>
  );
};

/** Facts about the student, as preparation for a call. */
export const TicketStudent = ({ ticket: { student, created } }: { ticket: TicketDetail }) => (
  <Flex
    className={styles.part}
    component="section"
    direction="column"
    gap="md"
    aria-label="Student"
  >
    <h3>Student</h3>
    <Facts>
      <Fact label="Gender">{student.gender && genderWords[student.gender]}</Fact>
      <Fact label="School">{student.school}</Fact>
      <Fact label="First language">{student.first_language}</Fact>
      <Fact label="Date of birth">
        {student.date_of_birth && formatDay(student.date_of_birth.slice(0, 10))}
      </Fact>
      <Fact label="Ticket opened">
        <DayOf at={created} />
      </Fact>
    </Facts>
    {student.meta.background && <RichTextView html={student.meta.background} />}
  </Flex>
);
