import type { UserSummary } from 'staffroom-contract/domains/users/users.contract.ts';

/** "Chemistry, Mathematics · lim@example.com". */
export const aboutTeacher = ({ subject = [], email }: Pick<UserSummary, 'email' | 'subject'>) =>
  [subject.join(', '), email].filter(Boolean).join(' · ');
