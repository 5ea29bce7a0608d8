import { linkOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { can, mayOpen, type Rights } from 'staffroom-contract/domains/identity/permissions.ts';
import type { TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { rightsOf, useSessionUser } from '../../lib/session.ts';
import { ClassName } from '../../ui/class-name.tsx';
import { QuietLink } from '../../ui/quiet-link.tsx';
import styles from './record-link.module.css';

/** The record to link to; a lesson belongs to its class, homework to its lesson. */
export type RecordTarget =
  | {
      to: 'student' | 'tutor' | 'staff' | 'class' | 'order' | 'import' | 'upload' | 'discount code';
      id: string;
    }
  | { to: 'ticket'; id: string; type: TicketType }
  | { to: 'lesson'; id: string; classId: string }
  | { to: 'homework'; id: string; classId: string; lessonId: string };

type Props = RecordTarget & {
  /** The name that staff use: "Surds Workshop", "Order of 14 Mar 2026". */
  name: ReactNode;
  className?: string | undefined;
  /** Underlined, because it is within a sentence. */
  inSentence?: boolean;
  /** The row's link that Enter opens, if it has several. */
  opensRow?: boolean;
  /** -1 if a link beside it has the same target. */
  tabIndex?: number | undefined;
};

/** Links a record's name to its page; plain text for users who may not open it. */
export const RecordLink = ({
  name: fullName,
  className,
  inSentence,
  opensRow,
  tabIndex,
  ...target
}: Props) => {
  const user = useSessionUser();
  const isClassName = target.to === 'class' && typeof fullName === 'string' && !inSentence;
  const name = isClassName ? <ClassName name={fullName} /> : fullName;
  if (!opens(rightsOf(user), target)) return <span className={className}>{name}</span>;
  return (
    <QuietLink
      {...addressOfRecord(target)}
      className={[styles.record, className].filter(Boolean).join(' ')}
      tabIndex={tabIndex}
      data-in-sentence={inSentence || undefined}
      data-opens={opensRow || undefined}
    >
      {name}
    </QuietLink>
  );
};

/** Links to several records, separated as in a sentence; `empty` without any. */
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
      // A Partner may see students only (decisions: Roles).
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

/** The screen of a ticket; the address selects the open ticket, whether or not the list shows it. */
const ticketScreenOf = ({ type }: { type: TicketType }) =>
  type === 'TrialConversion' ? '/tickets/trial' : '/tickets/renewal';

/** The address of a record's page. */
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
