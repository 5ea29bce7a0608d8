import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import type { AnnouncementPreview } from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import {
  countMessages,
  groupLabels,
  type AddressChoice,
  type AnnouncementMethod,
} from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import { countSms } from 'staffroom-contract/domains/announcements/sms.rules.ts';
import {
  rosterGroups,
  type RosterGroup,
} from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { ApiError, isOutcomeUnknown, sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { newIdempotencyKey } from '../../lib/idempotency-keys.ts';
import { Banner } from '../../ui/banner.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import rows from '../../ui/rows.module.css';
import { useShown } from '../../ui/use-shown.ts';
import { charactersOf, studentsWords } from './announcement-words.ts';
import type { MessageBody } from './announcement.form.ts';
import { useSendAnnouncement } from './announcements.api.ts';
import { GroupRow } from './group-row.tsx';
import styles from './announcements.module.css';

/** Number of students by group, in sending order, and number of messages. */
export type SentCounts = { students: ReadonlyMap<RosterGroup, number>; messages: number };

type Props = {
  lessonId: string;
  method: AnnouncementMethod;
  message: MessageBody;
  preview: AnnouncementPreview;
  opened: boolean;
  onClose: () => void;
  onSent: (counts: SentCounts) => void;
};

/** Chooses the groups, with a warning that sending cannot be undone (part 1 §2, Announcement composer). */
export const SendDialog = ({ lessonId, method, message, preview, ...dialog }: Props) => {
  const { opened, onClose, onSent } = dialog;
  const [ticked, setTicked] = useState<readonly RosterGroup[]>([]);
  const sending = useSending({ lessonId, method, to: preview.to, message, onSent });
  const groups = preview.groups;
  const chosen = groups.filter(({ group }) => ticked.includes(group));
  const students = chosen.reduce((sum, { reachable }) => sum + reachable, 0);
  const leftOut = chosen.reduce((sum, { count, reachable }) => sum + count - reachable, 0);
  const partly = chosen.reduce((sum, each) => sum + each.partly, 0);
  const messages = countMessages(preview.messages, ticked);
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
      <Stack gap="md">
        <p>
          {method === 'sms'
            ? `SMS, ${formatCount(parts, 'part')} each · ${formatCount(units, 'character')}`
            : `E-mail, “${message.subject}” · ${formatCount(charactersOf(message.content), 'character')}`}
        </p>
        <ul className={rows.rows} aria-label="Groups">
          {groups.map(({ group, count, reachable, partly: one }) => (
            <GroupRow key={group} count={count}>
              <Checkbox
                flex={1}
                label={groupLabels[group]}
                checked={ticked.includes(group)}
                disabled={reachable === 0 || sending.done.students.has(group)}
                onChange={(event) => tick(group, event.currentTarget.checked)}
              />
              <Text span inherit c="warning">
                {sending.done.students.has(group)
                  ? 'sent'
                  : lacksOf({ count, reachable, partly: one }, method)}
              </Text>
            </GroupRow>
          ))}
        </ul>
        <Group
          className={styles.total}
          component="p"
          justify="space-between"
          wrap="wrap"
          py="sm"
          px="md"
          role="status"
        >
          <span>
            <Text component="strong" inherit fw={600} c="bright">
              {studentsWords(preview.to, students)}
            </Text>
            {messages > 0 && ` ${formatCount(messages, 'message')}`}
            {method === 'sms' && messages > 0 && `, ${formatCount(messages * parts, 'part')}`}
          </span>
          {leftOut + partly > 0 && (
            <Text span inherit c="warning">
              {[
                leftOut > 0 && (leftOut === 1 ? '1 is left out' : `${leftOut} are left out`),
                partly > 0 && `${partly} at one address only`,
              ]
                .filter((words) => words !== false)
                .join(', ')}
            </Text>
          )}
        </Group>
        <Banner tone="warning" title="You will not be able to reverse this decision." />
        {sending.error !== null && (
          <FormProblem text={sentenceOf(sending.error)}>
            <p>
              {sending.done.students.size > 0 &&
                `It went to ${[...sending.done.students.keys()].map((group) => groupLabels[group]).join(', ')}. `}
              {isOutcomeUnknown(sending.error) &&
                'Confirm retries; each recipient gets it at most once.'}
            </p>
          </FormProblem>
        )}
      </Stack>
    </Dialog>
  );
};

type Reached = Pick<AnnouncementPreview['groups'][number], 'count' | 'reachable' | 'partly'>;

const lacksOf = ({ count, reachable, partly }: Reached, method: AnnouncementMethod) =>
  [
    count > reachable && `${count - reachable} without ${addressWord(method)}`,
    partly > 0 && `${partly} with one ${addressWord(method)}`,
  ]
    .filter((words) => words !== false)
    .join(', ');

/** Short noun for a missing address. */
export const addressWord = (method: AnnouncementMethod) =>
  method === 'email' ? 'address' : 'phone';

type Sending = Pick<Props, 'lessonId' | 'method' | 'message' | 'onSent'> & { to: AddressChoice };

/** The message being sent with its progress; `confirm`: send although the lesson just got the same message. */
type Composition = {
  of: string;
  key: string;
  done: Map<RosterGroup, number>;
  messages: number;
  confirm: boolean;
};

const repeatedQuestion = {
  title: 'Send the same again?',
  confirmLabel: 'Send again',
  // Focuses Cancel, so that Enter does not send it twice by accident.
  danger: true,
};

/**
 * Sends one request per ticked group in sequence, all with the key of one composition, so that a lost answer never
 * leads to duplicate messages. Groups that were sent stay sent if a later one fails.
 */
const useSending = ({ lessonId, method, to, message, onSent }: Sending) => {
  const call = useSendAnnouncement();
  const confirm = useConfirm();
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const composition = useRef<Composition | null>(null);
  const [done, setDone] = useState<SentCounts>({ students: new Map(), messages: 0 });

  const send = async (ticked: readonly RosterGroup[]) => {
    if (isSending || ticked.length === 0) return;
    // A different text or address choice is a new composition.
    const of = JSON.stringify([lessonId, method, to, message]);
    if (composition.current?.of !== of)
      composition.current = {
        of,
        key: newIdempotencyKey(),
        done: new Map(),
        messages: 0,
        confirm: false,
      };
    const current = composition.current;
    setSending(true);
    setError(null);
    try {
      for (const recipients of ticked) {
        if (current.done.has(recipients)) continue;
        const sendTo = () =>
          call.mutateAsync({
            params: { scope: 'lesson', id: lessonId, type: method, recipients },
            body: { ...message, to, composition: current.key, confirm: current.confirm },
          });
        const answer = await sendTo().catch(async (refused: unknown) => {
          if (!(refused instanceof ApiError && refused.has('announcement_repeated'))) throw refused;
          current.confirm = await confirm({ ...repeatedQuestion, message: sentenceOf(refused) });
          return current.confirm ? sendTo() : null;
        });
        if (!answer) return;
        current.done.set(recipients, answer.data.count);
        current.messages = answer.data.messages;
        setDone({ students: new Map(current.done), messages: current.messages });
      }
      onSent({ students: current.done, messages: current.messages });
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

/** Result after sending: number of students and messages. */
export const SentDialog = ({ method, counts, via, onDeliveries, onClose }: SentProps) => {
  const shown = useShown(counts);
  const groups = [...(shown?.students ?? [])];
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
      <Stack gap="md">
        <Text variant="total" c="bright">
          {formatCount(total, 'student')}, {formatCount(shown?.messages ?? 0, 'message')}
        </Text>
        <ul className={rows.rows} aria-label="Groups">
          {groups.map(([group, count]) => (
            <GroupRow key={group} count={count}>
              <span>{groupLabels[group]}</span>
            </GroupRow>
          ))}
        </ul>
        <p>
          {via === 'outbox'
            ? 'Each message is written to the outbox as a file; nothing leaves this server.'
            : 'The messages are on their way; the Announcements tab shows the state of each one.'}
        </p>
      </Stack>
    </Dialog>
  );
};
