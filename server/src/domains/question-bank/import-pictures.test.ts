import { describe, expect, test } from 'vitest';
import {
  getQuestion,
  jsonFile,
  listQuestions,
  moodleFile,
  updateQuestion,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  importQuestions,
  mostImportedPictures,
} from 'staffroom-contract/domains/question-bank/question-import.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { mostCopied, uploadImage } from 'staffroom-contract/domains/users/images.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { anImage, anImageFile } from '../../../test/factories/image.factory.ts';
import { anMcqUnit, anOpenUnit, aQuestion } from '../../../test/factories/question.factory.ts';
import { pictureWebsite } from '../../../test/picture-website.ts';
import { unique } from '../../../test/unique.ts';

const app = useTestApp();

type Body = Omit<BodyInput<typeof importQuestions>, 'content'>;

const bring = async (content: string, body: Body = {}, dry = false) => {
  const typist = await app.as('Typist');
  const { data } = await typist.call(importQuestions, {
    query: { dry_run: String(dry) },
    body: { content, subject: 'Mathematics', level: ['primary-6'], ...body },
  });
  return data;
};
const questionOf = async (id: string | null | undefined) =>
  (await (await app.as('Typist')).call(getQuestion, { params: { id: id ?? '' } })).data;
const bytesAt = async (html: string) => {
  const url = /\/api\/image\/[^"]+/.exec(html)?.[0] ?? '';
  return (await app.http.inject({ method: 'GET', url })).rawPayload;
};
const imagesCount = async () =>
  Number(
    (await app.database.pool.query<{ count: string }>('select count(*) from uploaded_images'))
      .rows[0]?.count,
  );

const fileElement = (name: string, bytes: Buffer) =>
  `<file name="${name}" path="/" encoding="base64">${bytes.toString('base64')}</file>`;
const picture = (name: string) => `&lt;img src="@@PLUGINFILE@@/${name}" alt="A figure"&gt;`;
const essay = (words: string, files = '') =>
  `<question type="essay"><name><text>${words.slice(0, 20)}</text></name>
     <questiontext format="html"><text>&lt;p&gt;${words}&lt;/p&gt;</text>${files}</questiontext>
     <graderinfo format="html"><text>Since</text></graderinfo></question>`;
const quiz = (...questions: string[]) => `<quiz>${questions.join('')}</quiz>`;

const exported = async (word: string): Promise<string> => {
  const { body } = await (
    await app.as('Typist')
  ).send(listQuestions, {
    query: { filter: { text: { regex: word } } },
    headers: { accept: moodleFile },
  });
  return String(body);
};

/** A question with a picture in its context, an option and an answer. */
const aDrawnQuestion = async (word: string) => {
  const admin = await app.as('Admin');
  const [one, other] = await Promise.all(
    [40, 60].map(async (width) => {
      const { url } = await admin.call(uploadImage, { file: await anImageFile({ width }) });
      return `<img src="${url}" alt="${word} ${width}" width="${width}" height="30">`;
    }),
  );
  return aQuestion(app, {
    context: `<p>${word} ${one}</p>`,
    unit: [
      anMcqUnit({ option: [{ content: one ?? '' }, { content: other ?? '' }] }),
      anOpenUnit({ answer_type: 'rich_text', answer: `<p>See ${other}</p>` }),
    ],
  });
};

describe('an export', () => {
  test('includes its pictures, and imports as the same questions with the same pictures', async () => {
    const word = unique('Pier');
    const question = await aDrawnQuestion(word);
    const file = await exported(word);
    expect(file).not.toContain('/api/image/');
    // Each unit is a separate Moodle question, so both have the context's picture.
    expect(file.match(/<file /g)).toHaveLength(5);

    expect((await bring(file)).questions).toMatchObject([{ state: 'known', _id: question.id }]);
    const { questions } = await bring(file, { import_known: [1] });
    expect(questions).toMatchObject([{ state: 'imported', problems: [], notes: [] }]);
    const again = await questionOf(questions[0]?._id);
    expect(again._id).not.toBe(question.id);
    const withoutAddresses = (value: unknown) =>
      JSON.stringify(value).replaceAll(/\/api\/image\/[^"\\]+/g, 'address');
    const { context, unit, meta, subject, level, instruction } = question;
    expect(withoutAddresses(again)).not.toContain('PLUGINFILE');
    for (const [field, value] of Object.entries({
      context,
      unit,
      meta,
      subject,
      level,
      instruction,
    }))
      expect(withoutAddresses(again[field as 'context'])).toBe(withoutAddresses(value));
    expect(again.context).not.toBe(context);
    expect(await bytesAt(again.context)).toEqual(await bytesAt(context));
    expect(await bytesAt(JSON.stringify(again.unit[1]))).toEqual(
      await bytesAt(JSON.stringify(unit[1])),
    );
  });

  test('of a deleted picture keeps its address', async () => {
    const word = unique('Quay');
    await aQuestion(app, {
      context: `<p>${word} <img src="/api/image/4f9c3e0a-6a1f-4c38-9d4c-0d3f3c8a1b2c.png" alt="x"></p>`,
    });
    expect(await exported(word)).toContain('/api/image/4f9c3e0a-6a1f-4c38-9d4c-0d3f3c8a1b2c.png');
  });
});

describe('pictures of a Moodle file', () => {
  test('are stored like uploads: decoded, with their size, each once', async () => {
    const words = unique('Lock');
    const png = await anImage({ width: 70, height: 50 });
    const content = quiz(
      essay(`${words} ${picture('a.png')}`, fileElement('a.png', png)),
      essay(`${words} other ${picture('b.png')}`, fileElement('b.png', png)),
    );
    const before = await imagesCount();
    await bring(content, {}, true);
    expect(await imagesCount()).toBe(before);
    const { questions } = await bring(content);
    expect(await imagesCount()).toBe(before + 1);
    const [one, other] = await Promise.all(questions.map(({ _id }) => questionOf(_id)));
    const body = one?.unit[0]?.question_body ?? '';
    expect(body).toMatch(
      /<img src="\/api\/image\/[0-9a-f-]{36}\.jpg" alt="A figure" width="70" height="50">/,
    );
    expect((await bytesAt(body)).subarray(0, 2).toString('hex')).toBe('ffd8');
    expect(other?.unit[0]?.question_body).toContain(/\/api\/image\/[^"]+/.exec(body)?.[0]);
  });

  test('distinguish questions with the same words, and the same file imports nothing twice', async () => {
    const words = `${unique('Dock')} ${picture('a.png')}`;
    const [red, clear] = [await anImage(), await anImage({ alpha: 0.4 })];
    const content = quiz(
      essay(words, fileElement('a.png', red)),
      essay(words, fileElement('a.png', clear)),
      essay(words, fileElement('a.png', red)),
    );
    const states = async (body: Body = {}) =>
      (await bring(content, body)).questions.map(({ state }) => state);
    expect(await states()).toEqual(['imported', 'imported', 'known']);
    expect(await states()).toEqual(['known', 'known', 'known']);
    expect(await states({ import_known: [2] })).toEqual(['known', 'imported', 'known']);
  });

  test('of other kinds are left out with a note; an option with nothing else refuses its question', async () => {
    const gif = await anImage({ kind: 'gif' });
    const option = (files: string) =>
      `<answer fraction="100" format="html"><text>${picture('o.gif')}</text>${files}</answer>`;
    const content = quiz(
      essay(`${unique('Hull')} ${picture('g.gif')}`, fileElement('g.gif', gif)),
      `<question type="multichoice"><name><text>Which</text></name><questiontext format="html"><text>${unique('Which')}</text></questiontext>
         <single>true</single>${option(fileElement('o.gif', gif))}${option(fileElement('o.gif', gif)).replace('100', '0')}</question>`,
    );
    const { questions } = await bring(content, {}, true);
    expect(questions).toMatchObject([
      {
        state: 'ready',
        notes: ['The picture “g.gif” is left out. This is a GIF. Use a JPEG, PNG or WebP image.'],
      },
      {
        state: 'refused',
        problems: [
          'Unit 1, option A: Please write option A',
          'Unit 1, option B: Please write option B',
          'Unit 1, answer: Option A is marked as right but is empty',
        ],
      },
    ]);
    const imported = await bring(content);
    expect(imported.imported).toBe(1);
    expect((await questionOf(imported.questions[0]?._id)).unit[0]?.question_body).not.toContain(
      '<img',
    );
  });

  test(`more than ${mostImportedPictures} of one file are refused`, async () => {
    const all = Array.from(
      { length: mostImportedPictures + 1 },
      (_, index) =>
        `&lt;img src="data:image/png;base64,${Buffer.from(`x${index}`).toString('base64')}" alt="x"&gt;`,
    );
    const refused = await (
      await app.as('Typist')
    ).refused(importQuestions, { body: { content: quiz(essay(all.join(''))) } });
    expect(refused).toMatchObject({ status: 422, code: 'question_file' });
    expect(refused.body.message.errors[0]?.message).toBe(
      `At most ${mostImportedPictures} pictures at once; this file has ${mostImportedPictures + 1}`,
    );
  });
});

describe('categories of a Moodle file', () => {
  const category = (path: string) =>
    `<question type="category"><category><text>${path}</text></category></question>`;

  test('give their questions the topic of the same name, or the chosen one', async () => {
    const tagged = essay(unique('own')).replace(
      '</question>',
      '<tags><tag><text>topic: Speed</text></tag></tags></question>',
    );
    const content = quiz(
      essay(unique('none')),
      category('$course$/top/P6/03. ratio'),
      essay(unique('ratio')),
      tagged,
      category('$course$/top/Revision'),
      essay(unique('revision')),
      essay(unique('revision')),
    );
    const { category: found } = await bring(content, {}, true);
    expect(found).toEqual([
      { name: 'P6 / 03. ratio', subject: 'Mathematics', questions: 1, topic: 'Ratio' },
      { name: 'Revision', subject: 'Mathematics', questions: 2, topic: '' },
    ]);
    const { questions } = await bring(content, {
      category: [
        { name: 'P6 / 03. ratio', topic: '' },
        { name: 'Revision', topic: 'Fractions' },
      ],
    });
    const topics = await Promise.all(
      questions.map(async ({ _id }) => (await questionOf(_id)).meta.topic),
    );
    expect(topics).toEqual(['', '', 'Speed', 'Fractions', 'Fractions']);
  });

  test('with a topic of another subject are refused at the question', async () => {
    const content = quiz(category('top/P6'), essay(unique('magnet')));
    const { questions } = await bring(
      content,
      { category: [{ name: 'P6', topic: 'Alchemy' }] },
      true,
    );
    expect(questions[0]?.problems).toEqual(['Topic: There is no topic “Alchemy” in Mathematics']);
  });
});

describe('pictures of other websites', () => {
  const shown = (...addresses: string[]) =>
    addresses.map((address) => `<img src="${address}" alt="A figure">`).join('');
  const asJson = (...bodies: string[]) =>
    JSON.stringify(
      bodies.map((html) => ({ context: html, unit: [anOpenUnit()], meta: {}, instruction: '' })),
    );
  const forMoodle = (html: string) =>
    quiz(essay(html.replaceAll('&', '&amp;').replaceAll('<', '&lt;')));

  test.each([
    ['JSON', asJson],
    ['Moodle', forMoodle],
  ])('in %s are copied, and the same file imports nothing twice', async (_format, file) => {
    const content = file(
      `<p>${unique('Port')} ${shown(`${pictureWebsite}/60.png?a=1&amp;b=2`)}</p>`,
    );
    const before = await imagesCount();
    expect((await bring(content, {}, true)).questions).toMatchObject([
      { state: 'ready', notes: [] },
    ]);
    expect(await imagesCount()).toBe(before);
    const { questions } = await bring(content);
    expect(questions).toMatchObject([{ state: 'imported', problems: [], notes: [] }]);
    const { context, unit } = await questionOf(questions[0]?._id);
    const html = context + (unit[0]?.question_body ?? '');
    expect(html).not.toContain('pictures.example');
    expect(html).toMatch(/<img src="\/api\/image\/[^"]+" alt="A figure" width="60" height="30">/);
    expect((await bytesAt(html)).subarray(0, 2).toString('hex')).toBe('ffd8');
    expect((await bring(content)).questions).toMatchObject([{ state: 'known' }]);
  });

  test('that cannot be copied get a note, and keep their URL if that is allowed', async () => {
    const { questions } = await bring(
      asJson(
        `<p>${unique('Bay')} ${shown('https://example.org/a.png?a=1&amp;b=2', 'http://example.org/b.png', `${pictureWebsite}/page`, 'c.png')}</p>`,
        `<p>${unique('Bay')} ${shown(`${pictureWebsite}/50.png`)}</p>`,
      ),
    );
    expect(questions).toMatchObject([
      {
        state: 'imported',
        notes: [
          'The picture “c.png” is left out: its file is not there',
          'The picture at example.org is not copied, and is still read from there. The picture could not be copied from example.org. It is tried again after the import.',
          'The picture at example.org is not copied, and is left out. The picture could not be copied from example.org.',
          'The picture at pictures.example is not copied, and is still read from there. This is a web page. Use a JPEG, PNG or WebP image.',
        ],
      },
      { state: 'imported', notes: [] },
    ]);
    const { context } = await questionOf(questions[0]?._id);
    expect(context).toContain('src="https://example.org/a.png?a=1&amp;b=2"');
    expect(context).toContain(`src="${pictureWebsite}/page"`);
    expect(context).not.toContain('b.png');
    expect(context).not.toContain('c.png');
  });

  test(`are copied up to ${mostCopied.import} per file`, async () => {
    const all = Array.from(
      { length: mostCopied.import + 1 },
      (_, at) => `${pictureWebsite}/${at}/20.png`,
    );
    const { questions } = await bring(asJson(`<p>${unique('Cape')} ${shown(...all)}</p>`));
    expect(questions[0]?.notes).toEqual([
      `The picture at pictures.example is not copied, and is still read from there. At most ${mostCopied.import} pictures are copied at once. It is tried again after the import.`,
    ]);
  });
});

describe('a picture without alt text, as in older questions', () => {
  /** A question as stored before alt texts were required. */
  const anOldQuestion = async (word: string) => {
    const question = await aDrawnQuestion(word);
    await app.database.pool.query(
      `update questions set context = regexp_replace(context, ' alt="[^"]*"', ' alt=""') where id = $1`,
      [question.id],
    );
    return question;
  };
  const note = 'A picture has no alt text. The next change of the question asks for it';

  test.each([
    ['JSON', jsonFile],
    ['Moodle', moodleFile],
  ])('is imported again from our own export in %s, with a note', async (_format, accept) => {
    const word = unique('Reef');
    const old = await anOldQuestion(word);
    const typist = await app.as('Typist');
    const { body } = await typist.send(listQuestions, {
      query: { filter: { text: { regex: word } } },
      headers: { accept },
    });
    const file = typeof body === 'string' ? body : JSON.stringify(body);
    const { questions } = await bring(file, { import_known: [1] });
    expect(questions).toMatchObject([{ state: 'imported', problems: [], notes: [note] }]);
    const again = await questionOf(questions[0]?._id);
    expect(again._id).not.toBe(old.id);
    expect(again.context).toMatch(/ alt="" width="40" height="30">/);
    const { context, updated } = again;
    const change = { context, updated };
    expect(
      await typist.refused(updateQuestion, { params: { id: again._id }, body: change }),
    ).toMatchObject({ status: 400, code: 'picture_without_alt', field: 'context' });
  });
});
