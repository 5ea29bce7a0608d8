import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SettingsError } from './environment.ts';
import { poolSizeFor, publicAddress, readSettings } from './settings.ts';

describe('without any setting', () => {
  test('the server runs in embedded mode on loopback with demo data', () => {
    expect(readSettings({})).toEqual({
      role: 'all',
      logLevel: 'info',
      given: [],
      fromFiles: [],
      backup: undefined,
      walArchive: undefined,
      host: '127.0.0.1',
      port: 4000,
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      databasePoolSize: poolSizeFor(availableParallelism()),
      demo: true,
      productName: 'Staffroom',
      businessTimeZone: 'Asia/Singapore',
      partnerBrand: 'LLP',
      shopOrderExpiryHours: 24,
      retention: { auditDays: 0, classroomDays: 0, messageDays: 0 },
      mailTimes: { connectMs: 30_000, greetingMs: 300_000, answerMs: 600_000, slowMs: 15_000 },
      materials: { folder: resolve('.data/materials') },
      signupUrl: 'https://www.staffroom.example/signup',
      classroom: {
        url: 'https://classroom.staffroom.example/join',
        key: 'this-key-of-the-demo-data-is-public-knowledge',
      },
      secondFactor: { isRequiredForAdmins: false },
      signInProviders: [],
      trustProxy: false,
      publicUrl: undefined,
      metricsToken: undefined,
      smtpUrl: undefined,
      mailFrom: { name: 'Staffroom', address: 'no-reply@staffroom.example' },
      twilio: undefined,
      firstPauseSeconds: 15,
      queueLookSeconds: 5,
      healthPort: undefined,
      slowQueryMs: 1000,
    });
  });

  test('an empty setting counts as not given', () => {
    const empty = {
      LOG_LEVEL: '',
      HEALTH_PORT: '',
      SLOW_QUERY_MS: '',
      PORT: '',
      HOST: '',
      DATABASE_URL: '',
      DEMO: '',
      BUSINESS_TIME_ZONE: '',
    };
    expect(readSettings(empty)).toEqual(readSettings({}));
  });

  test('a separate database starts without demo data', () => {
    expect(readSettings({ DATABASE_URL: 'postgresql://db/staffroom' })).toMatchObject({
      databaseUrl: 'postgresql://db/staffroom',
      demo: false,
    });
  });
});

const google = {
  OIDC_GOOGLE_CLIENT_ID: 'the-client',
  OIDC_GOOGLE_CLIENT_SECRET: 'the-secret',
  OIDC_GOOGLE_TENANTS: 'Acme.example, acme.sg',
  PUBLIC_URL: 'https://desk.acme.example',
};

test('services of OpenID Connect are those with settings; Google has its usual issuer', () => {
  expect(readSettings({}).signInProviders).toEqual([]);
  const company = {
    OIDC_COMPANY_NAME: 'Okta',
    OIDC_COMPANY_ISSUER: 'https://acme.okta.example',
    OIDC_COMPANY_CLIENT_ID: 'the-client',
    OIDC_COMPANY_CLIENT_SECRET: 'the-secret',
    OIDC_COMPANY_TENANTS: 'acme.example',
  };
  expect(readSettings({ ...google, ...company }).signInProviders).toMatchObject([
    {
      name: 'google',
      issuer: 'https://accounts.google.com',
      tenants: ['acme.example', 'acme.sg'],
      tenantClaim: 'hd',
    },
    { name: 'company', label: 'Okta', tenantClaim: undefined },
  ]);
});

test.each([
  [1, 4],
  [2, 6],
  [4, 10],
  [64, 10],
])('on %i cores a process has %i connections', (cores, size) => {
  expect(poolSizeFor(cores)).toBe(size);
});

const account = {
  TWILIO_ACCOUNT_SID: 'AC0123456789abcdef0123456789abcdef',
  TWILIO_AUTH_TOKEN: 'secret',
  TWILIO_FROM: '+6560000100',
};

const zoomApp = {
  ZOOM_ACCOUNT_ID: 'account',
  ZOOM_CLIENT_ID: 'client',
  ZOOM_CLIENT_SECRET: 'secret',
};

const bucketKeys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };

describe('live links', () => {
  const classroom = {
    CLASSROOM_URL: 'https://room.example/join',
    LIVE_LINK_KEY: 'a-key-of-thirty-two-letters-or-more',
  };

  test('need the address of the classroom and a long key', () => {
    expect(readSettings({ ...classroom, DEMO: 'off' }).classroom).toEqual({
      url: classroom.CLASSROOM_URL,
      key: classroom.LIVE_LINK_KEY,
    });
    expect(readSettings({ DEMO: 'off' }).classroom).toBeUndefined();
  });

  test.each([
    [{ LIVE_LINK_KEY: '' }, 'LIVE_LINK_KEY must be at least 32 random letters'],
    [{ LIVE_LINK_KEY: 'too-short' }, 'LIVE_LINK_KEY must be at least 32 random letters'],
    [{ CLASSROOM_URL: '' }, 'CLASSROOM_URL must be set if LIVE_LINK_KEY is set'],
  ])('only one of them, or a short key, stops the start: %o', (wrong, words) => {
    expect(() => readSettings({ ...classroom, ...wrong })).toThrow(words);
  });
});

describe('the second factor', () => {
  test('has no key and is required of no one by default', () => {
    const none = { key: undefined, isRequiredForAdmins: false };
    expect(readSettings({}).secondFactor).toEqual(none);
    const key = 'a-key-of-thirty-two-letters-or-more';
    expect(
      readSettings({ SECOND_FACTOR_KEY: key, SECOND_FACTOR_FOR_ADMINS: 'on' }).secondFactor,
    ).toEqual({ key, isRequiredForAdmins: true });
  });

  test.each([
    [{ SECOND_FACTOR_KEY: 'too-short' }, 'SECOND_FACTOR_KEY must be at least 32 random letters'],
    [{ SECOND_FACTOR_FOR_ADMINS: 'yes' }, 'SECOND_FACTOR_FOR_ADMINS must be one of on, off'],
  ])('a short key or another word stops the start: %o', (wrong, words) => {
    expect(() => readSettings(wrong)).toThrow(words);
  });
});

test('links in e-mails lead to PUBLIC_URL, otherwise to the address to listen on', () => {
  expect(publicAddress(readSettings({ PUBLIC_URL: 'https://desk.example' }))).toBe(
    'https://desk.example',
  );
  expect(publicAddress(readSettings({ PORT: '4321' }))).toBe('http://127.0.0.1:4321');
  expect(publicAddress(readSettings({ HOST: '::1' }))).toBe('http://[::1]:4000');
});

test('rows are kept as many days as the settings of retention say', () => {
  const retention = {
    AUDIT_RETENTION_DAYS: '730',
    CLASSROOM_RETENTION_DAYS: '365',
    MESSAGE_RETENTION_DAYS: '90',
  };
  expect(readSettings(retention).retention).toEqual({
    auditDays: 730,
    classroomDays: 365,
    messageDays: 90,
  });
});

describe('the library of material', () => {
  test('is by default a folder in the data directory', () => {
    expect(readSettings({ DATA_DIR: '/srv/staffroom' }).materials).toEqual({
      folder: '/srv/staffroom/materials',
    });
    expect(readSettings({ MATERIALS_DIR: import.meta.dirname }).materials).toEqual({
      folder: import.meta.dirname,
    });
  });

  test('is a bucket if one is named, of S3 or a compatible service', () => {
    const bucket = { MATERIALS_BUCKET: 'staffroom', ...bucketKeys };
    expect(readSettings(bucket).materials).toEqual({
      bucket: {
        name: 'staffroom',
        region: 'ap-southeast-1',
        endpoint: undefined,
        prefix: '',
        accessKeyId: 'key',
        secretAccessKey: 'secret',
        sessionToken: undefined,
      },
    });
    const own = { MATERIALS_ENDPOINT: 'http://minio:9000', MATERIALS_PREFIX: '/library/2026/' };
    expect(readSettings({ ...bucket, ...own, AWS_REGION: 'us-east-1' }).materials).toMatchObject({
      bucket: { endpoint: 'http://minio:9000', prefix: 'library/2026/', region: 'us-east-1' },
    });
  });
});

const database = { DATABASE_URL: 'postgres://db/staffroom' };

describe('a wrong setting stops the start with a message that names it and shows an example', () => {
  test.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, for example PORT=4000.'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, for example LOG_LEVEL=info.',
    ],
    [
      { HEALTH_PORT: 'on' },
      'HEALTH_PORT must be a whole number from 0 to 65535, for example HEALTH_PORT=4100.',
    ],
    [
      { AUDIT_RETENTION_DAYS: '89' },
      'AUDIT_RETENTION_DAYS must be 0 for no limit, or at least 90 days, for example AUDIT_RETENTION_DAYS=730.',
    ],
    [
      { SLOW_QUERY_MS: '1s' },
      'SLOW_QUERY_MS must be a whole number from 0 to 3600000, for example SLOW_QUERY_MS=1000.',
    ],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, for example PORT=4000.'],
    [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, for example PORT=4000.'],
    [{ PORT: '4e3' }, 'PORT must be a whole number from 0 to 65535, for example PORT=4000.'],
    [
      { MATERIALS_BUCKET: 'staffroom', MATERIALS_DIR: '/srv/materials' },
      'MATERIALS_DIR must be left out if MATERIALS_BUCKET is set, for example MATERIALS_DIR=.',
    ],
    [
      { MATERIALS_DIR: '/nowhere/materials' },
      'MATERIALS_DIR must be an existing folder that may be read, for example MATERIALS_DIR=/srv/materials.',
    ],
    [
      { MATERIALS_DIR: import.meta.filename },
      'MATERIALS_DIR must be an existing folder that may be read, for example MATERIALS_DIR=/srv/materials.',
    ],
    [
      { MATERIALS_BUCKET: 's3://staffroom/' },
      'MATERIALS_BUCKET must be only the name of a bucket, for example MATERIALS_BUCKET=staffroom-materials.',
    ],
    [
      { MATERIALS_BUCKET: 'staffroom' },
      'AWS_ACCESS_KEY_ID must be set if MATERIALS_BUCKET is set, for example AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE.',
    ],
    [
      { MATERIALS_BUCKET: 'staffroom', AWS_ACCESS_KEY_ID: 'key' },
      'AWS_SECRET_ACCESS_KEY must be set if MATERIALS_BUCKET is set, for example AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG.',
    ],
    [
      { MATERIALS_BUCKET: 'staffroom', AWS_REGION: 'https://s3' },
      'AWS_REGION must be the name of a region, for example AWS_REGION=ap-southeast-1.',
    ],
    [
      { MATERIALS_BUCKET: 'staffroom', ...bucketKeys, MATERIALS_ENDPOINT: 'minio:9000' },
      'MATERIALS_ENDPOINT must be a URL that starts with http:// or https://, for example MATERIALS_ENDPOINT=https://minio.example:9000.',
    ],
    [{ ROLE: 'web' }, 'ROLE must be one of api, worker, all, for example ROLE=all.'],
    [{ DEMO: 'yes' }, 'DEMO must be one of on, off, for example DEMO=on.'],
    [
      { DATABASE_URL: 'mysql://db/staffroom' },
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://, for example DATABASE_URL=postgres://staffroom:secret@db:5432/staffroom.',
    ],
    [
      { DATABASE_URL: 'staffroom' },
      'DATABASE_URL must be a URL that starts with postgres:// or postgresql://, for example DATABASE_URL=postgres://staffroom:secret@db:5432/staffroom.',
    ],
    [
      { DATABASE_POOL: '0' },
      `DATABASE_POOL must be a whole number from 1 to 1000, for example DATABASE_POOL=${poolSizeFor(availableParallelism())}.`,
    ],
    [
      { BUSINESS_TIME_ZONE: 'Singapore Time' },
      'BUSINESS_TIME_ZONE must be a time zone name of the IANA list, for example BUSINESS_TIME_ZONE=Asia/Singapore.',
    ],
    [
      { PUBLIC_URL: 'staffroom.example' },
      'PUBLIC_URL must be a URL that starts with http:// or https://, for example PUBLIC_URL=https://staffroom.example.',
    ],
    [
      { OIDC_COMPANY_CLIENT_ID: 'staffroom' },
      'OIDC_COMPANY_ISSUER must be set if the others of it are, for example OIDC_COMPANY_ISSUER=https://id.staffroom.example.',
    ],
    [
      { ...google, OIDC_GOOGLE_TENANTS: '' },
      'OIDC_GOOGLE_TENANTS must be set if the others of it are, for example OIDC_GOOGLE_TENANTS=staffroom.example.',
    ],
    [
      { ...google, OIDC_GOOGLE_ISSUER: 'http://id.example' },
      'OIDC_GOOGLE_ISSUER must be https except on loopback, for example OIDC_GOOGLE_ISSUER=https://id.staffroom.example.',
    ],
    [
      { ...google, PUBLIC_URL: '' },
      'PUBLIC_URL must be set if OIDC_GOOGLE_… is, for example PUBLIC_URL=https://staffroom.example.',
    ],
    [
      { TRUST_PROXY: 'yes' },
      'TRUST_PROXY must be on, off or a list of proxy addresses, for example TRUST_PROXY=10.0.0.0/8.',
    ],
    [
      { TRUST_PROXY: 'abc' },
      'TRUST_PROXY must be on, off or a list of proxy addresses, for example TRUST_PROXY=10.0.0.0/8.',
    ],
    [
      { TRUST_PROXY: '10.0.0.0/33' },
      'TRUST_PROXY must be on, off or a list of proxy addresses, for example TRUST_PROXY=10.0.0.0/8.',
    ],
    [
      { HOST: '0.0.0.0' },
      'DEMO must be off when HOST is not loopback (HOST is 0.0.0.0): demo accounts are public, for example DEMO=off.',
    ],
    [
      { ...database, DEMO: 'on' },
      'DEMO must be off with DATABASE_URL: demo data exist only in the embedded mode, for example DEMO=off.',
    ],
    [
      { SMTP_URL: 'mail.example.com' },
      'SMTP_URL must be a URL that starts with smtp:// or smtps://, for example SMTP_URL=smtp://user:secret@mail.example.com:587.',
    ],
    [
      { SMTP_URL: 'smtp://mail.example.com' },
      'SMTP_URL must be on loopback with demo data, whose addresses may belong to real people, for example SMTP_URL=smtp://127.0.0.1:1025.',
    ],
    [
      { ...account },
      'TWILIO_ACCOUNT_SID must not be set with demo data, whose phone numbers may belong to real people: leave it out, for example TWILIO_ACCOUNT_SID=.',
    ],
    [
      { MAIL_FROM: 'the office' },
      'MAIL_FROM must be an e-mail address, with a name or without, for example MAIL_FROM="Staffroom <office@staffroom.example>".',
    ],
    [
      { ...database, TWILIO_ACCOUNT_SID: account.TWILIO_ACCOUNT_SID },
      'TWILIO_AUTH_TOKEN must be set: text messages need all of TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM; leave out all to turn them off.',
    ],
    [
      { ...database, ...account, TWILIO_ACCOUNT_SID: 'AC1' },
      'TWILIO_ACCOUNT_SID must be AC and 32 hexadecimal digits, for example TWILIO_ACCOUNT_SID=AC0123456789abcdef0123456789abcdef.',
    ],
    [
      { ...database, ...account, TWILIO_FROM: '6560000100' + '99999' },
      'TWILIO_FROM must be a number, a sender name of at most 11 letters or a messaging service, for example TWILIO_FROM=+6560000100.',
    ],
    [
      { ...zoomApp },
      'ZOOM_ACCOUNT_ID must not be set with demo data, whose lessons are not real: leave it out, for example ZOOM_ACCOUNT_ID=.',
    ],
    [
      { ...database, ZOOM_CLIENT_ID: 'client' },
      'ZOOM_ACCOUNT_ID must be set: Zoom rooms need all of ZOOM_ACCOUNT_ID, ZOOM_CLIENT_ID, ZOOM_CLIENT_SECRET; leave out all to turn them off.',
    ],
    [
      { ...database, ...zoomApp, ZOOM_HOST_EMAIL: 'room1@staffroom.example, room 2' },
      'ZOOM_HOST_EMAIL must be the e-mail of a Zoom user, or several separated by commas, for example ZOOM_HOST_EMAIL=room1@staffroom.example,room2@staffroom.example.',
    ],
    [
      { ...database, ...zoomApp, ZOOM_API_URL: 'http://api.example.com' },
      'ZOOM_API_URL must be https except on loopback, for example ZOOM_API_URL=https://api.zoom.us.',
    ],
    [
      { ...database, ...account, TWILIO_API_URL: 'http://api.example.com' },
      'TWILIO_API_URL must be https except on loopback, for example TWILIO_API_URL=https://api.twilio.com.',
    ],
  ])('%j', (environment, sentence) => {
    expect(() => readSettings(environment)).toThrow(new SettingsError(sentence));
  });

  test('a password in DATABASE_URL is not repeated', () => {
    const environment = { DATABASE_URL: 'http://staffroom:hidden@db/staffroom' };
    expect(() => readSettings(environment)).toThrow(/^(?!.*hidden).*DATABASE_URL/);
  });
});

describe('accepted settings', () => {
  test.each(['127.0.0.1', '127.0.0.53', 'localhost', '::1'])('demo data on %s', (HOST) => {
    expect(readSettings({ HOST }).demo).toBe(true);
  });

  test('everywhere without demo data', () => {
    expect(readSettings({ HOST: '0.0.0.0', DEMO: 'off' })).toMatchObject({
      host: '0.0.0.0',
      demo: false,
    });
  });

  test.each([
    ['on', true],
    ['off', false],
    ['10.0.0.0/8, 127.0.0.1, ::1, fd00::/8', '10.0.0.0/8, 127.0.0.1, ::1, fd00::/8'],
  ])('TRUST_PROXY=%s', (TRUST_PROXY, trustProxy) => {
    expect(readSettings({ TRUST_PROXY }).trustProxy).toEqual(trustProxy);
  });

  test.each([
    ['office@staffroom.example', { name: 'Staffroom', address: 'office@staffroom.example' }],
    [' The Office <office@a.example> ', { name: 'The Office', address: 'office@a.example' }],
    ['"Tan, Mei" <mei@a.example>', { name: 'Tan, Mei', address: 'mei@a.example' }],
  ])('MAIL_FROM=%s', (MAIL_FROM, mailFrom) => {
    expect(readSettings({ MAIL_FROM }).mailFrom).toEqual(mailFrom);
  });

  test('without MAIL_FROM the sender is at the public address', () => {
    expect(readSettings({ PUBLIC_URL: 'https://desk.a.example' }).mailFrom.address).toBe(
      'no-reply@desk.a.example',
    );
    expect(readSettings({ PUBLIC_URL: 'http://localhost:4000' }).mailFrom.address).toBe(
      'no-reply@staffroom.example',
    );
  });

  test.each(['smtp://127.0.0.1:1025', 'smtp://localhost', 'smtps://[::1]:465'])(
    'a mail server at %s with demo data',
    (SMTP_URL) => {
      expect(readSettings({ SMTP_URL }).smtpUrl).toBe(SMTP_URL);
    },
  );

  test('a mail server and a Twilio account anywhere without demo data', () => {
    const settings = readSettings({ ...database, ...account, SMTP_URL: 'smtp://mail.a.example' });
    expect(settings.smtpUrl).toBe('smtp://mail.a.example');
    expect(settings.twilio).toMatchObject({
      from: '+6560000100',
      apiUrl: 'https://api.twilio.com',
    });
  });

  test('a health port and slow queries', () => {
    expect(readSettings({ HEALTH_PORT: '4100', SLOW_QUERY_MS: '0' })).toMatchObject({
      healthPort: 4100,
      slowQueryMs: 0,
    });
  });

  test('PORT=0 selects a free one', () => {
    expect(readSettings({ PORT: '0' }).port).toBe(0);
  });
});
