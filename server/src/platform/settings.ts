import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import {
  mailFrom,
  refuseToWriteFromDemo,
  twilio,
  zoom,
  type MailTimes,
  type TwilioSettings,
  type ZoomSettings,
} from './carrier-settings.ts';
import {
  backupBucketOf,
  bucketOf,
  endpointExample,
  isBucketName,
  type BucketSettings,
} from './bucket-settings.ts';
import { sessionKinds, splitHosts } from './database-hosts.ts';
import { settingNames, type SettingName } from './setting-names.ts';
import { loopback, oneOf, refuse, url, wholeNumber, type Environment } from './environment.ts';
import { signInProviders, type SignInProvider } from './sign-in-providers.ts';
import { withSecretFiles } from './secret-files.ts';

export type Role = 'api' | 'worker' | 'all';

/** When and where `npm start` backs up. */
type BackupSettings = {
  /** Time of the day in the business time zone, as "02:00". */
  at: string;
  /** The folder of the archives, or the address of the bucket. */
  to: string;
  /** The bucket that gets the archives instead of a folder. */
  bucket: BucketSettings | undefined;
  /** How many archives stay. */
  keep: number;
  /** The file with the key that encrypts them. */
  keyFile: string | undefined;
};

export type Settings = {
  role: Role;
  host: string;
  port: number;
  dataDir: string;
  /** Undefined: the embedded PostgreSQL in the data directory. */
  databaseUrl: string | undefined;
  databaseReplicaUrl: string | undefined;
  databasePoolSize: number;
  demo: boolean;
  productName: string;
  businessTimeZone: string;
  partnerBrand: string;
  /** Hours after which an unpaid order of the web shop is cancelled. */
  shopOrderExpiryHours: number;
  /** Days after which rows are deleted; 0 keeps them for good. */
  retention: { auditDays: number; classroomDays: number; messageDays: number };
  /** The nightly backup; undefined without BACKUP_AT. */
  backup: BackupSettings | undefined;
  /** Folder in which the embedded PostgreSQL archives its log, for a restore to a point in time. */
  walArchive: string | undefined;
  /** The library of lesson material: a folder of this machine, or a bucket. */
  materials: { folder: string } | { bucket: BucketSettings };
  /** Target of referral links; without it no link can be copied. */
  signupUrl: string | undefined;
  /** Target of live links and the key that signs them; without it there are no live links (ADR 24). */
  classroom: { url: string; key: string } | undefined;
  /** The key that encrypts the secrets of second factors, and whether every Admin needs one. */
  secondFactor: { key: string | undefined; isRequiredForAdmins: boolean };
  /** Services of OpenID Connect whose accounts can sign in. */
  signInProviders: readonly SignInProvider[];
  trustProxy: boolean | string;
  /** Address in links of e-mails; with https responses have HSTS. */
  publicUrl: string | undefined;
  /** Another origin that serves the web app and may call the API. */
  corsOrigin: string | undefined;
  metricsToken: string | undefined;
  /** Port of a worker's health and metrics; undefined: it does not listen. */
  healthPort: number | undefined;
  /** Statements from this duration in milliseconds are logged; 0 is off. */
  slowQueryMs: number;
  /** Undefined: e-mails are written as files under the data directory. */
  smtpUrl: string | undefined;
  /** Sender of e-mails to families. */
  mailFrom: { name: string; address: string };
  /** Undefined: text messages are written as files under the data directory. */
  twilio: TwilioSettings | undefined;
  /** Undefined: no Zoom rooms are created. */
  zoom: ZoomSettings | undefined;
  /** Secret of Zoom's webhook signatures; undefined: webhooks are refused. */
  zoomWebhookSecret: string | undefined;
  /** Seconds before a failed message is retried; each further pause is longer. */
  firstPauseSeconds: number;
  mailTimes: MailTimes;
  logLevel: (typeof logLevels)[number];
  /** Names of the settings that the environment contains. */
  given: readonly SettingName[];
  /** Names of the secrets that were read from files. */
  fromFiles: readonly SettingName[];
  /** Seconds between a worker's checks for due jobs and for jobs of lost workers. */
  queueLookSeconds: number;
};

/** Fewer days would delete rows that staff still work with. */
const fewestRetentionDays = 90;

const retentionDays = (env: Environment, name: string) => {
  const days = wholeNumber(env, name, 0, [0, 36_500]);
  if (days > 0 && days < fewestRetentionDays)
    refuse(name, `0 for no limit, or at least ${fewestRetentionDays} days`, '730');
  return days;
};

const exampleDatabase = 'postgres://staffroom:secret@db:5432/staffroom';
const exampleReplica = 'postgres://staffroom:secret@replica:5432/staffroom';

/** The URL may name several hosts, as for PostgreSQL's own programs. */
const databaseUrlOf = (env: Environment) => {
  const value = env['DATABASE_URL'];
  if (!value) return undefined;
  const { urls, kind } = splitHosts(value);
  for (const DATABASE_URL of urls)
    url({ DATABASE_URL }, 'DATABASE_URL', ['postgres:', 'postgresql:'], exampleDatabase);
  if (kind === undefined)
    refuse(
      'DATABASE_URL',
      `a URL whose target_session_attrs is ${sessionKinds.join(', ')}, since Staffroom writes`,
      `${exampleDatabase}?target_session_attrs=read-write`,
    );
  return value;
};

/** A replica has the data of the database of DATABASE_URL. */
const replicaUrlOf = (env: Environment) => {
  const value = env['DATABASE_REPLICA_URL'];
  if (!value) return undefined;
  if (!env['DATABASE_URL'])
    refuse('DATABASE_REPLICA_URL', 'set together with DATABASE_URL', exampleReplica);
  url(env, 'DATABASE_REPLICA_URL', ['postgres:', 'postgresql:'], exampleReplica);
  return value;
};

/** Classroom of the demo data: its links open nothing. */
const demoClassroom = {
  url: 'https://classroom.staffroom.example/join',
  key: 'this-key-of-the-demo-data-is-public-knowledge',
};

/** A shorter key could be guessed from a link. */
const shortestKey = 32;

const classroomOf = (env: Environment, demo: boolean): Settings['classroom'] => {
  const address = url(
    env,
    'CLASSROOM_URL',
    ['http:', 'https:'],
    'https://classroom.staffroom.example/join',
  );
  const key = env['LIVE_LINK_KEY'] || undefined;
  if (address === undefined && key === undefined) return demo ? demoClassroom : undefined;
  if (address === undefined)
    return refuse('CLASSROOM_URL', 'set if LIVE_LINK_KEY is set', demoClassroom.url);
  if (key === undefined || key.length < shortestKey)
    return refuse(
      'LIVE_LINK_KEY',
      `at least ${shortestKey} random letters if CLASSROOM_URL is set`,
      '"$(openssl rand -base64 48)"',
    );
  return { url: address, key };
};

const secondFactorOf = (env: Environment): Settings['secondFactor'] => {
  const key = env['SECOND_FACTOR_KEY'] || undefined;
  if (key !== undefined && key.length < shortestKey)
    refuse(
      'SECOND_FACTOR_KEY',
      `at least ${shortestKey} random letters`,
      '"$(openssl rand -base64 48)"',
    );
  const isRequiredForAdmins = oneOf(env, 'SECOND_FACTOR_FOR_ADMINS', ['on', 'off'], 'off') === 'on';
  return { key, isRequiredForAdmins };
};

const timeZone = (env: Environment) => {
  const value = env['BUSINESS_TIME_ZONE'] || 'Asia/Singapore';
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
  } catch {
    refuse('BUSINESS_TIME_ZONE', 'a time zone name of the IANA list', 'Asia/Singapore');
  }
  return value;
};

/** `10.0.0.1`, `10.0.0.0/8`, `fd00::/8` */
const isNetwork = (text: string) => {
  const [address = '', bits, ...more] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const hasBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
  return longest > 0 && hasBits && more.length === 0;
};

const trustProxy = (env: Environment) => {
  const value = env['TRUST_PROXY'] || 'off';
  if (value === 'off' || value === 'on') return value === 'on';
  if (!value.split(',').every((part) => isNetwork(part.trim())))
    refuse('TRUST_PROXY', 'on, off or a list of proxy addresses', '10.0.0.0/8');
  return value;
};

/**
 * Connections of one process. Measured: with two per core fewer orders are created per second; with five the slowest
 * responses of a list are slower, and others no faster. More than ten would leave too few for other processes.
 */
export const poolSizeFor = (cores: number) => Math.min(10, Math.max(4, 3 * cores));

const isFolder = (path: string) => {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

const materialsOf = (env: Environment): Settings['materials'] => {
  const name = env['MATERIALS_BUCKET'];
  const folder = env['MATERIALS_DIR'];
  if (!name && folder && !isFolder(folder))
    refuse('MATERIALS_DIR', 'an existing folder that may be read', '/srv/materials');
  if (!name) return { folder: resolve(folder || join(env['DATA_DIR'] || '.data', 'materials')) };
  if (folder) refuse('MATERIALS_DIR', 'left out if MATERIALS_BUCKET is set', '');
  if (!isBucketName(name))
    refuse('MATERIALS_BUCKET', 'only the name of a bucket', 'staffroom-materials');
  const prefix = env['MATERIALS_PREFIX'] ?? '';
  const endpoint = url(env, 'MATERIALS_ENDPOINT', ['http:', 'https:'], endpointExample);
  return { bucket: bucketOf(env, { name, prefix, of: 'MATERIALS_BUCKET', endpoint }) };
};

const backupOf = (env: Environment): BackupSettings | undefined => {
  const at = env['BACKUP_AT'];
  if (!at) return undefined;
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at))
    refuse('BACKUP_AT', 'a time of the day with 24 hours', '02:00');
  const to = env['BACKUP_TO'] || 'backups';
  const bucket = backupBucketOf(env, to);
  return {
    at,
    to: bucket ? to : resolve(to),
    bucket,
    keep: wholeNumber(env, 'BACKUP_KEEP', 14, [1, 10_000]),
    keyFile: env['BACKUP_KEY_FILE'] || undefined,
  };
};

const walArchiveOf = (env: Environment) => {
  const folder = env['WAL_ARCHIVE'];
  if (!folder) return undefined;
  if (env['DATABASE_URL'])
    refuse(
      'WAL_ARCHIVE',
      'left out with DATABASE_URL: your own server archives its log itself',
      '',
    );
  return resolve(folder);
};

/** The address in links of e-mails: PUBLIC_URL, otherwise the one to listen on. Never that of a request. */
export const publicAddress = ({
  publicUrl,
  host,
  port,
}: Pick<Settings, 'publicUrl' | 'host' | 'port'>) =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Reads all settings from the environment (quality.md: Starting and testing). Throws SettingsError. */
export const readSettings = (given: Environment): Settings => {
  const env = withSecretFiles(given);
  const databaseUrl = databaseUrlOf(env);
  const host = env['HOST'] || '127.0.0.1';
  const embedded = databaseUrl === undefined;
  const demo = oneOf(env, 'DEMO', ['on', 'off'], embedded ? 'on' : 'off') === 'on';
  if (demo && !loopback.test(host))
    refuse(
      'DEMO',
      `off when HOST is not loopback (HOST is ${host}): demo accounts are public`,
      'off',
    );
  if (demo && !embedded)
    refuse('DEMO', 'off with DATABASE_URL: demo data exist only in the embedded mode', 'off');
  const productName = env['PRODUCT_NAME'] || 'Staffroom';
  const publicUrl = url(env, 'PUBLIC_URL', ['http:', 'https:'], 'https://staffroom.example');
  const ways = {
    smtpUrl: url(env, 'SMTP_URL', ['smtp:', 'smtps:'], 'smtp://user:secret@mail.example.com:587'),
    twilio: twilio(env),
    zoom: zoom(env),
  };
  if (demo) refuseToWriteFromDemo(ways);
  return {
    role: oneOf(env, 'ROLE', ['api', 'worker', 'all'], 'all'),
    host,
    port: wholeNumber(env, 'PORT', 4000, [0, 65_535]),
    dataDir: resolve(env['DATA_DIR'] || '.data'),
    databaseUrl,
    databaseReplicaUrl: replicaUrlOf(env),
    databasePoolSize: wholeNumber(
      env,
      'DATABASE_POOL',
      poolSizeFor(availableParallelism()),
      [1, 1000],
    ),
    demo,
    productName,
    businessTimeZone: timeZone(env),
    partnerBrand: env['PARTNER_BRAND'] || 'LLP',
    shopOrderExpiryHours: wholeNumber(env, 'SHOP_ORDER_EXPIRY_HOURS', 24, [1, 8760]),
    retention: {
      auditDays: retentionDays(env, 'AUDIT_RETENTION_DAYS'),
      classroomDays: retentionDays(env, 'CLASSROOM_RETENTION_DAYS'),
      messageDays: retentionDays(env, 'MESSAGE_RETENTION_DAYS'),
    },
    backup: backupOf(env),
    walArchive: walArchiveOf(env),
    materials: materialsOf(env),
    signupUrl:
      url(env, 'SIGNUP_URL', ['http:', 'https:'], 'https://www.staffroom.example/signup') ??
      (demo ? 'https://www.staffroom.example/signup' : undefined),
    classroom: classroomOf(env, demo),
    secondFactor: secondFactorOf(env),
    signInProviders: signInProviders(env, publicUrl),
    trustProxy: trustProxy(env),
    publicUrl,
    corsOrigin: url(env, 'CORS_ORIGIN', ['http:', 'https:'], 'https://desk.staffroom.example'),
    metricsToken: env['METRICS_TOKEN'] || undefined,
    healthPort: env['HEALTH_PORT'] ? wholeNumber(env, 'HEALTH_PORT', 4100, [0, 65_535]) : undefined,
    slowQueryMs: wholeNumber(env, 'SLOW_QUERY_MS', 1000, [0, 3_600_000]),
    zoomWebhookSecret: env['ZOOM_WEBHOOK_SECRET'] || undefined,
    ...ways,
    mailFrom: mailFrom(env, productName, publicUrl),
    firstPauseSeconds: 15,
    mailTimes: {
      connectMs: 30_000,
      greetingMs: 5 * 60_000,
      answerMs: 10 * 60_000,
      slowMs: 15_000,
    },
    // The logger reads it before the settings are read.
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    given: settingNames.filter((name) => given[name]),
    fromFiles: settingNames.filter((name) => !given[name] && env[name]),
    queueLookSeconds: 5,
  };
};
