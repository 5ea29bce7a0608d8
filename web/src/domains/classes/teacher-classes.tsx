import {
  listClasses,
  type ClassSummary,
} from 'staffroom-contract/domains/classes/classes.contract.ts';
import { defineList } from '../../kit/list/define-list.ts';
import { ListTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { useSettings } from '../../lib/settings.ts';
import { Tag } from '../../ui/status-chip.tsx';
import { datesWords, levelAndSubjectWords, scheduleWords } from './class-words.ts';

const teacherClassList = defineList({
  operation: listClasses,
  nouns: ['class', 'classes'],
  pageSize: 20,
  empty: { none: 'No classes yet' },
});

type Props = { teacherId: string; page: number; onPage: (page: number) => void };

/** The classes of a tutor or TA, including ended ones, latest changed first. */
export const TeacherClasses = ({ teacherId, page, onPage }: Props) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <ListTab
      list={teacherClassList}
      scope={{ filter: { teacher: teacherId } }}
      address={{ page }}
      onAddress={(address) => onPage(address.page ?? 1)}
      caption="Classes"
      columns={columnsOf(zone)}
    />
  );
};

const columnsOf = (zone: string): Column<ClassSummary>[] => [
  {
    key: 'name',
    header: 'Class',
    width: 220,
    lead: true,
    text: ({ name }) => name,
    render: ({ _id, name, is_active: isActive }) => (
      <>
        <RecordLink to="class" id={_id} name={name} /> {!isActive && <Tag>Inactive</Tag>}
      </>
    ),
  },
  { key: 'subject', header: 'Level and subject', width: 160, text: levelAndSubjectWords },
  {
    key: 'schedule',
    header: 'Schedule',
    width: 140,
    figures: true,
    text: ({ schedule }) => scheduleWords(schedule),
  },
  {
    key: 'dates',
    header: 'Dates',
    width: 200,
    figures: true,
    text: (row) => datesWords(row, zone),
  },
];
