import { settingNames, type SettingName } from './setting-names.ts';
import type { SignInProvider } from './sign-in-providers.ts';
import type { Settings } from './settings.ts';

type Shown = string | number | undefined;

const onOff = (value: boolean) => (value ? 'on' : 'off');
const bucketOf = ({ materials }: Settings) =>
  'bucket' in materials ? materials.bucket : undefined;

const providerOf = ({ signInProviders }: Settings, name: SignInProvider['name']) =>
  signInProviders.find((provider) => provider.name === name);

/** The bucket whose account the AWS settings name: of the library or of the backups. */
const anyBucketOf = (settings: Settings) => bucketOf(settings) ?? settings.backup?.bucket;

/** The value in effect of each setting that is not secret. */
const values: { [Name in Exclude<SettingName, SecretName>]: (settings: Settings) => Shown } = {
  PORT: ({ port }) => port,
  HOST: ({ host }) => host,
  DATA_DIR: ({ dataDir }) => dataDir,
  DATABASE_POOL: ({ databasePoolSize }) => databasePoolSize,
  ROLE: ({ role }) => role,
  DEMO: ({ demo }) => onOff(demo),
  PRODUCT_NAME: ({ productName }) => productName,
  BUSINESS_TIME_ZONE: ({ businessTimeZone }) => businessTimeZone,
  PARTNER_BRAND: ({ partnerBrand }) => partnerBrand,
  SHOP_ORDER_EXPIRY_HOURS: ({ shopOrderExpiryHours }) => shopOrderExpiryHours,
  AUDIT_RETENTION_DAYS: ({ retention }) => retention.auditDays,
  CLASSROOM_RETENTION_DAYS: ({ retention }) => retention.classroomDays,
  MESSAGE_RETENTION_DAYS: ({ retention }) => retention.messageDays,
  MATERIALS_DIR: ({ materials }) => ('folder' in materials ? materials.folder : undefined),
  MATERIALS_BUCKET: (settings) => bucketOf(settings)?.name,
  MATERIALS_PREFIX: (settings) => bucketOf(settings)?.prefix || undefined,
  MATERIALS_ENDPOINT: (settings) => withoutAccount(bucketOf(settings)?.endpoint),
  AWS_REGION: (settings) => anyBucketOf(settings)?.region,
  SIGNUP_URL: ({ signupUrl }) => withoutAccount(signupUrl),
  CLASSROOM_URL: ({ classroom }) => withoutAccount(classroom?.url),
  PUBLIC_URL: ({ publicUrl }) => withoutAccount(publicUrl),
  TRUST_PROXY: ({ trustProxy }) =>
    typeof trustProxy === 'string' ? trustProxy : onOff(trustProxy),
  CORS_ORIGIN: ({ corsOrigin }) => withoutAccount(corsOrigin),
  MAIL_FROM: ({ mailFrom }) => `${mailFrom.name} <${mailFrom.address}>`,
  TWILIO_FROM: ({ twilio }) => twilio?.from,
  TWILIO_API_URL: ({ twilio }) => withoutAccount(twilio?.apiUrl),
  ZOOM_HOST_EMAIL: ({ zoom }) => zoom?.hosts.join(', '),
  ZOOM_API_URL: ({ zoom }) => withoutAccount(zoom?.apiUrl),
  BACKUP_AT: ({ backup }) => backup?.at,
  BACKUP_TO: ({ backup }) => backup?.to,
  BACKUP_ENDPOINT: ({ backup }) => withoutAccount(backup?.bucket?.endpoint),
  BACKUP_KEEP: ({ backup }) => backup?.keep,
  BACKUP_KEY_FILE: ({ backup }) => backup?.keyFile,
  WAL_ARCHIVE: ({ walArchive }) => walArchive,
  SECOND_FACTOR_FOR_ADMINS: ({ secondFactor }) => onOff(secondFactor.isRequiredForAdmins),
  OIDC_GOOGLE_ISSUER: (settings) => withoutAccount(providerOf(settings, 'google')?.issuer),
  OIDC_GOOGLE_TENANTS: (settings) => providerOf(settings, 'google')?.tenants.join(', '),
  OIDC_MICROSOFT_ISSUER: (settings) => withoutAccount(providerOf(settings, 'microsoft')?.issuer),
  OIDC_MICROSOFT_TENANTS: (settings) => providerOf(settings, 'microsoft')?.tenants.join(', '),
  OIDC_COMPANY_ISSUER: (settings) => withoutAccount(providerOf(settings, 'company')?.issuer),
  OIDC_COMPANY_TENANTS: (settings) => providerOf(settings, 'company')?.tenants.join(', '),
  OIDC_COMPANY_NAME: (settings) => providerOf(settings, 'company')?.label,
  LOG_LEVEL: ({ logLevel }) => logLevel,
  SLOW_QUERY_MS: ({ slowQueryMs }) => slowQueryMs,
  HEALTH_PORT: ({ healthPort }) => healthPort,
};

/** Passwords, keys, and URLs and names of accounts that contain or reveal them; only whether they are set is shown. */
const secrets = {
  DATABASE_URL: (settings: Settings) => sourceOf(settings, 'DATABASE_URL') !== 'default',
  DATABASE_REPLICA_URL: ({ databaseReplicaUrl }: Settings) => Boolean(databaseReplicaUrl),
  AWS_ACCESS_KEY_ID: (settings: Settings) => Boolean(anyBucketOf(settings)?.accessKeyId),
  AWS_SECRET_ACCESS_KEY: (settings: Settings) => Boolean(anyBucketOf(settings)?.secretAccessKey),
  AWS_SESSION_TOKEN: (settings: Settings) => Boolean(anyBucketOf(settings)?.sessionToken),
  LIVE_LINK_KEY: ({ classroom }: Settings) => Boolean(classroom?.key),
  SMTP_URL: ({ smtpUrl }: Settings) => Boolean(smtpUrl),
  TWILIO_ACCOUNT_SID: ({ twilio }: Settings) => Boolean(twilio?.accountSid),
  TWILIO_AUTH_TOKEN: ({ twilio }: Settings) => Boolean(twilio?.authToken),
  ZOOM_ACCOUNT_ID: ({ zoom }: Settings) => Boolean(zoom?.accountId),
  ZOOM_CLIENT_ID: ({ zoom }: Settings) => Boolean(zoom?.clientId),
  ZOOM_CLIENT_SECRET: ({ zoom }: Settings) => Boolean(zoom?.clientSecret),
  ZOOM_WEBHOOK_SECRET: ({ zoomWebhookSecret }: Settings) => Boolean(zoomWebhookSecret),
  SECOND_FACTOR_KEY: ({ secondFactor }: Settings) => Boolean(secondFactor.key),
  OIDC_GOOGLE_CLIENT_ID: (settings: Settings) => Boolean(providerOf(settings, 'google')),
  OIDC_GOOGLE_CLIENT_SECRET: (settings: Settings) => Boolean(providerOf(settings, 'google')),
  OIDC_MICROSOFT_CLIENT_ID: (settings: Settings) => Boolean(providerOf(settings, 'microsoft')),
  OIDC_MICROSOFT_CLIENT_SECRET: (settings: Settings) => Boolean(providerOf(settings, 'microsoft')),
  OIDC_COMPANY_CLIENT_ID: (settings: Settings) => Boolean(providerOf(settings, 'company')),
  OIDC_COMPANY_CLIENT_SECRET: (settings: Settings) => Boolean(providerOf(settings, 'company')),
  METRICS_TOKEN: ({ metricsToken }: Settings) => Boolean(metricsToken),
} satisfies { [Name in SettingName]?: (settings: Settings) => boolean };
type SecretName = keyof typeof secrets;

const isSecret = (name: SettingName): name is SecretName => name in secrets;

/** A URL without user, password and query. */
const withoutAccount = (url: string | undefined): string | undefined => {
  if (url === undefined) return undefined;
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
};

const sourceOf = (
  { given, fromFiles }: Settings,
  name: SettingName,
): 'environment' | 'file' | 'default' =>
  given.includes(name) ? 'environment' : fromFiles.includes(name) ? 'file' : 'default';

/** All settings with where each comes from and its value in effect; null if it is not set. */
export const showSettings = (settings: Settings) =>
  settingNames.map((name) => {
    const value = isSecret(name)
      ? secrets[name](settings)
        ? 'set'
        : undefined
      : values[name](settings);
    return {
      name,
      value: value === undefined ? null : String(value),
      source: sourceOf(settings, name),
      is_secret: isSecret(name),
    };
  });
