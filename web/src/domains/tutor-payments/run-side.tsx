import { Button, Checkbox, Flex, Paper, Stack, Text } from '@mantine/core';
import { IconDownload, IconLock, IconUsers } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { WholePaymentRun } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { addMonths } from 'staffroom-contract/shared/dates.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import {
  formatCount,
  formatDateTime,
  formatDay,
  formatInstantShortDay,
} from '../../lib/formats.ts';
import { useSettings, useToday } from '../../lib/settings.ts';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { CountPill } from '../../ui/status-chip.tsx';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { lessonLabel } from '../lessons/lesson-words.ts';
import type { WaitingDifferences } from './waiting-differences.ts';
import { amountWords } from './pay-words.ts';
import { Lines, Consequence, Item, Line, SideHead, Signed, Total } from './pay-parts.tsx';
import { AddAdjustment, RemoveAdjustment } from './run-adjustments.tsx';
import type { RunQuestion } from './run-dialogs.tsx';
import { differenceWords, nothingChanged, settleWords, monthWords, toLookAt } from './run-words.ts';
import type { RunTab } from './tutor-pay-address.ts';
import styles from './payment-run.module.css';

type Props = {
  run: WholePaymentRun | undefined;
  /** The tab beside the panel, whose content the panel leaves out. */
  tab: RunTab;
  waitingDifferences: WaitingDifferences;
  onTab: (tab: RunTab) => void;
  onAsk: (question: RunQuestion) => void;
  onAdd: () => void;
};

/** Maximum number of lines per section; the rest is in the tabs, so that the Confirm button stays visible. */
const mostLines = 3;

/** Beside the tutors: changes after payment, adjustments, and the effects of confirming (picture 16b). */
export const RunSide = (props: Props) => (
  <Stack className={styles.side} component="aside" p="lg" aria-label="What the run settles">
    {props.run ? <Settles {...props} run={props.run} /> : <SideSkeleton />}
  </Stack>
);

const SideSkeleton = () => (
  <>
    {[70, 50, 80, 60, 70].map((width, index) => (
      <SkeletonBar key={index} width={width} height={18} />
    ))}
  </>
);

type SettlesProps = Props & { run: WholePaymentRun };

const Settles = (props: SettlesProps) => {
  const { run, tab } = props;
  return (
    <>
      {tab !== 'differences' && <Differences {...props} />}
      {tab !== 'adjustments' && <Adjustments {...props} />}
      <Carried {...props} />
      <LeftOutDebts {...props} />
      {run.state === 'draft' ? <ConfirmRun {...props} /> : <AfterConfirming {...props} />}
    </>
  );
};

const Differences = ({ run, waitingDifferences, onTab }: SettlesProps) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <section>
      <SideHead>
        Changed after payment <CountPill count={run.differences.length} />
      </SideHead>
      {run.differences.length === 0 && (
        <Text component="p" variant="meta" c="dimmed">
          {nothingChanged}
        </Text>
      )}
      <Lines component="ul">
        {run.differences.slice(0, mostLines).map((one) => {
          const { tutor, lesson, paid, amount } = one;
          const day = formatInstantShortDay(lesson.scheduled_on, zone);
          return (
            <Item
              key={`${tutor._id} ${lesson._id}`}
              before={
                run.state === 'draft' && (
                  <Checkbox
                    checked={!waitingDifferences.isOut(one)}
                    onChange={({ currentTarget }) =>
                      waitingDifferences.leaveOut([one], !currentTarget.checked)
                    }
                    aria-label={settleWords(one, zone)}
                  />
                )
              }
            >
              <Line>
                <RecordLink to="tutor" id={tutor._id} name={tutor.name} />
                <Text span variant="meta" c="dimmed">
                  {amountWords(paid)} → {amountWords(lesson.pay)}
                </Text>
                <Signed amount={amount} />
              </Line>
              <p>
                <RecordLink
                  to="lesson"
                  id={lesson._id}
                  classId={lesson.class._id}
                  name={lessonLabel(lesson)}
                  inSentence
                />
                , {day}: {differenceWords(one)}
              </p>
            </Item>
          );
        })}
      </Lines>
      <TheRest
        count={run.differences.length}
        noun="differences"
        onOpen={() => onTab('differences')}
      />
    </section>
  );
};

type RestProps = { count: number; noun: string; onOpen: () => void };

const TheRest = ({ count, noun, onOpen }: RestProps) =>
  count > mostLines && (
    <Button variant="subtle" size="compact-xs" onClick={onOpen}>
      {`All ${count} ${noun}`}
    </Button>
  );

const Adjustments = ({ run, onTab, onAsk, onAdd }: SettlesProps) => {
  const isDraft = run.state === 'draft';
  return (
    <section>
      <SideHead>
        Adjustments
        {isDraft && <AddAdjustment onAdd={onAdd} quiet />}
      </SideHead>
      {run.adjustments.length === 0 && (
        <Text component="p" variant="meta" c="dimmed">
          None.
        </Text>
      )}
      <Lines component="ul">
        {run.adjustments.slice(0, mostLines).map((one) => (
          <Item
            key={one._id}
            after={isDraft && <RemoveAdjustment run={run} adjustment={one} onAsk={onAsk} />}
          >
            <Line>
              <RecordLink to="tutor" id={one.tutor._id} name={one.tutor.name} />
              <Signed amount={one.amount} />
            </Line>
            <Text component="p" variant="meta" c="dimmed">
              {one.reason} ({one.by})
            </Text>
          </Item>
        ))}
      </Lines>
      <TheRest
        count={run.adjustments.length}
        noun="adjustments"
        onOpen={() => onTab('adjustments')}
      />
    </section>
  );
};

/** Amounts that the run takes over from earlier runs. */
const Carried = ({ run, onTab }: SettlesProps) =>
  run.carried.length > 0 && (
    <section>
      <SideHead>
        Carried from earlier runs <CountPill count={run.carried.length} />
      </SideHead>
      <Lines component="ul">
        {run.carried.slice(0, mostLines).map(({ tutor, run: from, amount }) => (
          <Item key={`${tutor._id} ${from._id}`}>
            <Line>
              <RecordLink to="tutor" id={tutor._id} name={tutor.name} />
              <Signed amount={amount} />
            </Line>
            <Text component="p" variant="meta" c="dimmed">
              Carried from {monthWords(from.month)}
            </Text>
          </Item>
        ))}
      </Lines>
      <TheRest count={run.carried.length} noun="carried amounts" onOpen={() => onTab('tutors')} />
    </section>
  );

/** Debts that a run of an earlier version left out: an Admin carries each forward or writes it off. */
const LeftOutDebts = ({ run, onAsk }: SettlesProps) => {
  const open = run.tutors.filter(({ debt }) => debt === 'left_out');
  const count = open.length + run.written_off.length;
  return (
    count > 0 && (
      <section>
        <SideHead>
          Debts left out <CountPill count={count} />
        </SideHead>
        <Lines component="ul">
          {open.map((row) => (
            <Item key={row._id}>
              <Line>
                <RecordLink to="tutor" id={row._id} name={row.tutor.name} />
                <Signed amount={row.total} />
              </Line>
              <p>
                {(['carry debt', 'write off debt'] as const).map((act) => {
                  const words = act === 'carry debt' ? 'Carry forward' : 'Write off';
                  return (
                    <Button
                      key={act}
                      variant="subtle"
                      size="compact-xs"
                      aria-label={`${words}: ${row.tutor.name}`}
                      onClick={() => onAsk({ _id: row._id, act, run, tutor: row })}
                    >
                      {words}
                    </Button>
                  );
                })}
              </p>
            </Item>
          ))}
          {run.written_off.map(({ tutor, amount, reason, by }) => (
            <Item key={tutor._id}>
              <Line>
                <RecordLink to="tutor" id={tutor._id} name={tutor.name} />
                <Signed amount={amount} />
              </Line>
              <Text component="p" variant="meta" c="dimmed">
                Written off: {reason} ({by})
              </Text>
            </Item>
          ))}
        </Lines>
      </section>
    )
  );
};

type TotalsProps = { toBank: number; carriedForward: number };

/** The total of the bank file and, separately, the amount carried forward to later runs. */
const Totals = ({ toBank, carriedForward }: TotalsProps) => (
  <>
    {carriedForward < 0 && (
      <Line>
        <span>Carried forward</span>
        <Signed amount={carriedForward} />
      </Line>
    )}
    <Total words="To bank" amount={formatMoney(toBank, 'SGD')} />
  </>
);

const ConfirmRun = ({ run, waitingDifferences, onAsk }: SettlesProps) => {
  const today = useToday();
  const unusual = toLookAt(run);
  // The tick is stored with the warnings that it covers: new warnings require a new tick.
  const now = `${run._id} ${unusual.map(({ _id, warnings }) => `${_id} ${JSON.stringify(warnings)}`).join()}`;
  const [seen, setSeen] = useState<string | null>(null);
  const isSeen = seen === now;
  const { to_bank: toBank, carried_forward: carriedForward } = run.sums;
  const overOn = addMonths(`${run.month}-01`, 1);
  const why =
    today < overOn
      ? `Available from ${formatDay(overOn)}, after the end of the month`
      : unusual.length > 0 && !isSeen
        ? 'Tick that you have seen them first'
        : waitingDifferences.isSaving
          ? 'Saving what waits for a later run'
          : undefined;
  const people = formatCount(run.tutors.length, 'person', 'people');
  const ask = () =>
    onAsk({
      _id: run._id,
      act: 'confirm',
      run,
    });
  useShortcut('mod enter', 'Confirm run', ask, { enabled: why === undefined });
  return (
    <>
      <Flex component="section" direction="column" gap="xs">
        <SideHead>When you confirm</SideHead>
        <Consequence icon={<IconLock size={16} stroke={1.7} />}>
          Lessons, rates and sums of {people} are locked.
        </Consequence>
        <Consequence icon={<IconUsers size={16} stroke={1.7} />}>
          If two people confirm at once, only one run is made.
        </Consequence>
        <Consequence icon={<IconDownload size={16} stroke={1.7} />}>
          Bank CSV and payslips can be made.
        </Consequence>
      </Flex>
      <RunFoot>
        <Totals toBank={toBank} carriedForward={carriedForward} />
        {unusual.length > 0 && (
          <Paper withBorder px="md" py="sm">
            <Checkbox
              label={`I have seen the ${unusual.length} to look at`}
              checked={isSeen}
              onChange={({ currentTarget }) => setSeen(currentTarget.checked ? now : null)}
            />
          </Paper>
        )}
        <PrimaryButton keys="Ctrl ↵" disabled={why !== undefined} onClick={ask}>
          Confirm run
        </PrimaryButton>
        <Text component="p" variant="meta" c="dimmed">
          {why ?? 'You will be asked before anything is locked'}
        </Text>
      </RunFoot>
    </>
  );
};

/** The last part of the panel, which stays visible: the sums and the next action. */
const RunFoot = ({ children }: { children: ReactNode }) => (
  <Flex
    className={styles.confirm}
    component="section"
    direction="column"
    gap="sm"
    px="lg"
    pt={0}
    pb="md"
  >
    {children}
  </Flex>
);

/** Confirmation and payment of the run, with the remaining action. */
const AfterConfirming = ({ run, onAsk }: SettlesProps) => {
  const { business_time_zone: zone } = useSettings();
  const { confirmed, paid } = run;
  const ask = () => onAsk({ _id: run._id, act: 'mark as paid', run });
  useShortcut('mod enter', 'Mark as paid', ask, { enabled: !paid });
  return (
    <RunFoot>
      <Totals toBank={run.sums.to_bank} carriedForward={run.sums.carried_forward} />
      {confirmed && (
        <Text component="p" variant="meta" c="dimmed">
          Confirmed by {confirmed.by}, {formatDateTime(confirmed.at, zone)}
        </Text>
      )}
      {paid && (
        <Text component="p" variant="meta" c="dimmed">
          Marked as paid by {paid.by}, {formatDateTime(paid.at, zone)}
        </Text>
      )}
      {!paid && (
        <PrimaryButton keys="Ctrl ↵" onClick={ask}>
          Mark as paid
        </PrimaryButton>
      )}
    </RunFoot>
  );
};
