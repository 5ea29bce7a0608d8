import { useState } from 'react';
import styles from './profile-picture.module.css';

/** A tutor's picture; says so when there is no picture behind the link. */
export const ProfilePicture = ({ link, name }: { link: string; name: string }) => {
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === link)
    return <p className={styles.broken}>No picture can be read from this link.</p>;
  return (
    <img
      className={styles.picture}
      src={link}
      alt={name ? `Picture of ${name}` : 'Profile picture'}
      referrerPolicy="no-referrer"
      onError={() => setBroken(link)}
    />
  );
};
