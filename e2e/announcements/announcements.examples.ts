import {
  aLessonWith,
  anAnnouncement,
  pupils,
} from 'staffroom-server/test/factories/announcement.factory.ts';
import { aStudent } from 'staffroom-server/test/factories/user.factory.ts';
import { many, type DomainExamples } from '../support/examples.ts';

export const examples: DomainExamples = {
  lists: {
    'recipients of an announcement': {
      file: 'domains/announcements/announcement-details.tsx',
      caption: 'Recipients',
      nouns: 'recipients',
      make: async (app, rows) => {
        const { lesson } = await aLessonWith(app, pupils(rows));
        await anAnnouncement(app, lesson.id);
        return `/course/${lesson.classId}/lesson/${lesson.id}?tab=announcements`;
      },
      call: /\/delivery$/,
      empty: {
        text: 'There are no recipients',
        address: async (app) => {
          const { lesson } = await aLessonWith(app, pupils(1));
          await anAnnouncement(app, lesson.id);
          return `/course/${lesson.classId}/lesson/${lesson.id}?tab=announcements&group=video_student`;
        },
      },
      filter: ['Group', 'Students', /group=student/],
      download: 'deliveries.csv',
      opens: /\/user\/[\da-f-]+$/,
    },
    'messages of a student': {
      file: 'domains/announcements/student-messages.tsx',
      caption: 'Messages',
      nouns: 'messages',
      make: async (app, rows) => {
        const { lesson, students } = await aLessonWith(app, pupils(1));
        await many(rows, (number) =>
          anAnnouncement(app, lesson.id, { subject: `Message ${number}` }),
        );
        return `/user/${students[0]?.id}?tab=messages`;
      },
      call: /\/announcement\/student\/[^/]+$/,
      empty: {
        text: 'Nothing was written to this student',
        address: async (app) => `/user/${(await aStudent(app)).id}?tab=messages`,
      },
      download: 'messages.csv',
      opens: { dialog: /^Message / },
    },
  },
};
