import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazyForm } from '../../kit/form/form-dialogs.tsx';
import { ChosenClasses } from './chosen-classes.tsx';
import { limitKinds, type ChosenClass, type LimitKind } from './class-choice.ts';
import styles from './class-limit.module.css';

const ClassLimitDialog = lazyForm(
  async () => (await import('./class-limit-dialog.tsx')).ClassLimitDialog,
);

type Props = {
  chosen: ChosenClass[];
  onChange: (chosen: ChosenClass[]) => void;
  error: string | undefined;
};

/** The classes that a code is limited to, and the three ways to choose them (part 1 §2). */
export const LimitCard = ({ chosen, onChange, error }: Props) => {
  const [kind, setKind] = useState<LimitKind | null>(null);
  return (
    <section className={styles.card} aria-labelledby="limit-title">
      <h2 id="limit-title" className={styles.cardTitle}>
        Limit discount code usage
      </h2>
      <div className={styles.groups}>
        {limitKinds.map((each) => (
          <Button key={each} onClick={() => setKind(each)}>
            {each}
          </Button>
        ))}
      </div>
      {error && (
        <p className={styles.problem} role="alert">
          {error}
        </p>
      )}
      <ChosenClasses chosen={chosen} onChange={onChange} />
      <ClassLimitDialog
        open={kind}
        chosen={chosen}
        onChange={onChange}
        onClose={() => setKind(null)}
      />
    </section>
  );
};
