import type { KnipConfig } from 'knip';

const config: KnipConfig = {
  workspaces: {
    '.': {
      // The programs of launch.mjs and .ci/run, the one of CONTRIBUTING.md, and the process that a bench forks.
      entry: [
        'tools/{launch,check-install}.mjs',
        'tools/{start,dev,test,test-faults,check,format,backup,restore,install-production,release,record-upgrade}.ts',
        'tools/breaks/run-breaks.ts',
        'tools/**/*.test.ts',
        'bench/run.ts',
        'bench/*.bench.ts',
        'bench/server-process.ts',
      ],
      project: ['{tools,bench}/**/*.{ts,mjs}', '*.config.ts'],
    },
    // The exports of their package.json make every file an entry, whose exports would count as used.
    contract: { includeEntryExports: true, project: ['src/**/*.ts'] },
    server: { includeEntryExports: true, project: ['{src,test}/**/*.ts'] },
    demo: { includeEntryExports: true, project: ['src/**/*.ts'] },
    web: {
      // The pages and frames of app/routes.ts.
      entry: [
        'postcss.config.js',
        'src/app/root.tsx',
        'src/**/*.{layout,route}.tsx',
        'src/**/*.test.{ts,tsx}',
      ],
      project: ['{src,bundling}/**/*.{ts,tsx}'],
    },
    e2e: { project: ['**/*.ts'] },
  },
  // The test that compares the tables with the database reads all of every schema file.
  ignoreIssues: { 'server/src/**/*.schema.ts': ['exports'] },
  // Programs of the operating system.
  ignoreBinaries: ['dnf', 'mkfifo', 'openssl', 'useradd'],
};

export default config;
