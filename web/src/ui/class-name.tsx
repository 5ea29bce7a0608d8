import styles from './class-name.module.css';
import { classNameParts } from './class-name-parts.ts';

/**
 * A class's name on one line: "P6 Maths · Sat 2pm". Where space is short only the part before the day is cut; the title
 * and the accessible name are the whole name.
 */
export const ClassName = ({ name }: { name: string }) => {
  const { head, tail } = classNameParts(name);
  const isShort = head + tail !== name;
  return (
    <span
      className={styles.name}
      title={name}
      {...(isShort && { role: 'img', 'aria-label': name })}
    >
      <span className={styles.head}>{head}</span>
      {tail && <span>{tail}</span>}
    </span>
  );
};
