import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { FreshForm } from '../../../ui/fresh-form.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { sameClasses, type ChosenClass } from '../class-choice.ts';
import { ChosenClasses } from './chosen-classes.tsx';
import { ClassFinder, useSettled, type LimitKind, type Wanted } from './class-finder.tsx';
import { FoundClasses } from './found-classes.tsx';
import styles from './class-limit.module.css';

type Props = {
  kind: LimitKind | null;
  chosen: readonly ChosenClass[];
  onChange: (chosen: ChosenClass[]) => void;
  onClose: () => void;
};

/** Finds classes and adds them to, or removes them from, those that the code is limited to (part 1 §2). */
export const ClassLimitDialog = ({ kind, ...rest }: Props) => (
  <FreshForm record={kind}>
    {(shown, opened) => <Choice kind={shown} opened={opened} {...rest} />}
  </FreshForm>
);

const Choice = ({
  kind,
  opened,
  chosen: before,
  onChange,
  onClose,
}: Omit<Props, 'kind'> & { kind: LimitKind; opened: boolean }) => {
  const [chosen, setChosen] = useState<readonly ChosenClass[]>(before);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  return (
    <Dialog
      title={kind}
      opened={opened}
      onClose={onClose}
      dirty={!sameClasses(chosen, before)}
      size={880}
      onSubmit={() => {
        onChange([...chosen]);
        onClose();
      }}
      primary={<PrimaryButton keys="Ctrl ↵">Use selected classes</PrimaryButton>}
    >
      <div className={styles.columns}>
        <div className={styles.finder}>
          <ClassFinder kind={kind} wanted={wanted} onWanted={setWanted} />
          <FoundClasses wanted={useSettled(wanted)} chosen={chosen} onChange={setChosen} />
        </div>
        <section aria-label="Selected classes">
          <ChosenClasses chosen={chosen} onChange={setChosen} />
        </section>
      </div>
    </Dialog>
  );
};
