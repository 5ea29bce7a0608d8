import { useRef, type ReactNode } from 'react';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import type { Form, RecordOf } from './define-form.ts';
import {
  OpenForm,
  RecordDialog,
  type FormProps,
  type OpenableForm,
  type RecordFrame,
} from './form-dialogs.tsx';
import { useFormState, type FormOptions, type FormState } from './use-form-state.ts';

type Props<K extends object, Get extends AnyOperation> = OpenableForm & {
  /** Called after creation; `onClose` by default. */
  onCreated?: ((created: RecordOf<Get>) => void) | undefined;
  form: Form<K, RecordOf<Get>>;
  get: Get;
  /** Titles of the dialog: `['Add New Class', 'Edit Class']`. */
  titles: readonly [toCreate: string, toEdit: string];
  /** More options of the form's state: questions, where to go after saving. */
  options?: (
    record: RecordOf<Get> | undefined,
  ) => Partial<FormOptions<K, RecordOf<Get>>> | undefined;
  /** Beside the inputs: the effect of saving. */
  aside?: (form: FormState<K, RecordOf<Get>>) => ReactNode;
  asideSummary?: (form: FormState<K, RecordOf<Get>>) => ReactNode;
  frame?: (form: FormState<K, RecordOf<Get>>) => RecordFrame;
  children: (form: FormState<K, RecordOf<Get>>) => ReactNode;
};

/** The dialog that creates and edits a record; the snackbar confirms with the record's name. */
export const RecordForm = <K extends object, Get extends AnyOperation>({
  open,
  onClose,
  ...form
}: Props<K, Get>) => (
  <OpenForm
    open={open}
    onClose={onClose}
    noun={form.form.noun}
    title={form.titles[1]}
    get={form.get}
  >
    {(dialog) => <OpenedForm {...form} {...dialog} />}
  </OpenForm>
);

const OpenedForm = <K extends object, Get extends AnyOperation>({
  form: definition,
  titles,
  options,
  aside,
  asideSummary,
  frame,
  children,
  record,
  onCreated,
  ...dialog
}: Omit<Props<K, Get>, 'open'> & FormProps<RecordOf<Get>>) => {
  const created = useRef<RecordOf<Get> | null>(null);
  const form = useFormState(definition, {
    ...dialog,
    ...(record === undefined
      ? {
          onSaved: (saved) => {
            created.current = saved;
          },
          onClose: () =>
            created.current && onCreated ? onCreated(created.current) : dialog.onClose(),
        }
      : { record }),
    done: (saved) => `${nameOf(saved)} ${record === undefined ? 'created' : 'saved'}`,
    ...options?.(record),
  });
  return (
    <RecordDialog
      form={form}
      title={titles[record === undefined ? 0 : 1]}
      aside={aside?.(form)}
      asideSummary={asideSummary?.(form)}
      {...frame?.(form)}
    >
      {children(form)}
    </RecordDialog>
  );
};

const nameOf = (saved: unknown) => (saved as { name: string }).name;
