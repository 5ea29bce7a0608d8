import { IconPlus } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { creatableTypes } from '@staffroom/contract/domains/orders/orders.rules.ts';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { useMayOpen } from '../../lib/use-can.ts';
import { PanelTabs, type PanelTab } from '../../ui/panel-tabs.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { LessonPeriodChoice } from '../lessons/components/lesson-period-choice.tsx';
import { StudentLessons } from '../lessons/components/student-lessons.tsx';
import { useLessonCounts } from '../lessons/lessons.api.ts';
import { OpenInOrders, StudentOrders } from '../orders/components/student-orders.tsx';
import { useOrdersOfStudent } from '../orders/orders.api.ts';
import { userQuery } from './users.api.ts';
import { PersonPage } from './components/student/person-page.tsx';
import { UserChanges } from './components/student/user-changes.tsx';
import {
  pageInAddress,
  studentSearchSchema,
  withTab,
  type StudentSearch,
  type StudentTab,
} from './student-search.ts';

/** A person's page: details, and of a student credit, orders, lessons and changes (picture 05). */
const Student = () => {
  const { userId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PersonPage
      // What one page has loaded must never show under another person's name.
      key={userId}
      userId={userId}
      search={search}
      onSearch={(next, options) => void navigate({ search: next, ...options })}
      primary={(user) => <CreateOrder user={user} />}
      tabs={(user) => (
        <Tabs user={user} search={search} onSearch={(next) => void navigate({ search: next })} />
      )}
    />
  );
};

/** Leads to the form of a new order with this student's e-mail filled in. */
const CreateOrder = ({ user }: { user: User }) => {
  const navigate = Route.useNavigate();
  const canCreate = creatableTypes(rightsOf(useSessionUser())).length > 0;
  const mayOpen = useMayOpen();
  if (user._type !== 'Student' || !canCreate || !mayOpen('/orders')) return null;
  return (
    <PrimaryButton
      icon={<IconPlus size={17} stroke={1.7} />}
      onClick={() =>
        void navigate({ to: '/orders', search: { email: user.email, dialog: 'create' } })
      }
    >
      Create New order
    </PrimaryButton>
  );
};

type TabProps = {
  user: User;
  search: StudentSearch;
  onSearch: (search: StudentSearch) => void;
};

const Tabs = ({ user, search, onSearch }: TabProps) => {
  const tabs = useTabs({ user, search, onSearch });
  const shown = tabs.find((tab) => tab.value === search.tab) ?? tabs[0];
  return (
    shown && (
      <Panel label="Records" fill>
        <PanelTabs
          tabs={tabs}
          value={shown.value}
          onChange={(tab) => onSearch(withTab(search, tab))}
          end={shown.end}
        >
          {shown.content}
        </PanelTabs>
      </Panel>
    )
  );
};

type Tab = PanelTab<StudentTab> & { end?: ReactNode; content: ReactNode };

/** The tabs of a person, in their order: a domain adds its own here and its name to `studentTabs`. */
const useTabs = ({ user, search, onSearch }: TabProps): Tab[] => {
  const isStudent = user._type === 'Student';
  const seesOrders = useMayOpen()('/orders') && isStudent;
  const orders = useOrdersOfStudent(user._id, { enabled: seesOrders });
  const lessons = useLessonCounts(user._id, { enabled: isStudent });
  const period = search.period ?? 'coming';
  const pages = {
    page: search.page ?? 1,
    onPage: (page: number) => onSearch({ ...search, page: pageInAddress(page) }),
  };
  const ordersTab: Tab = {
    value: 'orders',
    label: 'Orders',
    count: orders.data?.length,
    end: <OpenInOrders email={user.email} />,
    content: <StudentOrders studentId={user._id} query={orders} {...pages} />,
  };
  const lessonsTab: Tab = {
    value: 'lessons',
    label: 'Lessons',
    count: lessons.all,
    end: (
      <LessonPeriodChoice
        value={period}
        counts={lessons}
        onChange={(next) =>
          onSearch({ ...search, page: undefined, period: next === 'past' ? next : undefined })
        }
      />
    ),
    content: <StudentLessons key={period} studentId={user._id} period={period} {...pages} />,
  };
  const changesTab: Tab = {
    value: 'changes',
    label: 'Changes',
    content: <UserChanges userId={user._id} {...pages} />,
  };
  return [...(seesOrders ? [ordersTab] : []), ...(isStudent ? [lessonsTab] : []), changesTab];
};

export const Route = createFileRoute('/_signed-in/user/$userId')({
  validateSearch: studentSearchSchema,
  staticData: {
    prefetch: ({ params }: { params: { userId: string } }) => [userQuery(params.userId)],
  },
  component: Student,
});
