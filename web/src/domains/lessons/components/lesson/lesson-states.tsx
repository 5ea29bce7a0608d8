import { LinkButton } from '../../../../ui/link-button.tsx';
import { ListEmpty, ListError, SkeletonBar } from '../../../../ui/list-states.tsx';
import { Page } from '../../../../ui/page.tsx';
import { Panel, PanelBody } from '../../../../ui/panel.tsx';
import styles from './lesson-page.module.css';

/** The page while its lesson is not there: loading, refused, or nobody has it. */
export const LessonStates = ({
  isMissing,
  error,
  retry,
}: {
  isMissing: boolean;
  error: unknown;
  retry: () => void;
}) => (
  <Page title="Lesson" breadcrumb={[{ label: 'Online Class', to: '/course' }, { label: '---' }]}>
    {isMissing ? (
      <Panel>
        <ListEmpty
          text="This lesson does not exist"
          actions={<LinkButton to="/course">Go to Online Class</LinkButton>}
        />
      </Panel>
    ) : error ? (
      <Panel>
        <ListError what="The lesson could not be loaded" error={error} retry={retry} />
      </Panel>
    ) : (
      <LessonSkeleton />
    )}
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
