import { Checkbox, Input, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  paymentChannels,
  paymentPlatforms,
  type PaymentProvider,
} from '@staffroom/contract/domains/orders/orders.rules.ts';
import { isEmail } from '@staffroom/contract/shared/text.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useSessionUser } from '../../../lib/session.ts';
import { DayInput } from '../../../ui/day-input.tsx';
import { AgentSelect } from '../../users/agent-select.tsx';
import { usageWords } from './consequences.ts';
import {
  cleanCode,
  shownPhone,
  type OrderDraft,
  type Problems,
  type SetDraft,
} from './order-draft.ts';
import styles from './order-form.module.css';
import type { OrderQuote } from './use-order-quote.ts';

type Props = { draft: OrderDraft; set: SetDraft; state: OrderQuote; problems: Problems };

/** Milliseconds of rest after which an address counts as written to its end. */
const patience = 700;

/** Who the order is for, and from when to when. */
export const StudentFields = ({ draft, set, state, problems }: Props) => {
  const [isTyping, setTyping] = useState(false);
  const [rested] = useDebouncedValue(draft.email, patience);
  const emailProblem = isTyping && rested !== draft.email ? undefined : problems.email;
  const shown = shownPhone(draft, state.student);
  const setDates = (dates: Partial<OrderDraft['dates']>) =>
    set({ dates: { ...draft.dates, ...dates } });
  return (
    <>
      <div className={styles.email}>
        <TextInput
          label="E-mail"
          type="email"
          inputMode="email"
          autoComplete="off"
          required
          maxLength={254}
          value={draft.email}
          onChange={(event) => set({ email: event.currentTarget.value })}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          error={emailProblem}
        />
        {!emailProblem && (
          <StudentFound student={state.student} quote={state.quote} email={draft.email} />
        )}
      </div>
      <TextInput
        className={styles.countryCode ?? ''}
        label="Country code"
        inputMode="numeric"
        maxLength={5}
        leftSection="+"
        leftSectionWidth={24}
        value={shown.countryCode}
        onChange={(event) => set({ countryCode: event.currentTarget.value })}
        error={problems.phone_country_code}
      />
      <TextInput
        className={styles.phone ?? ''}
        label="Phone"
        type="tel"
        autoComplete="off"
        maxLength={30}
        value={shown.phone}
        onChange={(event) => set({ phone: event.currentTarget.value })}
        error={problems.phone}
      />
      <div className={styles.start}>
        <DayInput
          label="Start date"
          value={draft.dates.start}
          onChange={(start) => setDates({ start })}
          error={problems.start_date}
        />
      </div>
      <div className={styles.end}>
        <DayInput
          label="End date"
          value={draft.dates.end}
          onChange={(end) => setDates({ end })}
          error={problems.end_date}
        />
      </div>
    </>
  );
};

type FoundProps = { email: string } & Pick<OrderQuote, 'student' | 'quote'>;

const StudentFound = ({ email, student, quote }: FoundProps) => {
  if (!quote || student === undefined || !isEmail(email.trim())) return null;
  const owned = quote.lessons.filter((lesson) => lesson.owned !== null).length;
  return (
    <p className={styles.note} aria-live="polite">
      {student ? (
        <>
          <IconUserCheck size={15} stroke={1.7} aria-hidden="true" />
          <strong>{student.name || 'This student'}</strong>{' '}
          {owned > 0
            ? `owns ${formatCount(owned, 'lesson')} of this class`
            : 'owns no lesson of this class'}
        </>
      ) : (
        <>
          <IconUserPlus size={15} stroke={1.7} aria-hidden="true" />
          New student
        </>
      )}
    </p>
  );
};

/** Admin may give a second trial; the remark says why (decisions: Orders). */
export const SecondTrial = ({ draft, set, state }: Omit<Props, 'problems'>) => {
  const { _type: role } = useSessionUser();
  const taken = state.quote?.problems.some(({ code }) => code === 'trial_already_taken');
  if (role !== 'Admin' || draft.type !== 'TRIAL' || !(taken || draft.allowSecondTrial)) return null;
  return (
    <Checkbox
      label="Give another trial anyway; the remark says why"
      checked={draft.allowSecondTrial}
      onChange={(event) => set({ allowSecondTrial: event.currentTarget.checked })}
    />
  );
};

const providers = Object.entries(paymentPlatforms).map(([provider, platform]) => ({
  value: provider,
  label: `${provider}, ${platform}`,
}));

/** Discount code, agent and how it was paid. */
export const PaymentFields = ({ draft, set, state: { quote }, problems }: Props) => {
  const codeAgent = quote?.discount?.agent;
  return (
    <div className={styles.payment}>
      <div>
        <TextInput
          label="Discount code"
          className={styles.codeInput ?? ''}
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          value={draft.discountCode}
          onChange={(event) =>
            set({ discountCode: event.currentTarget.value.toUpperCase().trimStart() })
          }
          onBlur={() => set({ discountCode: cleanCode(draft.discountCode) })}
          error={problems.discount_code}
        />
        {quote?.discount && !problems.discount_code && draft.discountCode !== '' && (
          <p className={styles.note} aria-live="polite">
            <IconCheck size={15} stroke={2} aria-hidden="true" />
            {quote.discount.label}, {usageWords(quote.discount)}
          </p>
        )}
      </div>
      <AgentSelect
        value={draft.agent ?? codeAgent ?? null}
        onChange={(agent) => set({ agent })}
        clearable={draft.agent !== null}
        description={codeAgent && !draft.agent ? 'From the code' : undefined}
        error={problems.agent_id}
      />
      <Input.Wrapper label="Payment channel" labelElement="div">
        <SegmentedControl
          aria-label="Payment channel"
          data={[...paymentChannels]}
          value={draft.channel}
          onChange={(channel) => set({ channel })}
        />
      </Input.Wrapper>
      <Select
        label="Provider and platform"
        disabled={draft.channel === 'offline'}
        placeholder="Only for online"
        data={providers}
        value={draft.channel === 'offline' ? null : draft.provider}
        onChange={(provider) => provider && set({ provider: provider as PaymentProvider })}
        allowDeselect={false}
        error={problems.payment}
      />
    </div>
  );
};

/** The remark every order needs, and whether it renews an earlier one. */
export const RemarkFields = ({ draft, set, problems }: Omit<Props, 'state'>) => (
  <div className={styles.remark}>
    <TextInput
      label="Remark"
      required
      maxLength={2000}
      description="Transaction ID for bank transfers, or a short description"
      value={draft.remark}
      onChange={(event) => set({ remark: event.currentTarget.value })}
      error={problems.remark}
    />
    <Checkbox
      className={styles.renewal ?? ''}
      label="This is a renewal"
      checked={draft.isRenewal}
      onChange={(event) => set({ isRenewal: event.currentTarget.checked })}
    />
  </div>
);
