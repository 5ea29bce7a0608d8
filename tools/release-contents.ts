/** The contents of a release besides its packages: no tests, demo data, build tools or sources of the web app. */
export const releaseContents = [
  'README.md',
  'CHANGELOG.md',
  'docs/operations.md',
  'docs/results.md',
  'docs/scale.md',
  'docs/integrations.md',
  'docs/live-links.md',
  'deploy',
  'package.json',
  'package-lock.json',
  'contract/package.json',
  'contract/src',
  'server/package.json',
  'server/src',
  'server/migrations',
  'web/dist',
  // npm refuses a lockfile whose workspaces are missing.
  'web/package.json',
  'demo/package.json',
  'e2e/package.json',
  'tools/launch.mjs',
  'tools/install.mjs',
  'tools/start.ts',
  'tools/run-product.ts',
  'tools/keep-running.ts',
  'tools/build-web.ts',
  'tools/demo-data.ts',
  'tools/backup.ts',
  'tools/restore.ts',
  'tools/run-command.ts',
  'tools/run-program.ts',
  'tools/until-stopped.ts',
];

const tests = /\.test\.tsx?$|\.test-helper\./;
/** Secrets and settings of an operator, beside compose.yaml. */
const ofAnOperator = /^deploy\/(?:secrets|settings|compose\.override\.yaml)$/;

/** Returns true for a file or folder of these folders that does not belong into a release. */
export const isLeftOut = (path: string) => tests.test(path) || ofAnOperator.test(path);
