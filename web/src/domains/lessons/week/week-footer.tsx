import { VisuallyHidden } from '@mantine/core';
import { formatCount } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/use-can.ts';
import { KeyHint } from '../../../ui/key-hint.tsx';
import { PanelFooter } from '../../../ui/panel.tsx';
import { useNarrow } from '../../../ui/use-narrow.ts';
import type { MovingState } from './use-moving.ts';
import { lessonLabel } from '../lesson-words.ts';
import styles from './week.module.css';

/** How many lessons the week has, how they are moved, and where the one that is being moved would begin. */
export const WeekFooter = ({
  count,
  moving: state,
}: {
  count: number | undefined;
  moving: MovingState;
}) => {
  const narrow = useNarrow();
  const canMove = useCan('lesson.canManage') && !narrow;
  const { moving, where, said } = state;
  return (
    <PanelFooter>
      <span>{count !== undefined && formatCount(count, 'lesson')}</span>
      {moving ? (
        <span className={styles.where} aria-hidden="true">
          {lessonLabel(moving.lesson)} to {where}
        </span>
      ) : (
        canMove && (
          <span>
            Drag a lesson to move it, or press <KeyHint keys="M" />
            <VisuallyHidden>M</VisuallyHidden> on it
          </span>
        )
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </PanelFooter>
  );
};
