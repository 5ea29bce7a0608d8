import { Button } from '@mantine/core';
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
} from '@staffroom/contract/domains/announcements/announcements.contract.ts';
import {
  groupLabels,
  type AnnouncementMethod,
} from '@staffroom/contract/domains/announcements/announcements.rules.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { sentenceOf } from '../../lib/api-error.ts';
import { downloadList } from '../../lib/download.ts';
import { formatCount } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Banner } from '../../ui/banner.tsx';
import { announcementQuery, useTestAnnouncement } from './announcements.api.ts';
import type { MessageBody } from './announcement.form.ts';
import { addressWord } from './send-dialog.tsx';
import styles from './recipients-panel.module.css';

type Props = { lessonId: string; method: AnnouncementMethod; preview: AnnouncementPreview };

/** Who can get a message, group by group, and everybody as a file. */
export const WhoCanGetIt = ({ lessonId, method, preview }: Props) => (
  <section className={styles.section}>
    <div className={styles.head}>
      <h3 className={styles.title}>Who can get it</h3>
      <DownloadButton
        download={() =>
          downloadList(
            previewAnnouncement,
            { params: { id: lessonId, type: method } },
            'recipients.csv',
          )
        }
      />
    </div>
    <ul className={styles.groups}>
      {preview.groups.map(({ group, count, reachable }) => (
        <li key={group} className={styles.group}>
          <IconUsers size={16} stroke={1.7} aria-hidden="true" />
          <span className={styles.name}>{groupLabels[group]}</span>
          <span className={styles.state} data-lacks={count > reachable || undefined}>
            {stateOf(count, reachable, method)}
          </span>
          <span className={styles.count}>{count}</span>
        </li>
      ))}
    </ul>
    <Without method={method} preview={preview} />
  </section>
);

const stateOf = (count: number, reachable: number, method: AnnouncementMethod) => {
  if (count === 0) return 'nobody';
  const word = addressWord(method);
  if (count > reachable) return `${count - reachable} without ${word}`;
  return method === 'email' ? 'all have an address' : 'all have a phone';
};

/** Who cannot get it and why, each with the way to their record. */
export const Without = ({ method, preview }: Omit<Props, 'lessonId'>) => {
  const count = preview.groups.reduce((sum, each) => sum + each.count - each.reachable, 0);
  if (count === 0) return null;
  const what = method === 'email' ? 'e-mail address' : 'phone number';
  const own = method === 'email' ? 'an e-mail address' : 'a phone number';
  return (
    <div className={styles.without}>
      <p className={styles.lacking}>
        <IconAlertTriangle size={17} stroke={1.7} aria-hidden="true" />
        {count === 1 ? `1 has no ${what}` : `${count} have no ${what}`}
      </p>
      <ul className={styles.people}>
        {preview.without.map(({ student, group, why }) => (
          <li key={student._id}>
            <RecordLink to="student" id={student._id} name={student.name} />{' '}
            <span className={styles.why}>
              {group === 'trial_student' && 'trial, '}
              {group === 'video_student' && 'video, '}
              {why === 'missing' ? 'nor the parent' : `what is there is not ${own}`}
            </span>
          </li>
        ))}
      </ul>
      {count > preview.without.length && (
        <p className={styles.why}>
          and {formatCount(count - preview.without.length, 'more', 'more')}: Download has all.
        </p>
      )}
    </div>
  );
};

/** What sending brings. */
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
            One e-mail each, from {product}
          </Consequence>
        ) : (
          <Consequence icon={<IconMessage size={16} stroke={1.7} />}>
            {formatCount(Math.max(parts, 1), 'part')} each
            {preview.via === 'twilio' && ', by Twilio'}
          </Consequence>
        )}
        <Consequence icon={<IconClock size={16} stroke={1.7} />}>
          It cannot be taken back
        </Consequence>
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

/** Sends the draft to oneself, and says what became of it; it counts for nobody. */
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

const TestState = ({ id }: { id: string }) => {
  const { time } = useFormats();
  const query = useQuery({
    ...announcementQuery(id),
    refetchInterval: ({ state }) => (state.data?.data.test_state === 'sent' ? false : 1500),
  });
  const state = query.data?.data.test_state;
  const at = query.data && time(query.data.data.created);
  const words =
    state === 'sent'
      ? 'Test sent'
      : state === 'failed' || state === 'unknown'
        ? 'Test failed'
        : 'Test on its way';
  return (
    <p className={styles.tested} role="status">
      <strong data-state={state}>{words}</strong> {at && `today ${at}.`} It counts for nobody.
    </p>
  );
};
