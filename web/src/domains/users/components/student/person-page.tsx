import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { isMissing } from '../../../../lib/api-error.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { ListError, SkeletonBar } from '../../../../ui/list-states.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Panel, PanelBody } from '../../../../ui/panel.tsx';
import { Tag } from '../../../../ui/status-chip.tsx';
import { pageInAddress, type StudentSearch } from '../../student-search.ts';
import { userQuery } from '../../users.api.ts';
import { CopyReferralLink } from '../copy-referral-link.tsx';
import { CreditStatement } from './credit-statement.tsx';
import { EditButton } from './edit-button.tsx';
import { MissingPerson } from './missing-person.tsx';
import { PersonDialogs } from './person-dialogs.tsx';
import { PersonFacts } from './person-facts.tsx';
import styles from './person-page.module.css';

/** With `replace` the step is none that Back would undo. */
type SetSearch = (search: StudentSearch, options?: { replace: boolean }) => void;

type Props = {
  userId: string;
  search: StudentSearch;
  onSearch: SetSearch;
  /** The page's filled button. */
  primary: (user: User) => ReactNode;
  /** The panel of what other domains know of the person. */
  tabs: (user: User) => ReactNode;
};

/** The frame of a person's page: who it is, the details, a student's credit, and the tabs. */
export const PersonPage = ({ userId, ...props }: Props) => {
  const query = useQuery(userQuery(userId));
  if (query.isPending) return <Loading />;
  if (query.data) return <Loaded user={query.data.data} {...props} />;
  if (isMissing(query.error)) return <MissingPerson />;
  return (
    <Page title="User" breadcrumb={[{ label: 'User', to: '/user' }, { label: '---' }]}>
      <Panel>
        <ListError
          what="The user could not be loaded"
          error={query.error}
          retry={() => void query.refetch()}
        />
      </Panel>
    </Page>
  );
};

type LoadedProps = Omit<Props, 'userId'> & { user: User };

const Loaded = ({ user, search, onSearch, primary, tabs }: LoadedProps) => {
  const name = user.name || user.email;
  const open = (dialog: StudentSearch['dialog']) => onSearch({ ...search, dialog });
  return (
    <Page
      title={name}
      avatar={<Avatar name={name} />}
      beside={
        <>
          <Tag>{user._type}</Tag>
          {!user.enabled && <Tag>Disabled</Tag>}
        </>
      }
      breadcrumb={breadcrumbOf(user, name)}
      secondary={
        <>
          <CopyReferralLink person={user} />
          {user.abilities.update && <EditButton onClick={() => open('edit')} />}
        </>
      }
      primary={primary(user)}
    >
      <div className={styles.layout}>
        <PersonFacts user={user} />
        <div className={styles.records}>
          {user._type === 'Student' && (
            <CreditStatement
              student={user}
              page={search.credit ?? 1}
              onPage={(page) => onSearch({ ...search, credit: pageInAddress(page) })}
              onAdd={() => open('add')}
              onRedeem={() => open('redeem')}
            />
          )}
          {tabs(user)}
        </div>
      </div>
      <PersonDialogs
        user={user}
        dialog={search.dialog}
        onClose={() => onSearch({ ...search, dialog: undefined }, { replace: true })}
      />
    </Page>
  );
};

const tabOfType: Partial<Record<User['_type'], string>> = { Student: 'student', Tutor: 'tutor' };

/** User › Student › the person; a type without a list of its own is no link. */
const breadcrumbOf = (user: User, name: string) => {
  const tab = tabOfType[user._type];
  return [
    { label: 'User', to: '/user' },
    { label: user._type, ...(tab && { to: '/user', search: { tab } }) },
    { label: name },
  ];
};

const Loading = () => (
  <Page title="User" breadcrumb={[{ label: 'User', to: '/user' }, { label: '---' }]}>
    <div className={styles.layout} aria-busy="true">
      {[0, 1].map((panel) => (
        <Panel key={panel}>
          <PanelBody>
            <div className={styles.skeleton}>
              {[70, 50, 80, 60, 75, 45].map((width) => (
                <SkeletonBar key={width} width={width} />
              ))}
            </div>
          </PanelBody>
        </Panel>
      ))}
    </div>
  </Page>
);
