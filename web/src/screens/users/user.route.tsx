import { IconLink, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { creatableTypes } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { listUserChanges } from 'staffroom-contract/domains/users/user-record.contract.ts';
import type { ScreenRoute } from 'staffroom-contract/domains/identity/permissions.ts';
import type { User } from 'staffroom-contract/domains/users/user.schema.ts';
import { plainDateSchema } from 'staffroom-contract/shared/dates.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { ChangesTab } from '../../kit/record/changes-tab.tsx';
import { RecordPage } from '../../kit/record/record-page.tsx';
import { lazyTab, RecordTabs, type RecordTab } from '../../kit/record/record-tabs.tsx';
import { optionalInAddress } from '../../lib/address-values.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { useMayOpen } from '../../lib/use-can.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EditButton } from '../../ui/edit-button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { PageActs } from '../../ui/page-acts.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { studentHomeworkCountQuery } from '../../domains/homework/homework.api.ts';
import { useLessonCounts } from '../../domains/lessons/lessons.api.ts';
import { OpenInOrders, StudentOrders } from '../../domains/orders/order-table.tsx';
import { useOrdersOfStudent } from '../../domains/orders/orders.api.ts';
import { StudentGlance } from '../../domains/reports/student-glance.tsx';
import { CopyReferralLink, copyReferralLink } from '../../domains/users/copy-referral-link.tsx';
import { noLinkReason } from '../../domains/users/referral-link.ts';
import { CreditStatement } from '../../domains/users/credit-statement.tsx';
import { PersonPanel } from '../../domains/users/person-facts.tsx';
import { changesOfPerson } from '../../domains/users/user-changes.ts';
import { userQuery } from '../../domains/users/users.api.ts';
import { TeacherPage, useTeacherRecords } from './teacher-page.tsx';

const StudentLessons = lazyTab(
  async () => (await import('../../domains/attendance/student-attendance.tsx')).StudentAttendance,
);
const LessonPeriodChoice = lazyPart(
  async () => (await import('../../domains/lessons/student-lessons.tsx')).LessonPeriodChoice,
);
const StudentHomework = lazyTab(
  async () => (await import('../../domains/homework/student-homework.tsx')).StudentHomework,
);
const StudentMessages = lazyTab(
  async () => (await import('../../domains/announcements/student-messages.tsx')).StudentMessages,
);
const StudentTickets = lazyTab(
  async () => (await import('../../domains/tickets/student-tickets.tsx')).StudentTickets,
);
const TeacherWeek = lazyTab(
  async () => (await import('../../domains/lessons/teacher-week.tsx')).TeacherWeek,
);
const TeacherClasses = lazyTab(
  async () => (await import('../../domains/classes/teacher-classes.tsx')).TeacherClasses,
);
const TeacherRatings = lazyTab(
  async () => (await import('../../domains/feedback/teacher-ratings.tsx')).TeacherRatings,
);
const TeacherPay = lazyTab(
  async () => (await import('../../domains/tutor-payments/teacher-pay.tsx')).TeacherPay,
);
const CreditEntryDialog = lazyForm(
  async () => (await import('../../domains/users/credit-entry-dialog.tsx')).CreditEntryDialog,
);
const UserForm = lazyForm(async () => (await import('../../domains/users/user-form.tsx')).UserForm);

const tabNames = [
  'orders',
  'lessons',
  'homework',
  'messages',
  'tickets',
  'classes',
  'ratings',
  'pay',
  'changes',
] as const;
const page = optionalInAddress(z.int().min(1));

/** URL search of a person's page; all optional, invalid values count as missing. */
const searchSchema = z.object({
  /** Missing means the person's first tab. */
  tab: optionalInAddress(z.enum(tabNames)),
  /** Missing means coming lessons. */
  period: optionalInAddress(z.literal('past')),
  /** The page of the tab's list. */
  page,
  /** For a tutor: a day of the week shown; missing means this week. */
  week: optionalInAddress(plainDateSchema),
  /** For a tutor: the month of the pay shown; missing means the previous month. */
  month: optionalInAddress(z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)),
  /** The page of the credit statement. */
  credit: page,
  dialog: optionalInAddress(z.enum(['add', 'redeem', 'edit'])),
});
type Search = z.infer<typeof searchSchema>;

/** A person's page: details and lists by type, for example credit and orders of a student, week and pay of a tutor. */
const UserPage = () => {
  const { userId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const query = useQuery(userQuery(userId));
  const narrow = useNarrow();
  const isTeacher = query.data !== undefined && teaches(query.data.data);
  const open = (dialog: Search['dialog']) => void navigate({ search: { ...search, dialog } });
  return (
    <RecordPage
      noun="user"
      query={query}
      back={{ label: 'User', to: '/user' }}
      missing={{
        text: 'Opps, something wrong...',
        detail: 'This record does not exist or is not yours to see.',
      }}
      head={(user) => ({
        title: user.name || user.email,
        avatar: <Avatar name={user.name || user.email} />,
        beside: (
          <>
            <Tag>{user._type}</Tag>
            {!user.enabled && <Tag>Disabled</Tag>}
          </>
        ),
        trail: [typeCrumb(user)],
        secondary: narrow ? (
          <PhoneActs user={user} onEdit={() => open('edit')} />
        ) : (
          <>
            <CopyReferralLink person={user} />
            {user.abilities.update && <EditButton onClick={() => open('edit')} />}
          </>
        ),
        primary: <CreateOrder user={user} />,
      })}
      layout={isTeacher || narrow ? 'above' : 'beside'}
      facts={(user) =>
        !teaches(user) && (
          <PersonPanel user={user}>
            {user._type === 'Student' && <StudentGlance studentId={user._id} />}
          </PersonPanel>
        )
      }
    >
      {(user) => (
        <>
          {user._type === 'Student' && (
            <CreditStatement
              student={user}
              page={search.credit ?? 1}
              onPage={(next) =>
                void navigate({ search: { ...search, credit: next > 1 ? next : undefined } })
              }
              onAdd={() => open('add')}
              onRedeem={() => open('redeem')}
            />
          )}
          {teaches(user) ? (
            <TeacherPage user={user}>
              <Records user={user} />
            </TeacherPage>
          ) : (
            <Records user={user} />
          )}
          <Dialogs
            user={user}
            dialog={search.dialog}
            onClose={() =>
              void navigate({ search: { ...search, dialog: undefined }, replace: true })
            }
          />
        </>
      )}
    </RecordPage>
  );
};

/** The page's secondary actions in one menu. */
const PhoneActs = ({ user, onEdit }: { user: User; onEdit: () => void }) => {
  const { signup_url: page } = useSettings();
  return (
    <PageActs
      of={user.name || user.email}
      acts={[
        ...(user.abilities.update ? [{ label: 'Edit', icon: IconPencil, onClick: onEdit }] : []),
        ...(noLinkReason(page, user.referral_code) === undefined
          ? [
              {
                label: 'Copy Referral Link',
                icon: IconLink,
                onClick: () => void copyReferralLink(page, user),
              },
            ]
          : []),
      ]}
    />
  );
};

const teaches = ({ _type: type }: User) => type === 'Tutor' || type === 'TA';

const tabOfType: Partial<Record<User['_type'], string>> = { Student: 'student', Tutor: 'tutor' };

/** Breadcrumb: User › Student › the person; only types with their own list are links. */
const typeCrumb = ({ _type }: User) => {
  const tab = tabOfType[_type];
  return { label: _type, ...(tab && { to: '/user', search: { tab } }) };
};

/** Opens the form of a new order with this student's e-mail filled in. */
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

/** A person's lists in order. To add one, add its tab here and its name to `tabNames`. */
const Records = ({ user }: { user: User }) => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = (next: Search) => void navigate({ search: next });
  const isStudent = user._type === 'Student';
  const mayOpen = useMayOpen();
  const seesOrders = mayOpen('/orders') && isStudent;
  const seesTickets = isStudent && (mayOpen('/tickets/trial') || mayOpen('/tickets/renewal'));
  const teacherTabs = useTeacherTabs(user, search, onSearch);
  const orders = useOrdersOfStudent(user._id, { enabled: seesOrders });
  const lessons = useLessonCounts(user._id, { enabled: isStudent });
  const period = search.period ?? 'coming';
  const ordersTab: RecordTab<(typeof tabNames)[number]> = {
    value: 'orders',
    label: 'Orders',
    count: orders.data?.length,
    end: <OpenInOrders search={{ email: user.email }} />,
    content: (pages) => <StudentOrders studentId={user._id} query={orders} {...pages} />,
  };
  const lessonsTab: typeof ordersTab = {
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
    content: (pages) => (
      <StudentLessons key={period} studentId={user._id} period={period} {...pages} />
    ),
  };
  const homeworkTab: typeof ordersTab = {
    value: 'homework',
    label: 'Homework',
    count: useQuery({ ...studentHomeworkCountQuery(user._id), enabled: isStudent }).data?.count,
    content: (pages) => <StudentHomework studentId={user._id} {...pages} />,
  };
  const messagesTab: typeof ordersTab = {
    value: 'messages',
    label: 'Messages',
    content: (pages) => <StudentMessages studentId={user._id} {...pages} />,
  };
  const ticketsTab: typeof ordersTab = {
    value: 'tickets',
    label: 'Tickets',
    content: (pages) => <StudentTickets studentId={user._id} {...pages} />,
  };
  const changesTab: typeof ordersTab = {
    value: 'changes',
    label: 'Changes',
    content: (pages) => (
      <ChangesTab of={listUserChanges} id={user._id} {...changesOfPerson(user._type)} {...pages} />
    ),
  };
  return (
    <RecordTabs
      tabs={[
        ...(seesOrders ? [ordersTab] : []),
        ...(isStudent ? [lessonsTab, homeworkTab, messagesTab] : []),
        ...(seesTickets ? [ticketsTab] : []),
        ...teacherTabs,
        changesTab,
      ]}
      search={search}
      // Switching tabs keeps the page of the credit statement.
      keep={['credit']}
      onSearch={onSearch}
    />
  );
};

/** The lists of a tutor or TA, each only for users who may open its screen. */
const useTeacherTabs = (
  user: User,
  search: Search,
  onSearch: (next: Search) => void,
): RecordTab<(typeof tabNames)[number]>[] => {
  const mayOpen = useMayOpen();
  const { classes, ratings } = useTeacherRecords(user);
  const teacherId = user._id;
  if (!teaches(user)) return [];
  const tabs: { path: ScreenRoute; tab: RecordTab<(typeof tabNames)[number]> }[] = [
    {
      path: '/lessons',
      tab: {
        value: 'lessons',
        label: 'Lessons',
        content: (pages) => (
          <TeacherWeek
            {...pages}
            teacherId={teacherId}
            week={search.week}
            onWeek={(week) => onSearch({ ...search, page: undefined, week })}
          />
        ),
      },
    },
    {
      path: '/course',
      tab: {
        value: 'classes',
        label: 'Classes',
        count: classes.data?.count || undefined,
        content: (pages) => <TeacherClasses teacherId={teacherId} {...pages} />,
      },
    },
    {
      path: '/feedback',
      tab: {
        value: 'ratings',
        label: 'Ratings',
        count: ratings.data?.count || undefined,
        content: (pages) => <TeacherRatings teacherId={teacherId} {...pages} />,
      },
    },
    {
      path: '/tutor-payments',
      tab: {
        value: 'pay',
        label: 'Pay',
        content: (pages) => (
          <TeacherPay
            {...pages}
            teacherId={teacherId}
            month={search.month}
            onMonth={(month) => onSearch({ ...search, page: undefined, month })}
          />
        ),
      },
    },
  ];
  return tabs.filter(({ path }) => mayOpen(path)).map(({ tab }) => tab);
};

type DialogsProps = { user: User; dialog: Search['dialog']; onClose: () => void };

/** The dialogs whose open state is in the URL, each only for users with the permission. */
const Dialogs = ({ user, dialog, onClose }: DialogsProps) => {
  const { update, manage_credit: credits } = user.abilities;
  const credit = { studentId: user._id, name: user.name || user.email, onClose };
  return (
    <>
      <CreditEntryDialog
        {...credit}
        action="ADD"
        open={credits && dialog === 'add' ? true : null}
      />
      <CreditEntryDialog
        {...credit}
        action="REDEEM"
        open={credits && dialog === 'redeem' ? true : null}
      />
      <UserForm open={update && dialog === 'edit' ? user._id : null} onClose={onClose} />
    </>
  );
};

export const Route = createFileRoute('/_signed-in/user/$userId')({
  validateSearch: searchSchema,
  staticData: {
    prefetch: ({ params }: { params: { userId: string } }) => [userQuery(params.userId)],
  },
  component: UserPage,
});
