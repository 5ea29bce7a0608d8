import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tokenScopes } from 'staffroom-contract/domains/identity/permissions.ts';
import type { ItemAnswers } from 'staffroom-contract/domains/integrations/integrations.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { aHomework } from '../../../test/factories/homework.factory.ts';
import { aServiceToken } from '../../../test/factories/service-token.factory.ts';

const app = useOwnTestApp();

const page = readFileSync(join(import.meta.dirname, '../../../../docs/integrations.md'), 'utf8');
const examples = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, command = '']) => command);

test('every example of docs/integrations.md runs unchanged', async () => {
  const address = await app.listen();
  const { token } = await aServiceToken(app, { scopes: [...tokenScopes] });
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
  const env = {
    ...process.env,
    no_proxy: '*',
    STAFFROOM: address,
    TOKEN: token,
    CLASS: tuitionClass.id,
    LESSON: lessons[0]?.id,
    HOMEWORK: (await aHomework(app, lessons[0]!)).id,
  };
  const called: string[] = [];
  for (const command of examples) {
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { env });
    const { data } = JSON.parse(stdout) as ItemAnswers;
    expect(data).toMatchObject([{ ok: true }]);
    called.push(/integrations\/([\w-]+)/.exec(command)?.[1] ?? '');
  }
  expect(new Set(called)).toEqual(new Set(tokenScopes));
});
