import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/** Parts of Mantine's compound components that no screen uses; without this, every screen would load their code. */
const unused: Record<string, readonly string[]> = {
  ActionIcon: ['Group', 'GroupSection'],
  Button: ['Group', 'GroupSection'],
  Checkbox: ['Indicator'],
  Combobox: ['Footer', 'Header'],
  Menu: [
    'CheckboxGroup',
    'CheckboxItem',
    'ContextMenu',
    'RadioGroup',
    'RadioItem',
    'Search',
    'Sub',
  ],
  Popover: ['ContextMenu'],
};

const names = Object.entries(unused).flatMap(([whole, parts]) =>
  parts.map((part) => [whole, part] as const),
);
const modules = new Map(
  names.map(([whole, part]) => [`/components/${whole}/${whole}${part}/${whole}${part}.mjs`, part]),
);
const uses = new RegExp(`\\b(${names.map(([whole, part]) => `${whole}\\.${part}`).join('|')})\\b`);

/** No popover has an arrow. */
const arrow = '/utils/Floating/FloatingArrow/FloatingArrow.mjs';
const usesOther = /\bwithArrow\b(?!: false)|\btoJSONSchema\b/;

/** Only the server writes JSON Schema; zod connects its 34 kB to every schema. */
const jsonSchema = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;

/** Messages of refusals without words of our own (`check-words.ts`): forms cannot cause them, and ours is shorter. */
const words = '/zod/v4/locales/en.js';
const ownWords = `export default () => ({ localeError: () => 'This value is not allowed here.' });`;

/** Removes these parts from the build (docs/adr/0012), and fails the build if our code uses one. */
export const unusedParts = (): Plugin => ({
  name: 'unused-parts',
  enforce: 'pre',
  async load(id) {
    if (jsonSchema.test(id)) {
      const source = await readFile(id, 'utf8');
      const exported = source.matchAll(/^export (?:const|function|\{ \w+ as) (\w+)/gm);
      return [...exported].map(([, name]) => `export const ${name} = () => undefined;`).join('\n');
    }
    if (id.endsWith(words)) return ownWords;
    if (id.endsWith(arrow)) return 'export const FloatingArrow = () => null;';
    const at = id.lastIndexOf('/components/');
    if (!id.includes('/@mantine/core/') || !modules.has(id.slice(at))) return null;
    const name = id.slice(id.lastIndexOf('/') + 1, -'.mjs'.length);
    return `export const ${name} = undefined;`;
  },
  transform(code, id) {
    if (id.includes('/node_modules/')) return null;
    const [used] = uses.exec(code) ?? usesOther.exec(code) ?? [];
    if (used)
      this.error(`${used} is left out of the build: remove it from bundling/unused-parts.ts.`);
    return null;
  },
});
