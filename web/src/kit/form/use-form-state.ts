import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { isMissing, isOutcomeUnknown } from '../../lib/api-error.ts';
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
import type { Field, FormContext } from './field-kind.ts';
import { useKeptDraft } from './use-kept-draft.ts';

type Changed<Value> =
  | Value
  | (Value extends string ? null : never)
  | ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

/** What an input of the UI kit takes of a field: `<TextInput {...form.field('name')} />`. */
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

/** What inputs that several forms share take of a form: it has these fields, whatever others it has. */
export type FormPart<K> = {
  field: FieldsOf<K>;
  values: ValuesOf<K>;
  set: (changes: Partial<ValuesOf<K>>) => void;
  error: unknown;
};

/** What joins the body of a save after a question was answered with yes: `{ allow_overlap: true }`. */
type Granted = Record<string, unknown>;

export type FormOptions<K, Saved> = {
  /** The saved record; left out for a new one and for acts. */
  record?: Saved;
  /** What the form begins with where that is not the definition's own, nor the saved record's: nobody has typed it yet. */
  initial?: Partial<ValuesOf<K>>;
  opened: boolean;
  /** Takes the dialog out of the address; not called again while something typed would be lost. */
  onClose: () => void;
  /** Said in the snackbar. */
  done: string | ((saved: Saved) => string);
  onSaved?: (saved: Saved) => void;
  /** What the call's address needs beside the record: the order to cancel. */
  params?: Record<string, string>;
  /** Joins every body: the class of a new lesson. */
  also?: Granted;
  /** Asked before a save, with the record that it is based on; false stops it, an answer's entries join the body. */
  beforeSave?: (values: ValuesOf<K>, base: Saved | undefined) => Promise<Granted | boolean>;
  /** A refusal that is a question ("Add anyway?"): an answer's entries join the body, which is sent again; null leaves it refused. */
  afterRefusal?: (error: unknown, values: ValuesOf<K>) => Promise<Granted | null>;
  /** Said when the record is gone meanwhile; the dialog closes. */
  gone?: string;
  /** Whether closing loses something, where that is not what was typed: a token that nobody has copied. */
  dirty?: boolean | undefined;
  /** Asked instead of 'Discard changes?' when the dialog is closed. */
  question?: ConfirmQuestion | undefined;
  /** Whether the dialog is still open at an address: one of its tabs stands there too. */
  isOpenAt?: (search: object) => boolean;
  /** The dialog stays open after a success: it shows what came back. */
  staysOpen?: boolean;
};

/**
 * A form's state: its values, what is wrong with them and what is missing, and saving. A save whose answer was lost is
 * sent again as the same act; on a stale save nothing typed is lost and both versions are compared (`StaleNotice`).
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
  }));
  const mantine = useForm<Record<string, unknown>>({ initialValues: first });
  const values = mantine.values as Values;
  const { base, stale, noteRefusal, compareDraft, choose, rebase } = useStale<
    Record<string, unknown>,
    Saved | undefined
  >(record, {
    values: mantine.values,
    setValues: (next) => mantine.setValues(next),
    valuesOf: (saved) => (saved === undefined ? first : valuesOf(form, saved, context)),
  });

  const operation = record === undefined ? form.create : form.update;
  if (!operation) throw new Error(`The form of a ${form.noun} cannot be saved this way.`);
  const queryClient = useQueryClient();
  const saving = useOperation(operation, { refreshes: form.refreshes });
  const refusal = useRef(noteRefusal);
  useEffect(() => {
    // The latest, which knows what was typed while the save was on its way.
    refusal.current = noteRefusal;
  });
  const [isSaving, setSaving] = useState(false);
  const [isTried, setTried] = useState(false);
  /** The field that is being typed in, where what stands there is not wrong yet. */
  const [typing, setTyping] = useState<string | null>(null);
  /** What was agreed to, and for which body: a retry after a lost answer sends the same. */
  const granted = useRef<{ body: string; entries: Granted } | null>(null);

  const missing = missingOf(form, values);
  const own: Readonly<Record<string, string | undefined>> = problemsOf(form, values, {
    // The update's, where there is one: it judges also what is not whole yet.
    schema: (form.update ?? operation).body,
    record: base,
    context,
    withMissing: isTried && missing.length > 0,
  });
  // Where nothing is typed there is nothing to choose from: what is asked is asked anew, of what stands now.
  const asksOnly = Object.keys(form.fields).length === 0;
  const refused = form.refused(
    saving.error,
    problemsOfFailure(asksOnly ? saving.error : unlessStale(saving.error), fieldAt(form)),
  );
  // A refusal is of what stands there now: typing takes it back. It knows more than the form does by itself.
  const problems = { ...own, ...refused } as ProblemsOf<K>;
  const isDirty = options.dirty ?? mantine.isDirty();
  const savedVersion = (base as { version?: number } | undefined)?.version;
  const origin = base === record ? first : valuesOf(form, base, context);
  // An open comparison keeps no version, so that the draft is compared again.
  const version = stale === null ? savedVersion : undefined;
  const restore = ({ changed, version: typedOn }: KeptValues) => {
    const isCurrent = typedOn !== undefined && typedOn === savedVersion;
    if (base === undefined || isCurrent) mantine.setValues(changed);
    else compareDraft(changed);
  };
  useKeptDraft({
    form: JSON.stringify([operation.name, base, options.params, options.also].map(idOf)),
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
    // What stands under a field is about what was sent, not about what is typed now.
    if (saving.error && !isSaving) saving.reset();
  };

  const send = (body: Granted) =>
    saving.mutateAsync({
      params: { ...(base !== undefined && form.params(base)), ...options.params },
      body: operation.body && body,
      // What takes something away has no body.
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
    // One question may follow another: a tutor booked twice, then a lesson that is full.
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
    if (!isReady) return false;
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
      // Somebody else may have changed it: the list below should say so.
      for (const domain of form.refreshes)
        void queryClient.invalidateQueries({ queryKey: [domain] });
      if (options.gone !== undefined && isMissing(error)) {
        showSnackbar(options.gone);
        close();
      }
      return false;
    } finally {
      setSaving(false);
    }
  };

  const isReady = missing.length === 0 && Object.keys(own).length === 0;

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
    // The definition's kinds say what each field's input takes.
    return props as InputProps<Values[Name], InputsOf<K>[Name]>;
  };

  return {
    form,
    context,
    values,
    set,
    field,
    base,
    /** Version that a draft of the values is based on; undefined for a new record, and while a comparison is open. */
    version,
    /** Puts a draft into the form; one of another version, or without one, is compared with the saved record. */
    restore,
    stale,
    choose,
    /** Goes on from a later version of the record, which this person brought about elsewhere: what was typed stays. */
    rebase: (saved: Saved) => {
      rebase(saved);
      mantine.resetDirty(valuesOf(form, saved, context));
    },
    missing,
    problems,
    isReady,
    isTried,
    isDirty,
    isSaving,
    /** The last failure; a lost answer is safe to send again where the operation is idempotent. */
    error: saving.error,
    isRepeatable: isOutcomeUnknown(saving.error) && operation.idempotent === true,
    /** Resolves to whether it was saved. */
    save,
    opened: options.opened,
    close,
    question: options.question,
  };
};

export type FormState<K extends object, Saved = unknown> = ReturnType<
  typeof useFormState<K, Saved>
>;
/** The state of this form. */
export type StateOf<F> =
  F extends Form<infer K extends object, infer Saved> ? FormState<K, Saved> : never;

/** Of a record its id; the rest as it is. */
const idOf = (part: unknown): unknown =>
  typeof part === 'object' && part !== null && '_id' in part ? part._id : part;

/** What an input hands on: its event, its value, or nothing. */
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
