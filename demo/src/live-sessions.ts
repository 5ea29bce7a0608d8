import { formatLevel } from 'staffroom-contract/shared/levels.ts';
import { imagePath } from 'staffroom-contract/shared/rich-text.ts';
import { seriesPlans, type SeriesPlan } from './data/live-session-plans.ts';
import { dayOf, days, hours, instantAt, iso, minutes } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import { pictureRow } from './picture-row.ts';
import { createIds, createRandom, type Random } from './random.ts';
import { drawCover } from './session-covers.ts';
import type { Staff } from './staff.ts';
import type { Student } from './students.ts';

const seed = 20_260_322;
/** Days from one session to the next, and how many of them are still to come. */
const daysApart = 5;
const coming = 7;

type World = {
  today: number;
  students: readonly Student[];
  tutors: readonly Staff[];
  uploadedBy: string;
};

type Planned = { plan: SeriesPlan; place: number; episode: number };

/** Sessions of several series, past and coming, each with a cover and attendees; the last ones have no sign-ups. */
export const createLiveSessions = ({ today, students, tutors, uploadedBy }: World) => {
  const random = createRandom(seed);
  const newId = createIds(random);
  const images: Row[] = [];
  const covers = seriesPlans.map((plan, place) => {
    const picture = drawCover(plan.forParents ? 'talk' : plan.subject, place);
    const at = today - days(180);
    const id = newId(at);
    images.push(pictureRow(picture, { id, uploadedBy, created: iso(at) }));
    return `${imagePath}${id}.png`;
  });
  const hosts = seriesPlans.map(({ subject }) => hostFor(random, tutors, subject));
  const sessions: Row[] = [];
  const attendees: Row[] = [];
  const stays: Row[] = [];
  // A separate sequence, so that the sessions do not depend on the attendees.
  const chance = createRandom(seed + 1);
  const newStay = createIds(chance);
  const all = byTurns();
  all.forEach(({ plan, place, episode }, number) => {
    const left = all.length - number;
    const day = dayOf(today).add({ days: (coming - left + 1) * daysApart });
    const at = instantAt(day, plan.time);
    const created = Math.min(at - days(21), today - hours(left + 1));
    const id = newId(created);
    const isPast = at < today;
    sessions.push({
      ...sessionRow(plan, episode),
      id,
      scheduled_at: iso(at),
      host_id: hosts[place]?.id,
      playback_url: isPast ? `https://watch.staffroom.example/tls/${number + 1}` : '',
      cover_photo: covers[place],
      created: iso(created),
      updated: iso(created),
      version: 1,
    });
    const count = left <= 2 ? 0 : random.whole(isPast ? 14 : 3, isPast ? 46 : 22);
    for (const student of random.shuffled(pupilsOf(students, plan)).slice(0, count)) {
      const signedUp = random.whole(created, Math.min(at, today - minutes(30)));
      const session_id = id;
      const student_id = student.id;
      attendees.push({ id: newId(signedUp), session_id, student_id, signed_up_at: iso(signedUp) });
      // The attendance of the latest session is not imported yet.
      if (isPast && left > coming + 1 && chance.chance(0.72))
        stays.push(stayOf(chance, { id: newStay(at), session_id, student, at, plan }));
    }
  });
  return {
    images,
    tables: [
      ['live_sessions', sessions],
      ['live_session_attendees', attendees],
      ['live_session_stays', stays],
    ] as const,
  };
};

type Stay = { id: string; session_id: string; student: Student; at: number; plan: SeriesPlan };

/** A stay as Zoom reports it: a few minutes early or late, to about the end. */
const stayOf = (random: Random, { id, session_id, student, at, plan }: Stay): Row => {
  const end = at + minutes(plan.minutes);
  return {
    id,
    session_id,
    email: student.email,
    name: student.name,
    joined_at: iso(at + minutes(random.whole(-4, 6))),
    left_at: iso(end - minutes(random.whole(-3, 5))),
    received: iso(end + hours(2)),
  };
};

/** The first episodes of all series, then the second ones. */
const byTurns = (): Planned[] => {
  const longest = Math.max(...seriesPlans.map(({ episodes }) => episodes.length));
  return Array.from({ length: longest }, (_, episode) => episode).flatMap((episode) =>
    seriesPlans.flatMap((plan, place) =>
      plan.episodes[episode] ? [{ plan, place, episode }] : [],
    ),
  );
};

const hostFor = (random: Random, tutors: readonly Staff[], subject: string) =>
  random.pick(tutors.filter(({ enabled, subjects }) => enabled && subjects.includes(subject)));

const pupilsOf = (students: readonly Student[], { level }: SeriesPlan) =>
  students.filter((student) => student.level === level);

const sessionRow = (plan: SeriesPlan, episode: number): Row => {
  const [name = '', about = ''] = plan.episodes[episode] ?? [];
  return {
    name,
    description: about,
    level: plan.level,
    subject: plan.subject,
    keywords: [formatLevel(plan.level), plan.subject, ...plan.keywords],
    series_name: plan.name,
    series_order: episode + 1,
    event_duration: plan.minutes,
    is_listed: true,
    is_public_viewable: plan.forParents ?? false,
    target_audience: plan.forParents ? 'parent' : 'student',
  };
};
