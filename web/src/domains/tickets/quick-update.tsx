import { Box, Select, Textarea, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { TicketDetail } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import type { TicketStatus } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { DayInput } from '../../kit/form/day-input.tsx';
import { footerWords, FormBody } from '../../kit/form/form-body.tsx';
import type { StateOf } from '../../kit/form/use-form-state.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { submitOnCtrlEnter } from '../../ui/submit-on-ctrl-enter.ts';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { FollowUpPicks } from '../../ui/follow-up-picks.tsx';
import type { ticketForms } from './ticket.form.ts';
import styles from './ticket-panel.module.css';

type Props = {
  form: StateOf<(typeof ticketForms)['TrialConversion']['quick']>;
  ticket: TicketDetail;
  statuses: readonly TicketStatus[];
  /** Incremented to move the focus to the update. */
  updates: number;
};

/** Updates a ticket: status, follow-up date and remark (picture 07). */
export const QuickUpdate = ({ form, ticket, statuses, updates }: Props) => {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (updates > 0) box.current?.focus();
  }, [updates]);
  useShortcut('u', 'Update the ticket', () => box.current?.focus(), {
    when: () => !document.activeElement?.closest('[data-row]'),
  });
  return (
    <form
      className={styles.update}
      aria-label="Quick update"
      noValidate
      onKeyDown={submitOnCtrlEnter}
      onSubmit={(event) => {
        // React also bubbles submits from a dialog rendered inside this form.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        void form.save();
      }}
    >
      <Group gap={0} justify="space-between" mb="sm">
        <h3>Quick update</h3>
        <KeyHint keys="U" />
      </Group>
      <FormBody form={form} saveLabel="Update" className={styles.fields}>
        <div className={styles.pair}>
          <Select
            {...form.field('status')}
            data={[...statuses]}
            value={form.values.status || null}
            placeholder={ticket.status}
          />
          <DayInput {...form.field('next_action_date')} />
        </div>
        <Textarea
          {...form.field('remark')}
          ref={box}
          data-autofocus={updates > 0 || undefined}
          autosize
          minRows={2}
          maxRows={8}
        />
      </FormBody>
      <Group gap={2} justify="space-between" wrap="wrap" mt="sm">
        <Group gap={0} ml="-8px">
          <FollowUpPicks onPick={(day) => form.set({ next_action_date: day })} />
        </Group>
        <Box ml="auto">
          <PrimaryButton keys="Ctrl ↵" busy={form.isSaving}>
            Update
          </PrimaryButton>
        </Box>
      </Group>
      {form.isTried && !form.isReady && (
        <Text mt="xs" variant="meta" c="dimmed">
          {footerWords(form)}
        </Text>
      )}
    </form>
  );
};
