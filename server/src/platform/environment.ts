/** A missing or invalid setting; the message names it, its requirement and an example. */
export class SettingsError extends Error {}

export type Environment = Record<string, string | undefined>;

/** Returns true for a host of this machine, with or without brackets. */
export const isLoopback = (host: string) => loopback.test(host.replaceAll(/^\[|\]$/g, ''));

export const loopback = /^(127(\.\d{1,3}){3}|localhost|::1)$/;

/** Returns true for an address that secrets may be sent to: https, or this machine. */
export const isSafe = (address: string) => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || isLoopback(hostname);
};

/** Throws SettingsError with the requirement and an example. */
export const refuse = (name: string, mustBe: string, example: string): never => {
  throw new SettingsError(`${name} must be ${mustBe}, for example ${name}=${example}.`);
};

/** The value of a setting with fixed choices. */
export const oneOf = <T extends string>(
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

/** The value of a whole number within limits. */
export const wholeNumber = (
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

/** The value of a URL of one of these protocols; undefined if the setting is empty. */
export const url = (env: Environment, name: string, protocols: string[], example: string) => {
  const value = env[name];
  if (!value) return undefined;
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
    refuse(name, `a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`, example);
  return value;
};
