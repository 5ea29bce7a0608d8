import { Button, Select } from '@mantine/core';
import {
  IconAlertTriangle,
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
import { lackingWords, testWords, whyWords } from './announcement-words.ts';
import { announcementQuery, useTestAnnouncement } from './announcements.api.ts';
import type { MessageBody } from './announcement.form.ts';
import { addressWord } from './send-dialog.tsx';
import styles from './recipients-panel.module.css';

type Props = { lessonId: string; method: AnnouncementMethod; preview: AnnouncementPreview };
type WhoProps = Props & { to: AddressChoice; onTo: (to: AddressChoice) => void };

/** Choice of addresses, number of reachable students per group, and a download of all addresses. */
export const WhoCanGetIt = ({ lessonId, method, preview, to, onTo }: WhoProps) => (
  <section className={styles.section}>
    <Select
      label="Send to"
      data={addressChoices.map((value) => ({ value, label: addressChoiceLabels[value] }))}
      value={to}
      allowDeselect={false}
      onChange={(next) => next !== null && onTo(next)}
    />
    <div className={styles.head}>
      <h3 className={styles.title}>Who can get it</h3>
      <DownloadButton
        download={() =>
          downloadList(
            previewAnnouncement,
            { params: { id: lessonId, type: method }, query: { to: preview.to } },
            'recipients.csv',
          )
        }
      />
    </div>
    <ul className={styles.groups}>
      {preview.groups.map(({ group, count, reachable, partly }) => (
        <li key={group} className={styles.group}>
          <IconUsers size={16} stroke={1.7} aria-hidden="true" />
          <span className={styles.name}>{groupLabels[group]}</span>
          <span className={styles.state} data-lacks={count > reachable || partly > 0 || undefined}>
            {stateOf({ count, reachable, partly }, method)}
          </span>
          <span className={styles.count}>{count}</span>
        </li>
      ))}
    </ul>
    <Without method={method} preview={preview} />
  </section>
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
    <div className={styles.without}>
      <p className={styles.lacking}>
        <IconAlertTriangle size={17} stroke={1.7} aria-hidden="true" />
        {lackingWords({ method, to: preview.to, none, partly })}
      </p>
      <ul className={styles.people}>
        {preview.without.map((recipient) => (
          <li key={recipient.student._id}>
            <RecordLink to="student" id={recipient.student._id} name={recipient.student.name} />{' '}
            <span className={styles.why}>
              {recipient.group === 'trial_student' && 'trial, '}
              {recipient.group === 'video_student' && 'video, '}
              {whyWords(recipient, method)}
            </span>
          </li>
        ))}
      </ul>
      {count > preview.without.length && (
        <p className={styles.why}>
          and {formatCount(count - preview.without.length, 'more', 'more')}; Download lists all.
        </p>
      )}
    </div>
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
    <section className={styles.section}>
      <h3 className={styles.title}>When you send it</h3>
      <ul className={styles.consequences}>
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
      </ul>
      {preview.via === 'outbox' && (
        <Banner
          tone="warning"
          title={method === 'email' ? 'No mail server is set' : 'No Twilio account is set'}
        >
          <p>Each message is written as a file into the outbox of the data directory instead.</p>
        </Banner>
      )}
    </section>
  );
};

const Consequence = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className={styles.consequence}>
    <span aria-hidden="true">{icon}</span>
    <span>{children}</span>
  </li>
);

type TestProps = Props & { message: MessageBody; isReady: boolean };

/** Sends the draft to the user and shows the result; tests are not counted. */
export const TestToOneself = ({ lessonId, method, preview, message, isReady }: TestProps) => {
  const test = useTestAnnouncement();
  const { own_address: address } = preview;
  const sent = test.data?.data;
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>Test</h3>
      <div className={styles.test}>
        <span className={styles.address}>
          {address ??
            `Your account has no ${method === 'email' ? 'e-mail address' : 'phone number'}`}
        </span>
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
      </div>
      {test.error && <p className={styles.failed}>{sentenceOf(test.error)}</p>}
      {sent && <TestState id={sent._id} />}
    </section>
  );
};

const hasEnded = (state: DeliveryState | null | undefined) =>
  state === 'sent' || state === 'failed' || state === 'unknown';

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
    <p className={styles.tested} role="status">
      <strong data-state={test?.test_state}>{title}</strong>{' '}
      {test && `today ${time(test.created)}.`}{' '}
      {reason !== '' && <span className={styles.reason}>{reason}.</span>}{' '}
      {isSlow &&
        'The server has not answered yet. It can take up to 10 minutes; you can go on working.'}{' '}
      It is not counted.
    </p>
  );
};
