import { updateQuestionSchema } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  longestQuestion,
  questionBytes,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { changePictures, withSource } from 'staffroom-contract/shared/picture-rules.ts';
import { imagePath } from 'staffroom-contract/shared/rich-text.ts';
import type { Db } from '../../platform/database.ts';
import { sizesByAddress } from '../users/images.service.ts';
import { withChangedTexts, type QuestionColumns } from './new-question.ts';
import * as questionQueries from './questions.queries.ts';

/** The stored formatted texts of a question. */
export type Texts = Pick<QuestionColumns, 'context' | 'unit'>;

/** The stored copy of a picture. */
export type PictureCopy = { url: string; width: number; height: number };

/** Copies by the addresses of the pictures that they replace. */
type PictureCopies = ReadonlyMap<string, PictureCopy>;

/** Returns the addresses of the pictures of other websites in a question, each once. */
export const foreignPicturesIn = (texts: Texts): string[] => [
  ...new Set(sourcesIn(texts).filter((source) => /^https:/i.test(source))),
];

/** The addresses of all pictures in order. */
const sourcesIn = ({ context, unit }: Texts): string[] => {
  const sources: string[] = [];
  const collect = (html: string) =>
    changePictures(html, (tag, { source }) => {
      sources.push(source);
      return tag;
    });
  withChangedTexts({ context, unit }, collect);
  return sources;
};

/** Replaces the addresses of pictures by those of their copies; alt text and a size of the text's own stay. */
export const withCopies = <State extends Texts>(state: State, copies: PictureCopies): State =>
  copies.size === 0
    ? state
    : withChangedTexts(state, (html) =>
        changePictures(html, (tag, { source }) => {
          const copy = copies.get(source);
          return copy ? sized(withSource(tag, copy.url), copy) : tag;
        }),
      );

const sized = (tag: string, { width, height }: PictureCopy) =>
  tag.includes(' width="') ? tag : `${tag.slice(0, -1)} width="${width}" height="${height}">`;

/** The same, unless a text became too long to be saved again. */
export const withFittingCopies = <State extends Texts>(
  state: State,
  copies: PictureCopies,
): State => {
  const changed = withCopies(state, copies);
  return isTooLong(changed) ? state : changed;
};

const isTooLong = ({ context, unit }: Texts): boolean => {
  if (questionBytes({ context, unit }) > longestQuestion) return true;
  const { error } = updateQuestionSchema.safeParse({ context, unit });
  return error?.issues.some(({ code }) => code === 'too_big') ?? false;
};

/**
 * Replaces the pictures of a changed question that were copied from the same addresses before, so that a program which
 * saves its own text again neither undoes nor repeats the copies (ADR 83).
 */
export const withKnownCopies = async <State extends Texts>(
  tx: Db,
  questionId: string,
  state: State,
): Promise<State> =>
  foreignPicturesIn(state).length === 0
    ? state
    : withFittingCopies(state, await findCopies(tx, questionId));

/** Compares the versions that copied pictures with those before; they differ in nothing else. */
const findCopies = async (tx: Db, questionId: string): Promise<PictureCopies> => {
  const urls = new Map<string, string>();
  for (const { before, after } of await questionQueries.listCopySteps(tx, questionId)) {
    const copied = sourcesIn(after);
    for (const [place, source] of sourcesIn(before).entries()) {
      const url = copied[place];
      if (url !== source && url?.startsWith(imagePath)) urls.set(source, url);
    }
  }
  const sizes = await sizesByAddress(tx, [...urls.values()]);
  return new Map(
    [...urls].flatMap(([source, url]) => {
      const size = sizes.get(url);
      return size ? [[source, { url, ...size }] as const] : [];
    }),
  );
};
