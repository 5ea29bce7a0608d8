import { Box, Group, Text } from '@mantine/core';
import { addDays } from 'staffroom-contract/shared/dates.ts';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { ClassName } from '../../ui/class-name.tsx';
import { DayOf } from '../../ui/moment.tsx';
import { Stars } from '../feedback/stars.tsx';
import { handedInWords } from '../homework/homework-words.ts';
import { HomeworkDate, SubmissionMeter } from '../homework/homework-parts.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import type { Home } from './home.api.ts';
import { homeworkToMark, newFeedback, studentsOfHomework } from './day-rows.ts';
import { HomePart, MoreRows, RowList } from './home-part.tsx';
import styles from './home.module.css';

type Tutor = NonNullable<Home['tutor']>;

const homeworkColumns = 'max-content minmax(0, 1.2fr) minmax(150px, 1fr) max-content max-content';

/** Homework with unmarked submissions, first to return first. */
export const HomeworkToMark = ({ homework }: { homework: Tutor['homework'] }) => {
  const more = homework.count - homework.data.length;
  return (
    <HomePart
      title="Homework to mark"
      count={homework.count}
      rows={homeworkToMark}
      about={<RowsLink {...homeworkToMark}>Homework</RowsLink>}
    >
      <RowList columns={homeworkColumns} stacks>
        {homework.data.map((each) => (
          <li key={each._id} className={styles.row} data-row data-figures tabIndex={-1}>
            <span>
              return <HomeworkDate homework={each} of="return" />
            </span>
            <RecordLink
              to="homework"
              id={each._id}
              lessonId={each.lesson._id}
              classId={each.class._id}
              name={each.name}
              className={styles.strong}
              opensRow
            />
            <span>
              <ClassName name={each.class.name} />
            </span>
            <Group component="span">
              <Box component="span" flex="0 0 72px">
                <SubmissionMeter stat={each.stat} />
              </Box>
              <RowsLink
                {...studentsOfHomework(each._id, 'handed-in')}
                label={`${handedInWords(each.stat)} of ${each.name}`}
              >
                {each.stat.assigned - each.stat.pending} of {each.stat.assigned} handed in
              </RowsLink>
            </Group>
            <RowsLink
              {...studentsOfHomework(each._id, 'to-mark')}
              label={`${each.stat.submitted + each.stat.resubmitted} to mark of ${each.name}`}
            >
              {each.stat.submitted + each.stat.resubmitted} to mark
            </RowsLink>
          </li>
        ))}
      </RowList>
      {more > 0 && (
        <MoreRows rows={homeworkToMark}>
          {formatCount(more, 'more homework', 'more homework')}
        </MoreRows>
      )}
    </HomePart>
  );
};

/** Feedback on a Tutor's classes in the last seven days. */
export const NewFeedback = ({ feedback }: { feedback: Tutor['feedback'] }) => {
  const today = useToday();
  const rows = newFeedback(addDays(today, -7), today);
  return (
    <HomePart
      title="New feedback"
      count={feedback.count}
      rows={rows}
      about={<RowsLink {...rows}>Feedback</RowsLink>}
    >
      <RowList columns="minmax(0, 1fr)">
        {feedback.data.map((each) => (
          <Box key={each._id} component="li" py="sm" px="lg">
            <Group align="baseline" wrap="wrap" gap="sm" variant="meta" c="dimmed">
              <Text span variant="strong" c="bright">
                {each.created_by.name || '–'}
              </Text>
              <Text span inherit flex="1 1 200px">
                {each.feedback_target_object.class.name}, {lessonLabel(each.feedback_target_object)}
              </Text>
              <Stars rating={each.rating} />
              <DayOf at={each.created} />
            </Group>
            {each.content && <Text variant="body">{each.content}</Text>}
          </Box>
        ))}
      </RowList>
    </HomePart>
  );
};
