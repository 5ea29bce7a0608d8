import type { Icon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import styles from './segments.module.css';

export type View = {
  label: string;
  icon: Icon;
  /** Link to the view; false for the current one. */
  link: LinkProps | false;
};

/** Switches between views of the same rows: day or week, list or board. */
export const ViewSwitch = ({ label, views }: { label: string; views: readonly View[] }) => (
  <nav className={styles.segments} aria-label={label}>
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
        // The default view has no search parameters, so without `exact` every address would match it.
        <Link key={name} {...link} activeOptions={{ exact: true }}>
          {words}
        </Link>
      );
    })}
  </nav>
);
