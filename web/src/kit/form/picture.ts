import { field, valueAt, type Common } from './field-kind.ts';

/** A chosen picture that is not sent yet; its metadata is copied so that two files can be compared. */
type ChosenPicture = { file: File; name: string; size: number; modified: number };
/** The URL of the saved picture, a newly chosen picture, or null. */
export type PictureValue = string | ChosenPicture | null;

export const chosenPicture = (file: File): ChosenPicture => ({
  file,
  name: file.name,
  size: file.size,
  modified: file.lastModified,
});

/** Can the file be sent? A draft that outlives the page keeps only the file's name. */
const isThere = ({ file }: ChosenPicture) => file instanceof File;

type PictureInput = { types: readonly string[] };
type PictureOptions = Common & {
  /** Accepted media types; `kinds` is their wording: "JPEG, PNG or BMP". */
  types: readonly string[];
  kinds: string;
  maxBytes: number;
  tooLarge: string;
};

/** One picture, sent as a file of the form; the record has its URL. */
export const picture = ({ types, kinds, maxBytes, tooLarge, ...options }: PictureOptions) =>
  field<PictureValue, PictureInput>({
    ...options,
    initial: null,
    input: { types },
    read: (record, [at = '']) => (valueAt(record, at) as string | undefined) ?? null,
    write: (value, [at = '']) => (isChosen(value) && isThere(value) ? { [at]: value.file } : {}),
    isEmpty: (value) => value === null || (isChosen(value) && !isThere(value)),
    problem: (value) => {
      if (!isChosen(value)) return undefined;
      if (!isThere(value)) return `Please choose ${value.name} again.`;
      if (value.size === 0) return 'This file is empty.';
      if (value.size > maxBytes) return tooLarge;
      return types.includes(value.file.type) ? undefined : `${value.name} is not a ${kinds} image.`;
    },
    words: (value) => (isChosen(value) ? value.name : value === null ? '' : 'The saved picture'),
  });

export const isChosen = (value: PictureValue): value is ChosenPicture =>
  typeof value === 'object' && value !== null;
