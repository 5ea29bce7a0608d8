import { useEffect, type ReactNode } from 'react';
import { Brand } from '../../app/shell/brand.tsx';
import { Copyright } from '../../app/shell/copyright.tsx';
import { servedProductName } from '../../lib/served-page.ts';
import { WeekPicture } from './week-picture.tsx';
import styles from './signed-out-page.module.css';

type Props = {
  /** The page's name in the browser's tab. */
  name: string;
  heading: string;
  /** Wider than the sign-in form. */
  wide?: boolean;
  /** In the footer, at the right. */
  footerEnd?: ReactNode;
  children: ReactNode;
};

/**
 * A page without a session: sign-in, and the pages of links in e-mails. It must not import the contract's schemas or the
 * router: they load while the user fills in the form.
 */
export const SignedOutPage = ({ name, heading, wide = false, footerEnd, children }: Props) => {
  const product = servedProductName();
  const today = Temporal.Now.plainDateISO().toString();
  useEffect(() => {
    document.title = `${name} · ${product}`;
  }, [name, product]);
  return (
    <div className={styles.screen}>
      <div className={styles.side}>
        <header>
          <Brand product={product} />
        </header>
        <main className={styles.main} data-wide={wide || undefined}>
          <h1 className={styles.heading}>{heading}</h1>
          {children}
        </main>
        <footer className={styles.footer}>
          <span>
            <Copyright product={product} today={today} />
          </span>
          {footerEnd && <span>{footerEnd}</span>}
        </footer>
      </div>
      <WeekPicture />
    </div>
  );
};
