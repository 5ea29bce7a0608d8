import { describe, expect, test } from 'vitest';
import {
  createLiveSessionSchema,
  updateLiveSessionSchema,
} from 'staffroom-contract/domains/live-sessions/live-session-record.contract.ts';
import {
  changedBodyOf,
  initialValues,
  missingOf,
  newBodyOf,
  problemsOf,
  valuesOf,
} from '../../kit/form/define-form.ts';
import { chosenPicture, type PictureValue } from '../../kit/form/picture.ts';
import { liveSessionForm, withTyped } from './live-session.form.ts';

const context = { zone: 'Asia/Singapore', today: '2026-11-20' };
const host = { _id: '01980000-0000-7000-8000-000000000000', name: 'Goh Shi Min' };
const aFile = (type = 'image/jpeg', size = 3, name = 'cover.jpg') =>
  new File([new Uint8Array(size)], name, { type, lastModified: 1 });

type Values = ReturnType<typeof initialValues<NonNullable<(typeof liveSessionForm)['kinds']>>>;

const filled = (changes: Partial<Values> = {}): Values => ({
  ...initialValues(liveSessionForm),
  name: 'Ratio',
  desc: 'One bar.',
  level: 'primary-6',
  subject: 'Mathematics',
  host,
  start: { day: '2027-01-09', time: '19:30' },
  cover_photo: chosenPicture(aFile()),
  ...changes,
});

const judge = (values: Values) =>
  problemsOf(liveSessionForm, values, {
    schema: updateLiveSessionSchema,
    record: undefined,
    context,
    withMissing: false,
  });

const record = {
  _id: 'session',
  name: 'Ratio',
  desc: 'One bar.',
  meta: {
    level: 'primary-6',
    subject: 'Mathematics',
    keywords: ['Primary 6', 'PSLE'],
    series: { name: 'PSLE in 20 minutes', order: 3 },
  },
  scheduled_on: '2027-01-09T11:30:00.000Z',
  event_duration: 20,
  host_by: host,
  is_listed: true,
  is_public_viewable: false,
  playback_url: '',
  target_audience: 'student',
  cover_photo: '/api/image/one.jpg',
  version: 4,
};

const changed = (changes: Partial<Values>) =>
  changedBodyOf(
    liveSessionForm,
    record,
    { ...valuesOf(liveSessionForm, record, context), ...changes },
    context,
  );

describe('saving', () => {
  test('needs name, description, level, subject, host, time and a cover', () => {
    expect(missingOf(liveSessionForm, initialValues(liveSessionForm))).toEqual([
      'name',
      'description',
      'level',
      'subject',
      'host',
      'start date',
      'start time',
      'cover photo',
    ]);
    expect(missingOf(liveSessionForm, filled())).toEqual([]);
  });

  test('needs the episode only with a series', () => {
    const series = (name: string) =>
      missingOf(liveSessionForm, filled({ series: { name, order: '' } }));
    expect(series('PSLE')).toEqual(['episode']);
    expect(series(' ')).toEqual([]);
  });
});

test('a new session sends what the contract expects, and its cover as a file', () => {
  const { cover_photo: cover, ...body } = newBodyOf(
    liveSessionForm,
    filled({ keywords: { words: ['Primary 6'], typed: ' PSLE ' } }),
    context,
  );
  expect(cover).toBeInstanceOf(File);
  expect(createLiveSessionSchema.parse(body)).toMatchObject({
    meta: {
      level: 'primary-6',
      subject: 'Mathematics',
      keywords: ['Primary 6', 'PSLE'],
      series: null,
    },
    scheduled_on: '2027-01-09T11:30:00Z',
    event_duration: 20,
    host_by: host._id,
    is_listed: true,
    target_audience: 'student',
  });
  expect(judge(filled())).toEqual({});
});

describe('an update', () => {
  test('without changes sends only the version', () => {
    expect(changed({})).toEqual({ version: 4 });
  });

  test('sends meta whole, and leaves the series if its name is empty', () => {
    const body = changed({ series: { name: ' ', order: 3 } });
    expect(body).toEqual({ meta: { ...record.meta, series: null }, version: 4 });
    expect(updateLiveSessionSchema.parse(body)).toEqual(body);
  });

  test('sends a new cover, also a second time', () => {
    const first = chosenPicture(aFile());
    const second = chosenPicture(aFile('image/png', 9, 'b.png'));
    expect(changed({ cover_photo: first })).toEqual({ cover_photo: first.file, version: 4 });
    expect(JSON.stringify(first)).not.toBe(JSON.stringify(second));
  });
});

describe('the cover', () => {
  const problem = (cover_photo: PictureValue) => judge(filled({ cover_photo })).cover_photo;

  test.each([
    ['image/gif', 'cover.jpg is not a JPEG, PNG or BMP image.'],
    ['', 'cover.jpg is not a JPEG, PNG or BMP image.'],
    ['image/bmp', undefined],
    ['image/png', undefined],
  ])('of the type %o: %s', (type, sentence) => {
    expect(problem(chosenPicture(aFile(type)))).toBe(sentence);
  });

  test('must not be empty or exceed 10 MB', () => {
    expect(problem(chosenPicture(aFile('image/png', 0)))).toBe('This file is empty.');
    expect(problem(chosenPicture(aFile('image/png', 10 * 1024 * 1024 + 1)))).toBe(
      'An image may have at most 10 MB.',
    );
  });

  test('of a restored draft must be chosen again, by its name', () => {
    const kept = JSON.parse(JSON.stringify(chosenPicture(aFile()))) as PictureValue;
    expect(problem(kept)).toBe('Please choose cover.jpg again.');
    expect(missingOf(liveSessionForm, filled({ cover_photo: kept }))).toEqual(['cover photo']);
  });
});

describe('a keyword', () => {
  test('is added by Enter', () => {
    expect(withTyped({ words: ['PSLE'], typed: ' Ratio ' })).toEqual({
      words: ['PSLE', 'Ratio'],
      typed: '',
    });
  });

  test('that already exists stays typed, with an error', () => {
    const keywords = { words: ['PSLE'], typed: 'psle' };
    expect(withTyped(keywords)).toEqual(keywords);
    expect(judge(filled({ keywords })).keywords).toBe('“psle” is already a keyword');
  });
});

test.each([
  [{ event_duration: 0 }, 'event_duration', 'At least 1 minute'],
  [{ event_duration: 721 }, 'event_duration', 'At most 720 minutes'],
  [{ series: { name: 'PSLE', order: 0 } }, 'series', 'Episodes count from 1'],
  [{ series: { name: 'PSLE', order: 'three' } }, 'series', 'Please enter a whole number'],
  [{ playback_url: 'zoom' }, 'playback_url', 'Write the whole address, beginning with https://'],
] as [Partial<Values>, keyof Values, string][])(
  '%o has an error beside %s',
  (changes, name, sentence) => {
    expect(judge(filled(changes))[name]).toBe(sentence);
  },
);
