import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';

export const goh = { _id: '01987a55-0000-7000-8000-000000000011', name: 'Goh Shi Min' };
export const lim = { _id: '01987a55-0000-7000-8000-000000000012', name: 'Lim Wei Ling' };

/** A lesson on Sat 14 Mar 2026, 14:00–15:30 in Singapore, as the API returns it. */
export const aLessonRecord = (values: Partial<Lesson> = {}): Lesson => ({
  _id: '01987a55-0000-7000-8000-000000000001',
  class: '01987a55-0000-7000-8000-000000000002',
  class_obj: {
    _id: '01987a55-0000-7000-8000-000000000002',
    name: 'P6 Mathematics',
    subject: 'Mathematics',
  },
  name: 'Percentage',
  desc: '<p>Bring a ruler.</p>',
  meta: { index: 10, term: 1 },
  scheduled_on: '2026-03-14T06:00:00.000Z',
  ended_on: '2026-03-14T07:30:00.000Z',
  tutor: [goh],
  ta: [lim],
  hosting_platform: 'Staffroom Classroom',
  hosting_type: 'webinar',
  is_active: true,
  is_released: true,
  is_completed: false,
  seats: 2,
  trial_seats: 0,
  max_cap: 20,
  student: [],
  trial_student: [],
  video_student: [],
  counts: { student: 2, trial_student: 0, video_student: 0 },
  created: '2026-01-02T06:00:00.000Z',
  updated: '2026-01-02T06:00:00.000Z',
  version: 3,
  abilities: { manage: true, send_notification: true },
  ...values,
});
