import type { Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import styles from './view-switch.module.css';

export type View = {
  label: string;
  icon: Icon;
  /** What leads there; absent of the view that is shown. */
  link: LinkProps | false;
};

/** The same rows seen another way: a day or its week, a list or a board. */
export const ViewSwitch = ({ label, views }: { label: string; views: readonly View[] }) => (
  <nav className={styles.switch} aria-label={label}>
    {views.map(({ label: name, icon: ViewIcon, link }) => {
      const words = (
        <>
          <ViewIcon size={16} stroke={1.7} aria-hidden="true" />
          {name}
        </>
      );
      return link === false ? (
        <span key={name} aria-current="page">
          {words}
        </span>
      ) : (
        // Of what is usual the address says nothing, which every other address holds too.
        <Link key={name} {...link} activeOptions={{ exact: true }}>
          {words}
        </Link>
      );
    })}
  </nav>
);
