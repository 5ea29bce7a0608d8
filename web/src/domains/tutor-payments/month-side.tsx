import { Box, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  IconArrowsExchange,
  IconFileText,
  IconLock,
  IconPlus,
  IconPrinter,
} from '@tabler/icons-react';
import type {
  PaymentRun,
  RunSlip,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import type { TutorPay } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { paymentRunStates } from 'staffroom-contract/domains/tutor-payments/payment-run.rules.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { isMissing, sentenceOf } from '../../lib/api-error.ts';
import { formatCount, formatInstantShortDay } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
import { Lines, Consequence, SideHead, Sum, Total } from './pay-parts.tsx';
import { ToPayslip } from './month-payslip.tsx';
import {
  differenceWords,
  monthWords,
  signedWords,
  stateWords,
  toLookAt,
  warningsWords,
} from './run-words.ts';
import { runQuery, slipQuery } from './tutor-pay-address.ts';
import styles from './payment-run.module.css';

type Props = {
  month: string;
  /** The month's run; null if it was not started, undefined while loading. */
  run: PaymentRun | null | undefined;
  /** The tutor whose month is on the screen. */
  tutor: string | undefined;
  pay: TutorPay | undefined;
  onAdd: () => void;
};

/** Beside a tutor's month: the state of its run, and the run's pay for this tutor (picture 16). */
export const MonthSide = ({ month, run, tutor, pay, onAdd }: Props) => {
  const narrow = useNarrow();
  return (
    <Stack
      className={styles.side}
      component="aside"
      p={narrow ? 0 : 'lg'}
      data-plain={narrow || undefined}
      aria-label="Payment run of the month"
    >
      <SideHead>
        {monthWords(month)}
        {run && !narrow && (
          <StatusChip tone={stateWords[run.state].tone}>{stateWords[run.state].word}</StatusChip>
        )}
      </SideHead>
      {!narrow && <Steps run={run} />}
      {run === null && (
        <Text component="p" variant="meta" c="dimmed">
          This month has no run yet. Payment run starts one for all tutors and TAs.
        </Text>
      )}
      {pay && <ToPayslip pay={pay} />}
      {run && tutor !== undefined && <Pays run={run} tutor={tutor} onAdd={onAdd} />}
      {run?.state === 'draft' && tutor !== undefined && (
        <Stack component="section" gap="xs">
          <SideHead>When the run is confirmed</SideHead>
          <Consequence icon={<IconLock size={16} stroke={1.7} />}>
            The lessons are locked and can never be paid to this tutor again.
          </Consequence>
          <Consequence icon={<IconArrowsExchange size={16} stroke={1.7} />}>
            A later change is a difference in the next run.
          </Consequence>
          <Consequence icon={<IconFileText size={16} stroke={1.7} />}>
            The payslip can be printed.
          </Consequence>
        </Stack>
      )}
      {run?.state === 'draft' && <NextToLookAt run={run} tutor={tutor} />}
    </Stack>
  );
};

/** Steps through the tutors to check before confirming, and from the last back to the run. */
const NextToLookAt = ({ run, tutor }: { run: PaymentRun; tutor: string | undefined }) => {
  const whole = useQuery({ ...runQuery(run._id), staleTime: 60_000 }).data?.data;
  const unusual = whole ? toLookAt(whole) : [];
  const at = unusual.findIndex(({ _id }) => _id === tutor);
  const next = unusual[at + 1];
  const search = next ? { tutor: next._id, month: run.month } : { run: run._id };
  const words = next ? `Next: ${next.tutor.name}` : 'Back to the run';
  const navigate = useNavigate();
  const go = () => void navigate({ to: '/tutor-payments', search });
  useShortcut('n', 'Next to look at', go, { enabled: unusual.length > 0 });
  if (unusual.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-label="To look at">
      <SideHead>
        To look at
        <Text span variant="meta" c="dimmed">
          {at < 0 ? unusual.length : `${at + 1} of ${unusual.length}`}
        </Text>
      </SideHead>
      <LinkButton
        size="xs"
        to="/tutor-payments"
        search={search}
        fullWidth
        rightSection={<KeyHint keys="N" />}
      >
        {words}
      </LinkButton>
    </Stack>
  );
};

const Steps = ({ run }: Pick<Props, 'run'>) => {
  const at = run ? paymentRunStates.indexOf(run.state) : -1;
  return (
    <ol className={styles.steps} aria-label="State of the run">
      {paymentRunStates.map((state, index) => (
        <li
          key={state}
          data-state={index < at ? 'done' : index === at ? 'current' : 'later'}
          aria-current={index === at ? 'step' : undefined}
        >
          <Text variant="strong" c="bright">
            {stateWords[state].word}
          </Text>
          <Text variant="meta" c="secondary">
            {stateWords[state].about}
          </Text>
        </li>
      ))}
    </ol>
  );
};

type PaysProps = { run: PaymentRun; tutor: string; onAdd: () => void };

const Pays = ({ run, tutor, onAdd }: PaysProps) => {
  const query = useQuery(slipQuery(run._id, tutor));
  const narrow = useNarrow();
  if (query.isError)
    return isMissing(query.error) ? (
      <Text component="p" variant="meta" c="dimmed">
        This run pays this tutor nothing.
      </Text>
    ) : (
      <Banner tone="negative" title={sentenceOf(query.error)} />
    );
  const slip = query.data?.data;
  if (slip?._id !== tutor)
    return (
      <div aria-busy="true">
        <SkeletonBar width={80} height={16} />
      </div>
    );
  return (
    <section>
      <Sums slip={slip} />
      {run.state === 'draft' ? (
        <Button
          {...(narrow
            ? { fullWidth: true, mt: 'md' }
            : { variant: 'subtle', size: 'compact-xs', ml: '-md' })}
          leftSection={<IconPlus size={14} stroke={1.7} />}
          onClick={onAdd}
        >
          Add adjustment
        </Button>
      ) : (
        <LinkButton
          size="xs"
          to="/tutor-payments"
          search={{ run: run._id, slip: tutor }}
          leftSection={<IconPrinter size={16} stroke={1.7} />}
        >
          Payslip
        </LinkButton>
      )}
      <Total words="To pay" amount={formatMoney(slip.total, 'SGD')} />
      {slip.warnings.length > 0 && (
        <Box mt="sm">
          <Banner tone="warning" title={warningsWords(slip)} />
        </Box>
      )}
    </section>
  );
};

const Sums = ({ slip }: { slip: RunSlip }) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <Lines component="dl">
      <Sum words={formatCount(slip.lessons, 'lesson')} amount={formatMoney(slip.pay, 'SGD')} />
      {slip.changed.map((one) => (
        <Sum
          key={one.lesson._id}
          words="Changed after payment"
          amount={signedWords(one.amount)}
          about={`${lessonLabel(one.lesson)}, ${formatInstantShortDay(one.lesson.scheduled_on, zone)}: ${differenceWords(one)}`}
        />
      ))}
      {slip.adjusted.map(({ _id, amount, reason }) => (
        <Sum key={_id} words="Adjustment" amount={signedWords(amount)} about={reason} />
      ))}
      {slip.taken.map(({ run, amount }) => (
        <Sum
          key={run._id}
          words={`Carried from ${monthWords(run.month)}`}
          amount={signedWords(amount)}
        />
      ))}
    </Lines>
  );
};
