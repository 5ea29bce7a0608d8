import { Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { AnnouncementPreview } from '@staffroom/contract/domains/announcements/announcements.contract.ts';
import {
  groupLabels,
  type AnnouncementMethod,
} from '@staffroom/contract/domains/announcements/announcements.rules.ts';
import { countSms } from '@staffroom/contract/domains/announcements/sms.rules.ts';
import {
  rosterGroups,
  type RosterGroup,
} from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import { isOutcomeUnknown, sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { newIdempotencyKey } from '../../lib/idempotency-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { useShown } from '../../ui/use-shown.ts';
import { charactersOf } from './announcement-words.ts';
import type { MessageBody } from './announcement.form.ts';
import { useSendAnnouncement } from './announcements.api.ts';
import styles from './send-dialog.module.css';

/** How many get it, by group, in the order in which they were written to. */
export type SentCounts = ReadonlyMap<RosterGroup, number>;

type Props = {
  lessonId: string;
  method: AnnouncementMethod;
  message: MessageBody;
  preview: AnnouncementPreview;
  opened: boolean;
  onClose: () => void;
  onSent: (counts: SentCounts) => void;
};

/** To whom it goes, and that it cannot be taken back (part 1 §2, Announcement composer). */
export const SendDialog = ({ lessonId, method, message, preview, ...dialog }: Props) => {
  const { opened, onClose, onSent } = dialog;
  const [ticked, setTicked] = useState<readonly RosterGroup[]>([]);
  const sending = useSending({ lessonId, method, message, onSent });
  const groups = preview.groups;
  const chosen = groups.filter(({ group }) => ticked.includes(group));
  const people = chosen.reduce((sum, { reachable }) => sum + reachable, 0);
  const leftOut = chosen.reduce((sum, { count, reachable }) => sum + count - reachable, 0);
  const { parts, units } = countSms(message.content);
  const tick = (group: RosterGroup, isTicked: boolean) =>
    setTicked(rosterGroups.filter((each) => (each === group ? isTicked : ticked.includes(each))));
  return (
    <Dialog
      title="Send announcement"
      cancelFocused
      opened={opened}
      onClose={onClose}
      busy={sending.isSending}
      onSubmit={() => void sending.send(ticked)}
      primary={
        <Button
          type="submit"
          variant="filled"
          loading={sending.isSending}
          disabled={ticked.length === 0 || sending.isSending}
        >
          Confirm
        </Button>
      }
    >
      <div className={styles.body}>
        <p className={styles.about}>
          {method === 'sms'
            ? `sms, ${formatCount(parts, 'part')} each · ${formatCount(units, 'character')}`
            : `email, “${message.subject}” · ${formatCount(charactersOf(message.content), 'character')}`}
        </p>
        <ul className={styles.groups} aria-label="Groups">
          {groups.map(({ group, count, reachable }) => (
            <li key={group} className={styles.group}>
              <Checkbox
                label={groupLabels[group]}
                checked={ticked.includes(group)}
                disabled={reachable === 0 || sending.done.has(group)}
                onChange={(event) => tick(group, event.currentTarget.checked)}
              />
              <span className={styles.without}>
                {sending.done.has(group)
                  ? 'sent'
                  : count > reachable && `${count - reachable} without ${addressWord(method)}`}
              </span>
              <span className={styles.count}>{count}</span>
            </li>
          ))}
        </ul>
        <p className={styles.total} role="status">
          <span>
            <strong>
              {people === 1
                ? '1 person gets it'
                : `${people.toLocaleString('en-SG')} people get it`}
            </strong>
            {method === 'sms' && people > 0 && ` ${formatCount(people * parts, 'message part')}`}
          </span>
          {leftOut > 0 && (
            <span className={styles.without}>
              {leftOut === 1 ? '1 is left out' : `${leftOut} are left out`}
            </span>
          )}
        </p>
        <p className={styles.warning}>
          <IconAlertTriangle size={17} stroke={1.7} aria-hidden="true" />
          You will not be able to reverse this decision.
        </p>
        {sending.error !== null && (
          <FormProblem text={sentenceOf(sending.error)}>
            <p>
              {sending.done.size > 0 &&
                `It went to ${[...sending.done.keys()].map((group) => groupLabels[group]).join(', ')}. `}
              {isOutcomeUnknown(sending.error) &&
                'Confirm sends the same again; nobody gets it twice.'}
            </p>
          </FormProblem>
        )}
      </div>
    </Dialog>
  );
};

/** What a group may lack: an e-mail address, a phone number. */
export const addressWord = (method: AnnouncementMethod) =>
  method === 'email' ? 'address' : 'phone';

type Sending = Pick<Props, 'lessonId' | 'method' | 'message' | 'onSent'>;

/**
 * One call a ticked group, one after another, all of one composition: whatever answer is lost, nobody gets the same
 * message twice. Groups that were written to stay so when a later one fails.
 */
const useSending = ({ lessonId, method, message, onSent }: Sending) => {
  const call = useSendAnnouncement();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const composition = useRef<{ of: string; key: string; done: Map<RosterGroup, number> } | null>(
    null,
  );
  const [done, setDone] = useState<SentCounts>(new Map());

  const send = async (ticked: readonly RosterGroup[]) => {
    if (isSending || ticked.length === 0) return;
    // Another text is another composition.
    const of = JSON.stringify([lessonId, method, message]);
    if (composition.current?.of !== of)
      composition.current = { of, key: newIdempotencyKey(), done: new Map() };
    const current = composition.current;
    setSending(true);
    setError(null);
    try {
      for (const recipients of ticked) {
        if (current.done.has(recipients)) continue;
        const { data } = await call.mutateAsync({
          params: { scope: 'lesson', id: lessonId, type: method, recipients },
          body: { ...message, composition: current.key },
        });
        current.done.set(recipients, data.count);
        setDone(new Map(current.done));
      }
      onSent(current.done);
    } catch (failure) {
      setError(failure);
    } finally {
      setSending(false);
    }
  };
  return { send, isSending, error, done };
};

type SentProps = {
  method: AnnouncementMethod;
  counts: SentCounts | null;
  via: AnnouncementPreview['via'];
  onDeliveries: () => void;
  onClose: () => void;
};

/** Afterwards: to how many students it goes. */
export const SentDialog = ({ method, counts, via, onDeliveries, onClose }: SentProps) => {
  const groups = [...(useShown(counts) ?? [])];
  const total = groups.reduce((sum, [, count]) => sum + count, 0);
  return (
    <Dialog
      title={method === 'email' ? 'Announcement Emails Sent' : 'Announcement SMS Sent'}
      opened={counts !== null}
      onClose={onClose}
      cancelLabel="Close"
      primary={
        <Button variant="filled" onClick={onDeliveries} data-autofocus>
          See deliveries
        </Button>
      }
    >
      <div className={styles.body}>
        <p className={styles.sent}>{formatCount(total, 'student')}</p>
        <ul className={styles.groups} aria-label="Groups">
          {groups.map(([group, count]) => (
            <li key={group} className={styles.group}>
              <span>{groupLabels[group]}</span>
              <span className={styles.count}>{count}</span>
            </li>
          ))}
        </ul>
        <p>
          {via === 'outbox'
            ? 'Each message is written as a file into the outbox: nothing leaves this server.'
            : 'The messages are on their way; the Announcements tab says where each one is.'}
        </p>
      </div>
    </Dialog>
  );
};
