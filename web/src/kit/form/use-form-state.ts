import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { isGone, isMissing, isOutcomeUnknown } from '../../lib/api-error.ts';
import { problemsOfFailure } from '../../lib/form-problems.ts';
import { differingFields, pick } from '../../lib/merge-versions.ts';
import type { KeptValues } from '../../lib/session-end.ts';
import { useSettings } from '../../lib/settings.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { useGuardedBack } from '../../ui/use-guarded-back.ts';
import { unlessStale, useStale } from '../../ui/use-stale.ts';
import type { ConfirmQuestion } from '../../ui/confirm.tsx';
import {
  changedBodyOf,
  fieldAt,
  initialValues,
  missingOf,
  newBodyOf,
  problemsOf,
  valuesOf,
  type Form,
  type InputsOf,
  type ProblemsOf,
  type ValuesOf,
} from './define-form.ts';
import { wordOf, type Field, type FormContext } from './field-kind.ts';
import { useKeptDraft } from './use-kept-draft.ts';

type Changed<Value> =
  | Value
  | (Value extends string ? null : never)
  | ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

/** Props for the input of a field: `<TextInput {...form.field('name')} />`. */
export type InputProps<Value, Input> = Input & {
  label: string;
  error: string | undefined;
} & ([Value] extends [boolean]
    ? { checked: boolean; onChange: (event: ChangeEvent<HTMLInputElement>) => void }
    : {
        required: boolean;
        value: Value;
        onChange: (next: Changed<Value>) => void;
        onBlur?: () => void;
      });

type FieldsOf<K> = AllOf<
  {
    [Name in keyof K & string]: (name: Name) => InputProps<ValuesOf<K>[Name], InputsOf<K>[Name]>;
  }[keyof K & string]
>;
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The part of a form that shared inputs need: it has at least these fields. */
export type FormPart<K> = {
  field: FieldsOf<K>;
  values: ValuesOf<K>;
  set: (changes: Partial<ValuesOf<K>>) => void;
  error: unknown;
};

/** Entries that a confirmed question adds to the body: `{ allow_overlap: true }`. */
type Granted = Record<string, unknown>;

export type FormOptions<K, Saved> = {
  /** The saved record; left out for new records and for actions. */
  record?: Saved;
  /** Initial values that differ from the definition's and the saved record's; they do not count as typed. */
  initial?: Partial<ValuesOf<K>>;
  opened: boolean;
  /** Closes the dialog (removes it from the address); only called when nothing typed would be lost. */
  onClose: () => void;
  /** Text of the snackbar. */
  done: string | ((saved: Saved) => string);
  onSaved?: (saved: Saved) => void;
  /** URL parameters besides the record's: the order to cancel. */
  params?: Record<string, string>;
  /** Added to every body: the class of a new lesson. */
  also?: Granted;
  /** Asked before a save, with the record it is based on. False cancels the save; entries are added to the body. */
  beforeSave?: (values: ValuesOf<K>, base: Saved | undefined) => Promise<Granted | boolean>;
  /**
   * Turns a refusal into a question ("Add anyway?"): returned entries are added and the body is resent; null gives up.
   */
  afterRefusal?: (error: unknown, values: ValuesOf<K>) => Promise<Granted | null>;
  /** Values typed for a record that was deleted; not saved anywhere yet. */
  typed?: object | undefined;
  /** Continues with the typed values as a new record when the saved one was deleted meanwhile. */
  onSaveAsNew?: ((values: ValuesOf<K>) => void) | undefined;
  /** Shown when the record was deleted meanwhile. The dialog closes if nothing is typed. */
  gone?: string;
  /** Whether closing loses something other than typed values: a token that was not copied. */
  dirty?: boolean | undefined;
  /** Asked instead of 'Discard changes?' when the dialog is closed. */
  question?: ConfirmQuestion | undefined;
  /** True if the dialog is still open at an address: one of its tabs has its own. */
  isOpenAt?: (search: object) => boolean;
  /** Keeps the dialog open after a success, to show the response. */
  staysOpen?: boolean;
};

/**
 * State of a form: values, errors, missing fields, and saving. A save whose answer was lost is retried with the same
 * idempotency key. On a stale save nothing typed is lost, and both versions are compared (`StaleNotice`).
 */
export const useFormState = <K extends object, Saved>(
  form: Form<K, Saved>,
  options: FormOptions<K, Saved>,
) => {
  type Values = ValuesOf<K>;
  const { record } = options;
  const { business_time_zone: zone, business_day: today } = useSettings();
  const context: FormContext = { zone, today };
  const [first] = useState<Values>(() => ({
    ...(record === undefined ? initialValues(form) : valuesOf(form, record, context)),
    ...options.initial,
    ...options.typed,
  }));
  const mantine = useForm<Record<string, unknown>>({ initialValues: first });
  const values = mantine.values as Values;
  const { base, stale, noteRefusal, compareDraft, choose, chooseItem, rebase } = useStale<
    Record<string, unknown>,
    Saved | undefined
  >(record, {
    values: mantine.values,
    setValues: (next) => mantine.setValues(next),
    valuesOf: (saved) => (saved === undefined ? first : valuesOf(form, saved, context)),
    lists: Object.fromEntries(
      Object.entries(form.fields).flatMap(([name, { items }]) =>
        items ? [[name, items.merged] as const] : [],
      ),
    ),
  });

  const operation = record === undefined ? form.create : form.update;
  if (!operation) throw new Error(`The form of a ${form.noun} cannot be saved this way.`);
  const queryClient = useQueryClient();
  const saving = useOperation(operation, { refreshes: form.refreshes });
  const refusal = useRef(noteRefusal);
  useEffect(() => {
    // The latest closure, which knows what was typed while the save was in flight.
    refusal.current = noteRefusal;
  });
  const [isSaving, setSaving] = useState(false);
  const [isTried, setTried] = useState(false);
  /** Number of saves that were not sent, because fields are missing or wrong. */
  const [tries, setTries] = useState(0);
  const [gone, setGone] = useState<string>();
  /** The field being typed in, if its value does not count as wrong yet. */
  const [typing, setTyping] = useState<string | null>(null);
  /** Entries that the user agreed to, and the body they apply to: a retry after a lost answer sends the same. */
  const granted = useRef<{ body: string; entries: Granted } | null>(null);

  const missing = [...undecidedWords(form, stale), ...missingOf(form, values)];
  const own: Readonly<Record<string, string | undefined>> = problemsOf(form, values, {
    // The update's schema where there is one: it also validates incomplete records.
    schema: (form.update ?? operation).body,
    record: base,
    context,
    withMissing: isTried && missing.length > 0,
  });
  // Without fields there is nothing to compare: the question is simply asked again about the current record.
  const asksOnly = Object.keys(form.fields).length === 0;
  const refused = form.refused(
    saving.error,
    problemsOfFailure(asksOnly ? saving.error : unlessStale(saving.error), fieldAt(form)),
  );
  // A refusal applies to the values that were sent: typing clears it. It takes precedence over the client's own errors.
  const problems = { ...own, ...refused } as ProblemsOf<K>;
  const isDirty = options.dirty ?? (options.typed !== undefined || mantine.isDirty());
  const savedVersion = (base as { version?: number } | undefined)?.version;
  const origin = base === record ? first : valuesOf(form, base, context);
  // While a comparison is open no version is kept, so that the draft is compared again.
  const version = stale === null ? savedVersion : undefined;
  const restore = ({ changed, version: typedOn }: KeptValues) => {
    const isCurrent = typedOn !== undefined && typedOn === savedVersion;
    if (base === undefined || isCurrent) mantine.setValues(changed);
    else compareDraft(changed);
  };
  useKeptDraft({
    // Forms of one record can share an operation (a ticket's update and its cancelling); their fields distinguish them.
    form: JSON.stringify([
      ...[operation.name, base, options.params, options.also].map(idOf),
      Object.keys(form.fields),
    ]),
    opened: options.opened,
    changed: pick(
      values,
      differingFields(values, origin).filter((name) => form.fields[name]?.secret === false),
    ),
    version,
    restore,
  });
  const close = useGuardedBack({
    opened: options.opened,
    dirty: isDirty,
    onClose: options.onClose,
    question: options.question,
    isOpenAt: options.isOpenAt,
  });

  const set = (changes: Partial<Values>) => {
    if (differingFields(changes, values).length === 0) return;
    mantine.setValues(changes);
    // Errors are about the values that were sent, not about what is typed now.
    if (saving.error && !isSaving) saving.reset();
  };

  const send = (body: Granted) =>
    saving.mutateAsync({
      params: { ...(base !== undefined && form.params(base)), ...options.params },
      body: operation.body && body,
      // DELETE operations have no body.
      query: operation.query && body,
    }) as Promise<{ data: Saved }>;

  const trySave = async (): Promise<Saved | null> => {
    const allowed = (await options.beforeSave?.(values, base)) ?? true;
    if (allowed === false) return null;
    const body: Granted = {
      ...options.also,
      ...(base === undefined
        ? newBodyOf(form, values, context)
        : changedBodyOf(form, base as { version?: number }, values, context)),
      ...(allowed !== true && allowed),
    };
    const text = JSON.stringify(body);
    let agreed = granted.current?.body === text ? granted.current.entries : {};
    // One question may follow another: first a tutor's overlap, then a full lesson.
    for (;;)
      try {
        return (await send({ ...body, ...agreed })).data;
      } catch (error) {
        const answer = (await options.afterRefusal?.(error, values)) ?? null;
        if (answer === null) throw error;
        agreed = { ...agreed, ...answer };
        granted.current = { body: text, entries: agreed };
      }
  };

  const save = async (): Promise<boolean> => {
    if (isSaving) return false;
    setTried(true);
    if (!isReady) {
      setTries(tries + 1);
      return false;
    }
    setSaving(true);
    try {
      const saved = await trySave();
      if (saved === null) return false;
      const { done } = options;
      const words = typeof done === 'string' ? done : done(saved);
      if (words !== '') showSnackbar(words);
      options.onSaved?.(saved);
      if (!options.staysOpen) close();
      return true;
    } catch (error) {
      if (!asksOnly) refusal.current(error);
      // The record may have changed: the list behind the dialog should show it.
      for (const domain of form.refreshes)
        void queryClient.invalidateQueries({ queryKey: [domain] });
      const isAbout = record !== undefined || options.gone !== undefined;
      if (isAbout && isDirty && !asksOnly && (isGone(error) || (options.gone && isMissing(error))))
        setGone(`${options.gone ?? `This ${form.noun} no longer exists`}.`);
      else if (options.gone !== undefined && isMissing(error)) {
        showSnackbar(options.gone);
        close();
      }
      return false;
    } finally {
      setSaving(false);
    }
  };

  const isReady = missing.length === 0 && Object.keys(own).length === 0 && gone === undefined;

  const field = <Name extends keyof K & string>(
    name: Name,
  ): InputProps<Values[Name], InputsOf<K>[Name]> => {
    const definition = form.fields[name] as Field<unknown>;
    const shown = typing === name ? refused[name] : (problems as Record<string, string>)[name];
    const isFlag = typeof definition.initial === 'boolean';
    const props: unknown = {
      ...definition.input,
      label: definition.label,
      error: shown,
      [isFlag ? 'checked' : 'value']: values[name],
      onChange: (next: unknown) => {
        if (definition.quiet) setTyping(name);
        set({ [name]: changedTo(definition, next) } as Partial<Values>);
      },
      ...(!isFlag && { required: definition.required }),
      ...(definition.quiet && { onBlur: () => setTyping(null) }),
    };
    // The definition's kinds guarantee the props that each field's input takes.
    return props as InputProps<Values[Name], InputsOf<K>[Name]>;
  };

  return {
    form,
    context,
    values,
    set,
    field,
    base,
    /** Version that a draft is based on; undefined for a new record and while a comparison is open. */
    version,
    /** Restores a draft; one of another version, or without a version, is compared with the saved record. */
    restore,
    stale,
    choose,
    chooseItem,
    /** Continues from a later version that this user saved elsewhere; typed values stay. */
    rebase: (saved: Saved) => {
      rebase(saved);
      mantine.resetDirty(valuesOf(form, saved, context));
    },
    missing,
    problems,
    isReady,
    isTried,
    tries,
    /** Says that the record no longer exists, so nothing can be saved to it. */
    gone,
    saveAsNew: form.create && options.onSaveAsNew ? () => options.onSaveAsNew?.(values) : undefined,
    isDirty,
    isSaving,
    /** The last failure; after a lost answer, retrying is safe if the operation is idempotent. */
    error: saving.error,
    isRepeatable: isOutcomeUnknown(saving.error) && operation.idempotent === true,
    /** Resolves to true if it was saved. */
    save,
    opened: options.opened,
    close,
    question: options.question,
  };
};

export type FormState<K extends object, Saved = unknown> = ReturnType<
  typeof useFormState<K, Saved>
>;
export type StateOf<F> =
  F extends Form<infer K extends object, infer Saved> ? FormState<K, Saved> : never;

/** The decisions that an open comparison still needs, per list with items that changed on both sides. */
const undecidedWords = (
  { fields }: { fields: Readonly<Record<string, { label: string } | undefined>> },
  stale: { undecided: readonly { field: string }[] } | null,
) =>
  [...new Set(stale?.undecided.map(({ field }) => field))].map(
    (field) => `a choice for the ${wordOf(fields[field]?.label ?? field)} above`,
  );

/** The id of a record; other values unchanged. */
const idOf = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && '_id' in part ? part._id : part;

/** The value from an input's change: of an event, or a plain value; null becomes '' for text fields. */
const changedTo = (definition: Field<unknown>, next: unknown): unknown => {
  if (isChange(next)) {
    const { currentTarget: input } = next;
    return typeof definition.initial === 'boolean' && 'checked' in input
      ? input.checked
      : input.value;
  }
  return next === null && typeof definition.initial === 'string' ? '' : next;
};

const isChange = (next: unknown): next is ChangeEvent<HTMLInputElement | HTMLTextAreaElement> =>
  typeof next === 'object' && next !== null && 'currentTarget' in next && 'nativeEvent' in next;
