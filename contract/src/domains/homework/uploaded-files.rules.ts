/** The most bytes of a file that is uploaded for one lesson. */
export const maxUploadedBytes = 20 * 1024 * 1024;
/** Message for a file that is too large. */
export const uploadedTooLarge = 'A file may have at most 20 MB.';

/** Accepted kinds of files with their file extensions. */
export const uploadedKinds = [
  { label: 'PDF', endings: ['pdf'] },
  { label: 'Word', endings: ['docx'] },
  { label: 'PowerPoint', endings: ['pptx'] },
  { label: 'Excel', endings: ['xlsx'] },
  { label: 'JPEG', endings: ['jpg', 'jpeg'] },
  { label: 'PNG', endings: ['png'] },
] as const;
export type UploadedKind = (typeof uploadedKinds)[number]['label'];

/** The kinds as text for hints and errors. */
export const uploadedKindsWords = 'PDF, Word, PowerPoint, Excel, JPEG or PNG';

/** Longest name of a file, in characters. */
export const maxFileName = 150;

/** Returns the kind of a file by the extension of its name; undefined for other extensions. */
export const kindByName = (name: string): UploadedKind | undefined => {
  const ending = /\.([a-z]{1,5})$/i.exec(name)?.[1]?.toLowerCase();
  return uploadedKinds.find(({ endings }) => endings.some((each) => each === ending))?.label;
};

/** Returns the problem of a file's name or size; undefined if it is accepted. */
export const fileProblem = ({ name, size }: { name: string; size: number }): string | undefined => {
  if (size === 0) return 'This file is empty.';
  if (size > maxUploadedBytes)
    return `This file has ${Math.ceil(size / 1024 / 1024)} MB. ${uploadedTooLarge}`;
  return nameProblem(name);
};

/** Problem of a file's name: too long, hidden, control characters, slashes, or another kind; undefined if accepted. */
export const nameProblem = (name: string): string | undefined => {
  if (name.length > maxFileName)
    return `The name of this file has more than ${maxFileName} characters. Give it a shorter name.`;
  if (/[\p{Cc}\uFFFD/\\]/u.test(name) || /^[.~]/.test(name) || !name.isWellFormed())
    return 'This file name is not allowed. Give the file another name.';
  if (kindByName(name) === undefined) return `Choose a ${uploadedKindsWords} file.`;
  return undefined;
};
