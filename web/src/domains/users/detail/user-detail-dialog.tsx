import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { FactGroup } from '../../../ui/facts.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { listStateOf, ListStates, SkeletonBar } from '../../../ui/list-states.tsx';
import { Tag } from '../../../ui/status-chip.tsx';
import { useShown } from '../../../ui/use-shown.ts';
import { userQuery } from '../users.api.ts';
import { ContactFacts, PersonFacts } from '../person-facts.tsx';
import { RecentCredit } from './recent-credit.tsx';
import styles from './user-detail-dialog.module.css';

type Props = {
  userId: string | null;
  onEdit: (userId: string) => void;
  onClose: () => void;
};

/** One person at a glance (part 1 §2, User detail dialog). */
export const UserDetailDialog = ({ userId, onEdit, onClose }: Props) => {
  const shown = useShown(userId);
  const query = useQuery({ ...userQuery(shown ?? ''), enabled: userId !== null });
  const user = query.data?.data;
  const state = listStateOf(query);
  return (
    <Dialog
      title="User detail"
      opened={userId !== null}
      onClose={onClose}
      size={640}
      cancelLabel="Close"
      primary={user && state.status === 'ready' && <Actions user={user} onEdit={onEdit} />}
    >
      <ListStates
        state={state}
        noun="user"
        isEmpty={false}
        empty={null}
        skeleton={<DetailSkeleton />}
      >
        {user && <Detail user={user} />}
      </ListStates>
    </Dialog>
  );
};

const Detail = ({ user }: { user: User }) => {
  const isStudent = user._type === 'Student';
  return (
    <div className={styles.detail}>
      <FactGroup>
        <div className={styles.head}>
          <h3 className={styles.name}>{user.name || '–'}</h3>
          <Tag>{user._type}</Tag>
          {!user.enabled && <Tag>Disabled</Tag>}
        </div>
        <ContactFacts user={user} />
      </FactGroup>
      <PersonFacts user={user} />
      {isStudent && <RecentCredit student={user} />}
    </div>
  );
};

const Actions = ({ user, onEdit }: { user: User; onEdit: Props['onEdit'] }) => (
  <>
    {user.abilities.update && (
      <Button leftSection={<IconPencil size={16} stroke={1.7} />} onClick={() => onEdit(user._id)}>
        Edit
      </Button>
    )}
    {user._type === 'Student' && (
      <LinkButton variant="filled" to="/user/$userId" params={{ userId: user._id }}>
        View
      </LinkButton>
    )}
  </>
);

const DetailSkeleton = () => (
  <div className={styles.detail}>
    {[40, 70, 55, 80, 60, 45].map((width) => (
      <SkeletonBar key={width} width={width} />
    ))}
  </div>
);
