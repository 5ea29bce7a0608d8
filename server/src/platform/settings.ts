import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { isEmail } from '@staffroom/contract/shared/text.ts';
import { sessionKinds, splitHosts } from './database-hosts.ts';

/** A setting is missing or wrong; the message names it, says what it must be and gives an example. */
export class SettingsError extends Error {}

export type Role = 'api' | 'worker' | 'all';

/** A bucket of S3, or of what speaks like it at an endpoint of its own. */
export type BucketSettings = {
  name: string;
  region: string;
  endpoint: string | undefined;
  /** Where in the bucket the library stands: empty, or with a slash at its end. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
};

export type Settings = {
  role: Role;
  host: string;
  port: number;
  dataDir: string;
  /** Absent: the embedded PostgreSQL in the data directory. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  demo: boolean;
  productName: string;
  businessTimeZone: string;
  partnerBrand: string;
  /** Where the library of lessons' material stands: a folder of this machine, or a bucket. */
  materials: { folder: string } | { bucket: BucketSettings };
  /** Where a referral link leads; without it none can be copied. */
  signupUrl: string | undefined;
  /** Where live links lead, and the key that signs them; without it there are none (ADR 24). */
  classroom: { url: string; key: string } | undefined;
  trustProxy: boolean | string;
  /** Behind TLS: answers carry HSTS. */
  publicUrl: string | undefined;
  /** Another origin that serves the web app and may call the API; none is allowed otherwise. */
  corsOrigin: string | undefined;
  metricsToken: string | undefined;
  /** Where a worker answers health and metrics; absent: it does not listen. */
  healthPort: number | undefined;
  /** Milliseconds from which a statement is logged; 0 is off. */
  slowQueryMs: number;
  /** Absent: e-mails are written as files under the data directory. */
  smtpUrl: string | undefined;
  /** Who writes to families. */
  mailFrom: { name: string; address: string };
  /** Absent: text messages are written as files under the data directory. */
  twilio: TwilioSettings | undefined;
  /** Absent: no Zoom rooms are made. */
  zoom: ZoomSettings | undefined;
  /** With which Zoom signs what it tells; absent: it is not listened to. */
  zoomWebhookSecret: string | undefined;
  /** Seconds before a message that could not be sent is tried again; each further pause is longer. */
  firstPauseSeconds: number;
  /** How often a worker looks by itself for jobs that are due, and for those whose worker was lost. */
  queueLookSeconds: number;
};

/** `from` is a number, an alphanumeric sender or a messaging service. */
type TwilioSettings = { accountSid: string; authToken: string; from: string; apiUrl: string };

/** A server-to-server app of a Zoom account, and the Zoom users who host its meetings. */
type ZoomSettings = {
  accountId: string;
  clientId: string;
  clientSecret: string;
  hosts: readonly string[];
  tokenUrl: string;
  apiUrl: string;
  timeoutSeconds: number;
};

type Environment = Record<string, string | undefined>;

/** A host of this machine, in an address with or without brackets. */
const isLoopback = (host: string) => loopback.test(host.replaceAll(/^\[|\]$/g, ''));

const loopback = /^(127(\.\d{1,3}){3}|localhost|::1)$/;

const refuse = (name: string, mustBe: string, example: string): never => {
  throw new SettingsError(`${name} must be ${mustBe}, for example ${name}=${example}.`);
};

const oneOf = <T extends string>(
  env: Environment,
  name: string,
  values: readonly T[],
  fallback: T,
) => {
  const value = env[name] || fallback;
  return (
    values.find((allowed) => allowed === value) ??
    refuse(name, `one of ${values.join(', ')}`, fallback)
  );
};

const wholeNumber = (
  env: Environment,
  name: string,
  fallback: number,
  [min, max]: [min: number, max: number],
) => {
  const text = env[name] || String(fallback);
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    refuse(name, `a whole number from ${min} to ${max}`, String(fallback));
  return value;
};

const url = (env: Environment, name: string, protocols: string[], example: string) => {
  const value = env[name];
  if (!value) return undefined;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
    refuse(name, `a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`, example);
  return value;
};

const exampleDatabase = 'postgres://staffroom:secret@db:5432/staffroom';

/** May name several hosts, as PostgreSQL's own programs read it. */
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

const mailFrom = (env: Environment, productName: string, publicUrl: string | undefined) => {
  const value = env['MAIL_FROM'];
  if (!value) {
    const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname;
    const address = `no-reply@${host}`;
    return {
      name: productName,
      address: isEmail(address) ? address : 'no-reply@staffroom.example',
    };
  }
  const [, name = productName, address = value] = /^(.*\S)\s*<(.+)>$/.exec(value.trim()) ?? [];
  if (!isEmail(address) || /[\p{Cc}<>]/u.test(name))
    refuse(
      'MAIL_FROM',
      'an e-mail address, with a name or without',
      '"Staffroom <office@staffroom.example>"',
    );
  return { name: name.replaceAll(/^"|"$/g, ''), address };
};

const twilioNames = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const;

const twilio = (env: Environment): TwilioSettings | undefined => {
  const accountSid = env['TWILIO_ACCOUNT_SID'];
  const authToken = env['TWILIO_AUTH_TOKEN'];
  const from = env['TWILIO_FROM'];
  const apiUrl =
    url(env, 'TWILIO_API_URL', ['https:', 'http:'], 'https://api.twilio.com') ??
    'https://api.twilio.com';
  if (!accountSid && !authToken && !from) return undefined;
  for (const name of twilioNames)
    if (!env[name])
      throw new SettingsError(
        `${name} must be set: text messages need ${twilioNames.join(', ')}, or none of them.`,
      );
  if (!accountSid || !/^AC[0-9a-f]{32}$/i.test(accountSid))
    return refuse(
      'TWILIO_ACCOUNT_SID',
      'AC and 32 hexadecimal digits',
      'AC0123456789abcdef0123456789abcdef',
    );
  if (!from || !/^(\+[1-9]\d{6,14}|MG[0-9a-f]{32}|[a-z0-9 ]{1,11})$/i.test(from))
    return refuse(
      'TWILIO_FROM',
      'a number, a sender name of at most 11 letters or a messaging service',
      '+6560000100',
    );
  // The account's token goes with every request.
  if (!isSafe(apiUrl))
    return refuse('TWILIO_API_URL', 'https except on loopback', 'https://api.twilio.com');
  return { accountSid, authToken: authToken ?? '', from, apiUrl };
};

/** Of the demo data: what it signs opens nothing. */
const demoClassroom = {
  url: 'https://classroom.staffroom.example/join',
  key: 'everybody-knows-this-key-of-the-demo-data',
};

/** A key of fewer letters could be guessed from a link. */
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
    return refuse('CLASSROOM_URL', 'set where LIVE_LINK_KEY is', demoClassroom.url);
  if (key === undefined || key.length < shortestKey)
    return refuse(
      'LIVE_LINK_KEY',
      `at least ${shortestKey} random letters where CLASSROOM_URL is set`,
      '"$(openssl rand -base64 48)"',
    );
  return { url: address, key };
};

const zoomNames = ['ZOOM_ACCOUNT_ID', 'ZOOM_CLIENT_ID', 'ZOOM_CLIENT_SECRET'] as const;

const zoom = (env: Environment): ZoomSettings | undefined => {
  const accountId = env['ZOOM_ACCOUNT_ID'];
  const clientId = env['ZOOM_CLIENT_ID'];
  const clientSecret = env['ZOOM_CLIENT_SECRET'];
  const address = url(env, 'ZOOM_API_URL', ['https:', 'http:'], 'https://api.zoom.us');
  const hosts = (env['ZOOM_HOST_EMAIL'] || 'me').split(',').map((host) => host.trim());
  if (!accountId && !clientId && !clientSecret) return undefined;
  for (const name of zoomNames)
    if (!env[name])
      throw new SettingsError(
        `${name} must be set: Zoom rooms need ${zoomNames.join(', ')}, or none of them.`,
      );
  if (!hosts.every((host) => isEmail(host) || host === 'me'))
    refuse(
      'ZOOM_HOST_EMAIL',
      'the e-mail of a Zoom user, or several with commas between them',
      'room1@staffroom.example,room2@staffroom.example',
    );
  // The app's secret goes there.
  if (address !== undefined && !isSafe(address))
    refuse('ZOOM_API_URL', 'https except on loopback', 'https://api.zoom.us');
  return {
    accountId: accountId ?? '',
    clientId: clientId ?? '',
    clientSecret: clientSecret ?? '',
    hosts: [...new Set(hosts)],
    tokenUrl: address ?? 'https://zoom.us',
    apiUrl: address ?? 'https://api.zoom.us',
    timeoutSeconds: 10,
  };
};

const isSafe = (address: string) => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || isLoopback(hostname);
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
 * Connections of one process: with two a core fewer orders are made in a second, with five the slowest answers of a
 * list are slower and none faster. More than ten would leave no room for other processes.
 */
export const poolSizeFor = (cores: number) => Math.min(10, Math.max(4, 3 * cores));

/**
 * Refuses to send anything out of the house from a server that holds demo data: demo phones and addresses may be
 * somebody's (decisions: Announcements).
 */
export const refuseToWriteFromDemo = ({
  smtpUrl,
  twilio,
  zoom: rooms,
}: Pick<Settings, 'smtpUrl' | 'twilio' | 'zoom'>) => {
  if (smtpUrl !== undefined && !isLoopback(new URL(smtpUrl).hostname))
    refuse(
      'SMTP_URL',
      "on loopback where there is demo data, whose addresses may be somebody's",
      'smtp://127.0.0.1:1025',
    );
  if (twilio)
    throw new SettingsError(
      "TWILIO_ACCOUNT_SID must not be set where there is demo data, whose phones may be somebody's: leave it out, for example TWILIO_ACCOUNT_SID=.",
    );
  if (rooms && !isLoopback(new URL(rooms.apiUrl).hostname))
    throw new SettingsError(
      "ZOOM_ACCOUNT_ID must not be set where there is demo data, whose lessons are nobody's: leave it out, for example ZOOM_ACCOUNT_ID=.",
    );
};

/** A bucket name as S3 takes it. */
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

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
    refuse('MATERIALS_DIR', 'a folder that is there and may be read', '/srv/materials');
  if (!name) return { folder: resolve(folder || join(env['DATA_DIR'] || '.data', 'materials')) };
  if (folder) refuse('MATERIALS_DIR', 'absent where MATERIALS_BUCKET names a bucket', '');
  if (!bucketName.test(name))
    refuse('MATERIALS_BUCKET', 'the name of a bucket alone', 'staffroom-materials');
  const region = env['AWS_REGION'] || 'ap-southeast-1';
  if (!/^[a-z0-9-]+$/.test(region)) refuse('AWS_REGION', 'the name of a region', 'ap-southeast-1');
  const needed = (key: string, example: string) =>
    env[key] || refuse(key, 'set where MATERIALS_BUCKET names a bucket', example);
  const prefix = (env['MATERIALS_PREFIX'] ?? '').replaceAll(/^\/+|\/+$/g, '');
  return {
    bucket: {
      name,
      region,
      endpoint: url(env, 'MATERIALS_ENDPOINT', ['http:', 'https:'], 'https://minio.example:9000'),
      prefix: prefix === '' ? '' : `${prefix}/`,
      accessKeyId: needed('AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE'),
      secretAccessKey: needed('AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMI/K7MDENG'),
      sessionToken: env['AWS_SESSION_TOKEN'] || undefined,
    },
  };
};

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Reads every setting from the environment (quality.md: Starting and testing). Throws SettingsError. */
export const readSettings = (env: Environment): Settings => {
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
  // The logger reads it itself, before there are settings.
  oneOf(env, 'LOG_LEVEL', logLevels, 'info');
  return {
    role: oneOf(env, 'ROLE', ['api', 'worker', 'all'], 'all'),
    host,
    port: wholeNumber(env, 'PORT', 4000, [0, 65_535]),
    dataDir: resolve(env['DATA_DIR'] || '.data'),
    databaseUrl,
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
    materials: materialsOf(env),
    signupUrl:
      url(env, 'SIGNUP_URL', ['http:', 'https:'], 'https://www.staffroom.example/signup') ??
      (demo ? 'https://www.staffroom.example/signup' : undefined),
    classroom: classroomOf(env, demo),
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
    queueLookSeconds: 5,
  };
};
