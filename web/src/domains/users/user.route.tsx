import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { creatableTypes } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { listUserChanges } from '@staffroom/contract/domains/users/user-record.contract.ts';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { levelWords } from '@staffroom/contract/shared/levels.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import type { ChangedForm, ChangeFields } from '../../kit/record/change-lines.ts';
import { ChangesTab } from '../../kit/record/changes-tab.tsx';
import type { ActWords } from '../../kit/record/record-changes.tsx';
import { RecordPage } from '../../kit/record/record-page.tsx';
import { lazyTab, RecordTabs, type RecordTab } from '../../kit/record/record-tabs.tsx';
import { optionalInAddress } from '../../lib/address-values.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { useMayOpen } from '../../lib/use-can.ts';
import { EditButton } from '../../ui/edit-button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import { studentHomeworkCountQuery } from '../homework/homework.api.ts';
import { useLessonCounts } from '../lessons/lessons.api.ts';
import { OpenInOrders, StudentOrders } from '../orders/order-table.tsx';
import { useOrdersOfStudent } from '../orders/orders.api.ts';
import { CopyReferralLink } from './copy-referral-link.tsx';
import { CreditStatement } from './credit-statement.tsx';
import { PersonPanel } from './person-facts.tsx';
import { staffForm } from './staff.form.ts';
import { studentForm } from './student.form.ts';
import { tutorForm } from './tutor.form.ts';
import { userQuery } from './users.api.ts';

const StudentLessons = lazyTab(
  async () => (await import('../lessons/student-lessons.tsx')).StudentLessons,
);
const LessonPeriodChoice = lazyTab(
  async () => (await import('../lessons/student-lessons.tsx')).LessonPeriodChoice,
);
const StudentHomework = lazyTab(
  async () => (await import('../homework/student-homework.tsx')).StudentHomework,
);
const StudentMessages = lazyTab(
  async () => (await import('../announcements/student-messages.tsx')).StudentMessages,
);
const StudentTickets = lazyTab(
  async () => (await import('../tickets/student-tickets.tsx')).StudentTickets,
);
const CreditEntryDialog = lazyForm(
  async () => (await import('./credit-entry-dialog.tsx')).CreditEntryDialog,
);
const UserForm = lazyForm(async () => (await import('./user-form.tsx')).UserForm);

const tabNames = ['orders', 'lessons', 'homework', 'messages', 'tickets', 'changes'] as const;
const page = optionalInAddress(z.int().min(1));

/** What the address of a person's page holds; all of it may be missing, nonsense counts as missing. */
const searchSchema = z.object({
  /** The first tab that the person has is none in the address. */
  tab: optionalInAddress(z.enum(tabNames)),
  /** Lessons to come are none in the address. */
  period: optionalInAddress(z.literal('past')),
  /** The page of the tab's list. */
  page,
  /** The page of the credit statement. */
  credit: page,
  dialog: optionalInAddress(z.enum(['add', 'redeem', 'edit'])),
});
type Search = z.infer<typeof searchSchema>;

/** A person's page: details, and of a student credit, orders, lessons and changes (picture 05). */
const UserPage = () => {
  const { userId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const open = (dialog: Search['dialog']) => void navigate({ search: { ...search, dialog } });
  return (
    <RecordPage
      noun="user"
      query={useQuery(userQuery(userId))}
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
        secondary: (
          <>
            <CopyReferralLink person={user} />
            {user.abilities.update && <EditButton onClick={() => open('edit')} />}
          </>
        ),
        primary: <CreateOrder user={user} />,
      })}
      facts={(user) => <PersonPanel user={user} />}
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
          <Records user={user} />
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

const tabOfType: Partial<Record<User['_type'], string>> = { Student: 'student', Tutor: 'tutor' };

/** User › Student › the person; a type without a list of its own is no link. */
const typeCrumb = ({ _type }: User) => {
  const tab = tabOfType[_type];
  return { label: _type, ...(tab && { to: '/user', search: { tab } }) };
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

/** The lists of a person, in their order: a domain adds its own here and its name to `tabNames`. */
const Records = ({ user }: { user: User }) => {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const onSearch = (next: Search) => void navigate({ search: next });
  const isStudent = user._type === 'Student';
  const mayOpen = useMayOpen();
  const seesOrders = mayOpen('/orders') && isStudent;
  const seesTickets = isStudent && (mayOpen('/tickets/trial') || mayOpen('/tickets/renewal'));
  const orders = useOrdersOfStudent(user._id, { enabled: seesOrders });
  const lessons = useLessonCounts(user._id, { enabled: isStudent });
  const period = search.period ?? 'coming';
  const ordersTab: RecordTab<(typeof tabNames)[number]> = {
    value: 'orders',
    label: 'Orders',
    count: orders.data?.length,
    end: <OpenInOrders email={user.email} />,
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
      <ChangesTab
        of={listUserChanges}
        id={user._id}
        form={formOfPerson(user._type)}
        fields={userChangeFields}
        acts={userChangeActs}
        {...pages}
      />
    ),
  };
  return (
    <RecordTabs
      tabs={[
        ...(seesOrders ? [ordersTab] : []),
        ...(isStudent ? [lessonsTab, homeworkTab, messagesTab] : []),
        ...(seesTickets ? [ticketsTab] : []),
        changesTab,
      ]}
      search={search}
      // The credit statement stays where it is.
      keep={['credit']}
      onSearch={onSearch}
    />
  );
};

/** What the forms of persons do not have, or have as one with something else. */
const userChangeFields: ChangeFields = {
  _type: { label: 'Type' },
  phone_country_code: { label: 'Country code' },
  e_verified: { label: 'E-mail verified' },
  p_verified: { label: 'Phone verified' },
  referred_by: { label: 'Referrer' },
  'lead_source.source': { label: 'Lead source' },
  'lead_source.medium': { label: 'Lead source medium' },
  'lead_source.campaign': { label: 'Lead source campaign' },
  first_purchased_on: { label: 'First purchase' },
  'parent.phone_country_code': { label: 'Parent country code' },
  'parent.phone': { label: 'Parent phone' },
  'parent.contact_preference.other': { label: 'Other channel' },
  profile_pic: { label: 'Profile picture' },
  'credential.year_of_exp': { label: 'Experience' },
  level: { label: 'Level', words: levelWords },
};

const userChangeActs: ActWords = {
  password_changed: { words: 'Password changed', tone: 'blue' },
};

/** The form whose fields name what was changed on a person. */
const formOfPerson = (type: User['_type']): ChangedForm => {
  if (type === 'Student') return studentForm;
  return type === 'Tutor' || type === 'TA' ? tutorForm : staffForm;
};

type DialogsProps = { user: User; dialog: Search['dialog']; onClose: () => void };

/** The dialogs whose being open stands in the address, each for those who may use it. */
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
