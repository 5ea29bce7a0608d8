import { useQuery } from '@tanstack/react-query';
import { listUserChanges } from '@staffroom/contract/domains/users/user-record.contract.ts';
import { changesQuery } from '../../../../lib/queries.ts';
import { ChangesList } from '../../../../ui/changes-list.tsx';
import { userChangeWords } from '../../user-change-words.ts';

type Props = { userId: string; page: number; onPage: (page: number) => void };

/** What was changed on a person's record, by whom and when. */
export const UserChanges = ({ userId, ...pages }: Props) => (
  <ChangesList
    query={useQuery(changesQuery(listUserChanges, userId, pages.page))}
    words={userChangeWords}
    {...pages}
  />
);
