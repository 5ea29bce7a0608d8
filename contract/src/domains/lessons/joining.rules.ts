import { z } from 'zod';
import { lessonStateAt } from './lessons.rules.ts';

/** State of a lesson's joins: not known, no one, only people who are not its students, or students too. */
const joinedStates = ['unknown', 'no_one', 'no_students', 'students'] as const;
export const joinedSchema = z.enum(joinedStates);
export type Joined = z.infer<typeof joinedSchema>;

/** A lesson that no one has joined is shown as a problem this long after its start. */
const joinedByMinutes = 10;

type Joining = {
  scheduled_on: string;
  ended_on: string;
  is_active: boolean;
  seats: number;
  joined: Joined;
};

/** The problem of a live lesson 10 minutes after its start; undefined if there is no problem. */
export const joinProblem = (
  lesson: Joining,
  now: string,
): 'No one has joined' | 'No student has joined' | undefined => {
  const isLate = Date.parse(now) - Date.parse(lesson.scheduled_on) >= joinedByMinutes * 60_000;
  if (!isLate || !lesson.is_active || lessonStateAt(lesson, now) !== 'live') return undefined;
  if (lesson.joined === 'no_one') return 'No one has joined';
  return lesson.joined === 'no_students' && lesson.seats > 0 ? 'No student has joined' : undefined;
};

/** The earliest instant at which a lesson can have a join problem. */
export const joinedBy = ({ scheduled_on }: { scheduled_on: string }): string =>
  new Date(Date.parse(scheduled_on) + joinedByMinutes * 60_000).toISOString();
