import { Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { detailSlugOf } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { ClassName } from '../../ui/class-name.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { TimeRange } from '../../ui/moment.tsx';
import { lessonLabel } from '../lessons/lesson-words.ts';
import type { Home } from './home.api.ts';
import { missingAttendance } from './day-rows.ts';
import { HomePart, MoreRows, RowList } from './home-part.tsx';
import styles from './home.module.css';

const missingColumns = 'max-content minmax(190px, 1fr) minmax(0, 1fr) max-content max-content';

type Attendance = NonNullable<Home['attendance']>;

/** Past lessons without attendance; a participant file is imported on the lesson's page. */
export const MissingAttendance = ({ attendance }: { attendance: Attendance }) => {
  const { weekday } = useFormats();
  const { product_name: product } = useSettings();
  const more = attendance.count - attendance.data.length;
  return (
    <HomePart
      title="Attendance missing"
      count={attendance.count}
      rows={missingAttendance}
      about={
        <Text span inherit visibleFrom="sm">
          Trials of these lessons stay open until it is in
        </Text>
      }
    >
      <RowList columns={missingColumns} stacks>
        {attendance.data.map((lesson) => {
          const platform = detailSlugOf(lesson.hosting_platform, product);
          return (
            <li key={lesson._id} className={styles.row} data-row tabIndex={-1}>
              <span>{weekday(lesson.scheduled_on)}</span>
              <RecordLink
                to="lesson"
                id={lesson._id}
                classId={lesson.class._id}
                name={<ClassName name={lesson.class.name} />}
                className={styles.strong}
                opensRow
              />
              <span title={lessonLabel(lesson)}>{lessonLabel(lesson)}</span>
              <span>
                <TimeRange from={lesson.scheduled_on} to={lesson.ended_on} />
                {`, ${formatCount(lesson.students, 'student')}`}
              </span>
              <span data-whole>
                {attendance.can_import && platform !== undefined && (
                  <LinkButton
                    to="/lessons/$lessonId/detail/$platform"
                    params={{ lessonId: lesson._id, platform }}
                    search={{ dialog: 'import' }}
                    size="xs"
                    variant="default"
                    aria-label={`Import CSV of ${lesson.class.name}, ${weekday(lesson.scheduled_on)}`}
                    leftSection={<IconUpload size={15} stroke={1.7} />}
                  >
                    Import CSV
                  </LinkButton>
                )}
              </span>
            </li>
          );
        })}
      </RowList>
      {more > 0 && (
        <MoreRows rows={missingAttendance}>
          {`${formatCount(more, 'more lesson')} of the last 7 days`}
        </MoreRows>
      )}
    </HomePart>
  );
};
