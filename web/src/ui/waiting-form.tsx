import { Button } from '@mantine/core';
import { Banner } from './banner.tsx';
import { FullScreenDialog } from './full-screen-dialog.tsx';
import { listStateOf, ListStates, SkeletonBar } from './list-states.tsx';
import styles from './waiting-form.module.css';

type Props = {
  title: string;
  opened: boolean;
  onClose: () => void;
  /** What is waited for: "class". */
  noun: string;
  /** What is not here yet; undefined when everything is, but not for this person. */
  query: Parameters<typeof listStateOf>[0] | undefined;
  /** Why this person has no form. */
  refusal?: string;
};

/** The dialog of a record's form while the record is not there, or for whom it is none to change. */
export const WaitingForm = ({ title, opened, onClose, noun, query, refusal }: Props) => (
  <FullScreenDialog
    title={title}
    opened={opened}
    onClose={onClose}
    dirty={false}
    cancelLabel={null}
    actions={<Button onClick={onClose}>Close</Button>}
  >
    {query ? (
      <ListStates
        state={{ ...listStateOf(query), status: query.isError ? 'error' : 'loading' }}
        noun={noun}
        isEmpty={false}
        empty={null}
        skeleton={<FormSkeleton />}
      >
        {null}
      </ListStates>
    ) : (
      <Banner tone="warning" title={refusal} />
    )}
  </FullScreenDialog>
);

const FormSkeleton = () => (
  <div className={styles.loading}>
    {[40, 60, 60, 30, 50].map((width, index) => (
      <SkeletonBar key={index} width={width} height={24} />
    ))}
  </div>
);
