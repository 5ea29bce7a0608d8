import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ShownProblem } from './csv-import-problems.ts';
import type { RowEdit } from './csv-import-plan.ts';
import styles from './problems-box.module.css';

type Props = {
  problems: readonly ShownProblem[];
  onFix: (edit: RowEdit) => void;
};

/** What is wrong with the row; what has been corrected stays, marked Fixed. */
export const ProblemsBox = ({ problems, onFix }: Props) => (
  <ul
    className={styles.box}
    aria-label="Problems"
    data-notes={problems.every((problem) => !problem.blocks) || undefined}
  >
    {problems.map((problem) => (
      <li
        key={problem.message}
        className={styles.problem}
        data-fixed={problem.fixed || undefined}
        data-note={!problem.blocks || undefined}
      >
        <ProblemIcon problem={problem} />
        <div className={styles.words}>
          <p className={styles.message}>{problem.message}</p>
          {problem.fixes.length > 0 && (
            <div className={styles.fixes}>
              {problem.fixes.map((fix, index) => (
                <Button
                  key={fix.label}
                  size="xs"
                  variant={index === 0 ? 'default' : 'subtle'}
                  onClick={() => onFix(fix.edit)}
                >
                  {fix.label}
                </Button>
              ))}
            </div>
          )}
        </div>
        {problem.fixed && <span className={styles.fixed}>Fixed</span>}
      </li>
    ))}
  </ul>
);

const ProblemIcon = ({ problem }: { problem: ShownProblem }) => {
  const common = { className: styles.icon, size: 17, stroke: 1.7, 'aria-hidden': true } as const;
  if (problem.fixed) return <IconCircleCheck {...common} />;
  return problem.blocks ? <IconAlertTriangle {...common} /> : <IconInfoCircle {...common} />;
};
