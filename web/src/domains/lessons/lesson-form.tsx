import { Checkbox, Input, SegmentedControl, Stack, TextInput, Flex, Text } from '@mantine/core';
import { NumberInput } from '../../ui/number-input.tsx';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  getLesson,
  type Booking,
  type Lesson,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { hostingPlatforms } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { DayInput } from '../../kit/form/day-input.tsx';
import { isDay } from '../../kit/form/field.ts';
import { OpenForm, RecordDialog, WaitingForm } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { formatCount, formatLongDay } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useCan } from '../../lib/use-can.ts';
import { Banner } from '../../ui/banner.tsx';
import formGrid from '../../ui/form-grid.module.css';
import { RichTextEditor } from '../../ui/rich-text/rich-text-editor.tsx';
import { TimeInput } from '../../ui/time-input.tsx';
import { classQuery } from '../classes/classes.api.ts';
import { TeachersField } from '../users/teachers-field.tsx';
import { useAnnounceChange } from './announce-change.ts';
import { bookingLines, whoIsBooked } from './booking-lines.ts';
import { BookingsNotice, useBookings } from './bookings.tsx';
import { busyTeachersQuery } from './busy-teachers.ts';
import { lastLessonQuery } from './class-lessons.api.ts';
import {
  lessonForm,
  newLesson,
  nextDayOf,
  timesOf,
  type LessonBeginning,
  type LessonTime,
  type LessonValues,
} from './lesson.form.ts';
import { useRefusalQuestion } from './lesson-questions.ts';

type Props = {
  /** The lesson to edit, 'new' for a new lesson of the class, null while closed. */
  open: string | null;
  classId: string;
  /** Start values for a new lesson that override the class's defaults. */
  at?: LessonBeginning | undefined;
  onClose: () => void;
  /** Called after the dialog closes. */
  onSaved?: (lesson: Lesson) => void;
};

type FormProps = Omit<Props, 'open'> & { opened: boolean };

/** Creates or edits a lesson (part 1 §2, Lesson create/edit). */
export const LessonForm = ({ open, ...rest }: Props) => (
  <OpenForm
    open={open}
    onClose={rest.onClose}
    noun="lesson"
    title="Edit Lesson"
    get={getLesson}
    refusal={({ abilities }) =>
      abilities.manage ? undefined : 'Only an Admin may change lessons.'
    }
  >
    {({ record, opened }) =>
      record ? (
        <Form {...rest} opened={opened} lesson={record} className={record.class_obj.name} />
      ) : (
        <NewLesson {...rest} opened={opened} />
      )
    }
  </OpenForm>
);

const NewLesson = (props: FormProps) => {
  const { business_time_zone: zone, product_name: productName } = useSettings();
  const isAllowed = useCan('lesson.canManage');
  // Always refetched: a new lesson continues from the last one.
  const tuitionClass = useQuery({ ...classQuery(props.classId), staleTime: 0 });
  const last = useQuery({ ...lastLessonQuery(props.classId), staleTime: 0 });
  const waiting = [tuitionClass, last].find((query) => !query.isFetchedAfterMount || !query.data);
  if (waiting || !tuitionClass.data || !last.data || !isAllowed)
    return (
      <WaitingForm
        title="New Lesson"
        noun="class"
        query={waiting}
        refusal="Only an Admin may create lessons."
        opened={props.opened}
        onClose={props.onClose}
      />
    );
  const found = tuitionClass.data.data;
  const initial = newLesson({
    class: found,
    last: last.data.data[0],
    at: props.at,
    zone,
    now: Temporal.Now.instant().toString(),
    productName,
  });
  return <Form {...props} className={found.name} initial={initial} />;
};

type LoadedProps = FormProps & {
  className: string;
  lesson?: Lesson;
  initial?: Partial<LessonValues>;
};

const Form = ({ classId, className, lesson, initial, ...dialog }: LoadedProps) => {
  const { business_time_zone: zone, product_name: productName } = useSettings();
  const askAfter = useRefusalQuestion();
  const announceChange = useAnnounceChange();
  /** The double bookings found just before saving. */
  const shownBookings = useRef<readonly Booking[]>([]);
  const form = useFormState(lessonForm, {
    ...dialog,
    onSaved: (saved) => {
      dialog.onSaved?.(saved);
      if (lesson) void announceChange(lesson, saved);
    },
    ...(lesson ? { record: lesson } : { initial, also: { class: classId } }),
    done: (saved) => savedWords(saved, shownBookings.current),
    beforeSave: async () => {
      shownBookings.current = await check();
      return true;
    },
    afterRefusal: (error) =>
      askAfter(
        error,
        shownBookings.current.filter(({ as }) => as === 'tutor'),
      ),
  });
  const { values, base } = form;
  const times = timesOf(values.time, zone);
  // An inactive lesson blocks no one's time.
  const isHeld = values.is_active && !form.problems.time;
  const { bookings, check } = useBookings(
    times && isHeld
      ? {
          ...(base && { _id: base._id }),
          ...times,
          tutor: values.tutor.map(({ _id }) => _id),
          ta: values.ta.map(({ _id }) => _id),
        }
      : null,
  );
  const busy =
    times && isHeld
      ? busyTeachersQuery({ ...times, ...(base && { _id: base._id }) }, zone)
      : undefined;
  // A lesson keeps a platform that this server no longer offers until another is chosen.
  const platforms = [...new Set([...hostingPlatforms(productName), values.hosting_platform])];
  const students = base?.is_active && !values.is_active ? studentsOf(base) : 0;
  const { half, quarter } = formGrid;

  return (
    <RecordDialog form={form} title={lesson ? 'Edit Lesson' : 'New Lesson'} saveLabel="Save Lesson">
      <Flex component="section" direction="column" gap="lg">
        <Text inherit c="secondary">
          {className}
        </Text>
        <TextInput {...form.field('name')} />
        <RichTextEditor {...form.field('desc')} />
        <LessonTimeInputs {...form.field('time')} zone={zone} />
        <div className={formGrid.grid}>
          <NumberInput {...form.field('index')} className={quarter ?? ''} />
          <NumberInput {...form.field('term')} className={quarter ?? ''} />
          <Stack className={half}>
            <Segments {...form.field('hosting_platform')} data={platforms} />
            {values.hosting_platform === 'Zoom' && <Segments {...form.field('hosting_type')} />}
          </Stack>
        </div>
      </Flex>
      <section className={formGrid.grid}>
        <div className={half}>
          <TeachersField
            {...form.field('tutor')}
            type="Tutor"
            busy={busy}
            emptyText="There were no tutors found matching your search"
          />
        </div>
        <div className={half}>
          <TeachersField {...form.field('ta')} type="TA" emptyText="No TA found" busy={busy} />
        </div>
      </section>
      <BookingsNotice bookings={bookings} />
      <Flex component="section" direction="column" gap="lg">
        <Flex rowGap="sm" columnGap="xl" wrap="wrap">
          <Checkbox {...form.field('is_active')} />
          <Checkbox {...form.field('is_released')} />
        </Flex>
        {students > 0 && (
          <Banner
            tone="warning"
            title={`${formatCount(students, 'student has', 'students have')} a place in this lesson.`}
          >
            <p>They keep their places; the lesson can no longer be ordered.</p>
          </Banner>
        )}
      </Flex>
    </RecordDialog>
  );
};

/** Success message; repeats double bookings of TAs and students, as a fast save may precede the form's warning. */
const savedWords = (saved: Lesson, bookings: readonly Booking[]) => {
  const others = bookingLines(bookings.filter(({ as }) => as !== 'tutor')).map(whoIsBooked);
  return others.length === 0
    ? `${saved.name} saved`
    : `${saved.name} saved. Booked twice: ${[...new Set(others)].join('; ')}`;
};

const studentsOf = ({ counts }: Lesson) =>
  counts.student + counts.trial_student + counts.video_student;

type TimeProps = {
  value: LessonTime;
  onChange: (value: LessonTime) => void;
  error: string | undefined;
  zone: string;
};

/** Start and end of a lesson. Errors are shown at the end time if the day is valid, else at the day. */
const LessonTimeInputs = ({ value, onChange, error, zone }: TimeProps) => {
  const nextDay = nextDayOf(value, zone);
  const isReadable = value.day === '' || isDay(value.day);
  return (
    <div className={formGrid.grid}>
      <div className={formGrid.half}>
        <DayInput
          label="Start date"
          required
          value={value.day}
          onChange={(day) => onChange({ ...value, day })}
          error={isReadable ? undefined : error}
        />
      </div>
      <div className={formGrid.quarter}>
        <TimeInput
          label="Start time"
          required
          value={value.start}
          onChange={(start) => onChange({ ...value, start })}
        />
      </div>
      <div className={formGrid.quarter}>
        <TimeInput
          label="End time"
          required
          value={value.end}
          onChange={(end) => onChange({ ...value, end })}
          description={nextDay ? `Ends the next day, ${formatLongDay(nextDay)}` : undefined}
          error={isReadable ? error : undefined}
        />
      </div>
    </div>
  );
};

type SegmentsProps<Value extends string> = {
  label: string;
  data: readonly (Value | { value: Value; label: string })[];
  value: Value;
  onChange: (value: Value) => void;
  error: string | undefined;
};

const Segments = <Value extends string>(props: SegmentsProps<Value>) => (
  <Input.Wrapper label={props.label} labelElement="div" error={props.error}>
    <SegmentedControl
      aria-label={props.label}
      data={[...props.data]}
      value={props.value}
      onChange={props.onChange}
    />
  </Input.Wrapper>
);
