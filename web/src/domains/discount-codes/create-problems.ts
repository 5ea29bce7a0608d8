import { ApiError, isAway, sentenceOf } from '../../lib/api-error.ts';
import { placeAmong, problemsOfFailure } from '../../lib/form-problems.ts';
import { places, type Problems } from './draft-problems.ts';

/** Said at the code of a duplicate, and of any failure that names no other field (part 1 §8). */
export const takenMessage = 'This code already exists, try a different one';

const placeOf = placeAmong(places);

/**
 * Where a failed creation is shown: at the fields it names, else at the code, with the true reason at the
 * head of the form. While nobody knows whether the code was created, that alone is said: submitting again
 * sends the same with the same key, so nothing is created twice.
 */
export const createProblems = (error: unknown): Problems => {
  if (isAway(error))
    return {
      form: `${sentenceOf(error)} Nothing typed is lost. Submit sends the same code again; it is never created twice.`,
    };
  const taken = error instanceof ApiError && error.has('discount_code_taken');
  const problems = problemsOfFailure(error, placeOf);
  const isPlaced = places.some((place) => problems[place] !== undefined);
  if (taken) return { ...problems, form: undefined, code: takenMessage };
  return isPlaced ? problems : { ...problems, code: takenMessage };
};
