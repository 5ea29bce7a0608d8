import { Button } from '@mantine/core';
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
import { FullScreenDialog } from '../../ui/full-screen-dialog.tsx';
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
    <FullScreenDialog
      title="Versions"
      opened={open !== null}
      onClose={onClose}
      dirty={false}
      cancelLabel={null}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {problem && <Banner tone="negative" title={problem} />}
      <ListStates
        state={listStateOf(versions)}
        noun="versions"
        isEmpty={kept.length === 0}
        empty={<ListEmpty text="There are no versions to display" />}
        skeleton={<SkeletonBar width={60} height={120} />}
      >
        <div className={styles.versions}>
          <ol className={styles.list} aria-label="Versions">
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
          </ol>
          {shown && (
            <section className={styles.shown} aria-label={`Version ${shown.version}`}>
              <header className={styles.head}>
                <p>
                  {shown.subject}, {shown.level.map(filterLevelWords).join(', ')}; {sourceOf(shown)}
                </p>
                {canRestore && shown !== kept[0] && (
                  <Button onClick={() => bringBack(shown)}>Restore version {shown.version}</Button>
                )}
              </header>
              <QuestionText question={shown} />
            </section>
          )}
        </div>
      </ListStates>
    </FullScreenDialog>
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
      <strong>
        Version {version.version}: {words}
      </strong>
      <span>
        {version.by.name || '–'}, <time dateTime={version.at}>{dateTime(version.at)}</time>
      </span>
      {changed.length > 0 && <span>Changed: {changed.join(', ')}</span>}
    </button>
  );
};
