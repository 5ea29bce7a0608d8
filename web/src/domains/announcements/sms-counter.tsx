import { countSms } from 'staffroom-contract/domains/announcements/sms.rules.ts';
import { formatCount } from '../../lib/formats.ts';
import styles from './sms-counter.module.css';

/** Minimum number of bars: the preset is three parts of plain letters. */
const usualParts = 3;

/** Characters left of the preset, and the number of SMS parts. */
export const SmsCounter = ({ text }: { text: string }) => {
  const { left, parts, units, partLength } = countSms(text);
  const bars = Math.max(usualParts, parts);
  const filledOf = (part: number) =>
    Math.max(0, Math.min(1, (units - part * partLength) / partLength));
  const words = parts > usualParts ? formatCount(parts, 'part') : `${parts} of ${bars} parts`;
  return (
    <div className={styles.counter}>
      <span className={styles.left} data-over={left < 0 || undefined} role="status">
        {left < 0
          ? `${formatCount(-left, 'character')} too many`
          : `${left.toLocaleString('en-SG')} characters left`}
      </span>
      <span className={styles.parts}>
        <span className={styles.bars} aria-hidden="true">
          {Array.from({ length: bars }, (_, part) => (
            <span key={part} className={styles.bar}>
              <span style={{ width: `${100 * filledOf(part)}%` }} />
            </span>
          ))}
        </span>
        {words}
      </span>
    </div>
  );
};

/** The reason for more parts than expected. */
export const SmsHint = ({ text }: { text: string }) =>
  countSms(text).encoding === 'UCS-2' ? (
    <p className={styles.hint}>
      A character outside the basic alphabet (Chinese, an emoji, a long dash or a curly quote)
      reduces a part to 67 characters instead of 153.
    </p>
  ) : (
    <p className={styles.hint}>
      A Chinese character or an emoji reduces a part to 67 characters instead of 153.
    </p>
  );
