import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { initialValues, valuesOf } from '../../../kit/form/define-form.ts';
import { differingFields, pick } from '../../../lib/merge-versions.ts';
import { useSessionUser } from '../../../lib/session.ts';
import { worksheetForm, type WorksheetForm, type WorksheetValues } from './worksheet.form.ts';

/** The typed header texts; a new worksheet's questions are stored as picks. */
const keptSchema = z.object({
  version: z.int().optional(),
  changed: z.object({
    title: z.string().optional(),
    header: z.string().optional(),
    second_line: z.string().optional(),
    minutes: z.union([z.number(), z.string()]).optional(),
    instructions: z.string().optional(),
  }),
});

const texts = Object.keys(keptSchema.shape.changed.shape) as (keyof WorksheetValues)[];

/**
 * Saves the header texts of a worksheet in this tab until they are saved or discarded, so that a reload loses nothing.
 */
export const useKeptHeader = ({
  base,
  context,
  values,
  version,
  opened,
  restore,
}: WorksheetForm) => {
  const { _id: user } = useSessionUser();
  const key = keyOf(user, base?._id);
  const first =
    base === undefined ? initialValues(worksheetForm) : valuesOf(worksheetForm, base, context);
  const changed = pick(
    values,
    differingFields(values, first).filter((name) => texts.includes(name)),
  );
  const kept = JSON.stringify({ version, changed });
  const bringBack = useRef(() => {
    const read = keptSchema.safeParse(parsed(sessionStorage.getItem(key))).data;
    if (read) restore({ changed: read.changed, version: read.version });
  });
  useEffect(() => bringBack.current(), []);

  const wasOpened = useRef(opened);
  const isFirst = useRef(true);
  useEffect(() => {
    // The first values are those before a header is restored.
    if (opened && !isFirst.current) write(key, kept);
    isFirst.current = false;
    if (wasOpened.current && !opened) sessionStorage.removeItem(key);
    wasOpened.current = opened;
  }, [key, kept, opened]);
};

/** Forgets the header of a new worksheet, once it is saved: the form closes by showing the saved worksheet. */
export const forgetNewHeader = (user: string) => sessionStorage.removeItem(keyOf(user));

const keyOf = (user: string, worksheet = 'new') => `worksheet-header ${user} ${worksheet}`;

const write = (key: string, kept: string) => {
  try {
    sessionStorage.setItem(key, kept);
  } catch {
    // If the storage is full the header is not kept; typing continues.
  }
};

const parsed = (text: string | null): unknown => {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};
