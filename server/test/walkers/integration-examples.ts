import { type TestApp } from '../build-test-app.ts';
import { aClassWithLessons } from '../factories/class.factory.ts';
import { aHomework } from '../factories/homework.factory.ts';
import { aShopOrder } from '../factories/shop-order.factory.ts';
import { aStudent } from '../factories/user.factory.ts';
import { unique } from '../unique.ts';
import { aLessonId, type MakeExample } from './example.ts';

const aHomeworkId = async (app: TestApp) => {
  const { lessons } = await aClassWithLessons(app, 1);
  return (await aHomework(app, lessons[0]!)).id;
};

export const integrationExamples: Record<string, MakeExample> = {
  sendClassroomEvents: async (app) => ({
    body: {
      items: [
        {
          external_id: unique('event'),
          lesson: await aLessonId(app),
          email: (await aStudent(app)).email,
          action: 'join',
          at: '2026-11-20T01:58:00Z',
        },
      ],
    },
  }),
  sendSubmissions: async (app) => ({
    body: {
      items: [
        {
          external_id: unique('submission'),
          homework: await aHomeworkId(app),
          email: (await aStudent(app)).email,
          status: 'SUBMITTED',
          at: '2026-11-20T01:58:00Z',
        },
      ],
    },
  }),
  sendFeedback: async (app) => ({
    body: {
      items: [
        {
          external_id: unique('feedback'),
          lesson: await aLessonId(app),
          email: (await aStudent(app)).email,
          rating: 4,
          content: 'The tutor explained fractions well.',
          at: '2026-11-20T01:58:00Z',
        },
      ],
    },
  }),
  sendShopOrders: async (app) => ({ body: { items: [await aShopOrder(app)] } }),
};
