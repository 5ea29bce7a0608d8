/** The product's name from the served page; later the API's settings return the same. */
export const servedProductName = (): string => served('application-name') || 'Staffroom';

/** The business time zone from the served page. */
export const servedTimeZone = (): string => served('business-time-zone') || 'Asia/Singapore';

/** The origin of PUBLIC_URL from the served page; '' if it is not set. */
export const servedAddress = (): string => served('public-address') ?? '';

/** The services whose accounts can sign in, from the served page: names in addresses, and labels. */
export const servedProviders = (): [name: string, label: string][] => [
  ...new URLSearchParams(served('sign-in-providers')),
];

const served = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
