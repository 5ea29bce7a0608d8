import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState, type ComponentType, type ReactNode } from 'react';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import type { CallInput } from '../../lib/api-client.ts';
import { operationQuery } from '../../lib/queries.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { FullScreenDialog } from '../../ui/full-screen-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { MissingDialog } from '../../ui/missing-dialog.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import type { RecordOf } from './define-form.ts';
import { asksOnly, footerWords, FormBody, type AnyForm } from './form-body.tsx';
import styles from './form-dialogs.module.css';

type RecordDialogProps = {
  title: string;
  form: AnyForm;
  saveLabel?: string;
  /** The summary panel: a column at the right, or above the footer on small screens. */
  aside?: ReactNode;
  asideSummary?: ReactNode;
  children: ReactNode;
} & RecordFrame;

/** Layout options of a form's dialog besides its fields. */
export type RecordFrame = {
  /** Beside the title: where the draft is saved, the record. */
  besideTitle?: ReactNode;
  /** The height of a dialog that leaves the page in sight. */
  height?: number;
  /** The fields lay themselves out, in panels that reach the edges. */
  bare?: boolean;
  /** Before "Still needed": the link to the keyboard shortcuts. */
  footerLead?: ReactNode;
  /** Buttons before Save: other actions on the current values. */
  moreActions?: ReactNode;
};

/** The full-screen dialog of a record's form: refusals at the top, missing fields beside Save. */
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
      {...(props.height !== undefined && { height: props.height })}
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
        {...(props.bare ? { className: styles.panels } : { gap: 'xl', maw: 1040 })}
      >
        {props.children}
      </FormBody>
    </FullScreenDialog>
  );
};

type ActDialogProps = {
  title: string;
  form: AnyForm;
  /** Label of the submit button. */
  actLabel: string;
  cancelLabel?: string;
  /** The action removes something. */
  danger?: boolean;
  size?: number;
  /** Above the fields: the record, and the effect of the action. */
  about?: ReactNode;
  disabled?: boolean;
  children?: ReactNode;
};

/** A dialog for an action with a few fields; missing fields are listed, and marked after the first try. */
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
            disabled={(props.disabled ?? false) || form.gone !== undefined}
          >
            {actLabel}
          </Button>
        ) : (
          <PrimaryButton
            keys="Ctrl ↵"
            busy={form.isSaving}
            disabled={(props.disabled ?? false) || form.gone !== undefined}
            focused={asks}
          >
            {actLabel}
          </PrimaryButton>
        )
      }
    >
      {props.about}
      <FormBody form={form} saveLabel={actLabel}>
        {props.children}
      </FormBody>
    </Dialog>
  );
};

/** Props that `OpenForm` passes to a form's dialog. */
export type FormProps<Saved> = {
  /** The saved record; undefined for a new one. */
  record: Saved | undefined;
  opened: boolean;
  onClose: () => void;
  /** Values typed for a deleted record, offered in the form of a new one. */
  typed?: object | undefined;
  /** Starts a new record with the typed values when the saved one was deleted meanwhile. */
  onSaveAsNew?: ((values: object) => void) | undefined;
};

/** The props that a screen passes to the dialog of a record's form. */
export type OpenableForm = {
  /** The id of the record to change, 'new' to create one, null while the dialog is closed. */
  open: string | null;
  onClose: () => void;
};

type OpenFormProps<Get extends AnyOperation> = OpenableForm & {
  /** The record in messages: "class". */
  noun: string;
  title: string;
  /** Reads the record, by its id. */
  get: Get;
  /** Why this user may not edit this record; undefined if allowed. */
  refusal?: (record: RecordOf<Get>) => string | undefined;
  /** The form's dialog; remounted for every opening. */
  children: (props: FormProps<RecordOf<Get>>) => ReactNode;
};

/**
 * The dialog that creates and edits a record. The record is fetched at each opening: a form based on cached data would
 * be refused as stale.
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
  const [typed, setTyped] = useState<object>();
  const refusal = record && props.refusal?.(record);
  if (typed)
    return (
      <Fragment key="new">{props.children({ record: undefined, opened, onClose, typed })}</Fragment>
    );
  if (record && refusal === undefined)
    return (
      <Fragment key="saved">
        {props.children({ record, opened, onClose, onSaveAsNew: setTyped })}
      </Fragment>
    );
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
  /** The record in messages: "class". */
  noun: string;
  /** The query that is still loading; undefined if all data is there but the user has no form. */
  query: Parameters<typeof listStateOf>[0] | undefined;
  /** Why this user has no form. */
  refusal?: string | undefined;
};

/** The dialog of a record's form while the record is loading, could not be loaded, or when the user may not edit it. */
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
  <Stack gap="xl" maw={1040} mx="auto">
    {[40, 60, 60, 30, 50].map((width, index) => (
      <SkeletonBar key={index} width={width} height={24} />
    ))}
  </Stack>
);

/**
 * A form's dialog whose code is loaded at its first opening, since forms are large and rarely opened. If loading fails,
 * a dialog offers a retry and the page stays.
 */
export const lazyForm = <Props extends { open: unknown; onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> => {
  const Loaded = lazyPart(load, {
    missing: ({ open, onClose }, retry) => (
      <MissingDialog opened={open !== null} onClose={onClose} retry={retry} />
    ),
  });
  return function LazyForm(props: Props) {
    const [everOpened, setEverOpened] = useState(false);
    if (props.open !== null && !everOpened) setEverOpened(true);
    return everOpened && <Loaded {...props} />;
  };
};
