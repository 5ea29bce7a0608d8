/** Files that are loaded or loading, by URL. */
const asked = new Map<string, Promise<unknown>>();

/**
 * Loads lazy code; the build calls it for each `import()` with the files it needs (bundling/late-code.ts). A browser
 * that failed to fetch a module keeps that failure until the page reloads, so files are first fetched into the HTTP
 * cache and imported only once all are there. A failure is not cached here.
 */
export const __vitePreload = async <Module>(
  load: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> => {
  try {
    await Promise.all(files.map((file) => ask(`${window.location.origin}/${file}`)));
    return await load();
  } catch (error) {
    const event = new Event('vite:preloadError', { cancelable: true });
    window.dispatchEvent(Object.assign(event, { payload: error }));
    throw error;
  }
};

const ask = (address: string): Promise<unknown> => {
  const coming = asked.get(address) ?? (address.endsWith('.css') ? style(address) : cache(address));
  asked.set(address, coming);
  coming.catch(() => asked.delete(address));
  return coming;
};

const linkTo = (address: string, of = '') =>
  document.querySelector(`link${of}[href$="${new URL(address).pathname}"]`);

/** Fetches a module completely, unless the page's head has already requested it. */
const cache = async (address: string) => {
  if (linkTo(address)) return;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  await answer.blob();
};

/** Adds a stylesheet once: a second link would move its rules behind those added since. */
const style = (href: string) =>
  new Promise<unknown>((resolve, reject) => {
    if (linkTo(href, '[rel="stylesheet"]')) return resolve(undefined);
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href, onload: resolve });
    link.onerror = () => {
      link.remove();
      reject(new Error(`${href} cannot be loaded`));
    };
    return document.head.append(link);
  });
