import { ActionIcon, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useFocusTrap, useMergedRef } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconExternalLink, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { TicketDetail } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import { isClosed, type TicketType } from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { useKeptAct } from '../../kit/form/use-kept-act.ts';
import { RecordLink, RecordLinks } from '../../kit/record/record-link.tsx';
import { isMissing } from '../../lib/api-error.ts';
import { formatDay, formatPhone } from '../../lib/formats.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { ListEmpty, listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { DayOf, Moment } from '../../ui/moment.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { pageLayer } from '../../ui/shortcut-registry.ts';
import { useCloseGuard } from '../../ui/use-close-guard.ts';
import { useLeaveGuard } from '../../ui/use-leave-guard.ts';
import { useWide } from '../../ui/use-narrow.ts';
import { ShortcutLayer, useShortcut } from '../../ui/use-shortcut.ts';
import { lessonCode } from '../lessons/lesson-words.ts';
import { QuickUpdate } from './quick-update.tsx';
import { TicketAttended } from './ticket-attended.tsx';
import { ordersAddress, telephone } from './ticket-card.tsx';
import { TicketHistory } from './ticket-history.tsx';
import { TicketLesson, TicketStudent } from './ticket-lesson.tsx';
import { TicketViewers } from './ticket-viewers.tsx';
import { choosable, ticketForms } from './ticket.form.ts';
import type { TicketAct } from './ticket-act-dialogs.tsx';
import styles from './ticket-panel.module.css';
import { nameOf, ticketTone } from './ticket-words.ts';
import { ticketQuery } from './tickets.api.ts';
import { focusWayOn, type TicketSteps } from './use-ticket-queue.ts';

const TicketActDialogs = lazyForm(
  async () => (await import('./ticket-act-dialogs.tsx')).TicketActDialogs,
);

type Props = {
  type: TicketType;
  id: string;
  /** Incremented to move the focus to the update. */
  updates: number;
  /** Open the previous or next ticket; undefined at the ends of the queue. */
  steps: TicketSteps;
  /** Called when the ticket was updated: focuses the next one. */
  onSaved: () => void;
  onClose: () => void;
};

/** A full ticket beside its list (picture 07); on smaller screens it covers the list. */
export const TicketPanel = (props: Props) => {
  const { type, id } = props;
  const query = useQuery(ticketQuery(type, id));
  const wide = useWide();
  /** On small screens the panel covers the list, so the "Next ticket" button gets the focus. */
  const goOn = () => (wide ? props.onSaved() : focusWayOn());
  /** The form's key: each update begins with an empty form. */
  const [saves, setSaves] = useState(0);
  const ticket = query.data?.data;
  return (
    <Frame {...props} ticket={ticket}>
      {ticket ? (
        <Open
          key={saves}
          {...props}
          ticket={ticket}
          updates={saves === 0 ? props.updates : 0}
          onUpdated={() => {
            setSaves(saves + 1);
            goOn();
          }}
          onCancelled={goOn}
        />
      ) : isMissing(query.error) ? (
        <ListEmpty
          text="This ticket does not exist"
          actions={<Button onClick={props.onClose}>Close</Button>}
        />
      ) : (
        <ListStates
          state={listStateOf(query)}
          noun="ticket"
          isEmpty={false}
          empty={null}
          skeleton={<PanelSkeleton />}
        >
          {null}
        </ListStates>
      )}
    </Frame>
  );
};

const PanelSkeleton = () => (
  <Stack className={styles.part} gap="md">
    {[60, 80, 45, 70, 65, 50, 75, 40].map((width) => (
      <SkeletonBar key={width} width={width} />
    ))}
  </Stack>
);

type FrameProps = Props & { ticket: TicketDetail | undefined; children: ReactNode };

/**
 * Beside the list if there is space, else over it. It is the same element in both cases, so that typed text survives a
 * narrower window. The forms inside guard their own changes.
 */
const Frame = ({ children, ...props }: FrameProps) => {
  const wide = useWide();
  const { layer, content } = useCloseGuard({
    opened: !wide,
    dirty: false,
    onClose: props.onClose,
  });
  const ref = useMergedRef(content, useFocusTrap(!wide));
  return (
    <section
      ref={ref}
      className={styles.panel}
      tabIndex={-1}
      data-ticket-panel
      role={wide ? 'complementary' : 'dialog'}
      aria-modal={!wide || undefined}
      aria-label={props.ticket ? `Ticket of ${nameOf(props.ticket)}` : 'Ticket'}
    >
      <ShortcutLayer value={wide ? pageLayer : layer}>
        <Head {...props} />
        {children}
        {props.ticket && <TicketViewers type={props.type} id={props.id} />}
      </ShortcutLayer>
    </section>
  );
};

/** The ticket's status, and buttons for its neighbours and for closing. */
const Head = ({ ticket, steps, onClose }: Omit<FrameProps, 'children'>) => {
  const { previous, next } = steps;
  const wide = useWide();
  // On smaller screens the layer handles Escape itself.
  useShortcut('escape', 'Close the ticket', onClose, { enabled: wide });
  return (
    <Group className={styles.bar} gap={0} flex="none" h={48} mt="xs">
      <Box component="span" flex={1}>
        {ticket && <StatusChip tone={ticketTone(ticket.status)}>{ticket.status}</StatusChip>}
      </Box>
      <ActionIcon aria-label="Previous ticket" disabled={previous === undefined} onClick={previous}>
        <IconChevronUp size={18} stroke={1.7} />
      </ActionIcon>
      <ActionIcon
        aria-label="Next ticket"
        data-next-ticket
        disabled={next === undefined}
        onClick={next}
      >
        <IconChevronDown size={18} stroke={1.7} />
      </ActionIcon>
      <ActionIcon aria-label="Close" onClick={onClose}>
        <IconX size={18} stroke={1.7} />
      </ActionIcon>
    </Group>
  );
};

type OpenProps = Props & {
  ticket: TicketDetail;
  onUpdated: () => void;
  onCancelled: () => void;
};

const Open = ({ type, ticket, updates, onUpdated, onCancelled, onClose }: OpenProps) => {
  const queryClient = useQueryClient();
  const [act, setAct] = useKeptAct<TicketAct>(`ticket ${ticket._id}`);
  const keep = (saved: TicketDetail) =>
    queryClient.setQueryData(ticketQuery(type, ticket._id).queryKey, { data: saved });
  const form = useFormState(ticketForms[type].quick, {
    record: ticket,
    opened: true,
    onClose,
    isOpenAt: (search) => 'ticket' in search && search.ticket === ticket._id,
    staysOpen: true,
    done: 'Ticket updated',
    gone: 'This ticket no longer exists',
    onSaved: (saved) => {
      keep(saved);
      pass();
      onUpdated();
    },
  });
  const pass = useLeaveGuard(form.isDirty);
  /** The reminder has changed the ticket: rebase what was typed on the new version. */
  const onSent = async () => {
    const { data } = await queryClient.fetchQuery({
      ...ticketQuery(type, ticket._id),
      staleTime: 0,
    });
    form.rebase(data);
  };
  // Shows other users' changes while the form has no edits.
  if (!form.isDirty && !form.isSaving && form.base && form.base.version < ticket.version)
    form.rebase(ticket);

  return (
    <>
      <Stack className={styles.part} gap="md">
        <div>
          <Text component="h2" variant="h2" style={{ overflowWrap: 'anywhere' }}>
            <RecordLink to="student" id={ticket.student._id} name={nameOf(ticket)} />
          </Text>
          <Text inherit c="secondary">
            <RecordLink to="class" id={ticket.class._id} name={ticket.class.name} />
          </Text>
        </div>
        <TicketFacts type={type} ticket={ticket} />
        <Acts ticket={ticket} onAct={(name) => setAct({ name, ticket })} />
      </Stack>
      <QuickUpdate
        form={form}
        ticket={ticket}
        statuses={choosable[type].statuses}
        updates={updates}
      />
      <TicketHistory ticket={ticket} />
      <TicketLesson
        type={type}
        ticket={ticket}
        onComment={() => setAct({ name: 'Tutor comment', ticket })}
      />
      <TicketStudent ticket={ticket} />
      <TicketActDialogs
        open={act}
        type={type}
        onClose={() => setAct(null)}
        onSaved={(saved) => {
          keep(saved);
          form.rebase(saved);
          // The menu button is disabled now and cannot take the focus back.
          if (act?.name === 'Cancel ticket') onCancelled();
        }}
        onSent={() => void onSent()}
      />
    </>
  );
};

const TicketFacts = ({ type, ticket }: { type: TicketType; ticket: TicketDetail }) => {
  const { student, lesson, meta, purchase_order: bought, renewal_order: renewed } = ticket;
  const { parent } = student;
  const isTrial = type === 'TrialConversion';
  return (
    <Facts>
      <Fact label="Parent">{contactOf(parent.name, parent)}</Fact>
      {!parent.phone && student.phone && <Fact label="Phone">{contactOf('', student)}</Fact>}
      <Fact label="E-mail">{student.email || parent.email}</Fact>
      <Fact label={isTrial ? 'Trial' : 'Last lesson'}>
        {lesson && (
          <>
            <RecordLink
              to="lesson"
              id={lesson._id}
              classId={ticket.class._id}
              name={lessonCode(lesson)}
            />
            , <Moment at={lesson.scheduled_on} /> <TicketAttended attended={ticket.attended} />
          </>
        )}
      </Fact>
      {lesson && lesson.tutor.length > 0 && (
        <Fact label="Tutor">
          <RecordLinks to="tutor" records={lesson.tutor} />
        </Fact>
      )}
      {!isTrial && (
        <Fact label="Subscription end">
          {ticket.subscription_end_date && <DayOf at={ticket.subscription_end_date} />}
        </Fact>
      )}
      <Fact label="Follow-up date">
        {ticket.next_action_date && !isClosed(ticket.status) && formatDay(ticket.next_action_date)}
      </Fact>
      <Fact label="Assigned to">{ticket.handled_by?.name}</Fact>
      {meta.prev_agent && <Fact label="Previous agent">{meta.prev_agent}</Fact>}
      <Fact label="Agent">{ticket.agent?.name}</Fact>
      <Fact label="Lead source">{meta.lead_source}</Fact>
      {ticket.order && (
        <Fact label="Trial order">
          <OrderLink order={ticket.order} />
        </Fact>
      )}
      {bought && (
        <Fact label="Purchase">
          <OrderLink order={bought} />
        </Fact>
      )}
      {renewed && (
        <Fact label="Renewal">
          <OrderLink order={renewed} />
        </Fact>
      )}
    </Facts>
  );
};

/** "Kwek Kok Leong · +65 8000 2210" with the number as a link. */
const contactOf = (name: string, phone: { phone_country_code: string; phone: string }) => {
  const number = formatPhone(phone);
  if (!number) return name;
  return (
    <>
      {name && `${name} · `}
      <a href={telephone(phone)}>{number}</a>
    </>
  );
};

const OrderLink = ({ order }: { order: NonNullable<TicketDetail['order']> }) => (
  <>
    <RecordLink
      to="order"
      id={order._id}
      name={<Money amount={order.actual_price} currency={order.currency} />}
    />
    , <DayOf at={order.created} />
  </>
);

const Acts = ({
  ticket,
  onAct,
}: {
  ticket: TicketDetail;
  onAct: (name: TicketAct['name']) => void;
}) => (
  <Group align="stretch" wrap="wrap">
    <Button size="xs" onClick={() => onAct('Assign')}>
      Assign
    </Button>
    <Button size="xs" onClick={() => onAct('Lead source')}>
      Lead source
    </Button>
    <Button
      size="xs"
      component="a"
      href={ordersAddress(ticket.student.email)}
      target="_blank"
      rel="noreferrer"
      leftSection={<IconExternalLink size={15} stroke={1.7} />}
    >
      Orders
    </Button>
    <Button size="xs" onClick={() => onAct('Update student')}>
      Update student
    </Button>
    <Button size="xs" onClick={() => onAct('Reminder')}>
      Reminder
    </Button>
    <Button
      size="xs"
      variant="subtle"
      c="negative"
      disabled={ticket.status === 'CANCELED'}
      onClick={() => onAct('Cancel ticket')}
    >
      Cancel ticket
    </Button>
  </Group>
);
