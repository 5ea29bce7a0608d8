import { useQuery } from '@tanstack/react-query';
import { ListParts } from '../../../../ui/list-panel.tsx';
import { listStateOf } from '../../../../ui/list-states.tsx';
import { Pager } from '../../../../ui/pager.tsx';
import { RecordChanges, type ChangeWords } from '../../../../ui/record-changes.tsx';
import { changesPageSize, classChangesQuery } from '../../class-lessons.api.ts';

const words: ChangeWords = {
  actions: {
    'class.created': { words: 'Created', tone: 'green' },
    'class.updated': { words: 'Changed', tone: 'blue' },
  },
  fields: {
    name: 'Name',
    subject: 'Subject',
    country: 'Country',
    class_type: 'Class type',
    desc: 'Description',
    start_date: 'Start date',
    end_date: 'End date',
    schedule: 'Schedule',
    'schedule.date_of_week': 'Day of week',
    'schedule.start_time': 'Start time',
    'schedule.end_time': 'End time',
    level: 'Level',
    is_free: 'Free',
    is_trial: 'Trial',
    is_featured: 'Featured',
    is_listed: 'Listed',
    is_sold_out: 'Sold out',
    is_active: 'Active',
    force_full_purchase: 'Force full purchase',
    max_cap: 'Max cap',
    rate: 'Cost per lesson',
    currency: 'Currency',
    tutor: 'Tutors',
    ta: 'TAs',
  },
};

type Props = { id: string; page: number; onPage: (page: number) => void };

/** Who did what with a class, newest first. */
export const ClassChanges = ({ id, page, onPage }: Props) => {
  const query = useQuery(classChangesQuery(id, page));
  const state = listStateOf(query);
  return (
    <ListParts
      label="Changes"
      state={state}
      footer={
        <Pager
          page={page}
          pageSize={changesPageSize}
          count={query.data?.count}
          noun={['change', 'changes']}
          onPage={onPage}
        />
      }
    >
      <RecordChanges entries={query.data?.data ?? []} words={words} state={state} />
    </ListParts>
  );
};
