import { isLowRating } from 'staffroom-contract/domains/feedback/feedback.rules.ts';
import { presentFollowUp } from 'staffroom-server/src/domains/feedback/feedback.presenter.ts';
import type { FollowUpRow } from 'staffroom-server/src/domains/feedback/feedback.schema.ts';
import { auditRow } from './audit-row.ts';
import type { TuitionClass } from './classes.ts';
import { comments, followUpRemarks } from './data/feedback-texts.ts';
import { dayOf, days, hours, iso } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { createIds, createRandom } from './random.ts';
import type { Roster } from './roster.ts';
import type { Staff } from './staff.ts';

const seed = 20_260_327;
/** How far back families said something, and how much of it. */
const oldest = days(80);
const total = 160;
/** How many give stars without a word. */
const shareWordless = 0.22;
/** How many of those who were not content are followed up. */
const shareFollowed = 0.6;

type World = {
  today: number;
  classes: readonly TuitionClass[];
  roster: Roster;
  /** The staff who follow up negative feedback. */
  owners: readonly Staff[];
};

/** Feedback on the lessons of the last weeks with its follow-ups: done, under way, overdue, or none yet. */
export const createFeedback = ({ today, classes, roster, owners }: World) => {
  const random = createRandom(seed);
  const newId = createIds(random);
  const feedback: Row[] = [];
  const followUps: Row[] = [];
  const audit: Row[] = [];
  const lessons = classes
    .flatMap((tuitionClass) => tuitionClass.lessons)
    .filter(({ end, isActive }) => isActive && end > today - oldest && end < today - hours(1))
    .map((lesson) => ({
      lesson,
      students: roster
        .studentsOn(lesson)
        .filter((student) => ['PAYMENT', 'TRIAL'].includes(roster.owned(lesson, student) ?? '')),
    }))
    .filter(({ students }) => students.length > 0);
  for (let made = 0; made < total; made += 1) {
    const { lesson, students } = random.pick(lessons);
    const student = random.pick(students);
    const [rating, words] = comments[made % comments.length] ?? [5, ''];
    const at = Math.min(today - hours(1), lesson.end + hours(random.whole(0, 30)));
    const id = newId(at);
    const content = random.chance(shareWordless) ? '' : words;
    feedback.push({
      id,
      lesson_id: lesson.id,
      student_id: student.id,
      rating,
      content,
      created: iso(at),
      received: iso(at),
    });
    if (!isLowRating(rating) || !random.chance(shareFollowed)) continue;
    const owner = random.pick(owners);
    const opened = Math.min(today - 60_000, at + hours(random.whole(2, 20)));
    const ended = opened + hours(random.whole(3, 60));
    const isDone = ended < today - hours(2) && random.chance(0.7);
    const state = isDone ? 'done' : 'open';
    const first: FollowUpRow = {
      id: newId(opened),
      feedbackId: id,
      ownerId: owner.id,
      state: 'open',
      // Late, due today and due later.
      dueDate: isDone
        ? dayOf(opened + days(3)).toString()
        : dayOf(today + days(random.whole(-2, 4))).toString(),
      remark: '',
      created: new Date(opened),
      updated: new Date(opened),
      version: 1,
    };
    const remark = random.pick(followUpRemarks[state]);
    const last: FollowUpRow = isDone
      ? { ...first, state, remark, updated: new Date(ended), version: 2 }
      : { ...first, remark };
    followUps.push({
      id: last.id,
      feedback_id: id,
      owner_id: owner.id,
      state: last.state,
      due_date: last.dueDate,
      remark: last.remark,
      created: iso(opened),
      updated: last.updated.toISOString(),
      version: last.version,
    });
    const kept = (row: FollowUpRow) =>
      presentFollowUp({ row, owner: { _id: owner.id, name: owner.name, email: '' } });
    const step = (action: string, when: number, before: unknown, after: unknown) =>
      auditRow({
        id: newId(when),
        at: when,
        by: owner,
        entity: 'feedback_follow_up',
        entityId: last.id,
        action,
        before,
        after,
      });
    audit.push(step('created', opened, null, kept(isDone ? first : last)));
    if (isDone) audit.push(step('updated', ended, kept(first), kept(last)));
  }
  return {
    tables: [
      ['feedback', feedback],
      ['feedback_follow_ups', followUps],
    ] as const,
    audit,
  };
};
