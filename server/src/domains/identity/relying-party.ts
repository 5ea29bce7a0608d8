import { isIP } from 'node:net';
import type { Context } from '../../platform/context.ts';
import { isLoopback } from '../../platform/environment.ts';
import { refusal } from '../../platform/errors.ts';
import type { Settings } from '../../platform/settings.ts';

type Asked = Pick<Context, 'origin'> & { settings: Pick<Settings, 'publicUrl' | 'host'> };

/**
 * The site that passkeys belong to: the origin of PUBLIC_URL, and its host as the id. Without PUBLIC_URL it is
 * `localhost`, if the server listens on loopback and the caller names it so; no other Host header is believed. Throws
 * passkeys_off where there is no such site: browsers make no passkeys for IP addresses.
 */
export const relyingPartyOf = ({ settings, origin = '' }: Asked) => {
  const { publicUrl, host } = settings;
  const site = URL.parse(publicUrl ?? (isLoopback(host) ? origin : ''));
  const isOwn = publicUrl !== undefined || site?.hostname === 'localhost';
  if (!site || !isOwn || isIP(site.hostname.replaceAll(/^\[|\]$/g, '')) !== 0)
    throw refusal('passkeys_off');
  return { id: site.hostname, origin: site.origin };
};
