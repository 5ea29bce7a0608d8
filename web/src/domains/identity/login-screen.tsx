import { useEffect } from 'react';
import { Brand } from '../../app/shell/brand.tsx';
import { Copyright } from '../../app/shell/copyright.tsx';
import { servedProductName } from '../../lib/served-page.ts';
import { LoginForm } from './login-form.tsx';
import { WeekPicture } from './week-picture.tsx';
import styles from './login.module.css';

/** Where sign-in stands, and where a successful one goes: on to / where the role may not open it. */
const ownPath = '/login';
const afterSignIn = '/dashboard';

const showPath = (path: string) => window.history.replaceState(null, '', path);

/**
 * Sign-in (part 1 §2, Login), whatever address a visitor came to. Nothing here may import the
 * contract's schemas or the router: they load when the form is filled in, and behind it.
 */
export const LoginScreen = () => {
  const product = servedProductName();
  const today = Temporal.Now.plainDateISO().toString();
  useEffect(() => {
    document.title = `Login · ${product}`;
    if (window.location.pathname !== ownPath) showPath(ownPath);
  }, [product]);
  return (
    <div className={styles.screen}>
      <div className={styles.side}>
        <header className={styles.brand}>
          <Brand product={product} />
        </header>
        <main className={styles.main}>
          <h1 className={styles.heading}>Login</h1>
          <LoginForm onSignedIn={() => showPath(afterSignIn)} />
        </main>
        <footer className={styles.footer}>
          <Copyright product={product} today={today} />
        </footer>
      </div>
      <WeekPicture />
    </div>
  );
};
