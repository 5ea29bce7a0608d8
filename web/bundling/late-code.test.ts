import { expect, test } from 'vitest';
import { withOwnFile } from './late-code.ts';

test('an import without dependencies lists its own file', () => {
  expect(withOwnFile('a(()=>import(`./min-B5J_e-z.js`),[])')).toBe(
    'a(()=>import(`./min-B5J_e-z.js`),["assets/min-B5J_e-z.js"])',
  );
  expect(
    withOwnFile('a(async()=>{let{p:e}=await import("./x.js").then(e=>e.t);return e},[])'),
  ).toBe('a(async()=>{let{p:e}=await import("./x.js").then(e=>e.t);return e},["assets/x.js"])');
});

test('an import that lists its files is unchanged', () => {
  const code = 'a(()=>import(`./x.js`),__vite__mapDeps([0,1])),b([],[])';
  expect(withOwnFile(code)).toBe(code);
});
