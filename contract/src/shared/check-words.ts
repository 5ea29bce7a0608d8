import { z } from 'zod';

/** Messages for refused values, set for the whole program by importing this file; a wrong type keeps zod's own. */
const wordsOfCheck = (issue: z.core.$ZodRawIssue): string | undefined => {
  if (issue.input === undefined || issue.input === null || issue.input === '') return isMissing;
  if (issue.code === 'too_big')
    return `${issue.inclusive === false ? 'Less than' : 'At most'} ${limitOf(issue.origin, issue.maximum)}`;
  if (issue.code === 'too_small')
    return `${issue.inclusive === false ? 'More than' : 'At least'} ${limitOf(issue.origin, issue.minimum)}`;
  if (issue.code === 'invalid_union') return 'This value is not allowed here.';
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.expected === 'int') return 'Please enter a whole number';
  return issue.expected === 'number' && Number.isNaN(issue.input)
    ? 'Please enter a number'
    : undefined;
};

const isMissing = 'Please fill this in';

const limitOf = (origin: string, limit: number | bigint) => {
  const shown = limit.toLocaleString('en-SG');
  return origin === 'string' ? `${shown} characters` : shown;
};

z.config({ customError: wordsOfCheck });
