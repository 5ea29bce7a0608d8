import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { useSettings } from '../../../../lib/settings.ts';
import { useCan } from '../../../../lib/use-can.ts';
import { Banner } from '../../../../ui/banner.tsx';
import { FreshForm } from '../../../../ui/fresh-form.tsx';
import { FullScreenDialog } from '../../../../ui/full-screen-dialog.tsx';
import { listStateOf, ListStates, SkeletonBar } from '../../../../ui/list-states.tsx';
import { classQuery } from '../../../classes/classes.api.ts';
import { lastLessonQuery } from '../../class-lessons.api.ts';
import { lessonQuery } from '../../lesson-record.api.ts';
import { LessonForm } from './lesson-form.tsx';
import styles from './lesson-form.module.css';
import { lessonValuesOf, newLessonValues } from './lesson-values.ts';

type Props = {
  opened: boolean;
  classId: string;
  /** null for a new lesson of the class. */
  lessonId: string | null;
  onClose: () => void;
  /** After the dialog has closed. */
  onSaved?: (lesson: Lesson) => void;
};

type LoadedProps = Pick<Props, 'opened' | 'classId' | 'onClose' | 'onSaved'>;

/** Creates or edits a lesson (part 1 §2, Lesson create/edit). */
export const LessonFormDialog = ({ opened, lessonId, ...rest }: Props) => (
  <FreshForm record={opened ? (lessonId ?? 'new') : null}>
    {(record, isOpened) =>
      record === 'new' ? (
        <NewLesson opened={isOpened} {...rest} />
      ) : (
        <SavedLesson id={record} opened={isOpened} {...rest} />
      )
    }
  </FreshForm>
);

const newTitle = 'New Lesson';
const editTitle = 'Edit Lesson';

const NewLesson = (props: LoadedProps) => {
  const { business_time_zone: timeZone, product_name: productName } = useSettings();
  const isAllowed = useCan('lesson.canManage');
  // Read anew at each opening: the next lesson counts on from the last one.
  const tuitionClass = useQuery({ ...classQuery(props.classId), staleTime: 0 });
  const last = useQuery({ ...lastLessonQuery(props.classId), staleTime: 0 });
  const waiting = [tuitionClass, last].find((query) => !query.isFetchedAfterMount || !query.data);
  if (waiting || !tuitionClass.data || !last.data || !isAllowed)
    return (
      <Waiting title={newTitle} query={waiting} noun="class" {...props}>
        Only an Admin may create lessons.
      </Waiting>
    );
  const initial = newLessonValues({
    class: tuitionClass.data.data,
    last: last.data.data[0],
    timeZone,
    productName,
  });
  return (
    <LessonForm
      title={newTitle}
      className={tuitionClass.data.data.name}
      lesson={null}
      initial={initial}
      {...props}
    />
  );
};

const SavedLesson = ({ id, ...props }: LoadedProps & { id: string }) => {
  const { business_time_zone: timeZone } = useSettings();
  // Read anew at each opening: a form based on what was known before would be refused as stale.
  const query = useQuery({ ...lessonQuery(id), staleTime: 0 });
  const lesson = query.isFetchedAfterMount ? query.data?.data : undefined;
  if (!lesson || !lesson.abilities.manage)
    return (
      <Waiting title={editTitle} query={lesson ? undefined : query} noun="lesson" {...props}>
        Only an Admin may change lessons.
      </Waiting>
    );
  return (
    <LessonForm
      title={editTitle}
      className={lesson.class_obj.name}
      lesson={lesson}
      initial={lessonValuesOf(lesson, timeZone)}
      {...props}
    />
  );
};

type WaitingProps = Pick<LoadedProps, 'opened' | 'onClose'> & {
  title: string;
  noun: string;
  /** What is not here yet; undefined when everything is, but not for this person. */
  query: Parameters<typeof listStateOf>[0] | undefined;
  children: ReactNode;
};

const Waiting = ({ title, noun, query, opened, onClose, children }: WaitingProps) => (
  <FullScreenDialog
    title={title}
    opened={opened}
    onClose={onClose}
    dirty={false}
    cancelLabel={null}
    actions={<Button onClick={onClose}>Close</Button>}
  >
    {query ? (
      <ListStates
        state={{ ...listStateOf(query), status: query.isError ? 'error' : 'loading' }}
        noun={noun}
        isEmpty={false}
        empty={null}
        skeleton={<FormSkeleton />}
      >
        {null}
      </ListStates>
    ) : (
      <Banner tone="warning" title={children} />
    )}
  </FullScreenDialog>
);

const FormSkeleton = () => (
  <div className={styles.loading}>
    {[40, 60, 60, 30, 50].map((width, index) => (
      <SkeletonBar key={index} width={width} height={24} />
    ))}
  </div>
);
