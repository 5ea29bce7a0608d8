import { Button, Flex, Group, Select, Text } from '@mantine/core';
import {
  IconClock,
  IconMail,
  IconMessage,
  IconSend,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  previewAnnouncement,
  type AnnouncementPreview,
} from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import {
  addressChoiceLabels,
  addressChoices,
  countMessages,
  groupLabels,
  type AddressChoice,
  type AnnouncementMethod,
  type DeliveryState,
} from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import { rosterGroups } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { downloadList } from '../../lib/download.ts';
import { formatCount } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Banner } from '../../ui/banner.tsx';
import rows from '../../ui/rows.module.css';
import { lackingWords, testWords, whyWords } from './announcement-words.ts';
import { announcementQuery, useTestAnnouncement } from './announcements.api.ts';
import type { MessageBody } from './announcement.form.ts';
import { addressWord } from './send-dialog.tsx';
import { GroupRow } from './group-row.tsx';
import styles from './announcements.module.css';

type Props = { lessonId: string; method: AnnouncementMethod; preview: AnnouncementPreview };
type WhoProps = Props & { to: AddressChoice; onTo: (to: AddressChoice) => void };

/** Choice of addresses, number of reachable students per group, and a download of all addresses. */
export const WhoCanGetIt = ({ lessonId, method, preview, to, onTo }: WhoProps) => (
  <Flex component="section" direction="column" gap="md">
    <Select
      label="Send to"
      data={addressChoices.map((value) => ({ value, label: addressChoiceLabels[value] }))}
      value={to}
      allowDeselect={false}
      onChange={(next) => next !== null && onTo(next)}
    />
    <Group gap={0} justify="space-between">
      <Text component="h3" variant="title" c="bright">
        Who can get it
      </Text>
      <DownloadButton
        download={() =>
          downloadList(
            previewAnnouncement,
            { params: { id: lessonId, type: method }, query: { to: preview.to } },
            'recipients.csv',
          )
        }
      />
    </Group>
    <ul className={rows.rows}>
      {preview.groups.map(({ group, count, reachable, partly }) => (
        <GroupRow key={group} count={count}>
          <Text span lh={0} c="dimmed" aria-hidden="true">
            <IconUsers size={16} stroke={1.7} />
          </Text>
          <Text span flex={1} variant="strong">
            {groupLabels[group]}
          </Text>
          <Text span variant="meta" c={count > reachable || partly > 0 ? 'warning' : 'dimmed'}>
            {stateOf({ count, reachable, partly }, method)}
          </Text>
        </GroupRow>
      ))}
    </ul>
    <Without method={method} preview={preview} />
  </Flex>
);

type Reached = Pick<AnnouncementPreview['groups'][number], 'count' | 'reachable' | 'partly'>;

const stateOf = ({ count, reachable, partly }: Reached, method: AnnouncementMethod) => {
  if (count === 0) return 'no students';
  const word = addressWord(method);
  if (count > reachable) return `${count - reachable} without ${word}`;
  if (partly > 0) return `${partly} with one ${word}`;
  return method === 'email' ? 'all have an address' : 'all have a phone';
};

/** Unreachable students with the reason and a link to their record. */
const Without = ({ method, preview }: Omit<Props, 'lessonId'>) => {
  const none = preview.groups.reduce((sum, each) => sum + each.count - each.reachable, 0);
  const partly = preview.groups.reduce((sum, each) => sum + each.partly, 0);
  const count = none + partly;
  if (count === 0) return null;
  return (
    <Banner tone="warning" title={lackingWords({ method, to: preview.to, none, partly })}>
      <ul className={styles.people}>
        {preview.without.map((recipient) => (
          <li key={recipient.student._id}>
            <RecordLink to="student" id={recipient.student._id} name={recipient.student.name} />{' '}
            <Text span variant="meta" c="secondary">
              {recipient.group === 'trial_student' && 'trial, '}
              {recipient.group === 'video_student' && 'video, '}
              {whyWords(recipient, method)}
            </Text>
          </li>
        ))}
      </ul>
      {count > preview.without.length && (
        <Text variant="meta" c="secondary">
          and {formatCount(count - preview.without.length, 'more', 'more')}; Download lists all.
        </Text>
      )}
    </Banner>
  );
};

/** Facts about sending: number of messages, provider, groups. */
export const WhenYouSendIt = ({
  method,
  parts,
  preview,
}: {
  method: AnnouncementMethod;
  parts: number;
  preview: AnnouncementPreview;
}) => {
  const { product_name: product } = useSettings();
  return (
    <Flex component="section" direction="column" gap="md">
      <Text component="h3" variant="title" c="bright">
        When you send it
      </Text>
      <Flex component="ul" direction="column" gap="sm">
        <Consequence icon={<IconUsersGroup size={16} stroke={1.7} />}>
          You choose the groups in the next step
        </Consequence>
        {method === 'email' ? (
          <Consequence icon={<IconMail size={16} stroke={1.7} />}>
            {formatCount(countMessages(preview.messages, rosterGroups), 'e-mail')} at most, one to
            each address, from {product}
          </Consequence>
        ) : (
          <Consequence icon={<IconMessage size={16} stroke={1.7} />}>
            {formatCount(countMessages(preview.messages, rosterGroups), 'message')} at most,{' '}
            {formatCount(Math.max(parts, 1), 'part')} each
            {preview.via === 'twilio' && ', by Twilio'}
          </Consequence>
        )}
        <Consequence icon={<IconClock size={16} stroke={1.7} />}>It cannot be undone</Consequence>
      </Flex>
      {preview.via === 'outbox' && (
        <Banner
          tone="warning"
          title={method === 'email' ? 'No mail server is set' : 'No Twilio account is set'}
        >
          <p>Each message is written as a file into the outbox of the data directory instead.</p>
        </Banner>
      )}
    </Flex>
  );
};

const Consequence = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <Group component="li" align="flex-start" c="secondary">
    <Text span pt={2} lh={0} c="dimmed" aria-hidden="true">
      {icon}
    </Text>
    <span>{children}</span>
  </Group>
);

type TestProps = Props & { message: MessageBody; isReady: boolean };

/** Sends the draft to the user and shows the result; tests are not counted. */
export const TestToOneself = ({ lessonId, method, preview, message, isReady }: TestProps) => {
  const test = useTestAnnouncement();
  const { own_address: address } = preview;
  const sent = test.data?.data;
  return (
    <Flex component="section" direction="column" gap="sm">
      <Text component="h3" variant="title" c="bright">
        Test
      </Text>
      <Group>
        <Text span inherit truncate flex={1} miw={0} c="bright">
          {address ??
            `Your account has no ${method === 'email' ? 'e-mail address' : 'phone number'}`}
        </Text>
        <Button
          leftSection={<IconSend size={16} stroke={1.7} />}
          disabled={address === null || !isReady}
          loading={test.isPending}
          onClick={() =>
            test.mutate({ params: { scope: 'lesson', id: lessonId, type: method }, body: message })
          }
        >
          Send test
        </Button>
      </Group>
      {test.error && (
        <Text variant="meta" c="negative">
          {sentenceOf(test.error)}
        </Text>
      )}
      {sent && <TestState id={sent._id} />}
    </Flex>
  );
};

const hasEnded = (state: DeliveryState | null | undefined) =>
  state === 'sent' || state === 'failed' || state === 'unknown';

const testColors: Record<DeliveryState, string> = {
  queued: 'secondary',
  sending: 'secondary',
  sent: 'positive',
  failed: 'negative',
  unknown: 'negative',
};

const TestState = ({ id }: { id: string }) => {
  const { time } = useFormats();
  const query = useQuery({
    ...announcementQuery(id),
    refetchInterval: ({ state }) => (hasEnded(state.data?.data.test_state) ? false : 1500),
  });
  const test = query.data?.data;
  const { title, reason } = testWords(
    test ?? { method: 'email', test_state: null, test_error: null },
  );
  const isSlow =
    test && !hasEnded(test.test_state) && query.dataUpdatedAt - Date.parse(test.created) > 30_000;
  return (
    <Text variant="meta" c="dimmed" role="status">
      <Text component="strong" inherit fw={600} c={testColors[test?.test_state ?? 'queued']}>
        {title}
      </Text>{' '}
      {test && `today ${time(test.created)}.`} {reason !== '' && <span>{reason}.</span>}{' '}
      {isSlow &&
        'The server has not answered yet. It can take up to 10 minutes; you can go on working.'}{' '}
      It is not counted.
    </Text>
  );
};
