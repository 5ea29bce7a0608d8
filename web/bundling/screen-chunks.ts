import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';

const page = /\/index\.html$/;
/** What a visitor loads after the page: what sign-in shares with the app behind it, then the call of sign-in. */
const signIn = { app: /\/(app|login-screen)\.tsx$/, 'sign-in': /\/sign-in\.ts$/ };
const shell = /\/(signed-in-app\.tsx$|signed-in\.layout\.tsx\?tsr-split=component)/;
/** What a few screens need, and too heavy for the others of a shared file to carry: the machine of forms. */
const form = /\/(@mantine\/form\/|klona\/|kit\/form\/use-form-state\.ts)/;
const screen = /\/([\w-]+)\.route\.tsx\?tsr-split=component/;

/**
 * Puts modules into few files, by which entries need them (docs/adr/0012). Who needs a module tells a first build that
 * has no such rule: only after tree-shaking is it known, as the barrels of libraries reach everything.
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
              // Not needed: who needs a module needs what it imports too, which so stands in the same file or an
              // earlier one.
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

/** The file of each module that does not stay with the one entry that needs it. */
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

/** The file of a module by the entries that need it; undefined leaves it in that of its only one, or of the page. */
const fileName = (
  id: string,
  needers: readonly string[],
  countOfScreens: number,
): string | undefined => {
  const isNeededBy = (entry: RegExp) => needers.some((id) => entry.test(id));
  const isOfOne = needers.length === 1 && !isNeededBy(shell);
  if (isNeededBy(page) || isOfOne) return undefined;
  const step = Object.entries(signIn).find(([, entry]) => isNeededBy(entry));
  if (step) return step[0];
  const screens = needers.flatMap((id) => screen.exec(id)?.[1] ?? []).toSorted();
  if (isNeededBy(shell) || screens.length * 5 >= countOfScreens) return 'shell';
  if (form.test(id)) return 'form';
  // Home has most files: an icon that its dialogs have too is none of its own.
  if (screens.join() === 'home' && /\/@tabler\/icons-react\//.test(id)) return 'shell';
  const [first, second] = screens;
  // Of two the file is their own: a third that shares with one of them does not need it.
  if (screens.length === 2) return `${first}-${second}-pair`;
  return first && `${first}-${screens.length === 1 ? 'opened' : 'shared'}`;
};
