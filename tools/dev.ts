import { join } from 'node:path';
import { endPrograms, root, run, runProgram } from './run-program.ts';
import { aborted, stopRequested } from './until-stopped.ts';

const port = process.env['PORT'] ?? '4000';
const env = {
  PORT: port,
  // Target of /api requests for the development server of the web app.
  API_ORIGIN: `http://127.0.0.1:${port}`,
};

/** `npm run dev`: the API restarts and the web app reloads when their sources change. */
const stop = stopRequested();
stop.addEventListener('abort', () => endPrograms());
await Promise.race([
  aborted(stop),
  run(process.execPath, ['tools/start.ts', '--without-web-app', '--watch'], { env }),
  runProgram('vite/bin/vite.js', [], { cwd: join(root, 'web'), env }),
]);
endPrograms();
