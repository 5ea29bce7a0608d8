/** In this order: the first part that a user agent contains decides, since browsers name others too. */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Browser and system of a user agent, as "Safari, macOS"; undefined for other programs. */
export const browserOf = (userAgent: string): string | undefined => {
  const nameIn = (names: readonly (readonly [part: string, name: string])[]) =>
    names.find(([part]) => userAgent.includes(part))?.[1];
  const browser = nameIn(browsers);
  return browser && [browser, nameIn(systems)].filter(Boolean).join(', ');
};

/** A user agent in words: "Safari, macOS", "Worker" for a job, "API" for other programs, '' if unknown. */
export const deviceWords = (userAgent: string): string => {
  if (userAgent === 'worker') return 'Worker';
  return browserOf(userAgent) ?? (userAgent === '' ? '' : 'API');
};
