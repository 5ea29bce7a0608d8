import { defineConfig } from 'oxlint';
import { importOrderOverrides } from './tools/import-order.ts';

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error' },
  options: { typeAware: true },
  ignorePatterns: ['**/dist/**', '**/*.gen.ts', '.data/**'],
  rules: {
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-console': 'error',
    'no-fallthrough': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
    'no-var': 'error',
    'prefer-const': 'error',
    // Type imports too: shared types are in a third file, or in the file that owns the state.
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-self-import': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-explicit-any': 'error',
    // A string's code points are what we mean by its letters.
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/only-throw-error': [
      'error',
      // The router's way to leave a page while it loads.
      {
        allow: [
          {
            from: 'package',
            package: '@tanstack/router-core',
            name: ['Redirect', 'NotFoundError'],
          },
        ],
      },
    ],
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/return-await': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'unicorn/prefer-node-protocol': 'error',
    // These judge single tags; axe judges the finished page, where a list that scrolls must be
    // reachable by keyboard and a role on a component of the UI kit is how it says what it is.
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    // A property test asserts, and expects more where its example has more.
    'vitest/expect-expect': ['error', { assertFunctionNames: ['expect*', '*.assert'] }],
    'vitest/no-conditional-expect': 'off',
    // A refusal of a domain's own kind carries its code, so a test names it in its own way.
    'vitest/require-to-throw-message': 'off',
  },
  overrides: [
    {
      files: [
        'tools/**',
        'bench/**',
        'server/src/run-as.ts',
        'server/src/create-admin.ts',
        'server/src/reset-second-factor.ts',
      ],
      rules: { 'no-console': 'off' },
    },
    // A test that finds nothing where it made something fails by itself.
    {
      files: ['**/*.test.{ts,tsx}', 'server/test/**', 'e2e/**'],
      rules: { 'typescript/no-non-null-assertion': 'off' },
    },
    {
      // It also runs in the browser.
      files: ['contract/src/**'],
      excludeFiles: ['**/*.test.ts', '**/*.test-helper.ts'],
      rules: {
        'import/no-nodejs-modules': 'error',
        'no-restricted-globals': ['error', 'process', 'Buffer', 'global', '__dirname'],
      },
    },
    // The first parameter of a fixture names the fixtures it needs, also when it needs no other.
    { files: ['e2e/**', 'server/test/**'], rules: { 'no-empty-pattern': 'off' } },
    ...importOrderOverrides,
  ],
});
