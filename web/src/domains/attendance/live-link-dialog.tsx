import { TextInput, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { getLiveLink } from 'staffroom-contract/domains/attendance/live-link.contract.ts';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { operationQuery } from '../../lib/queries.ts';
import { Banner } from '../../ui/banner.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { Moment } from '../../ui/moment.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { lessonTopic } from '../lessons/lesson-words.ts';

/** The person the link is for. */
export type LinkOwner = { _id: string; name: string };

type Props = { open: LinkOwner | null; lesson: Lesson; onClose: () => void };

/** A student's, tutor's or TA's own live link, to copy. Fetched at each opening, as each is audited (ADR 24). */
export const LiveLinkDialog = ({ open, lesson, onClose }: Props) => (
  <FreshForm record={open}>
    {(owner, opened) => <OwnLink lesson={lesson} owner={owner} opened={opened} onClose={onClose} />}
  </FreshForm>
);

type OwnLinkProps = { lesson: Lesson; owner: LinkOwner; opened: boolean; onClose: () => void };

const OwnLink = ({ lesson, owner, opened, onClose }: OwnLinkProps) => {
  const field = useRef<HTMLInputElement>(null);
  const query = useQuery({
    ...operationQuery(getLiveLink, { params: { id: lesson._id, userId: owner._id } }),
    // One request per opening, and the link is not cached.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const link = query.data?.data;
  const copy = () => {
    field.current?.select();
    void copyText(`Live link of ${owner.name}`, link?.url ?? '');
  };
  return (
    <Dialog
      title="Live link"
      opened={opened}
      onClose={onClose}
      cancelLabel="Close"
      primary={
        <PrimaryButton
          icon={<IconCopy size={17} stroke={1.7} />}
          disabled={link === undefined}
          onClick={copy}
        >
          Copy link
        </PrimaryButton>
      }
    >
      {query.isError ? (
        <Banner tone="warning" title={sentenceOf(query.error)} />
      ) : (
        <Stack aria-busy={query.isPending}>
          <p>
            This link opens <strong>{lessonTopic(lesson)}</strong> as <strong>{owner.name}</strong>.
            Give it only to them.
          </p>
          {link ? (
            <TextInput
              ref={field}
              label="Link"
              readOnly
              data-autofocus
              value={link.url}
              onFocus={(event) => event.currentTarget.select()}
            />
          ) : (
            <SkeletonBar width={100} height={34} />
          )}
          <Text inherit mih={36} c="dimmed">
            {link ? (
              <>
                {link.expires_on === null ? (
                  'Valid while the Zoom room exists.'
                ) : (
                  <>
                    Valid until <Moment at={link.expires_on} />.
                  </>
                )}{' '}
                This is recorded in the lesson’s changes.
              </>
            ) : (
              <SkeletonBar width={60} />
            )}
          </Text>
        </Stack>
      )}
    </Dialog>
  );
};
