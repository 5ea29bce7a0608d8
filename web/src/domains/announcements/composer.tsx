import { Button, Group, SimpleGrid, Stack, Tabs, Text, Textarea, TextInput } from '@mantine/core';
import { IconEye, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AnnouncementPreview } from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import {
  announcementMethods,
  countMessages,
  type AddressChoice,
  type AnnouncementMethod,
} from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import { countSms } from 'staffroom-contract/domains/announcements/sms.rules.ts';
import { rosterGroups } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { footerWords, FormBody } from '../../kit/form/form-body.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { formatCount } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { FullScreenDialog } from '../../ui/full-screen-dialog.tsx';
import { listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { RichTextEditor } from '../../ui/rich-text/rich-text-editor.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import type { LessonBefore } from '../lessons/announce-change.ts';
import { lessonCode, lessonTopic } from '../lessons/lesson-words.ts';
import { charactersOf, methodIcons, methodWords } from './announcement-words.ts';
import { announcementForms, messageOf } from './announcement.form.ts';
import { previewQuery } from './announcements.api.ts';
import { changeMessage } from './change-words.ts';
import { FromChange, OtherDraft } from './composer-notes.tsx';
import { EmailPreview, PhonePreview } from './previews.tsx';
import { TestToOneself, WhenYouSendIt, WhoCanGetIt } from './recipients-panel.tsx';
import { SendDialog, SentDialog, type SentCounts } from './send-dialog.tsx';
import { SmsCounter, SmsHint } from './sms-counter.tsx';
import styles from './composer.module.css';

export type ComposerProps = {
  lesson: Lesson;
  method: AnnouncementMethod;
  /** The lesson's old values if an edit is announced. */
  before: LessonBefore | undefined;
  onMethod: (method: AnnouncementMethod) => void;
  onClose: () => void;
  /** Opens the deliveries after sending. */
  onDeliveries: () => void;
};

type Props = Omit<ComposerProps, 'lesson'> & { open: Lesson | null };

/** Make Announcement, with a fresh form at each opening (part 1 §2, Announcement composer). */
export const Composer = ({ open, ...props }: Props) => (
  <FreshForm record={open}>
    {(lesson, opened) => <Form {...props} lesson={lesson} opened={opened} />}
  </FreshForm>
);

const Form = ({ lesson, method, before, opened, ...on }: ComposerProps & { opened: boolean }) => {
  const { business_time_zone: zone, product_name: productName } = useSettings();
  const narrow = useNarrow();
  const [isAsking, setAsking] = useState(false);
  const [sent, setSent] = useState<SentCounts | null>(null);
  /** Whether the other tab has an unsent draft. */
  const [keepsOther, setKeepsOther] = useState(false);
  const [showsPreview, setShowsPreview] = useState(false);
  // Always refetched: a phone number may have been added meanwhile.
  const [chosen, setChosen] = useState<AddressChoice>();
  const query = useQuery({ ...previewQuery(lesson._id, method, chosen), staleTime: 0 });
  const preview = query.data?.data;
  /** False while another address choice loads; sending is disabled then. */
  const isCurrent = preview !== undefined && !query.isPlaceholderData;
  const form = useFormState(announcementForms[method], {
    opened,
    onClose: on.onClose,
    ...(before && { initial: changeMessage(before, lesson, { zone, productName }) }),
    params: { scope: 'lesson', id: lesson._id, type: method },
    isOpenAt: (search) => 'dialog' in search && search.dialog === 'announce',
    // After sending, only an unsent draft of the other kind needs a warning.
    ...(sent !== null && { dirty: keepsOther }),
    done: '',
    // Opens the choice of groups instead of sending.
    beforeSave: async () => {
      if (isCurrent) setAsking(true);
      return false;
    },
  });
  const { values } = form;
  const other = method === 'email' ? 'sms' : 'email';
  const hasOther = other === 'sms' ? values.sms.trim() !== '' : values.content !== '';
  if (hasOther !== keepsOther) setKeepsOther(hasOther);
  const message = messageOf(method, values, form.context);
  const about = `${lesson.class_obj.name}, ${lessonCode(lesson)}`;
  const { parts } = countSms(values.sms.trim());
  const previews = (
    <>
      {method === 'email' && (
        <EmailPreview
          subject={values.subject}
          content={values.content}
          cta={{ text: values.ctaText, link: values.ctaLink }}
          about={about}
          first={preview?.first ?? null}
        />
      )}
      <PhonePreview text={values.sms.trim()} isDraft={method === 'email'} />
    </>
  );
  return (
    <>
      <FullScreenDialog
        title="Make Announcement"
        opened={opened}
        onClose={form.close}
        dirty={form.isDirty}
        onSubmit={() => void form.save()}
        stepper={!narrow && <AboutLesson lesson={lesson} />}
        bare
        footerStart={
          <Reach
            method={method}
            preview={preview}
            words={form.isReady ? readyWords(narrow) : footerWords(form)}
          />
        }
        actions={
          <PrimaryButton
            keys="Ctrl ↵"
            icon={<IconSend size={16} stroke={1.7} />}
            disabled={!form.isReady || !isCurrent}
          >
            Send announcement
          </PrimaryButton>
        }
      >
        <div className={styles.columns}>
          <Stack>
            {narrow && <AboutLesson lesson={lesson} stacked />}
            <MethodTabs method={method} hasOther={hasOther} other={other} onMethod={on.onMethod}>
              <FormBody form={form} saveLabel="Send announcement">
                <Stack>
                  {method === 'email' ? (
                    <EmailFields field={form.field} content={values.content} />
                  ) : (
                    <SmsFields field={form.field} text={values.sms} />
                  )}
                </Stack>
              </FormBody>
            </MethodTabs>
            {before && <FromChange before={before} lesson={lesson} />}
            <OtherDraft other={other} values={values} onEdit={() => on.onMethod(other)} />
            {narrow && (
              <Button
                leftSection={<IconEye size={16} stroke={1.7} />}
                aria-expanded={showsPreview}
                onClick={() => setShowsPreview(!showsPreview)}
              >
                Preview
              </Button>
            )}
          </Stack>
          {(!narrow || showsPreview) && (
            <Stack className={styles.previews} gap="xl">
              {previews}
            </Stack>
          )}
          <div className={styles.side}>
            <ListStates
              state={listStateOf(query)}
              noun="recipients"
              isEmpty={false}
              empty={null}
              skeleton={<SkeletonBar width={80} height={24} />}
            >
              {preview && (
                <Stack gap="xl">
                  <WhoCanGetIt
                    lessonId={lesson._id}
                    method={method}
                    preview={preview}
                    to={chosen ?? preview.to}
                    onTo={setChosen}
                  />
                  <WhenYouSendIt method={method} parts={parts} preview={preview} />
                  <TestToOneself
                    key={method}
                    lessonId={lesson._id}
                    method={method}
                    preview={preview}
                    message={message}
                    isReady={form.isReady}
                  />
                </Stack>
              )}
            </ListStates>
          </div>
        </div>
      </FullScreenDialog>
      {preview && (
        <SendDialog
          lessonId={lesson._id}
          method={method}
          message={message}
          preview={preview}
          opened={opened && isAsking}
          onClose={() => setAsking(false)}
          onSent={(counts) => {
            setAsking(false);
            setSent(counts);
          }}
        />
      )}
      <SentDialog
        method={method}
        counts={opened ? sent : null}
        via={preview?.via ?? 'outbox'}
        onClose={() => {
          if (!hasOther) return form.close();
          // Clear the sent draft and go to the unsent one.
          form.set(sentFields[method]);
          setSent(null);
          return on.onMethod(other);
        }}
        onDeliveries={() => on.onDeliveries()}
      />
    </>
  );
};

/** Empty values of each method, set after sending. */
const sentFields = {
  email: { subject: '', content: '', ctaText: '', ctaLink: '' },
  sms: { sms: '' },
};

/** "Percentage: Repeated Identity · P6 Mathematics — Sat 2pm, T1 L10 · Sat 28 Mar, 14:30–16:00" */
const AboutLesson = ({ lesson, stacked = false }: { lesson: Lesson; stacked?: boolean }) => {
  const { weekday, timeRange } = useFormats();
  const [topic, ...about] = [
    lessonTopic(lesson),
    `${lesson.class_obj.name}, ${lessonCode(lesson)}`,
    `${weekday(lesson.scheduled_on)}, ${timeRange(lesson.scheduled_on, lesson.ended_on)}`,
  ];
  const words = about.join(' · ');
  return stacked ? (
    <div>
      <Text variant="button" c="bright">
        {topic}
      </Text>
      <Text variant="meta" c="secondary">
        {words}
      </Text>
    </div>
  ) : (
    <Text truncate variant="body" c="secondary" title={`${topic} · ${words}`}>
      {topic} · {words}
    </Text>
  );
};

type MethodProps = {
  method: AnnouncementMethod;
  other: AnnouncementMethod;
  hasOther: boolean;
  onMethod: (method: AnnouncementMethod) => void;
  children: ReactNode;
};

const MethodTabs = ({ method, other, hasOther, onMethod, children }: MethodProps) => (
  <Tabs value={method} onChange={(next) => onMethod(next as AnnouncementMethod)}>
    <Group className={styles.tabs} gap={0} justify="space-between" mb="lg">
      <Tabs.List aria-label="Type" className={styles.tabList ?? ''}>
        {announcementMethods.map((each) => {
          const Icon = methodIcons[each];
          return (
            <Tabs.Tab
              key={each}
              value={each}
              leftSection={<Icon size={16} stroke={1.7} aria-hidden="true" />}
            >
              {methodWords[each]}
            </Tabs.Tab>
          );
        })}
      </Tabs.List>
      {hasOther && (
        <Text span variant="meta" c="dimmed">
          {methodWords[other]} draft kept
        </Text>
      )}
    </Group>
    <Tabs.Panel value={method}>{children}</Tabs.Panel>
  </Tabs>
);

type FieldOf = ReturnType<typeof useFormState<AnnouncementKinds, never>>['field'];
type AnnouncementKinds = NonNullable<(typeof announcementForms)['email']['kinds']>;

const EmailFields = ({ field, content }: { field: FieldOf; content: string }) => (
  <>
    <TextInput {...field('subject')} />
    <div>
      <RichTextEditor {...field('content')} />
      <Text pt="xs" variant="meta" c="dimmed" ta="right" data-figures>
        {formatCount(charactersOf(content), 'character')}
      </Text>
    </div>
    <div>
      <SimpleGrid cols={2} spacing="md">
        <TextInput {...field('ctaText')} />
        <TextInput {...field('ctaLink')} placeholder="https://" />
      </SimpleGrid>
      <Text mt="xs" variant="meta" c="dimmed">
        A button needs both a text and a link.
      </Text>
    </div>
  </>
);

const SmsFields = ({ field, text }: { field: FieldOf; text: string }) => (
  <>
    <Textarea {...field('sms')} minRows={4} maxRows={14} />
    <SmsCounter text={text.trim()} />
    <SmsHint text={text} />
  </>
);

/** The hint after "Send announcement"; shorter on phones. */
const readyWords = (narrow: boolean) => (narrow ? 'groups next' : 'Groups come next.');

type ReachProps = {
  method: AnnouncementMethod;
  preview: AnnouncementPreview | undefined;
  words: string;
};

/** The addressees of each choice, after "email to". */
const readers: Record<AddressChoice, string> = {
  student_else_parent: 'the students of this lesson, else their parents',
  student: 'the students of this lesson',
  parent: 'the parents of this lesson’s students',
  both: 'the students of this lesson and their parents',
};

/** Number of messages, and missing fields. */
const Reach = ({ method, preview, words }: ReachProps) => {
  const narrow = useNarrow();
  const messages = preview && countMessages(preview.messages, rosterGroups);
  return (
    <>
      <Text component={narrow ? 'p' : 'strong'} inherit fw={550} c="bright">
        {messages === undefined ? '' : `Up to ${formatCount(messages, 'message')}`}
      </Text>
      {preview && !narrow && (
        <span>
          {' '}
          by {method === 'email' ? 'e-mail' : 'SMS'} to {readers[preview.to]}.
        </span>
      )}{' '}
      <span>{words}</span>
    </>
  );
};
