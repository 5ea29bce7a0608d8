/** Prepended to this script by the build (bundling/screen-preloads.ts): files, and indexes into them. */
declare const screenLoads: {
  files: readonly string[];
  /** The first pattern that matches the path is its screen's; the last matches every path. */
  screens: readonly (readonly [pattern: string, files: readonly number[]])[];
  signIn: readonly number[];
  temporal: readonly number[];
};

// Runs in the page's head, before the app: requests all files of the address's screen in parallel, so that no file is
// discovered only through another.
{
  const filesOf = (path: string) =>
    screenLoads.screens.find(([pattern]) => new RegExp(pattern).test(path))?.[1] ?? [];

  const ask = (places: readonly number[], isLater = false) => {
    for (const place of places) {
      const link = document.createElement('link');
      link.href = screenLoads.files[place] ?? '';
      link.crossOrigin = '';
      const isStyle = link.href.endsWith('.css');
      if (isStyle) link.as = 'style';
      // A failed modulepreload makes the module unavailable to the page, so files not needed yet are only prefetched.
      link.rel = isLater ? 'prefetch' : isStyle ? 'preload' : 'modulepreload';
      document.head.append(link);
    }
  };

  const hasToken = () => {
    try {
      return localStorage.getItem('token') !== null;
    } catch {
      // Storage may be blocked; then there is no session.
      return false;
    }
  };

  /** Prefetches the screen after sign-in (login-screen.tsx) while the user types the password. */
  const onPassword = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'password') return;
    for (const event of ['focusin', 'input']) document.removeEventListener(event, onPassword);
    ask(filesOf('/dashboard'), true);
  };

  if (!('Temporal' in globalThis)) ask(screenLoads.temporal);
  if (hasToken()) ask(filesOf(window.location.pathname));
  else {
    ask(screenLoads.signIn);
    for (const event of ['focusin', 'input']) document.addEventListener(event, onPassword);
  }
}
