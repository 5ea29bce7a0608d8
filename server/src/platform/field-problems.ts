import type { FastifySchemaValidationError } from 'fastify';
import { z } from 'zod';
import {
  errorCatalogue,
  type ErrorCode,
  type ErrorItem,
} from 'staffroom-contract/shared/errors.ts';
import { AppError } from './errors.ts';

/** Errors of a value that is validated separately, by field. `whole` names the value itself. */
export const problemsOf = ({ issues }: z.ZodError, whole: string): ErrorItem[] =>
  issues
    .flatMap((issue) =>
      fieldProblems(
        {
          instancePath: `/${issue.path.join('/')}`,
          keyword: issue.code,
          message: issue.message,
          params: { ...issue },
        },
        whole,
      ),
    )
    .slice(0, 50);

/** Refuses a changed record whose fields do not fit: a call's own rule sees only its fields, `after` has them all. */
export const requireFit = <Fields extends object>(
  rule: (fields: Fields, context: z.RefinementCtx) => void,
  after: Fields,
) => {
  const { error } = z.custom<Fields>().superRefine(rule).safeParse(after);
  if (error) throw new AppError(problemsOf(error, ''));
};

type Validation = Pick<
  FastifySchemaValidationError,
  'instancePath' | 'keyword' | 'message' | 'params'
>;

/** Converts a validation problem to error items. `whole` is the field's name if the value itself is wrong. */
export const fieldProblems = (problem: Validation, whole: string): ErrorItem[] => {
  const path = problem.instancePath.split('/').filter((part) => part !== '');
  const unknownKeys = Array.isArray(problem.params['keys'])
    ? (problem.params['keys'] as string[])
    : undefined;
  if (problem.keyword === 'unrecognized_keys' && unknownKeys) {
    return unknownKeys.slice(0, 20).map((key) => ({
      code: 'unknown_field',
      message: `${key.slice(0, 80)} is not known here.`,
      field: [...path, key.slice(0, 80)].join('.'),
    }));
  }
  const code = codeOf(problem.params) ?? 'invalid_value';
  return [{ code, message: problem.message ?? '', field: path.join('.') || whole }];
};

/** The catalogue code in a schema's issue, if it has one. */
const codeOf = ({ params }: Validation['params']): ErrorCode | undefined => {
  const code: unknown =
    typeof params === 'object' && params !== null ? Reflect.get(params, 'code') : undefined;
  return typeof code === 'string' && Object.hasOwn(errorCatalogue, code)
    ? (code as ErrorCode)
    : undefined;
};
