import { useQuery } from '@tanstack/react-query';
import { listClassChanges } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { changesQuery } from '../../../../lib/queries.ts';
import { ChangesList } from '../../../../ui/changes-list.tsx';
import type { ChangeWords } from '../../../../ui/record-changes.tsx';

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
export const ClassChanges = ({ id, ...pages }: Props) => (
  <ChangesList
    query={useQuery(changesQuery(listClassChanges, id, pages.page))}
    words={words}
    {...pages}
  />
);
