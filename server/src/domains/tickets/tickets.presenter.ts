import { attendanceAfterMs } from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import { isCorrect } from 'staffroom-contract/domains/polls/polls.rules.ts';
import type {
  Ticket,
  TicketDetail,
  TicketStep,
} from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import type { TicketAttendance } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { toWireAmount } from 'staffroom-contract/shared/money.ts';
import { actorOf } from '../../platform/record-changes.ts';
import type { TicketCardRow, TicketDetails } from './tickets.queries.ts';

/** A ticket in a list. */
export const presentTicket = (row: TicketCardRow, now: Date): Ticket => {
  const { ticket, student, tuitionClass } = row;
  return {
    _id: ticket.id,
    _type: ticket.type,
    status: ticket.status,
    status_since: ticket.statusSince.toISOString(),
    student: {
      _id: student.id,
      name: student.name,
      email: student.email,
      phone_country_code: student.phoneCountryCode,
      phone: student.phone,
    },
    class: {
      _id: tuitionClass.id,
      name: tuitionClass.name,
      class_type: tuitionClass.classType,
      country: tuitionClass.country,
    },
    lesson: presentLesson(row.lesson),
    trial_date: iso(ticket.trialDate),
    subscription_end_date: iso(ticket.subscriptionEndDate),
    attended: attendedOf(row, now),
    created: ticket.created.toISOString(),
    next_action_date: ticket.nextActionDate,
    remark: ticket.remark,
    handled_by: named(ticket.handledBy, row.handlerName),
    agent: named(ticket.agentId, row.agentName),
    meta: { lead_source: ticket.leadSource, prev_agent: row.prevHandlerName },
    updated: ticket.updated.toISOString(),
    version: ticket.version,
  };
};

const attendedOf = ({ ticket, lesson }: TicketCardRow, now: Date): TicketAttendance | null => {
  if (ticket.type !== 'TrialConversion') return null;
  const isDue = lesson.endedAt.getTime() + attendanceAfterMs <= now.getTime();
  return ticket.attended ?? (isDue ? 'missing' : null);
};

const iso = (at: Date | null) => at?.toISOString() ?? null;

const named = (id: string | null, name: string | null) =>
  id === null ? null : { _id: id, name: name ?? '' };

type Lesson = TicketCardRow['lesson'];

const presentLesson = ({ id, name, term, lessonIndex, scheduledAt, endedAt }: Lesson) => ({
  _id: id,
  name,
  scheduled_on: scheduledAt.toISOString(),
  ended_on: endedAt.toISOString(),
  meta: { index: lessonIndex, term },
});

/** A ticket with all its details. */
export const presentTicketDetail = (details: TicketDetails, now: Date): TicketDetail => {
  const { facts, ticket } = details;
  const card = presentTicket(details, now);
  const result = orderOf(details, ticket.resultOrderId);
  return {
    ...card,
    student: {
      ...card.student,
      gender: facts.gender,
      school: facts.school ?? '',
      first_language: facts.firstLanguage ?? '',
      date_of_birth: facts.dateOfBirth,
      meta: { background: facts.background },
      parent: {
        name: facts.parentName ?? '',
        email: facts.parentEmail ?? '',
        phone_country_code: facts.parentPhoneCountryCode ?? '',
        phone: facts.parentPhone ?? '',
      },
      version: facts.version,
    },
    next_lesson: details.next_lesson && nextLessonOf(details.next_lesson),
    lesson: { ...presentLesson(details.lesson), tutor: details.tutors },
    steps: details.history.length,
    history: details.history.map(presentStep),
    attendance: details.stays.map(({ joined_at, left_at }) => ({
      joined_on: instantOf(joined_at),
      left_on: instantOf(left_at),
    })),
    tutor_comment: ticket.tutorComment,
    poll: details.answers.map(({ question, answer }) => ({
      _id: question.id,
      question: question.question,
      answer: answer && answer.map((index) => optionOf(question.option, index)).join(', '),
      is_correct:
        answer && question.answerIndex.length > 0 ? isCorrect(question.answerIndex, answer) : null,
    })),
    homework: details.homework.map(({ _id, name, due_at, return_at, status }) => ({
      _id,
      name,
      due_on: new Date(due_at).toISOString(),
      close_on: new Date(return_at).toISOString(),
      submission: { status },
    })),
    order: orderOf(details, ticket.orderId),
    purchase_order: ticket.type === 'TrialConversion' ? result : null,
    renewal_order: ticket.type === 'ClassRenewal' ? result : null,
  };
};

const nextLessonOf = ({
  id,
  name,
  term,
  lesson_index: index,
  scheduled_at: start,
  ended_at: end,
}: NonNullable<TicketDetails['next_lesson']>) => ({
  _id: id,
  name,
  scheduled_on: new Date(start).toISOString(),
  ended_on: new Date(end).toISOString(),
  meta: { index, term },
});

/** Instants of a raw row come in PostgreSQL's own format. */
const instantOf = (text: string | null) => (text === null ? null : new Date(text).toISOString());

const optionOf = (options: readonly { label?: string; content: string }[], index: number) => {
  const option = options[index];
  return option ? `${option.label ?? ''} ${option.content}`.trim() : '–';
};

const presentStep = (row: TicketDetails['history'][number]): TicketStep => ({
  at: row.at.toISOString(),
  by: actorOf(row),
  from: row.fromStatus,
  to: row.toStatus,
  remark: row.remark,
  action: row.action,
  changes: row.changes,
});

const orderOf = ({ orders }: TicketDetails, id: string | null) => {
  const order = orders.find((one) => one.id === id);
  return order
    ? {
        _id: order.id,
        actual_price: toWireAmount(order.actual_price),
        currency: order.currency,
        created: new Date(order.created).toISOString(),
      }
    : null;
};

/** The audit snapshot of a ticket (ADR 11): its own fields, without those of its student, lesson and class. */
export const recordedTicket = (details: TicketDetails) => {
  const {
    student: _student,
    next_lesson: _next,
    attended: _attended,
    history: _history,
    attendance: _attendance,
    poll: _poll,
    homework: _homework,
    ...own
  } = presentTicketDetail(details, details.ticket.updated);
  return own;
};
