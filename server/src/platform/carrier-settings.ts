import { isEmail } from 'staffroom-contract/shared/text.ts';
import { isLoopback, isSafe, refuse, SettingsError, url, type Environment } from './environment.ts';

/**
 * Milliseconds that a mail server has for a connection, its greeting, and any later answer (RFC 5321 §4.5.3.2); after
 * `slowMs` a message counts as slow and uses a separate slot.
 */
export type MailTimes = { connectMs: number; greetingMs: number; answerMs: number; slowMs: number };

/** `from` is a number, an alphanumeric sender or a messaging service. */
export type TwilioSettings = {
  accountSid: string;
  authToken: string;
  from: string;
  apiUrl: string;
};

/** A server-to-server app of a Zoom account, and the Zoom users who host its meetings. */
export type ZoomSettings = {
  accountId: string;
  clientId: string;
  clientSecret: string;
  hosts: readonly string[];
  tokenUrl: string;
  apiUrl: string;
  timeoutSeconds: number;
};

/** The sender of e-mails: MAIL_FROM, or no-reply at the host of PUBLIC_URL. */
export const mailFrom = (env: Environment, productName: string, publicUrl: string | undefined) => {
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

/** The account for text messages; undefined without one. */
export const twilio = (env: Environment): TwilioSettings | undefined => {
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
        `${name} must be set: text messages need all of ${twilioNames.join(', ')}; leave out all to turn them off.`,
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
  // Every request contains the account's token.
  if (!isSafe(apiUrl))
    return refuse('TWILIO_API_URL', 'https except on loopback', 'https://api.twilio.com');
  return { accountSid, authToken: authToken ?? '', from, apiUrl };
};

const zoomNames = ['ZOOM_ACCOUNT_ID', 'ZOOM_CLIENT_ID', 'ZOOM_CLIENT_SECRET'] as const;

/** The app that creates Zoom rooms; undefined without one. */
export const zoom = (env: Environment): ZoomSettings | undefined => {
  const accountId = env['ZOOM_ACCOUNT_ID'];
  const clientId = env['ZOOM_CLIENT_ID'];
  const clientSecret = env['ZOOM_CLIENT_SECRET'];
  const address = url(env, 'ZOOM_API_URL', ['https:', 'http:'], 'https://api.zoom.us');
  const hosts = (env['ZOOM_HOST_EMAIL'] || 'me').split(',').map((host) => host.trim());
  if (!accountId && !clientId && !clientSecret) return undefined;
  for (const name of zoomNames)
    if (!env[name])
      throw new SettingsError(
        `${name} must be set: Zoom rooms need all of ${zoomNames.join(', ')}; leave out all to turn them off.`,
      );
  if (!hosts.every((host) => isEmail(host) || host === 'me'))
    refuse(
      'ZOOM_HOST_EMAIL',
      'the e-mail of a Zoom user, or several separated by commas',
      'room1@staffroom.example,room2@staffroom.example',
    );
  // Requests contain the app's secret.
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

/**
 * Throws SettingsError if a server with demo data could send messages: demo phones and addresses may belong to real
 * people (decisions: Announcements).
 */
export const refuseToWriteFromDemo = ({
  smtpUrl,
  twilio,
  zoom: rooms,
}: {
  smtpUrl: string | undefined;
  twilio: TwilioSettings | undefined;
  zoom: ZoomSettings | undefined;
}) => {
  if (smtpUrl !== undefined && !isLoopback(new URL(smtpUrl).hostname))
    refuse(
      'SMTP_URL',
      'on loopback with demo data, whose addresses may belong to real people',
      'smtp://127.0.0.1:1025',
    );
  if (twilio)
    throw new SettingsError(
      'TWILIO_ACCOUNT_SID must not be set with demo data, whose phone numbers may belong to real people: leave it out, for example TWILIO_ACCOUNT_SID=.',
    );
  if (rooms && !isLoopback(new URL(rooms.apiUrl).hostname))
    throw new SettingsError(
      'ZOOM_ACCOUNT_ID must not be set with demo data, whose lessons are not real: leave it out, for example ZOOM_ACCOUNT_ID=.',
    );
};
