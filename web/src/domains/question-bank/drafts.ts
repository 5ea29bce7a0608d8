import { z } from 'zod';

const shortAnswer = z.object({ pre_unit: z.string(), body: z.string(), post_unit: z.string() });

/** The typed, unsaved values of the form; a field that no longer fits is dropped. */
const changedSchema = z.object({
  subject: z.string().optional().catch(undefined),
  level: z.array(z.string()).optional().catch(undefined),
  topic: z.string().optional().catch(undefined),
  skill: z.string().optional().catch(undefined),
  heuristic: z.string().optional().catch(undefined),
  section: z.string().optional().catch(undefined),
  year: z.union([z.number(), z.string()]).optional().catch(undefined),
  school: z.string().optional().catch(undefined),
  is_self_checking: z.boolean().optional().catch(undefined),
  instruction: z.string().optional().catch(undefined),
  context: z.string().optional().catch(undefined),
  unit: z
    .array(
      z.object({
        uid: z.string(),
        label: z.string(),
        mark: z.union([z.number(), z.string()]),
        question_type: z.enum(['mcq', 'open_ended', 'short_answer']),
        question_body: z.string(),
        hint: z.string(),
        choice: z.enum(['single', 'multiple']),
        options: z.array(z.object({ content: z.string(), isRight: z.boolean() })),
        written: z.enum(['absolute_answer', 'short_answer_set', 'rich_text']),
        short: shortAnswer,
        set: z.array(shortAnswer),
        rich: z.string(),
      }),
    )
    .optional()
    .catch(undefined),
});

const draftSchema = z.object({
  /** Instant of the last change. */
  at: z.iso.datetime(),
  /** The draft's name. */
  words: z.string(),
  changed: changedSchema,
  /** Version of the question that the draft is based on; undefined for a new question, or if a comparison was open. */
  version: z.int().optional().catch(undefined),
});
export type Draft = z.infer<typeof draftSchema> & { id: string };

/** Draft id of an edited question; drafts of new ones have ids of their own. */
export const editDraftId = (question: string) => `edit ${question}`;

/**
 * Questions that a user has typed in this browser and neither saved nor discarded, from any tab. Each has its own
 * storage key, so that two tabs never overwrite each other.
 */
export const keptDrafts = (userId: string, storage: Storage = localStorage) => {
  const prefix = `question-draft ${userId} `;
  const read = (id: string): Draft | undefined => {
    const draft = draftSchema.safeParse(parsed(storage.getItem(prefix + id))).data;
    return draft && { ...draft, id };
  };
  return {
    read,
    /** Drafts of new questions, newest first. */
    list: (): Draft[] =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length))
        .filter((id) => !id.startsWith(editDraftId('')))
        .flatMap((id) => read(id) ?? [])
        .toSorted((one, other) => other.at.localeCompare(one.at)),
    /** Returns false if the storage is full. */
    write: ({ id, ...draft }: Draft): boolean => {
      try {
        storage.setItem(prefix + id, JSON.stringify(draft));
        return true;
      } catch {
        return false;
      }
    },
    clear: (id: string) => storage.removeItem(prefix + id),
  };
};

const parsed = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};
