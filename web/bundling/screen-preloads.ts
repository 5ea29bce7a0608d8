import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { VirtualRootRoute, VirtualRouteNode } from '@tanstack/virtual-file-routes';
import { transformWithOxc, type Plugin, type Rolldown } from 'vite';

/** Input of preload-screen.ts: file names, and each screen's files as indexes into them. */
type Loads = {
  files: string[];
  screens: [pattern: string, files: number[]][];
  signIn: number[];
  temporal: number[];
};

const script = fileURLToPath(new URL('../src/app/preload-screen.ts', import.meta.url));

/** Adds a script to the page's head that requests all files of the address's screen at once (docs/adr/0012). */
export const screenPreloads = (routes: VirtualRootRoute): Plugin => ({
  name: 'screen-preloads',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('The build has no index.html.');
      const loads = loadsOf(routes, Object.values(bundle));
      const { code } = await transformWithOxc(readFileSync(script, 'utf8'), script);
      const source = `const screenLoads = ${JSON.stringify(loads)};\n${code}`;
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
      const fileName = `assets/preload-screen-${hash}.js`;
      this.emitFile({ type: 'asset', fileName, source });
      const font = Object.keys(bundle).find((name) => /inter-latin-wght-normal/.test(name));
      page.source = String(page.source).replace(
        /(\s*)<script type="module"/,
        (module, space: string) =>
          `${space}<script src="/${fileName}"></script>` +
          // Preloaded before the first text is painted, which would shift when its font arrives.
          `${space}<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}">${module}`,
      );
    },
  },
});

const loadsOf = (
  routes: VirtualRootRoute,
  output: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[],
): Loads => {
  const chunks = output.filter((file) => file.type === 'chunk');
  const chunkOf = (id: RegExp) => {
    const found = chunks.find(({ moduleIds }) => moduleIds.some((each) => id.test(each)));
    if (!found) throw new Error(`The build has no ${id.source}.`);
    return found;
  };
  const files: string[] = [];
  const indexOf = (file: string) => {
    if (!files.includes(file)) files.push(file);
    return files.indexOf(file);
  };
  const load = (...ids: RegExp[]) => {
    const loaded = withImports(ids.map(chunkOf), chunks);
    // The page lists its own files.
    const ofPage = withImports([chunkOf(/\/main\.tsx$/)], chunks);
    return loaded
      .filter((chunk) => !ofPage.includes(chunk))
      .flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
      .map((file) => indexOf(`/${file}`));
  };
  const app = /\/app\.tsx$/;
  const shell = [app, /\/signed-in-app\.tsx$/, /\/signed-in\.layout\.tsx\?tsr-split=component/];
  return {
    screens: screensOf(routes).map(({ path, file }) => [
      patternOf(path),
      load(...shell, new RegExp(`/${file.replaceAll('.', '\\.')}\\?tsr-split=component`)),
    ]),
    signIn: load(app, /\/login-screen\.tsx$/),
    temporal: load(/temporal-polyfill\/global/),
    files,
  };
};

const withImports = (
  chunks: readonly Rolldown.OutputChunk[],
  all: readonly Rolldown.OutputChunk[],
): Rolldown.OutputChunk[] => {
  const found = new Set(chunks);
  for (const { imports } of found)
    for (const chunk of all) if (imports.includes(chunk.fileName)) found.add(chunk);
  return [...found];
};

type Screen = { path: string; file: string };

/** In matching order: static paths before parameters, home for the rest. */
const screensOf = (routes: VirtualRootRoute): Screen[] => {
  const of = (node: VirtualRootRoute | VirtualRouteNode): Screen[] => [
    ...(node.type === 'index' ? [{ path: '', file: node.file }] : []),
    ...(node.type === 'route' && node.file && node.path !== '$'
      ? [{ path: node.path, file: node.file }]
      : []),
    ...('children' in node ? (node.children ?? []).flatMap(of) : []),
  ];
  return of(routes).toSorted((one, other) => rank(one.path) - rank(other.path));
};

const rank = (path: string) => (path === '' ? 2 : path.includes('$') ? 1 : 0);

const patternOf = (path: string) =>
  path === '' ? '' : `^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`;
