/** The product's name as the page was served with it; the settings of the API say the same later. */
export const servedProductName = (): string => served('application-name') || 'Staffroom';

/** The business time zone, likewise. */
export const servedTimeZone = (): string => served('business-time-zone') || 'Asia/Singapore';

const served = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
