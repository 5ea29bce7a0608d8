import { Link, linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { can, mayOpen, type Rights } from '@staffroom/contract/domains/identity/permissions.ts';
import type { TicketType } from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import styles from './record-link.module.css';

/** Which record is named; a lesson stands below its class, homework below its lesson. */
export type RecordTarget =
  | {
      to: 'student' | 'tutor' | 'staff' | 'class' | 'order' | 'import' | 'upload' | 'discount code';
      id: string;
    }
  | { to: 'ticket'; id: string; type: TicketType }
  | { to: 'lesson'; id: string; classId: string }
  | { to: 'homework'; id: string; classId: string; lessonId: string };

type Props = RecordTarget & {
  /** As staff know the record: "Surds Workshop", "Order of 14 Mar 2026". */
  name: ReactNode;
  className?: string | undefined;
  /** Among other words, where only a line tells it from them. */
  inSentence?: boolean;
  /** Of several links of a row, the one that Enter follows. */
  opensRow?: boolean;
  /** -1 where another link beside it leads to the same. */
  tabIndex?: number | undefined;
};

/** A record's name, which leads to its page or is plain text for those who may not open it. */
export const RecordLink = ({
  name,
  className,
  inSentence,
  opensRow,
  tabIndex,
  ...target
}: Props) => {
  const user = useSessionUser();
  if (!opens(rightsOf(user), target)) return <span className={className}>{name}</span>;
  return (
    <Link
      {...addressOfRecord(target)}
      className={[styles.link, className].filter(Boolean).join(' ')}
      tabIndex={tabIndex}
      data-in-sentence={inSentence || undefined}
      data-opens={opensRow || undefined}
    >
      {name}
    </Link>
  );
};

/** Several of them, as a sentence lists them; `empty` where there is none. */
export const RecordLinks = ({
  to,
  records,
  empty = '–',
}: {
  to: Exclude<RecordTarget['to'], 'ticket' | 'lesson' | 'homework'>;
  records: readonly { _id: string; name: string }[];
  empty?: ReactNode;
}) =>
  records.length === 0
    ? empty
    : records.map(({ _id, name }) => (
        <span key={_id} className={styles.one}>
          <RecordLink to={to} id={_id} name={name || '–'} />
        </span>
      ));

const opens = (rights: Rights, target: RecordTarget): boolean => {
  switch (target.to) {
    case 'student':
      return mayOpen(rights, '/user');
    case 'tutor':
      // A Partner finds students alone (decisions: Roles).
      return mayOpen(rights, '/user') && rights.role !== 'Partner';
    case 'staff':
      return mayOpen(rights, '/user') && can(rights, 'staff.canManage');
    case 'class':
    case 'lesson':
    case 'homework':
      return mayOpen(rights, '/course');
    case 'order':
      return mayOpen(rights, '/orders');
    case 'ticket':
      return mayOpen(rights, ticketScreenOf(target));
    case 'upload':
      return can(rights, 'course.canManage');
    case 'import':
      return can(rights, 'order.canCreateOrderByCSV');
    case 'discount code':
      return mayOpen(rights, '/discountcode');
  }
};

/** Where the tickets of a kind are worked; the open one stands in the address, whatever the list beside it shows. */
const ticketScreenOf = ({ type }: { type: TicketType }) =>
  type === 'TrialConversion' ? '/tickets/trial' : '/tickets/renewal';

/** Where a record's page is. */
export const addressOfRecord = (target: RecordTarget) => {
  switch (target.to) {
    case 'student':
    case 'tutor':
    case 'staff':
      return linkOptions({ to: '/user/$userId', params: { userId: target.id } });
    case 'class':
      return linkOptions({ to: '/course/$classId', params: { classId: target.id } });
    case 'lesson':
      return linkOptions({
        to: '/course/$classId/lesson/$lessonId',
        params: { classId: target.classId, lessonId: target.id },
      });
    case 'homework':
      return linkOptions({
        to: '/course/$classId/lesson/$lessonId/homework/$homeworkId',
        params: {
          classId: target.classId,
          lessonId: target.lessonId,
          homeworkId: target.id,
        },
      });
    case 'order':
      return linkOptions({ to: '/orders', search: { order: target.id } });
    case 'ticket':
      return linkOptions({ to: ticketScreenOf(target), search: { ticket: target.id } });
    case 'upload':
      return linkOptions({ to: '/course', search: { dialog: 'upload', run: target.id } });
    case 'import':
      return linkOptions({ to: '/orders', search: { dialog: 'csv', import: target.id } });
    case 'discount code':
      return linkOptions({ to: '/discountcode/$discountId', params: { discountId: target.id } });
  }
};
