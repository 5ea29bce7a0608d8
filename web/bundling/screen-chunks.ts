import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

const page = /\/index\.html$/;
/** Loaded after the page: the parts that sign-in shares with the app, then the sign-in call. */
const signIn = { app: /\/(app|login-screen)\.tsx$/, 'sign-in': /\/sign-in\.ts$/ };
/** Screens without a session; what only they share is not part of the app. */
const signedOut = /\/(login-screen|password-link-screen|forgot-password|sign-in-code)\.tsx$/;
const shell = /\/(signed-in-app\.tsx$|signed-in\.layout\.tsx\?tsr-split=component)/;
/** The form library: used by a few screens, and too large for a file that other screens share. */
const form = /\/(@mantine\/form\/|klona\/|kit\/form\/use-form-state\.ts)/;
const icon = /\/@tabler\/icons-react\/.*\/Icon\w+\.mjs$/;
const screen = /\/([\w-]+)\.route\.tsx\?tsr-split=component/;

/**
 * Groups modules into few files by the entries that need them (docs/adr/0012). A first build without this rule finds the
 * needing entries: they are known only after tree-shaking, since libraries' barrel files import everything.
 */
export const screenChunks = (config: InlineConfig): Plugin => {
  let names: ReadonlyMap<string, string>;
  return {
    name: 'screen-chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Not needed: every entry that needs a module also needs its imports, so they are in the same or an
              // earlier file.
              includeDependenciesRecursively: false,
              groups: [{ debugName: 'screens', name: (id: string) => names.get(id) ?? null }],
            },
          },
        },
      },
    }),
    buildStart: {
      order: 'post',
      sequential: true,
      handler: async () => {
        names = fileNames(await firstBuild(config));
      },
    },
  };
};

const firstBuild = async (config: InlineConfig): Promise<Rolldown.OutputChunk[]> => {
  const first = { configFile: false, logLevel: 'silent', build: { write: false, minify: false } };
  const { output } = (await build({
    ...first,
    ...config,
  } as InlineConfig)) as Rolldown.RolldownOutput;
  return output.filter((file) => file.type === 'chunk');
};

/** The file of each module that several entries need. */
const fileNames = (chunks: readonly Rolldown.OutputChunk[]): Map<string, string> => {
  const needers = new Map<string, string[]>();
  for (const entry of chunks.filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry))
    for (const id of loadedWith(entry, chunks).flatMap(({ moduleIds }) => moduleIds))
      needers.set(id, [...(needers.get(id) ?? []), entry.facadeModuleId ?? '']);
  const screens = [...new Set([...needers.values()].flat())].filter((id) => screen.test(id));
  return new Map(
    [...needers].flatMap(([id, by]) => {
      const name = fileName(id, by, screens.length);
      return name === undefined ? [] : [[id, name]];
    }),
  );
};

const loadedWith = (entry: Rolldown.OutputChunk, chunks: readonly Rolldown.OutputChunk[]) => {
  const loaded = new Set([entry]);
  for (const { imports } of loaded)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  return [...loaded];
};

/** The file of a module by the entries that need it; undefined keeps it with its only entry, or in the page. */
const fileName = (
  id: string,
  needers: readonly string[],
  countOfScreens: number,
): string | undefined => {
  const isNeededBy = (entry: RegExp) => needers.some((id) => entry.test(id));
  const isOfOne = needers.length === 1 && !isNeededBy(shell);
  if (isNeededBy(page) || isOfOne) return undefined;
  if (isNeededBy(signIn.app) && needers.every((by) => signedOut.test(by))) return 'signed-out';
  const step = Object.entries(signIn).find(([, entry]) => isNeededBy(entry));
  if (step) return step[0];
  const screens = needers.flatMap((id) => screen.exec(id)?.[1] ?? []).toSorted();
  if (isNeededBy(shell) || screens.length * 5 >= countOfScreens) return 'shell';
  if (form.test(id)) return 'form';
  // Home has many small files: an icon that its dialogs also use goes to the shell, not to a file of its own.
  if (screens.join() === 'home' && /\/@tabler\/icons-react\//.test(id)) return 'shell';
  const [first, second] = screens;
  // An icon is smaller than a request.
  if (screens.length > 2 && icon.test(id)) return 'shell';
  // Two screens get a file of their own, so that a third that shares with one of them does not load it.
  if (screens.length === 2) return `${first}-${second}-pair`;
  return first && `${first}-${screens.length === 1 ? 'opened' : 'shared'}`;
};
