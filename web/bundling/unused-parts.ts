import type { Plugin } from 'vite';

/** Parts that a compound component of the kit brings along and no screen uses: every one of them would load their code. */
const unused: Record<string, readonly string[]> = {
  Menu: [
    'CheckboxGroup',
    'CheckboxItem',
    'ContextMenu',
    'RadioGroup',
    'RadioItem',
    'Search',
    'Sub',
  ],
};

const names = Object.entries(unused).flatMap(([whole, parts]) =>
  parts.map((part) => [whole, part] as const),
);
const modules = new Map(
  names.map(([whole, part]) => [`/components/${whole}/${whole}${part}/${whole}${part}.mjs`, part]),
);
const uses = new RegExp(`\\b(${names.map(([whole, part]) => `${whole}\\.${part}`).join('|')})\\b`);

/** Leaves these parts out of the build (docs/adr/0012), and refuses code of ours that uses one. */
export const unusedParts = (): Plugin => ({
  name: 'unused-parts',
  enforce: 'pre',
  load(id) {
    const at = id.lastIndexOf('/components/');
    if (!id.includes('/@mantine/core/') || !modules.has(id.slice(at))) return null;
    const name = id.slice(id.lastIndexOf('/') + 1, -'.mjs'.length);
    return `export const ${name} = undefined;`;
  },
  transform(code, id) {
    if (id.includes('/node_modules/')) return null;
    const [used] = uses.exec(code) ?? [];
    if (used)
      this.error(`${used} is left out of the build: take it out of bundling/unused-parts.ts.`);
    return null;
  },
});
