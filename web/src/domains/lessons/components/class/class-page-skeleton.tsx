import { SkeletonBar } from '../../../../ui/list-states.tsx';
import { Panel, PanelBody } from '../../../../ui/panel.tsx';
import styles from './class-page.module.css';

/** The page's shape while the class loads. */
export const ClassPageSkeleton = () => (
  <div className={styles.columns} aria-busy="true">
    <Panel>
      <PanelBody>
        <Bars widths={[60, 80, 70, 90, 50, 65]} />
      </PanelBody>
    </Panel>
    <Panel>
      <PanelBody>
        <Bars widths={[40, 95, 90, 95]} />
      </PanelBody>
    </Panel>
  </div>
);

const Bars = ({ widths }: { widths: readonly number[] }) => (
  <div className={styles.bars}>
    {widths.map((width, index) => (
      <SkeletonBar key={index} width={width} />
    ))}
  </div>
);
