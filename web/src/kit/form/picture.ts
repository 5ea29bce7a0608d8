import { field, valueAt, type Common } from './field-kind.ts';

/** A picture that was chosen and is not sent yet; what tells it from another is kept beside the file. */
type ChosenPicture = { file: File; name: string; size: number; modified: number };
/** The address of the saved picture, one that was chosen in its place, or none. */
export type PictureValue = string | ChosenPicture | null;

export const chosenPicture = (file: File): ChosenPicture => ({
  file,
  name: file.name,
  size: file.size,
  modified: file.lastModified,
});

/** Is it there to be sent? A file does not outlive the page: of a kept draft only its name is left. */
const isThere = ({ file }: ChosenPicture) => file instanceof File;

type PictureInput = { types: readonly string[] };
type PictureOptions = Common & {
  /** The media types that are taken, and how sentences name them: "JPEG, PNG or BMP". */
  types: readonly string[];
  kinds: string;
  maxBytes: number;
  tooLarge: string;
};

/** One picture, sent as a file of the form; the record has its address. */
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
      return types.includes(value.file.type) ? undefined : `${value.name} is no ${kinds} image.`;
    },
    words: (value) => (isChosen(value) ? value.name : value === null ? '' : 'The saved picture'),
  });

export const isChosen = (value: PictureValue): value is ChosenPicture =>
  typeof value === 'object' && value !== null;
