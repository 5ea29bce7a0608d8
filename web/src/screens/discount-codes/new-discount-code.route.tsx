import { Box, Checkbox, Input, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconClipboardText, IconLock, IconRosetteDiscount, IconUsers } from '@tabler/icons-react';
import { NumberInput } from '../../ui/number-input.tsx';
import { useQuery } from '@tanstack/react-query';
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import type { DiscountCode } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import type { DiscountType } from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import { can } from 'staffroom-contract/domains/identity/permissions.ts';
import { currencySymbol } from 'staffroom-contract/shared/money.ts';
import { DayInput } from '../../kit/form/day-input.tsx';
import { footerWords, FormBody, useLoadedOnceTyped } from '../../kit/form/form-body.tsx';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { isDay } from '../../kit/form/field.ts';
import { readNumber } from '../../kit/form/typed-number.ts';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { optionalInAddress } from '../../lib/address-values.ts';
import { ApiError } from '../../lib/api-error.ts';
import { formatCount, formatLongDay } from '../../lib/formats.ts';
import { meQuery, rightsOf } from '../../lib/session.ts';
import { useToday } from '../../lib/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { Effects } from '../../ui/effects.tsx';
import { listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel, PanelFooter, PanelScroll } from '../../ui/panel.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { Segments } from '../../ui/segments.tsx';
import { submitOnCtrlEnter } from '../../ui/submit-on-ctrl-enter.ts';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useLeaveGuard } from '../../ui/use-leave-guard.ts';
import { AgentSelect } from '../../domains/users/agent-select.tsx';
import { LimitCard } from '../../domains/discount-codes/class-limit.tsx';
import {
  cleanCode,
  discountCodeForm,
  discountKinds,
  duplicateOf,
  fixedAmounts,
  newCode,
  typeOf,
  type CodeForm,
  type CodeValues,
} from '../../domains/discount-codes/discount-code.form.ts';
import { discountWords } from '../../domains/discount-codes/discount-code-words.ts';
import { discountCodeQuery, params } from '../../domains/discount-codes/discount-codes.api.ts';
import styles from './new-discount-code.module.css';

const loadDialogs = () => import('../../domains/discount-codes/new-code-dialogs.tsx');
const ConfirmCodeDialog = lazyForm(async () => (await loadDialogs()).ConfirmCodeDialog);
const CreatedCodeDialog = lazyForm(async () => (await loadDialogs()).CreatedCodeDialog);

/** A new code, empty or a duplicate of `?from=` (part 1 §2). Roles that may not create one go to the list. */
const NewDiscountCode = () => {
  const { from } = Route.useSearch();
  return (
    <Page title="New Discount Code" back={{ label: 'Discount Codes', to: '/discountcode' }} fill>
      {from === undefined ? <EmptyForm /> : <DuplicateForm key={from} from={from} />}
    </Page>
  );
};

const EmptyForm = () => {
  const today = useToday();
  return <NewCodeForm start={newCode(today)} />;
};

const DuplicateForm = ({ from }: { from: string }) => {
  const today = useToday();
  const query = useQuery({ ...discountCodeQuery(from), refetchOnWindowFocus: false });
  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <>
        <Banner tone="warning" title="The discount code to duplicate does not exist." />
        <EmptyForm />
      </>
    );
  if (query.data) return <NewCodeForm start={duplicateOf(query.data.data, today)} />;
  return (
    <Panel fill>
      <ListStates
        state={listStateOf(query)}
        noun="terms of the code to duplicate"
        isEmpty={false}
        empty={null}
        skeleton={<FormSkeleton />}
      >
        {null}
      </ListStates>
    </Panel>
  );
};

/** Placeholder of the form while the code to duplicate loads. */
const FormSkeleton = () => (
  <div className={styles.columns}>
    <div className={styles.fields}>
      {[70, 55, 90, 60, 75, 50].map((width) => (
        <div key={width} className={styles.half}>
          <SkeletonBar width={width} height={34} />
        </div>
      ))}
    </div>
    <SkeletonBar width={100} height={120} />
  </div>
);

/** The form of a new code with its confirmation and success dialogs (part 1 §2, §5). */
const NewCodeForm = ({ start }: { start: CodeValues }) => {
  const [confirming, setConfirming] = useState(false);
  const [created, setCreated] = useState<DiscountCode | null>(null);
  const navigate = useNavigate();
  const form = useFormState(discountCodeForm, {
    initial: start,
    // A page and not a dialog: leaving it asks, but it cannot be closed.
    opened: false,
    onClose: () => undefined,
    staysOpen: true,
    params,
    done: '',
    onSaved: (code) => {
      leave();
      setCreated(code);
    },
  });
  const leave = useLeaveGuard(form.isDirty);
  useLoadedOnceTyped(form.isDirty, loadDialogs);

  return (
    <>
      <form
        className={styles.form}
        noValidate
        onKeyDown={submitOnCtrlEnter}
        onSubmit={(event) => {
          // React events bubble through portals, so this also receives those of a dialog above.
          if (event.target !== event.currentTarget) return;
          event.preventDefault();
          if (form.isReady) setConfirming(true);
        }}
      >
        <PanelScroll label="New Discount Code">
          <FormBody form={form} saveLabel="Submit" className={styles.body}>
            <CodeFields form={form} />
          </FormBody>
        </PanelScroll>
        <PanelFooter>
          <Box miw={0} flex={1} py="xs">
            {readNumber(form.values.discount) > 0 && (
              <Text variant="title" c="bright">
                {discountWords(termsOf(form.values))} off
              </Text>
            )}
            <span aria-live="polite">
              {form.isReady ? limitsWords(form.values) : footerWords(form)}
            </span>
          </Box>
          <PrimaryButton keys="Ctrl ↵" disabled={!form.isReady}>
            Submit
          </PrimaryButton>
        </PanelFooter>
      </form>
      <ConfirmCodeDialog
        open={confirming ? form.values : null}
        busy={form.isSaving}
        onConfirm={() => void form.save().then(() => setConfirming(false))}
        onClose={() => setConfirming(false)}
      />
      <CreatedCodeDialog open={created} onClose={() => void navigate({ to: '/discountcode' })} />
    </>
  );
};

const CodeFields = ({ form }: { form: CodeForm }) => (
  <div className={styles.columns}>
    <div className={styles.fields}>
      <CodeInput {...form.field('code')} />
      <TextInput {...form.field('desc')} className={styles.half ?? ''} />
      <DiscountFields form={form} />
      <div className={`${styles.first} ${styles.pair}`}>
        <DayInput {...form.field('start_date')} />
      </div>
      <div className={styles.pair}>
        <DayInput {...form.field('end_date')} />
      </div>
      <NumberInput
        {...form.field('usage_limit')}
        className={styles.pair ?? ''}
        description="*Leave at 0 for unlimited use"
      />
      <div className={styles.pair}>
        <AgentSelect {...form.field('agent')} clearable={form.values.agent !== null} />
      </div>
      <Checkbox {...form.field('block_trial')} className={styles.wide ?? ''} />
    </div>
    <Stack miw={0}>
      <LimitCard
        chosen={form.values.classes}
        onChange={(classes) => form.set({ classes })}
        error={form.field('classes').error}
      />
      <Effects title="When you submit" items={effectsOf(form.values)} />
    </Stack>
  </div>
);

const termsOf = ({ discount_type: kind, discount, currency }: CodeValues) => ({
  discount_type: typeOf(kind),
  discount: readNumber(discount),
  currency,
});

/** "50 uses, 5 classes". */
const limitsWords = ({ usage_limit: limit, classes }: CodeValues) =>
  [
    readNumber(limit) > 0 ? formatCount(readNumber(limit), 'use') : 'Unlimited use',
    classes.length > 0 ? formatCount(classes.length, 'class', 'classes') : 'every class',
  ].join(', ');

const effectsOf = ({ code, start_date: start, end_date: end, agent }: CodeValues) => [
  { icon: IconClipboardText, words: 'You confirm a summary first.' },
  ...(isDay(start) && isDay(end)
    ? [
        {
          icon: IconRosetteDiscount,
          words: `${cleanCode(code) || 'The code'} works from ${formatLongDay(start)} until ${formatLongDay(end)}.`,
        },
      ]
    : []),
  {
    icon: IconUsers,
    words: agent
      ? `Orders with it get the agent ${agent.name || '–'}.`
      : 'Orders with it keep their agent.',
  },
  { icon: IconLock, words: 'The terms cannot be edited later, only disabled.' },
];

type CodeInputProps = {
  label: string;
  required: boolean;
  value: string;
  onChange: (code: string) => void;
  onBlur?: () => void;
  error: ReactNode;
};

/** The code, upper-cased while typing (part 1 §2). */
const CodeInput = ({ value, onChange, ...rest }: CodeInputProps) => (
  <TextInput
    {...rest}
    className={`${styles.half} ${styles.code}`}
    autoComplete="off"
    spellCheck={false}
    maxLength={80}
    value={value}
    onChange={({ currentTarget: input }) => {
      // Set on the element itself, so that the caret stays in place when typing in the middle.
      const { selectionStart, selectionEnd } = input;
      input.value = input.value.toUpperCase();
      input.setSelectionRange(selectionStart, selectionEnd);
      onChange(input.value);
    }}
    onBlur={() => onChange(cleanCode(value))}
  />
);

/** Choices whose label is their value. */
const choicesOf = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: value }));

/** The discount: its type, for a fixed amount also its unit and currency, and its value. */
const DiscountFields = ({ form }: { form: CodeForm }) => {
  const type = form.values.discount_type;
  const { label, error } = form.field('discount_type');
  const setType = (changes: Partial<typeof type>) =>
    form.set({ discount_type: { ...type, ...changes } });
  const narrow = useNarrow();
  return (
    <>
      {narrow ? (
        <Input.Wrapper label={label} error={error} labelElement="div">
          <div role="radiogroup" aria-label={label} className={styles.kinds}>
            {discountKinds.map((kind) => (
              <label
                key={kind}
                className={styles.kind}
                data-checked={kind === type.kind || undefined}
              >
                <input
                  type="radio"
                  name="discount_type"
                  checked={kind === type.kind}
                  onChange={() => setType({ kind })}
                />
                {kind}
              </label>
            ))}
          </div>
        </Input.Wrapper>
      ) : (
        <Input.Wrapper className={styles.wide ?? ''} label={label} labelElement="div" error={error}>
          <Segments
            label={label}
            choices={choicesOf(discountKinds)}
            value={type.kind}
            onChange={(kind) => setType({ kind })}
          />
        </Input.Wrapper>
      )}
      {type.kind === 'Fixed amount discount' && (
        <>
          <Input.Wrapper label="Applies to" labelElement="div">
            <Segments
              label="Applies to"
              choices={choicesOf(fixedAmounts)}
              value={type.fixed}
              onChange={(fixed) => setType({ fixed })}
            />
          </Input.Wrapper>
          <Select {...form.field('currency')} required={false} />
        </>
      )}
      <NumberInput
        {...form.field('discount')}
        description={units[typeOf(type)].replace('$', () => currencySymbol(form.values.currency))}
      />
    </>
  );
};

/** The unit of the discount value by type (part 1 §2). */
const units: Record<DiscountType, string> = {
  Percent: '% of the whole order',
  Absolute: '$ off the whole order',
  'Each Element Dollar Off': '$ per lesson',
  'Number of Element Free': 'lessons free, the cheapest of the order',
};

export const Route = createFileRoute('/_signed-in/discountcode/new')({
  validateSearch: z.object({ from: optionalInAddress(z.uuid()) }),
  // More roles may open the list than may create.
  beforeLoad: async ({ context: { queryClient } }) => {
    const { data: me } = await queryClient.ensureQueryData(meQuery);
    if (!can(rightsOf(me), 'discountcode.canCreate'))
      throw redirect({ to: '/discountcode', replace: true });
  },
  staticData: {
    prefetch: ({ search: { from } }: { search: { from?: string } }) =>
      from === undefined ? [] : [discountCodeQuery(from)],
  },
  component: NewDiscountCode,
});
