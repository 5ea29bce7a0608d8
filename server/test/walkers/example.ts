import type { TestApp } from '../build-test-app.ts';
import { aLessonWith, pupils } from '../factories/announcement.factory.ts';
import { aClassWithLessons } from '../factories/class.factory.ts';
import type { TestFile } from '../multipart.ts';
import { unique } from '../unique.ts';

/** What a caller sends: real ids, so that the call reaches what it is for. */
export type Example = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** What of the body no two calls may share: an e-mail, a name. */
  fresh?: () => Record<string, unknown>;
  file?: TestFile;
};

/** Makes what the example needs. */
export type MakeExample = (app: TestApp) => Promise<Example>;

/** An address that no other call has. */
export const anEmail = () => ({ email: `${unique('example')}@example.com` });

/** A class which the many calls of a fuzz test cannot fill. */
export const aLargeClass = (app: TestApp) => aClassWithLessons(app, 2, { maxCap: 1_000_000 });

/** The id of a lesson of a class of its own. */
export const aLessonId = async (app: TestApp) =>
  (await aClassWithLessons(app, 1)).lessons[0]?.id ?? '';

/** A lesson with one student who pays for it. */
export const aLessonOfOne = (app: TestApp) => aLessonWith(app, pupils(1));
