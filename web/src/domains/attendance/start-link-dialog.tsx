import { TextInput, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { getStartLink } from 'staffroom-contract/domains/lessons/lesson-room.contract.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { operationQuery } from '../../lib/queries.ts';
import { Banner } from '../../ui/banner.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { SkeletonBar } from '../../ui/list-states.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { lessonTopic } from '../lessons/lesson-words.ts';

type Props = { open: Lesson | null; onClose: () => void };

/** The link that starts a Zoom lesson as host. Each opening fetches it from Zoom and is audited. */
export const StartLinkDialog = ({ open, onClose }: Props) => (
  <FreshForm record={open}>
    {(lesson, opened) => <StartLink lesson={lesson} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const StartLink = ({
  lesson,
  opened,
  onClose,
}: {
  lesson: Lesson;
  opened: boolean;
  onClose: () => void;
}) => {
  const field = useRef<HTMLInputElement>(null);
  const query = useQuery({
    ...operationQuery(getStartLink, { params: { id: lesson._id } }),
    // One request per opening, and the link is not cached.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const url = query.data?.data.url;
  const copy = () => {
    field.current?.select();
    void copyText('Start link', url ?? '');
  };
  return (
    <Dialog
      title="Start link"
      opened={opened}
      onClose={onClose}
      cancelLabel="Close"
      primary={
        <PrimaryButton
          icon={<IconCopy size={17} stroke={1.7} />}
          disabled={url === undefined}
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
            This link starts <strong>{lessonTopic(lesson)}</strong> as its host. Give it only to the
            person who teaches.
          </p>
          {url ? (
            <TextInput
              ref={field}
              label="Link"
              readOnly
              data-autofocus
              value={url}
              onFocus={(event) => event.currentTarget.select()}
            />
          ) : (
            <SkeletonBar width={100} height={34} />
          )}
          <Text inherit mih={36} c="dimmed">
            {url ? (
              <>
                <a href={url} target="_blank" rel="noreferrer">
                  Start the lesson now
                </a>
                . Zoom accepts the link for about 2 hours. That it was shown is in the lesson’s
                changes.
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
