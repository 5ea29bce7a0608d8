import { routes } from '../../web/src/app/routes.ts';

type Node = { type: string; path?: string; children?: Node[] | undefined };

const pathsOf = (node: Node): string[] => [
  ...(node.type === 'index' ? ['/'] : []),
  ...(node.type === 'route' && node.path ? [node.path] : []),
  ...(node.children ?? []).flatMap(pathsOf),
];

/** Paths of all screens in the web app's list, without the catch-all. */
export const screenPaths: readonly string[] = pathsOf(routes as Node).filter(
  (path) => path !== '$',
);

/** True if the web app has a screen at this path. */
export const isBuilt = (path: string): boolean => screenPaths.includes(path);
