import { Button, Input, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { countSms } from '@staffroom/contract/domains/announcements/sms.rules.ts';
import { getLiveLink } from '@staffroom/contract/domains/attendance/live-link.contract.ts';
import type { ReminderLanguage } from '@staffroom/contract/domains/tickets/reminder-texts.ts';
import {
  fillReminder,
  fittingLanguage,
  fittingReminder,
  readerZones,
  remindersOf,
  zoneOfCountry,
  type ReaderZone,
} from '@staffroom/contract/domains/tickets/reminders.rules.ts';
import type { TicketDetail } from '@staffroom/contract/domains/tickets/ticket.schema.ts';
import { operationsOfTickets } from '@staffroom/contract/domains/tickets/tickets.contract.ts';
import { reminderSentBy } from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { operationQuery } from '../../lib/queries.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import styles from './reminder-dialog.module.css';

type Props = { open: TicketDetail | null; onClose: () => void; onSent?: () => void };

/** A reminder to a ticket's family: filled in, copied into whatever staff write with, then noted as sent (part 2 §4). */
export const ReminderDialog = ({ open, onClose, onSent = () => undefined }: Props) => (
  <FreshForm record={open}>
    {(shown, opened) => (
      <Reminder ticket={shown} opened={opened} onClose={onClose} onSent={onSent} />
    )}
  </FreshForm>
);

type ReminderProps = {
  ticket: TicketDetail;
  opened: boolean;
  onClose: () => void;
  onSent: () => void;
};

const Reminder = ({ ticket, opened, onClose, onSent }: ReminderProps) => {
  const reminder = useReminder(ticket);
  const { id, language, zone, text, missing } = reminder;
  const { field, isRefused, isCopied, copy, onCopy } = useCopying(text);
  const sending = useMarkAsSent(ticket, () => {
    onSent();
    onClose();
  });
  return (
    <Dialog
      title="Reminder"
      opened={opened}
      onClose={onClose}
      cancelLabel="Close"
      size={620}
      busy={sending.isPending}
      footerStart={missing.length > 0 && `Still needed: ${missing.join(', ')}.`}
      primary={
        <PrimaryButton disabled={!isCopied} busy={sending.isPending} onClick={sending.send}>
          Mark as sent
        </PrimaryButton>
      }
    >
      <div className={styles.fields}>
        {sending.problem && <FormProblem text={sending.problem} />}
        <div className={styles.choices}>
          <Select
            label="Message"
            className={styles.message ?? ''}
            data={remindersOf[ticket._type].map(({ id: value, name: label }) => ({ value, label }))}
            value={id}
            allowDeselect={false}
            onChange={(next) => next !== null && reminder.choose({ id: next })}
          />
          <Input.Wrapper label="Language" labelElement="div">
            <SegmentedControl<ReminderLanguage>
              aria-label="Language"
              data={languagesOf(ticket)}
              value={language}
              onChange={(next) => reminder.choose({ language: next })}
            />
          </Input.Wrapper>
        </div>
        <Select
          label="Reader’s zone"
          required
          placeholder="Choose a zone"
          data={readerZones.map(({ zone: value, place: label }) => ({ value, label }))}
          value={zone}
          allowDeselect={false}
          onChange={(next) => reminder.choose({ zone: next })}
        />
        <TextInput
          label="Link"
          required
          description={reminder.aboutLink}
          value={reminder.link}
          onChange={(event) => reminder.chooseLink(event.currentTarget.value)}
        />
        <Textarea
          ref={field}
          label="Text"
          readOnly
          autosize
          minRows={4}
          maxRows={14}
          lang={language === 'zh' ? 'zh-Hans' : 'en'}
          value={text}
          onCopy={missing.length === 0 ? onCopy : undefined}
        />
        <div className={styles.length}>
          <span>{lengthWords(text)}</span>
          <span role="status" className={styles.copied}>
            {copyWords(isCopied, isRefused)}
          </span>
          <Button
            leftSection={
              isCopied ? <IconCheck size={16} stroke={1.7} /> : <IconCopy size={16} stroke={1.7} />
            }
            disabled={missing.length > 0}
            onClick={() => void copy()}
          >
            Copy
          </Button>
        </div>
      </div>
    </Dialog>
  );
};

type Choice = { id: string; language: ReminderLanguage; zone: ReaderZone | null };

/** What was chosen, or fits the ticket; and the text that comes of it. */
const useReminder = (ticket: TicketDetail) => {
  const { business_day: today, business_time_zone: timeZone } = useSettings();
  const [chosen, setChosen] = useState<Choice>(() => ({
    id: fittingReminder(ticket, { today, timeZone }),
    language: fittingLanguage(ticket.student.first_language),
    zone: zoneOfCountry(ticket.class.country),
  }));
  const reminder = remindersOf[ticket._type].find(({ id }) => id === chosen.id);
  if (!reminder) throw new Error(`There is no message ${chosen.id}.`);
  // Which link is meant goes by the message: what was typed for one is not put into another.
  const kind = reminder.leadsIn ? 'own' : 'page';
  const [typed, setTyped] = useState<{ own?: string; page?: string }>({});
  const own = useQuery({
    ...operationQuery(getLiveLink, {
      params: { id: ticket.lesson?._id ?? '', userId: ticket.student._id },
    }),
    enabled: reminder.leadsIn && ticket.lesson !== null,
    // Each asking is noted (ADR 24): once for each opening, and nothing of it stays behind.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const link = typed[kind] ?? (kind === 'own' ? (own.data?.data.url ?? '') : '');
  const aboutOwn = own.isError
    ? sentenceOf(own.error)
    : `Leads ${ticket.student.name || 'the student'} into the trial, and nobody else.`;
  return {
    ...chosen,
    choose: (changes: Partial<{ [name in keyof Choice]: string | null }>) =>
      setChosen({ ...chosen, ...changes } as Choice),
    link,
    aboutLink: kind === 'own' ? aboutOwn : 'The page where the family signs up or pays.',
    chooseLink: (next: string) => setTyped({ ...typed, [kind]: next }),
    ...fillReminder(ticket, {
      id: reminder.id,
      language: chosen.language,
      zone: chosen.zone,
      link,
    }),
  };
};

/** A text that is copied; without TLS, or without leave, it is selected instead. */
const useCopying = (text: string) => {
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      field.current?.select();
      setRefused(text);
    }
  };
  return {
    field,
    copy,
    // What is changed afterwards was not copied.
    isCopied: copied === text,
    isRefused: refused === text,
    onCopy: () => setCopied(text),
  };
};

/** Notes in the ticket's history that the reminder was sent; a registered trial is then followed up. */
const useMarkAsSent = (ticket: TicketDetail, onSent: () => void) => {
  const { name } = useSessionUser();
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useOperation(operationsOfTickets[ticket._type].update, {
    refreshes: ['tickets'],
    onSuccess: () => {
      showSnackbar('Reminder marked as sent');
      onSent();
    },
    // Somebody else may have changed it, or an answer was lost: what it is now is read before the next try.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['tickets'] }),
  });
  return {
    isPending,
    problem: error && sentenceOf(error),
    send: () =>
      mutate({
        params: { id: ticket._id },
        // What somebody else changed meanwhile is no hindrance to a second press, which has heard of it.
        body: { action: reminderSentBy(name), version: versionOf(error) ?? ticket.version },
      }),
  };
};

/** Of the ticket as it is now, where an update was refused as stale. */
const versionOf = (error: Error | null) =>
  error instanceof ApiError ? (error.current as TicketDetail | undefined)?.version : undefined;

const languageNames: Record<ReminderLanguage, string> = { en: 'English', zh: '中文' };

const languagesOf = (ticket: TicketDetail) => {
  const first = fittingLanguage(ticket.student.first_language);
  return (first === 'en' ? (['en', 'zh'] as const) : (['zh', 'en'] as const)).map((value) => ({
    value,
    label: languageNames[value],
  }));
};

const lengthWords = (text: string) => {
  const { units, parts } = countSms(text);
  return `${formatCount(units, 'character')}, ${formatCount(parts, 'part')} as SMS`;
};

const copyWords = (isCopied: boolean, isRefused: boolean) => {
  if (isCopied) return 'Copied.';
  return isRefused ? 'The browser did not let us copy. It is selected: press Ctrl C or ⌘ C.' : '';
};
