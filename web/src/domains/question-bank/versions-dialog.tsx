import { Button, Flex, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listQuestionVersions,
  restoreQuestionVersion,
  type QuestionVersion,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { filterLevelWords } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { sourceOf } from 'staffroom-contract/domains/question-bank/question-words.ts';
import { useRowAct } from '../../kit/list/use-row-act.tsx';
import { operationQuery } from '../../lib/queries.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useOperation } from '../../lib/use-operation.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListEmpty, listStateOf, ListStates, SkeletonBar } from '../../ui/list-states.tsx';
import { useShown } from '../../ui/use-shown.ts';
import { refreshedByQuestions } from './question-bank.api.ts';
import { QuestionText } from './question-text.tsx';
import { changedParts } from './version-words.ts';
import styles from './versions-dialog.module.css';

type Props = {
  /** The question's id. */
  open: string | null;
  canRestore: boolean;
  onClose: () => void;
};

const mostVersions = 100;

/** All versions of a question, newest first: user, time, changes; an old one can be restored. */
export const VersionsDialog = ({ open, canRestore, onClose }: Props) => {
  const id = useShown(open) ?? '';
  const params = { id };
  const versions = useQuery({
    ...operationQuery(listQuestionVersions, { params, query: { max: mostVersions } }),
    enabled: open !== null,
  });
  const { data: kept = [], count = 0 } = versions.data ?? {};
  const [chosen, setChosen] = useState<number | null>(null);
  const shown = kept.find(({ version }) => version === chosen) ?? kept[0];
  const { act, problem } = useRowAct(refreshedByQuestions);
  const restore = useOperation(restoreQuestionVersion, { refreshes: refreshedByQuestions });
  const bringBack = (old: QuestionVersion) =>
    void act({
      question: {
        title: `Restore version ${old.version}?`,
        message: 'Its content is saved as a new version. No version is lost.',
        confirmLabel: 'Restore',
      },
      run: async () => {
        await restore.mutateAsync({
          params: { id, n: old.version },
          body: { ...(kept[0] && { version: kept[0].version }) },
        });
        setChosen(null);
      },
      done: `Version ${old.version} restored`,
      refused: (error) => `Version ${old.version} was not restored. ${sentenceOf(error)}`,
    });

  return (
    <Dialog title="Versions" opened={open !== null} onClose={onClose} size={980}>
      {problem && <Banner tone="negative" title={problem} />}
      <ListStates
        state={listStateOf(versions)}
        noun="versions"
        isEmpty={kept.length === 0}
        empty={<ListEmpty text="There are no versions to display" />}
        skeleton={<SkeletonBar width={60} height={120} />}
      >
        <div className={styles.versions}>
          <Stack component="ol" gap="xs" aria-label="Versions">
            {kept.map((one, place) => (
              <li key={one.version}>
                <VersionButton
                  version={one}
                  before={kept[place + 1]}
                  isShown={one === shown}
                  onShow={() => setChosen(one.version)}
                />
              </li>
            ))}
            {count > kept.length && <li>{`${count - kept.length} older ones are not listed.`}</li>}
          </Stack>
          {shown && (
            <Paper
              className={styles.shown}
              component="section"
              withBorder
              miw={0}
              py="md"
              px="lg"
              aria-label={`Version ${shown.version}`}
            >
              <Flex
                component="header"
                gap="sm"
                align="center"
                justify="space-between"
                wrap="wrap"
                mih={36}
                mb="sm"
                c="secondary"
              >
                <p>
                  {shown.subject}, {shown.level.map(filterLevelWords).join(', ')}; {sourceOf(shown)}
                </p>
                {canRestore && shown !== kept[0] && (
                  <Button onClick={() => bringBack(shown)}>Restore version {shown.version}</Button>
                )}
              </Flex>
              <QuestionText question={shown} />
            </Paper>
          )}
        </div>
      </ListStates>
    </Dialog>
  );
};

const actionWords: Record<QuestionVersion['action'], string> = {
  created: 'Created',
  updated: 'Edited',
  tagged: 'Tagged',
  archived: 'Archived',
  unarchived: 'Restored',
  restored: 'Restored',
  imported: 'Imported',
  pictures_copied: 'Pictures copied',
};

type VersionProps = {
  version: QuestionVersion;
  before: QuestionVersion | undefined;
  isShown: boolean;
  onShow: () => void;
};

const VersionButton = ({ version, before, isShown, onShow }: VersionProps) => {
  const { dateTime } = useFormats();
  const changed = before ? changedParts(before, version) : [];
  const words = `${actionWords[version.action]}${version.restored === null ? '' : ` from version ${version.restored}`}`;
  return (
    <button type="button" className={styles.version} aria-pressed={isShown} onClick={onShow}>
      <Stack component="span" gap={0} variant="meta">
        <Text component="strong" variant="strong" c="bright">
          Version {version.version}: {words}
        </Text>
        <span>
          {version.by.name || '–'}, <time dateTime={version.at}>{dateTime(version.at)}</time>
        </span>
        {changed.length > 0 && <span>Changed: {changed.join(', ')}</span>}
      </Stack>
    </button>
  );
};
