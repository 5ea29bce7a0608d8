/** What the build writes in front of this script (bundling/screen-preloads.ts): files, and their places in that list. */
declare const screenLoads: {
  files: readonly string[];
  /** The first pattern that a path matches is its screen's; the last matches all. */
  screens: readonly (readonly [pattern: string, files: readonly number[]])[];
  signIn: readonly number[];
  temporal: readonly number[];
};

// Runs in the head of the page, before the app and without it: asks for every file of the screen that the address
// shows, so that none is first heard of from another.
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
      // A module that could not be preloaded is lost to the page: what is not needed yet only goes to the cache.
      link.rel = isLater ? 'prefetch' : isStyle ? 'preload' : 'modulepreload';
      document.head.append(link);
    }
  };

  const hasToken = () => {
    try {
      return localStorage.getItem('token') !== null;
    } catch {
      // Storage may be forbidden; then nobody is signed in.
      return false;
    }
  };

  /** Where a sign-in leads (login-screen.tsx), while somebody types the password. */
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
