import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { useSettings } from '../lib/settings.ts';
import styles from './page.module.css';

export type Crumb = { label: string; to?: string; search?: Record<string, string> };

type Props = {
  title: string;
  /** Before the title: an `Avatar`. */
  avatar?: ReactNode;
  beside?: ReactNode;
  /** The breadcrumb; the last entry is this page and not a link. */
  breadcrumb?: readonly Crumb[];
  /** A back link instead, for pages that belong to one list. */
  back?: { label: string; to: string };
  /** Search and secondary buttons. */
  secondary?: ReactNode;
  /** The one filled button. */
  primary?: ReactNode;
  /** The content fills the remaining height and scrolls inside its panel. */
  fill?: boolean;
  children: ReactNode;
};

/** A screen: title, secondary actions, one primary action, content (ui.md). */
export const Page = ({
  title,
  avatar,
  beside,
  breadcrumb,
  back,
  secondary,
  primary,
  fill = false,
  children,
}: Props) => {
  const { product_name: product } = useSettings();
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);

  return (
    <div className={styles.page} data-fill={fill || undefined}>
      <header className={styles.header} role="presentation">
        <div className={styles.heading}>
          {breadcrumb && <Breadcrumb crumbs={breadcrumb} />}
          {back && (
            <Link to={back.to} className={styles.back}>
              <IconArrowLeft size={16} stroke={1.7} aria-hidden="true" />
              {back.label}
            </Link>
          )}
          <div className={styles.titleRow}>
            {avatar}
            <h1 className={styles.title}>{title}</h1>
            {beside}
          </div>
        </div>
        {(secondary || primary) && (
          <div className={styles.actions}>
            {secondary}
            {primary}
          </div>
        )}
      </header>
      {children}
    </div>
  );
};

const Breadcrumb = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <nav aria-label="Breadcrumb" className={styles.crumbs}>
    {crumbs.map((crumb, index) => (
      <span key={`${index} ${crumb.label}`} className={styles.crumb}>
        {index > 0 && <IconChevronRight size={14} stroke={1.7} aria-hidden="true" />}
        {crumb.to ? (
          <Link to={crumb.to} search={crumb.search ?? {}}>
            {crumb.label}
          </Link>
        ) : (
          <span>{crumb.label}</span>
        )}
      </span>
    ))}
  </nav>
);
