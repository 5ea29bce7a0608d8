/** The product's name as the page was served with it; the settings of the API say the same later. */
export const servedProductName = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content || 'Staffroom';
