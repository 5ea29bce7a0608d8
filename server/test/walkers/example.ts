import type { TestApp } from '../build-test-app.ts';
import { aLessonWith, pupils } from '../factories/announcement.factory.ts';
import { aClassWithLessons } from '../factories/class.factory.ts';
import type { TestFile } from '../multipart.ts';
import { unique } from '../unique.ts';

/** The input of a call, with real ids, so that the call succeeds. */
export type Example = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  /** The part of the body that must be unique per call, such as an e-mail or a name. */
  fresh?: () => Record<string, unknown>;
  file?: TestFile;
};

/** Creates the data that the example needs, and returns its input. */
export type MakeExample = (app: TestApp) => Promise<Example>;

export const anEmail = () => ({ email: `${unique('example')}@example.com` });

/** A class that the many calls of a fuzz test cannot fill. */
export const aLargeClass = (app: TestApp) => aClassWithLessons(app, 2, { maxCap: 1_000_000 });

export const aLessonId = async (app: TestApp) =>
  (await aClassWithLessons(app, 1)).lessons[0]?.id ?? '';

export const aLessonOfOne = (app: TestApp) => aLessonWith(app, pupils(1));

/** The examples of a record's operations (`recordOperations`); `make` creates a record. */
export const ofRecord = (
  name: string,
  make: (app: TestApp) => Promise<{ id: string }>,
  {
    create,
    update,
    deletes = false,
  }: { create: MakeExample; update: NonNullable<Example['body']> | MakeExample; deletes?: boolean },
): Record<string, MakeExample> => {
  const one: MakeExample = async (app) => ({ params: { id: (await make(app)).id } });
  return {
    [`get${name}`]: one,
    [`list${name}Changes`]: one,
    [`create${name}`]: create,
    [`update${name}`]: async (app) => ({
      ...(await one(app)),
      ...(typeof update === 'function' ? await update(app) : { body: update }),
    }),
    ...(deletes && { [`delete${name}`]: one }),
  };
};
