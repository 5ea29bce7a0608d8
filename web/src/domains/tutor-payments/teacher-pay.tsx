import { useQuery } from '@tanstack/react-query';
import { addMonths } from 'staffroom-contract/shared/dates.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { RowsTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { useToday } from '../../lib/settings.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { MonthPicker } from '../../ui/month-picker.tsx';
import { PanelHeader } from '../../ui/panel.tsx';
import { amountWords, byClass, hourWords, sumWords, type PaidClass } from './pay-words.ts';
import { firstMonth, monthIn, payQuery } from './tutor-pay-address.ts';

type Props = {
  teacherId: string;
  /** `YYYY-MM`; the previous month if undefined. */
  month: string | undefined;
  onMonth: (month: string | undefined) => void;
  page: number;
  onPage: (page: number) => void;
};

/** A tutor's or TA's pay in a month, by class, for users who may see pay. */
export const TeacherPay = ({ teacherId, month, onMonth, page, onPage }: Props) => {
  const today = useToday();
  const shown = monthIn({ month }, today);
  const query = useQuery(payQuery(teacherId, shown));
  const pay = query.data?.data;
  const previous = addMonths(`${today.slice(0, 7)}-01`, -1).slice(0, 7);
  return (
    <RowsTab
      list={{
        nouns: ['class', 'classes'],
        pageSize: 20,
        empty: { none: 'No lessons in this month' },
      }}
      query={query}
      rows={pay && byClass(pay.lessons)}
      address={{ page }}
      onAddress={(address) => onPage(address.page ?? 1)}
      caption="Pay of the month"
      columns={columns}
      above={
        <PanelHeader>
          <MonthPicker
            month={shown}
            first={firstMonth}
            last={today.slice(0, 7)}
            onMonth={(next) => onMonth(next === previous ? undefined : next)}
          />
        </PanelHeader>
      }
      beside={
        <>
          {pay && (
            <span>
              {sumWords(pay.lessons)}, <strong>{formatMoney(pay.total, 'SGD')}</strong>
            </span>
          )}{' '}
          <LinkButton to="/tutor-payments" search={{ tutor: teacherId, month }}>
            Open in Tutor Payment
          </LinkButton>
        </>
      }
    />
  );
};

const columns: Column<PaidClass>[] = [
  {
    key: 'class',
    header: 'Class',
    width: 300,
    lead: true,
    text: ({ name }) => name,
    render: ({ name, lessons: [first] }) =>
      first && <RecordLink to="class" id={first.class._id} name={name} />,
  },
  {
    key: 'lessons',
    header: 'Lessons',
    width: 100,
    align: 'right',
    text: ({ lessons }) => String(lessons.length),
  },
  {
    key: 'hours',
    header: 'Hours',
    width: 100,
    align: 'right',
    text: ({ hours }) => hourWords(hours),
  },
  { key: 'pay', header: 'Pay', width: 120, align: 'right', text: ({ pay }) => amountWords(pay) },
];
