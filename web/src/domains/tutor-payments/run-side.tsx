import { Button, Checkbox } from '@mantine/core';
import { IconDownload, IconLock, IconUsers } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { WholePaymentRun } from '@staffroom/contract/domains/tutor-payments/payment-runs.contract.ts';
import { addMonths } from '@staffroom/contract/shared/dates.ts';
import { formatMoney } from '@staffroom/contract/shared/money.ts';
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
import type { LeftOut } from './left-out.ts';
import { amountWords } from './pay-words.ts';
import { AddAdjustment, TakeBack } from './run-adjustments.tsx';
import type { RunQuestion } from './run-dialogs.tsx';
import {
  differenceWords,
  nothingChanged,
  settleWords,
  signedWords,
  toLookAt,
} from './run-words.ts';
import type { RunTab } from './tutor-pay-address.ts';
import styles from './payment-run.module.css';

type Props = {
  run: WholePaymentRun | undefined;
  /** What the panel beside it shows stands there alone. */
  tab: RunTab;
  leftOut: LeftOut;
  onTab: (tab: RunTab) => void;
  onAsk: (question: RunQuestion) => void;
  onAdd: () => void;
};

/** Of more than these the panel has the rest: what confirms the run stays in sight. */
const mostLines = 3;

/** Beside the tutors: what has changed after payment, adjustments, and what confirming brings (picture 16b). */
export const RunSide = (props: Props) => (
  <aside className={styles.side} aria-label="What the run settles">
    {props.run ? <Settles {...props} run={props.run} /> : <SideSkeleton />}
  </aside>
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
      {run.state === 'draft' ? <ConfirmRun {...props} /> : <AfterConfirming {...props} />}
    </>
  );
};

const Differences = ({ run, leftOut, onTab }: SettlesProps) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <section>
      <h2 className={styles.heading}>
        Changed after payment <CountPill count={run.differences.length} />
      </h2>
      {run.differences.length === 0 && <p className={styles.about}>{nothingChanged}</p>}
      <ul className={styles.lines}>
        {run.differences.slice(0, mostLines).map((one) => {
          const { tutor, lesson, paid, amount } = one;
          const day = formatInstantShortDay(lesson.scheduled_on, zone);
          return (
            <li key={`${tutor._id} ${lesson._id}`}>
              {run.state === 'draft' && (
                <Checkbox
                  checked={!leftOut.isOut(one)}
                  onChange={({ currentTarget }) => leftOut.leaveOut([one], !currentTarget.checked)}
                  aria-label={settleWords(one, zone)}
                />
              )}
              <div className={styles.what}>
                <p className={styles.line}>
                  <RecordLink to="tutor" id={tutor._id} name={tutor.name} />
                  <span className={styles.about}>
                    {amountWords(paid)} → {amountWords(lesson.pay)}
                  </span>
                  <Signed amount={amount} />
                </p>
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
              </div>
            </li>
          );
        })}
      </ul>
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

const Signed = ({ amount }: { amount: number }) => (
  <strong className={styles.amount} data-negative={amount < 0 || undefined}>
    {signedWords(amount)}
  </strong>
);

const Adjustments = ({ run, onTab, onAsk, onAdd }: SettlesProps) => {
  const isDraft = run.state === 'draft';
  return (
    <section>
      <h2 className={styles.heading}>
        Adjustments
        {isDraft && <AddAdjustment onAdd={onAdd} />}
      </h2>
      {run.adjustments.length === 0 && <p className={styles.about}>None.</p>}
      <ul className={styles.lines}>
        {run.adjustments.slice(0, mostLines).map((one) => (
          <li key={one._id}>
            <div className={styles.what}>
              <p className={styles.line}>
                <RecordLink to="tutor" id={one.tutor._id} name={one.tutor.name} />
                <Signed amount={one.amount} />
              </p>
              <p className={styles.about}>
                {one.reason} ({one.by})
              </p>
            </div>
            {isDraft && <TakeBack run={run} adjustment={one} onAsk={onAsk} />}
          </li>
        ))}
      </ul>
      <TheRest
        count={run.adjustments.length}
        noun="adjustments"
        onOpen={() => onTab('adjustments')}
      />
    </section>
  );
};

const ConfirmRun = ({ run, leftOut, onAsk }: SettlesProps) => {
  const today = useToday();
  const unusual = toLookAt(run);
  // Names what there was to look at when it was ticked: what comes later has not been seen.
  const now = `${run._id} ${unusual.map(({ _id, warnings }) => `${_id} ${JSON.stringify(warnings)}`).join()}`;
  const [seen, setSeen] = useState<string | null>(null);
  const isSeen = seen === now;
  const total = leftOut.less(run.sums.total);
  const overOn = addMonths(`${run.month}-01`, 1);
  const why =
    today < overOn
      ? `Can be pressed from ${formatDay(overOn)}, when the month is over`
      : unusual.length > 0 && !isSeen
        ? 'Can be pressed when what is to look at was seen'
        : undefined;
  const people = formatCount(run.tutors.length, 'person', 'people');
  const ask = () => onAsk({ _id: run._id, act: 'confirm', run, waiting: leftOut.waiting, total });
  useShortcut('mod enter', 'Confirm run', ask, { enabled: why === undefined });
  return (
    <>
      <section className={styles.consequences}>
        <h2 className={styles.heading}>When you confirm</h2>
        <Consequence icon={<IconLock size={16} stroke={1.7} />}>
          Lessons, rates and sums of {people} are locked.
        </Consequence>
        <Consequence icon={<IconUsers size={16} stroke={1.7} />}>
          If two confirm at once, one run is made.
        </Consequence>
        <Consequence icon={<IconDownload size={16} stroke={1.7} />}>
          Bank CSV and payslips can be made.
        </Consequence>
      </section>
      <section className={styles.confirm}>
        <p className={styles.total}>
          <span>To pay</span>
          <strong>{formatMoney(total, 'SGD')}</strong>
        </p>
        {unusual.length > 0 && (
          <Checkbox
            className={styles.seen ?? ''}
            label={`I have seen the ${unusual.length} to look at`}
            checked={isSeen}
            onChange={({ currentTarget }) => setSeen(currentTarget.checked ? now : null)}
          />
        )}
        <PrimaryButton keys="Ctrl ↵" disabled={why !== undefined} onClick={ask}>
          Confirm run
        </PrimaryButton>
        <p className={styles.about}>{why ?? 'Asks once more before anything is locked'}</p>
      </section>
    </>
  );
};

const Consequence = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className={styles.consequence}>
    <span aria-hidden="true">{icon}</span>
    <span>{children}</span>
  </p>
);

/** Who confirmed and paid it, and the one act that is left. */
const AfterConfirming = ({ run, onAsk }: SettlesProps) => {
  const { business_time_zone: zone } = useSettings();
  const { confirmed, paid } = run;
  const ask = () => onAsk({ _id: run._id, act: 'mark as paid', run });
  useShortcut('mod enter', 'Mark as paid', ask, { enabled: !paid });
  return (
    <section className={styles.confirm}>
      <p className={styles.total}>
        <span>{paid ? 'Paid' : 'To pay'}</span>
        <strong>{formatMoney(run.sums.total, 'SGD')}</strong>
      </p>
      {confirmed && (
        <p className={styles.about}>
          Confirmed by {confirmed.by}, {formatDateTime(confirmed.at, zone)}
        </p>
      )}
      {paid && (
        <p className={styles.about}>
          Marked as paid by {paid.by}, {formatDateTime(paid.at, zone)}
        </p>
      )}
      {!paid && (
        <PrimaryButton keys="Ctrl ↵" onClick={ask}>
          Mark as paid
        </PrimaryButton>
      )}
    </section>
  );
};
