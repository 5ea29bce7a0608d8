import { Stack, VisuallyHidden } from '@mantine/core';
import { useEffect, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { sendsAgainWords } from '../../lib/api-error.ts';
import { FormProblem } from '../../ui/form-problem.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { StaleField, StaleNotice as Notice } from '../../ui/stale-notice.tsx';
import { useFocusOnProblem } from '../../ui/use-focus-on-problem.ts';
import type { Fields } from './define-form.ts';
import type { FormState } from './use-form-state.ts';

/** The parts of a form that its body and dialogs use, whatever its fields. */
export type AnyForm = Pick<
  FormState<object>,
  | 'context'
  | 'stale'
  | 'chooseItem'
  | 'missing'
  | 'isReady'
  | 'isTried'
  | 'tries'
  | 'isDirty'
  | 'isSaving'
  | 'error'
  | 'isRepeatable'
  | 'opened'
  | 'close'
  | 'question'
  | 'choose'
  | 'gone'
  | 'saveAsNew'
> & {
  form: { noun: string; fields: Fields };
  problems: { form?: string | undefined };
  values: object;
  save: () => unknown;
};

const loadStaleNotice = () => import('../../ui/stale-notice.tsx');

const loadGoneNotice = () => import('./gone-notice.tsx');
const GoneNotice = lazyPart(async () => (await loadGoneNotice()).GoneNotice);

/** Loads the notices that a failed save may need. */
const loadNotices = () => Promise.all([loadStaleNotice(), loadGoneNotice()]);

type NoticeProps = ComponentProps<typeof Notice<Record<string, unknown>>>;

const StaleNotice = lazyPart(
  async () => (await loadStaleNotice()).StaleNotice as ComponentType<NoticeProps>,
);

/**
 * Preloads code that a form may need later, as soon as something is typed: by then the server may be down or updated,
 * and a failed load would lose what was typed.
 */
export const useLoadedOnceTyped = (isDirty: boolean, load: () => Promise<unknown>): void =>
  useEffect(() => {
    // A failed load is retried when the code is needed.
    if (isDirty) load().catch(() => undefined);
  }, [isDirty, load]);

type BodyProps = {
  form: AnyForm;
  saveLabel: string;
  gap?: 'lg' | 'xl';
  maw?: number;
  className?: string | undefined;
  children: ReactNode;
};

/** The fields of a form, below refusals and concurrent changes; also for forms outside a dialog. */
export const FormBody = (props: BodyProps) => {
  const { form, saveLabel, gap = 'lg', maw, className, children } = props;
  useLoadedOnceTyped(form.isDirty, loadNotices);
  const fields = useFocusOnProblem(form.error, form.tries);
  return (
    <Stack
      ref={fields}
      gap={gap}
      {...(maw !== undefined && { maw, w: '100%', mx: 'auto' })}
      className={className}
    >
      <OtherVersion form={form} saveLabel={saveLabel} />
      {form.gone !== undefined ? (
        <GoneNotice form={form} />
      ) : (
        <FormHead form={form} saveLabel={saveLabel} asks={asksOnly(form)} />
      )}
      {form.tries > 0 && !form.isReady && (
        <VisuallyHidden key={form.tries} role="alert">
          {footerWords(form)}
        </VisuallyHidden>
      )}
      {children}
    </Stack>
  );
};

/** True if the action has no fields: the dialog is only a question. */
export const asksOnly = ({ form }: AnyForm) => Object.keys(form.fields).length === 0;

/** The footer's sentence: what still blocks saving. */
export const footerWords = ({
  missing,
  isReady,
  gone,
}: Pick<AnyForm, 'missing' | 'isReady'> & Partial<Pick<AnyForm, 'gone'>>) => {
  if (gone !== undefined) return gone;
  if (missing.length > 0) return `Still needed: ${missing.join(', ')}.`;
  return isReady ? 'All required fields are filled.' : 'Please check the marked fields.';
};

/** The refusal of the whole form; after a lost answer, a note that retrying is safe. */
export const FormHead = ({
  form: { problems, isRepeatable },
  saveLabel,
  asks = false,
}: {
  form: Pick<AnyForm, 'problems' | 'isRepeatable'>;
  saveLabel: string;
  /** The form has no fields. */
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

/** Both versions side by side when another user saved the record meanwhile. */
const OtherVersion = ({ form, saveLabel }: { form: AnyForm; saveLabel: string }) => {
  if (!form.stale) return null;
  const rows: StaleField<Record<string, unknown>>[] = Object.entries(form.form.fields)
    .filter(([, field]) => !field.secret)
    .map(([name, field]) => ({
      label: field.label,
      fields: [name],
      show: (values) => field.words(values[name], form.context),
      ...(field.items && {
        items: { ...field.items, keyOf: field.items.merged.keyOf, show: field.items.words },
      }),
    }));
  return (
    <StaleNotice
      noun={form.form.noun}
      stale={form.stale}
      values={form.values as Record<string, unknown>}
      fields={rows}
      onChoose={form.choose}
      onChooseItem={form.chooseItem}
      saveLabel={saveLabel}
    />
  );
};
