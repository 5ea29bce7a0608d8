import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  readTutorPay,
  setTutorRate,
  type PaidLesson,
  type TutorPay,
} from '@staffroom/contract/domains/tutor-payments/tutor-payments.contract.ts';
import { formatMoney } from '@staffroom/contract/shared/money.ts';
import { useRowAct } from '../../kit/list/use-row-act.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { downloadList } from '../../lib/download.ts';
import { formatCount, formatInstantShortDay, formatInstantWeekday } from '../../lib/formats.ts';
import { useSettings, useToday } from '../../lib/settings.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { Banner } from '../../ui/banner.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ListEmpty, listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { MonthPicker } from '../../ui/month-picker.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel, PanelFooter, PanelHeader, PanelScroll } from '../../ui/panel.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
import {
  amountWords,
  byClass,
  extraWords,
  hourWords,
  sumWords,
  termsWords,
  unpaidWords,
  type PaidClass,
} from './pay-words.ts';
import { firstMonth, monthIn, payInput, payQuery, type PaySearch } from './tutor-pay-address.ts';
import { TutorSelect } from './tutor-select.tsx';
import styles from './tutor-pay.module.css';

const RateDialog = lazyForm(async () => (await import('./rate-dialog.tsx')).RateDialog);

type Props = { search: PaySearch; onSearch: (search: PaySearch) => void };

/** What a tutor or TA earns in a month, lesson by lesson (part 2 §2 Tutor payments, picture 16). */
export const TutorPayScreen = ({ search, onSearch }: Props) => {
  const today = useToday();
  const { business_time_zone: zone } = useSettings();
  const month = monthIn(search, today);
  const { tutor: id } = search;
  const query = useQuery({ ...payQuery(id ?? '', month), enabled: id !== undefined });
  const pay = id === undefined ? undefined : query.data?.data;
  const chosen = pay?.tutor._id === id ? pay?.tutor : undefined;
  const edited = pay?.lessons.find(({ _id }) => _id === search.rate) ?? null;
  const { act, problem } = useRowAct();
  const undo = useOperation(setTutorRate, { refreshes: ['tutor-payments'] });
  const acts: Acts = {
    edit: (lesson) => onSearch({ ...search, rate: lesson._id }),
    undo: (lesson) =>
      id !== undefined &&
      act({
        question: false,
        run: () =>
          undo.mutateAsync({
            params: { tutorId: id, lessonId: lesson._id },
            body: { rate: null, reason: 'Back to the usual rate', version: lesson.version },
          }),
        done: 'The usual rate counts again',
        refused: (error) => `${lessonLabel(lesson)}: ${sentenceOf(error)}`,
      }),
  };
  return (
    <Page
      title="Tutor Payment"
      fill
      secondary={
        pay &&
        pay.lessons.length > 0 &&
        id !== undefined && (
          <DownloadButton
            download={() => downloadList(readTutorPay, payInput(id, month), 'tutor-pay.csv')}
          />
        )
      }
    >
      <Panel fill>
        <PanelHeader>
          <div className={styles.tools}>
            <TutorSelect
              chosen={chosen && { ...chosen, name: chosen.name || chosen.email }}
              onChoose={(tutor) => onSearch({ ...search, tutor, rate: undefined })}
            />
            <MonthPicker
              month={month}
              first={firstMonth}
              last={today.slice(0, 7)}
              onMonth={(next) => onSearch({ ...search, month: next, rate: undefined })}
            />
          </div>
          <span className={styles.note}>
            by start, {zone.split('/').at(-1)?.replaceAll('_', ' ')} time
          </span>
        </PanelHeader>
        {problem && <Banner tone="negative" title={problem} />}
        <PanelScroll label="Lessons" busy={query.isFetching}>
          {id === undefined ? (
            <ListEmpty text="Choose a tutor or TA to see what a month pays" />
          ) : (
            <ListStates
              state={listStateOf(query)}
              noun="lessons"
              isEmpty={pay?.lessons.length === 0}
              empty={<ListEmpty text="No lessons in this month" />}
              skeleton={<Skeleton />}
            >
              {pay && <Lessons pay={pay} acts={acts} />}
            </ListStates>
          )}
        </PanelScroll>
        {pay && pay.lessons.length > 0 && (
          <PanelFooter>
            <span>{sumWords(pay.lessons)}, internal students not counted</span>
            <strong className={styles.total}>
              Grand total <span>{formatMoney(pay.total, 'SGD')}</span>
            </strong>
          </PanelFooter>
        )}
      </Panel>
      <RateDialog
        open={edited}
        tutorId={id ?? ''}
        onClose={() => onSearch({ ...search, rate: undefined })}
      />
    </Page>
  );
};

type Acts = { edit: (lesson: PaidLesson) => void; undo: (lesson: PaidLesson) => void };

const headers = ['Date', 'Lesson', 'Hours', 'Students', 'Rate per hour', 'Base', 'Extra', 'Pay'];
/** On phones the lesson says its date, hours and students in a second line. */
const narrowHeaders = ['Lesson', 'Rate per hour', 'Pay'];

const Lessons = ({ pay, acts }: { pay: TutorPay; acts: Acts }) => {
  const keys = useRowKeys<HTMLTableElement>(true);
  const narrow = useNarrow();
  return (
    <table ref={keys} className={styles.table}>
      <caption className={styles.caption}>
        Lessons of {pay.tutor.name || pay.tutor.email} in the month
      </caption>
      <thead>
        <tr>
          {(narrow ? narrowHeaders : headers).map((header) => (
            <th
              key={header}
              scope="col"
              data-column={header}
              data-number={!['Date', 'Lesson'].includes(header) || undefined}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      {byClass(pay.lessons).map((one) => (
        <ClassLessons key={one._id} one={one} acts={acts} />
      ))}
    </table>
  );
};

const ClassLessons = ({ one, acts }: { one: PaidClass; acts: Acts }) => {
  const narrow = useNarrow();
  const [first] = one.lessons;
  return (
    <tbody>
      <tr className={styles.group}>
        <th colSpan={narrow ? 2 : 4} scope="rowgroup">
          {first && <RecordLink to="class" id={first.class._id} name={one.name} />}{' '}
          <span className={styles.terms}>{first && termsWords(first)}</span>
        </th>
        {!narrow && (
          <td colSpan={3} data-number>
            {sumWords(one.lessons)}
          </td>
        )}
        <td data-number>
          <strong>{amountWords(one.pay)}</strong>
        </td>
      </tr>
      {one.lessons.map((lesson) => (
        <LessonRows key={lesson._id} lesson={lesson} acts={acts} narrow={narrow} />
      ))}
    </tbody>
  );
};

type RowProps = { lesson: PaidLesson; acts: Acts; narrow: boolean };

const LessonRows = ({ lesson, acts, narrow }: RowProps) => (
  <>
    {narrow ? <NarrowRow lesson={lesson} acts={acts} /> : <WideRow lesson={lesson} acts={acts} />}
    {lesson.unpaid && (
      <tr className={styles.second}>
        <td colSpan={8} className={styles.below}>
          <Tag warning>{unpaidWords[lesson.unpaid].tag}</Tag> {unpaidWords[lesson.unpaid].words}
        </td>
      </tr>
    )}
    {lesson.edited && <EditedRow lesson={lesson} edited={lesson.edited} acts={acts} />}
  </>
);

const WideRow = ({ lesson, acts }: Omit<RowProps, 'narrow'>) => {
  const { business_time_zone: zone } = useSettings();
  const extra = extraWords(lesson);
  return (
    <tr data-row tabIndex={-1}>
      <td>{formatInstantWeekday(lesson.scheduled_on, zone)}</td>
      <td title={lessonLabel(lesson)}>
        <LessonName lesson={lesson} />
      </td>
      <td data-number data-warning={lesson.unpaid !== null || undefined}>
        {hourWords(lesson.hours)}
      </td>
      <td data-number>{lesson.students}</td>
      <td data-number>
        <RateButton lesson={lesson} acts={acts} />
      </td>
      <td data-number>{amountWords(lesson.base)}</td>
      <td data-number>
        <span className={styles.reckoning}>{extra}</span>
        {lesson.extra === 0 && !extra ? '–' : amountWords(lesson.extra)}
      </td>
      <td data-number>
        <strong>{amountWords(lesson.pay)}</strong>
      </td>
    </tr>
  );
};

const NarrowRow = ({ lesson, acts }: Omit<RowProps, 'narrow'>) => {
  const { business_time_zone: zone } = useSettings();
  const facts = `${formatInstantWeekday(lesson.scheduled_on, zone)}, ${hourWords(lesson.hours)} h, ${formatCount(lesson.students, 'student')}`;
  return (
    <tr data-row tabIndex={-1}>
      <td title={lessonLabel(lesson)}>
        <LessonName lesson={lesson} />
        <span className={styles.facts}>{facts}</span>
      </td>
      <td data-number>
        <RateButton lesson={lesson} acts={acts} />
      </td>
      <td data-number>
        <strong>{amountWords(lesson.pay)}</strong>
      </td>
    </tr>
  );
};

const LessonName = ({ lesson }: { lesson: PaidLesson }) => (
  <RecordLink to="lesson" id={lesson._id} classId={lesson.class._id} name={lessonLabel(lesson)} />
);

const RateButton = ({ lesson, acts }: Omit<RowProps, 'narrow'>) => (
  <button
    type="button"
    className={styles.rate}
    data-edited={lesson.edited !== null || undefined}
    data-opens
    aria-label={`Rate per hour of ${lessonLabel(lesson)}: ${amountWords(lesson.rate)}`}
    onClick={() => acts.edit(lesson)}
  >
    {amountWords(lesson.rate)}
  </button>
);

type EditedProps = {
  lesson: PaidLesson;
  edited: NonNullable<PaidLesson['edited']>;
  acts: Acts;
};

/** From what to what somebody set the rate, why, and the way back. */
const EditedRow = ({ lesson, edited, acts }: EditedProps) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <tr className={styles.second}>
      <td colSpan={8} className={styles.below}>
        <Tag accent>Edited</Tag> {amountWords(lesson.usual_rate)} → {amountWords(lesson.rate)}:{' '}
        {edited.reason}{' '}
        <span className={styles.by}>
          {edited.by}, {formatInstantShortDay(edited.at, zone)}
        </span>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Undo the rate of ${lessonLabel(lesson)}`}
          onClick={() => acts.undo(lesson)}
        >
          Undo
        </Button>
      </td>
    </tr>
  );
};

const Skeleton = () => (
  <table className={styles.table}>
    <tbody>
      {Array.from({ length: 8 }, (_, row) => (
        <tr key={row} data-row>
          {headers.map((header, column) => (
            <td key={header}>
              <SkeletonBar width={45 + ((row * 37 + column * 23) % 40)} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
