import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { AnyOperation } from '@staffroom/contract/shared/operation.ts';
import type { CallInput } from '../../lib/api-client.ts';
import { sendsAgainWords } from '../../lib/api-error.ts';
import { operationQuery } from '../../lib/queries.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { FullScreenDialog } from '../../ui/full-screen-dialog.tsx';
import { listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import type { StaleField, StaleNotice as Notice } from '../../ui/stale-notice.tsx';
import { useFocusOnProblem } from '../../ui/use-focus-on-problem.ts';
import type { Fields, RecordOf } from './define-form.ts';
import type { FormState } from './use-form-state.ts';
import styles from './form-dialogs.module.css';

const loadStaleNotice = () => import('../../ui/stale-notice.tsx');

/** Rarely seen. */
const StaleNotice = lazy(async () => ({
  default: (await loadStaleNotice()).StaleNotice,
})) as unknown as typeof Notice;

/**
 * Fetches what a form may need later once something is typed in it: later the server may be away or updated, and what
 * is typed would go with the screen.
 */
export const useLoadedOnceTyped = (isDirty: boolean, load: () => Promise<unknown>): void =>
  useEffect(() => {
    // What cannot be fetched now is asked for again when it is needed.
    if (isDirty) load().catch(() => undefined);
  }, [isDirty, load]);

// What the frames need of a form, whatever its fields.
type AnyForm = Pick<
  FormState<object>,
  | 'context'
  | 'stale'
  | 'missing'
  | 'isReady'
  | 'isTried'
  | 'isDirty'
  | 'isSaving'
  | 'error'
  | 'isRepeatable'
  | 'opened'
  | 'close'
  | 'question'
  | 'choose'
> & {
  form: { noun: string; fields: Fields };
  problems: { form?: string | undefined };
  values: object;
  save: () => unknown;
};

type RecordDialogProps = {
  title: string;
  form: AnyForm;
  saveLabel?: string;
  /** The summary panel: a column at the right, on small screens above the footer. */
  aside?: ReactNode;
  asideSummary?: ReactNode;
  children: ReactNode;
} & RecordFrame;

/** What a form's dialog looks like beyond its fields. */
export type RecordFrame = {
  /** Beside the title: where the draft is kept. */
  besideTitle?: ReactNode;
  /** The fields lay themselves out, in panels to the edge. */
  bare?: boolean;
  /** Before what is still needed: the way to the keys. */
  footerLead?: ReactNode;
  /** Buttons before Save: what else can be done with the form as it stands. */
  moreActions?: ReactNode;
};

/** The full-screen dialog of a record's form: what was refused on top, what is missing beside Save. */
export const RecordDialog = (props: RecordDialogProps) => {
  const { title, form, saveLabel = 'Save', aside, asideSummary } = props;
  return (
    <FullScreenDialog
      title={title}
      opened={form.opened}
      onClose={form.close}
      dirty={form.isDirty}
      question={form.question}
      busy={form.isSaving}
      onSubmit={() => void form.save()}
      aside={aside}
      asideSummary={asideSummary}
      stepper={props.besideTitle}
      bare={props.bare ?? false}
      footerStart={
        <>
          {props.footerLead} {footerWords(form)}
        </>
      }
      actions={
        <>
          {props.moreActions}
          <PrimaryButton keys="Ctrl ↵" busy={form.isSaving} disabled={!form.isReady}>
            {saveLabel}
          </PrimaryButton>
        </>
      }
    >
      <FormBody
        form={form}
        saveLabel={saveLabel}
        className={props.bare ? styles.panels : styles.record}
      >
        {props.children}
      </FormBody>
    </FullScreenDialog>
  );
};

/** What saving still waits for, in words. */
export const footerWords = ({ missing, isReady }: Pick<AnyForm, 'missing' | 'isReady'>) => {
  if (missing.length > 0) return `Still needed: ${missing.join(', ')}.`;
  return isReady ? 'All required fields are filled.' : 'Some fields need another look.';
};

type ActDialogProps = {
  title: string;
  form: AnyForm;
  /** The button that does it. */
  actLabel: string;
  cancelLabel?: string;
  /** The act takes something away. */
  danger?: boolean;
  size?: number;
  /** What the act is about and what it brings, above the fields. */
  about?: ReactNode;
  /** The button that does it can be pressed only then. */
  disabled?: boolean;
  children?: ReactNode;
};

/** A dialog over the page for an act with a few fields; what is still missing is said, and marked after a try. */
export const ActDialog = (props: ActDialogProps) => {
  const { form, actLabel, danger = false } = props;
  const asks = asksOnly(form);
  return (
    <Dialog
      title={props.title}
      opened={form.opened}
      onClose={form.close}
      dirty={form.isDirty}
      question={form.question}
      busy={form.isSaving}
      onSubmit={() => void form.save()}
      {...(props.cancelLabel !== undefined && { cancelLabel: props.cancelLabel })}
      {...(props.size !== undefined && { size: props.size })}
      footerStart={form.missing.length > 0 && footerWords(form)}
      cancelFocused={danger && asks}
      primary={
        danger ? (
          <Button
            type="submit"
            variant="danger"
            loading={form.isSaving}
            disabled={props.disabled ?? false}
          >
            {actLabel}
          </Button>
        ) : (
          <PrimaryButton
            keys="Ctrl ↵"
            busy={form.isSaving}
            disabled={props.disabled ?? false}
            focused={asks}
          >
            {actLabel}
          </PrimaryButton>
        )
      }
    >
      {props.about}
      <FormBody form={form} saveLabel={actLabel} className={styles.act}>
        {props.children}
      </FormBody>
    </Dialog>
  );
};

/** Has the act nothing to fill in: it is a question? */
const asksOnly = ({ form }: AnyForm) => Object.keys(form.fields).length === 0;

type BodyProps = {
  form: AnyForm;
  saveLabel: string;
  className: string | undefined;
  children: ReactNode;
};

/** The fields of a form below what was refused and what others saved meanwhile; of a form that is no dialog, too. */
export const FormBody = ({ form, saveLabel, className, children }: BodyProps) => {
  useLoadedOnceTyped(form.isDirty, loadStaleNotice);
  const fields = useFocusOnProblem(form.error);
  return (
    <div ref={fields} className={className}>
      <OtherVersion form={form} saveLabel={saveLabel} />
      <FormHead form={form} saveLabel={saveLabel} asks={asksOnly(form)} />
      {children}
    </div>
  );
};

/** What was refused as a whole; after a lost answer, that sending again is safe. */
export const FormHead = ({
  form: { problems, isRepeatable },
  saveLabel,
  asks = false,
}: {
  form: Pick<AnyForm, 'problems' | 'isRepeatable'>;
  saveLabel: string;
  /** There is nothing to type. */
  asks?: boolean;
}) =>
  problems.form && (
    <FormProblem text={problems.form}>
      {isRepeatable && (
        <p>
          {!asks && 'Nothing typed is lost. '}
          {sendsAgainWords(saveLabel)}
        </p>
      )}
    </FormProblem>
  );

/** Both versions side by side when somebody else saved the record meanwhile. */
const OtherVersion = ({ form, saveLabel }: { form: AnyForm; saveLabel: string }) => {
  if (!form.stale) return null;
  const rows: StaleField<Record<string, unknown>>[] = Object.entries(form.form.fields)
    .filter(([, field]) => !field.secret)
    .map(([name, field]) => ({
      label: field.label,
      fields: [name],
      show: (values) => field.words(values[name], form.context),
    }));
  return (
    <Suspense>
      <StaleNotice
        noun={form.form.noun}
        stale={form.stale}
        values={form.values as Record<string, unknown>}
        fields={rows}
        onChoose={form.choose}
        saveLabel={saveLabel}
      />
    </Suspense>
  );
};

/** What the dialog of a form is given by `OpenForm`. */
export type FormProps<Saved> = {
  /** The saved record; undefined for a new one. */
  record: Saved | undefined;
  opened: boolean;
  onClose: () => void;
};

type OpenFormProps<Get extends AnyOperation> = {
  /** The id of the record to change, 'new' to create one, null while the dialog is closed. */
  open: string | null;
  onClose: () => void;
  /** What is waited for: "class". */
  noun: string;
  title: string;
  /** Reads the record, by its id. */
  get: Get;
  /** Why this record has no form for this person; undefined when it has. */
  refusal?: (record: RecordOf<Get>) => string | undefined;
  /** The form's dialog; every opening begins with a fresh one. */
  children: (props: FormProps<RecordOf<Get>>) => ReactNode;
};

/**
 * A form's dialog that creates and edits. A record is read anew at each opening: a form based on what was known before
 * would be refused as stale.
 */
export const OpenForm = <Get extends AnyOperation>(props: OpenFormProps<Get>) => {
  const { open, onClose, children } = props;
  return (
    <FreshForm record={open}>
      {(id, opened) =>
        id === 'new' ? (
          children({ record: undefined, opened, onClose })
        ) : (
          <SavedForm {...props} id={id} opened={opened} />
        )
      }
    </FreshForm>
  );
};

const SavedForm = <Get extends AnyOperation>(
  props: OpenFormProps<Get> & { id: string; opened: boolean },
) => {
  const { id, title, noun, opened, onClose } = props;
  const query = useQuery({
    ...operationQuery(props.get, { params: { id } } as CallInput<Get>),
    staleTime: 0,
  });
  const answer = query.isFetchedAfterMount ? query.data : undefined;
  const record = (answer as { data: RecordOf<Get> } | undefined)?.data;
  const refusal = record && props.refusal?.(record);
  if (record && refusal === undefined) return props.children({ record, opened, onClose });
  return (
    <WaitingForm
      query={record ? undefined : query}
      {...{ title, noun, refusal, opened, onClose }}
    />
  );
};

type WaitingProps = {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** What is waited for: "class". */
  noun: string;
  /** What is not here yet; undefined when everything is, but not for this person. */
  query: Parameters<typeof listStateOf>[0] | undefined;
  /** Why this person has no form. */
  refusal?: string | undefined;
};

/** The dialog of a record's form while the record is not there, or for whom it is none to change. */
export const WaitingForm = (props: WaitingProps) => {
  const { title, opened, onClose, noun, query, refusal } = props;
  return (
    <FullScreenDialog
      title={title}
      opened={opened}
      onClose={onClose}
      dirty={false}
      cancelLabel={null}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {query ? (
        <ListStates
          state={{ ...listStateOf(query), status: query.isError ? 'error' : 'loading' }}
          noun={noun}
          isEmpty={false}
          empty={null}
          skeleton={<FormSkeleton />}
        >
          {null}
        </ListStates>
      ) : (
        <Banner tone="warning" title={refusal} />
      )}
    </FullScreenDialog>
  );
};

const FormSkeleton = () => (
  <div className={styles.waiting}>
    {[40, 60, 60, 30, 50].map((width, index) => (
      <SkeletonBar key={index} width={width} height={24} />
    ))}
  </div>
);

/**
 * A form's dialog whose code is fetched when it is first opened: forms are large and rarely needed at first sight of
 * a list.
 */
export const lazyForm = <Props extends { open: unknown }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return function LazyForm(props: Props) {
    const [everOpened, setEverOpened] = useState(false);
    if (props.open !== null && !everOpened) setEverOpened(true);
    return <Suspense>{everOpened && <Loaded {...props} />}</Suspense>;
  };
};
