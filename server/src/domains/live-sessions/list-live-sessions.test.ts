import { describe, expect, test } from 'vitest';
import { listSessionAttendees } from 'staffroom-contract/domains/live-sessions/live-session-record.contract.ts';
import { listLiveSessions } from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aLiveSession, anAttendee } from '../../../test/factories/live-session.factory.ts';
import { aStudent, aTutor } from '../../../test/factories/user.factory.ts';
import { unique } from '../../../test/unique.ts';

const app = useTestApp();

describe('the list', () => {
  const namesOf = async (filter: object, query: object = {}) => {
    const { data, count } = await (
      await app.as('Admin')
    ).call(listLiveSessions, { query: { filter, ...query } });
    return { names: data.map(({ name }) => name), count };
  };

  test('is sorted latest first, in pages', async () => {
    const seriesName = unique('Series');
    for (const inDays of [1, 3, 2])
      await aLiveSession(app, { seriesName, inDays, name: `in ${inDays}` });
    const filter = { search: { regex: seriesName.toLowerCase() } };
    expect(await namesOf(filter)).toEqual({ names: ['in 3', 'in 2', 'in 1'], count: 3 });
    expect(await namesOf(filter, { max: 1, offset: 1 })).toEqual({ names: ['in 2'], count: 3 });
    expect(await namesOf(filter, { sortBy: 'name', order: 'asc' })).toMatchObject({
      names: ['in 1', 'in 2', 'in 3'],
    });
  });

  test('finds by name, series, keyword and host', async () => {
    const word = unique('needle');
    const host = await aTutor(app, { name: `Ms ${word}` });
    await aLiveSession(app, { name: `a ${word}` });
    await aLiveSession(app, { name: 'b', seriesName: word.toUpperCase() });
    await aLiveSession(app, { name: 'c', keywords: ['Primary 6', `x${word}x`] });
    await aLiveSession(app, { name: 'd', hostId: host.id });
    await aLiveSession(app, { name: 'e' });
    const found = await namesOf(
      { search: { regex: ` ${word} ` } },
      { sortBy: 'name', order: 'asc' },
    );
    expect(found.names).toEqual([`a ${word}`, 'b', 'c', 'd']);
  });

  test('counts a session as past once it has ended; a running one is upcoming', async () => {
    const seriesName = unique('Now');
    const at = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000);
    await aLiveSession(app, { seriesName, name: 'ended', scheduledAt: at(-20) });
    await aLiveSession(app, { seriesName, name: 'live', scheduledAt: at(-19) });
    await aLiveSession(app, { seriesName, name: 'coming', scheduledAt: at(1) });
    const search = { regex: seriesName };
    expect((await namesOf({ search, period: 'past' })).names).toEqual(['ended']);
    expect((await namesOf({ search, period: 'upcoming' })).names).toEqual(['coming', 'live']);
  });

  test('filters by days, level, subject, audience, host and flag', async () => {
    const seriesName = unique('Filtered');
    const one = await aLiveSession(app, {
      seriesName,
      name: 'one',
      level: 'secondary-2',
      subject: 'English',
      targetAudience: 'parent',
      isListed: false,
      isPublicViewable: true,
      scheduledAt: new Date('2026-12-01T00:00:00Z'),
    });
    await aLiveSession(app, { seriesName, name: 'other' });
    for (const filter of [
      { _id: one.id },
      { 'meta.level': { in: ['secondary-2', 'secondary-3'] } },
      { 'meta.subject': 'English' },
      { target_audience: 'parent' },
      { host_by: one.hostId },
      { is_listed: false },
      { is_public_viewable: true },
      { scheduled_on: { between: ['2026-12-01T00:00:00Z', '2026-12-01T23:59:59Z'] } },
    ])
      expect({
        filter,
        ...(await namesOf({ search: { regex: seriesName }, ...filter })),
      }).toEqual({ filter, names: ['one'], count: 1 });
  });

  test('is downloaded with a row for each session', async () => {
    const { name } = await aLiveSession(app, { keywords: ['Ratio', 'PSLE'] });
    const answer = await (
      await app.as('SalesAdmin')
    ).send(listLiveSessions, {
      query: { filter: { search: { regex: name } } },
      headers: { accept: 'text/csv' },
    });
    const [head = '', row = ''] = String(answer.body).split('\r\n');
    expect(head).toContain('scheduled_on (Asia/Singapore)');
    expect(row).toContain(`${name},PSLE in 20 minutes,3,primary-6,Mathematics,"Ratio, PSLE"`);
  });
});

describe('an attendee', () => {
  const attendeesOf = async (id: string, role: 'Admin' | 'Partner' | 'Tutor', scope?: string) => {
    const api = await app.as(role, {
      extraRoutes: ['/tls'],
      ...(scope && { leadSourceScope: scope }),
    });
    return api.call(listSessionAttendees, { params: { id } });
  };

  test('is listed by name, with the parent', async () => {
    const { id } = await aLiveSession(app);
    for (const [name, parentName] of [
      ['Wei Jie', 'Mdm Lim'],
      ['Aisyah', null],
    ] as const) {
      const student = await aStudent(app, { name, parentName });
      await anAttendee(app, id, { studentId: student.id });
    }
    const { data, count } = await attendeesOf(id, 'Admin');
    expect(count).toBe(2);
    expect(data.map((one) => [one.student.name, one.parent_name])).toEqual([
      ['Aisyah', ''],
      ['Wei Jie', 'Mdm Lim'],
    ]);
    expect(data[0]?.signed_up_on).toBe(app.clock.now().toISOString());
  });

  test('is named to a Partner only if the student has its lead source', async () => {
    const source = unique('LLP');
    const { id } = await aLiveSession(app);
    const own = await aStudent(app, { leadSource: source });
    await anAttendee(app, id, { studentId: own.id });
    await anAttendee(app, id);
    const { data, count } = await attendeesOf(id, 'Partner', source);
    expect([data.map(({ student }) => student._id), count]).toEqual([[own.id], 1]);
  });

  test('is named to no Tutor but the student’s own', async () => {
    const { id } = await aLiveSession(app);
    await anAttendee(app, id);
    expect((await attendeesOf(id, 'Tutor')).data).toEqual([]);
  });
});
