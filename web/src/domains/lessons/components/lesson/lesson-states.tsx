import type { ComponentProps } from 'react';
import { LinkButton } from '../../../../ui/link-button.tsx';
import { SkeletonBar } from '../../../../ui/list-states.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Panel, PanelBody } from '../../../../ui/panel.tsx';
import { RecordStates } from '../../../../ui/record-page.tsx';
import styles from './lesson-page.module.css';

/** The page while its lesson is not there: loading, refused, or nobody has it. */
export const LessonStates = (
  props: Pick<ComponentProps<typeof RecordStates>, 'query' | 'isElsewhere'>,
) => (
  <Page title="Lesson" breadcrumb={[{ label: 'Online Class', to: '/course' }, { label: '---' }]}>
    <RecordStates
      {...props}
      noun="lesson"
      wayBack={<LinkButton to="/course">Go to Online Class</LinkButton>}
      skeleton={<LessonSkeleton />}
    />
  </Page>
);

const LessonSkeleton = () => (
  <div className={styles.skeleton} aria-busy="true">
    {[2, 6].map((bars) => (
      <Panel key={bars}>
        <PanelBody>
          <div className={styles.skeleton}>
            {Array.from({ length: bars }, (_, index) => (
              <SkeletonBar key={index} width={90 - index * 8} />
            ))}
          </div>
        </PanelBody>
      </Panel>
    ))}
  </div>
);
