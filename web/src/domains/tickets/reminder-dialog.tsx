import {
  Button,
  Input,
  SegmentedControl,
  Select,
  Textarea,
  TextInput,
  Stack,
  Group,
  Flex,
  Box,
} from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { countSms } from 'staffroom-contract/domains/announcements/sms.rules.ts';
import { getLiveLink } from 'staffroom-contract/domains/attendance/live-link.contract.ts';
import { nextWorkingDay } from 'staffroom-contract/domains/lessons/holidays.ts';
import type { ReminderLanguage } from 'staffroom-contract/domains/tickets/reminder-texts.ts';
import {
  fillReminder,
  fittingLanguage,
  fittingReminder,
  readerZones,
  reminderConcern,
  remindersOf,
  zoneOfCountry,
  type ReaderZone,
} from 'staffroom-contract/domains/tickets/reminders.rules.ts';
import type { TicketDetail } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import { operationsOfTickets } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { isClosed, reminderSentBy } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { DayInput } from '../../kit/form/day-input.tsx';
import { isDay } from '../../kit/form/field.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { formatCount } from '../../lib/formats.ts';
import { operationQuery } from '../../lib/queries.ts';
import { useSessionUser } from '../../lib/session.ts';
import { useSettings } from '../../lib/settings.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { useNow } from '../../lib/use-now.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { noSuchDay } from '../../ui/parse-day.ts';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { FollowUpPicks } from '../../ui/follow-up-picks.tsx';

type Props = { open: TicketDetail | null; onClose: () => void; onSent?: () => void };

/** A reminder to a ticket's family: composed and copied here, sent elsewhere, then marked as sent (part 2 §4). */
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
  const { next } = reminder;
  const sending = useMarkAsSent(ticket, next.day, () => {
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
        <PrimaryButton
          disabled={!isCopied || next.problem !== undefined}
          busy={sending.isPending}
          onClick={sending.send}
        >
          Mark as sent
        </PrimaryButton>
      }
    >
      <Stack>
        {sending.problem && <FormProblem text={sending.problem} />}
        <Group gap="lg" align="stretch" wrap="wrap">
          <Select
            label="Message"
            flex="1 1 260px"
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
        </Group>
        {reminder.concern !== undefined && <Banner tone="warning" title={reminder.concern} />}
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
        <Flex
          mt="-8px"
          rowGap="xs"
          columnGap="md"
          align="center"
          wrap="wrap"
          variant="meta"
          c="secondary"
        >
          <span>{lengthWords(text)}</span>
          <Box role="status" component="span" ml="auto">
            {copyWords(isCopied, isRefused)}
          </Box>
          <Button
            leftSection={
              isCopied ? <IconCheck size={16} stroke={1.7} /> : <IconCopy size={16} stroke={1.7} />
            }
            disabled={missing.length > 0}
            onClick={() => void copy()}
          >
            Copy
          </Button>
        </Flex>
        {!isClosed(ticket.status) && (
          <Flex rowGap="xs" columnGap="sm" align="flex-end" wrap="wrap">
            <DayInput
              label="Follow-up date"
              value={next.day}
              onChange={next.choose}
              error={next.problem}
            />
            <FollowUpPicks onPick={next.choose} />
          </Flex>
        )}
      </Stack>
    </Dialog>
  );
};

type Choice = { id: string; language: ReminderLanguage; zone: ReaderZone | null };

/** State of the dialog: the user's choices, defaults that fit the ticket, and the resulting text. */
const useReminder = (ticket: TicketDetail) => {
  const { business_day: today, business_time_zone: timeZone } = useSettings();
  const time = { now: useNow(), timeZone };
  /** Defaults to the next working day (decisions: Tickets); '' for none. */
  const [day, chooseDay] = useState(() => nextWorkingDay(today));
  const [chosen, setChosen] = useState<Choice>(() => ({
    id: fittingReminder(ticket, time),
    language: fittingLanguage(ticket.student.first_language),
    zone: zoneOfCountry(ticket.class.country),
  }));
  const reminder = remindersOf[ticket._type].find(({ id }) => id === chosen.id);
  if (!reminder) throw new Error(`There is no message ${chosen.id}.`);
  // A link typed for one kind of message is not used for the other.
  const kind = reminder.leadsIn ? 'own' : 'page';
  const [typed, setTyped] = useState<{ own?: string; page?: string }>({});
  const own = useQuery({
    ...operationQuery(getLiveLink, {
      params: { id: ticket.lesson?._id ?? '', userId: ticket.student._id },
    }),
    enabled: reminder.leadsIn && ticket.lesson !== null,
    // Each request is audited (ADR 24): one per opening, and the link is not cached.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const link = typed[kind] ?? (kind === 'own' ? (own.data?.data.url ?? '') : '');
  const aboutOwn = own.isError
    ? sentenceOf(own.error)
    : `Lets only ${ticket.student.name || 'the student'} into the trial.`;
  return {
    ...chosen,
    /** A warning if the message does not fit the ticket. */
    concern: reminderConcern(ticket, reminder.id, time),
    next: {
      day,
      choose: chooseDay,
      problem: day === '' || isDay(day) ? undefined : noSuchDay(day),
    },
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

/** Copies a text; without TLS or permission it is selected instead. */
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
    // Text edited after copying counts as not copied.
    isCopied: copied === text,
    isRefused: refused === text,
    onCopy: () => setCopied(text),
  };
};

/** Records in the ticket's history that the reminder was sent; a registered trial becomes followed up. */
const useMarkAsSent = (ticket: TicketDetail, next: string, onSent: () => void) => {
  const { name } = useSessionUser();
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useOperation(operationsOfTickets[ticket._type].update, {
    refreshes: ['tickets'],
    onSuccess: () => {
      showSnackbar('Reminder marked as sent');
      onSent();
    },
    // After a stale save or a lost answer, refetch the ticket before the next try.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['tickets'] }),
  });
  return {
    isPending,
    problem: error && sentenceOf(error),
    send: () =>
      mutate({
        params: { id: ticket._id },
        // A second press overwrites another user's change, which the first error has reported.
        body: {
          action: reminderSentBy(name),
          ...(!isClosed(ticket.status) && { next_action_date: next === '' ? null : next }),
          version: versionOf(error) ?? ticket.version,
        },
      }),
  };
};

/** The current version from a stale error; undefined for other errors. */
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
