/** A deliberate fault in one file, and the tests that must find it. */
export type Break = {
  /** The rule that the product loses with the fault, unique among all breaks. */
  rule: string;
  /** The file that gets the fault, from the root. */
  file: string;
  /** Text that occurs exactly once in the file. */
  from: string;
  /** The text in its place. The file still loads and has correct types. */
  to: string;
  /** The Vitest project of the tests. */
  project: 'server' | 'web' | 'kit' | 'contract' | 'tools';
  /** The test files that are run, from the root. At least one of their tests must fail. */
  tests: readonly string[];
};
