import { IconDeviceMobile } from '@tabler/icons-react';
import { countSms } from 'staffroom-contract/domains/announcements/sms.rules.ts';
import { isWebLink } from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import type { Recipient } from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import { formatCount } from '../../lib/formats.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSettings } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { RichTextView } from '../../ui/rich-text/rich-text-view.tsx';
import styles from './previews.module.css';

type EmailProps = {
  subject: string;
  content: string;
  cta: { text: string; link: string };
  /** The class and lesson, as shown at the e-mail's foot. */
  about: string;
  first: Recipient | null;
};

/** The e-mail as a mailbox shows it. */
export const EmailPreview = ({ subject, content, cta, about, first }: EmailProps) => {
  const { product_name: product } = useSettings();
  const hasButton = cta.text.trim() !== '' && cta.link.trim() !== '';
  return (
    <section className={styles.preview} aria-label="E-mail preview">
      <header className={styles.head}>
        <h3 className={styles.title}>E-mail preview</h3>
        {first && (
          <span className={styles.beside}>
            as {first.student.name} gets it{first.address_of === 'parent' && ', at the parent’s'}
          </span>
        )}
      </header>
      <div className={styles.mail}>
        <div className={styles.mailHead}>
          <p className={styles.subject}>
            {subject.trim() || <span className={styles.nothing}>No subject yet</span>}
          </p>
          <p className={styles.from}>
            <span className={styles.mark} aria-hidden="true">
              {product.charAt(0)}
            </span>
            <span className={styles.line}>
              <strong>{product}</strong>
              {first && ` to ${first.address}`}
            </span>
          </p>
        </div>
        <div className={styles.mailBody}>
          {content === '' ? (
            <p className={styles.nothing}>No content yet</p>
          ) : (
            <RichTextView html={content} />
          )}
          {hasButton && (
            <p className={styles.cta} data-broken={!isWebLink(cta.link.trim()) || undefined}>
              {cta.text}
            </p>
          )}
          <p className={styles.about}>
            {about}. You get this because your child is in this lesson.
          </p>
        </div>
      </div>
    </section>
  );
};

/** The text message on a phone. */
export const PhonePreview = ({ text, isDraft = false }: { text: string; isDraft?: boolean }) => {
  const { product_name: product } = useSettings();
  const { time } = useFormats();
  const now = useNow();
  const { parts } = countSms(text);
  return (
    <section className={styles.preview} aria-label="Phone preview">
      <header className={styles.head}>
        <h3 className={styles.title}>Phone preview</h3>
        {isDraft && <span className={styles.beside}>the SMS draft</span>}
      </header>
      <div className={styles.phone}>
        <div className={styles.screen}>
          <p className={styles.bar} aria-hidden="true">
            <span>{time(now)}</span>
            <IconDeviceMobile size={14} stroke={1.7} />
          </p>
          <div className={styles.sender}>
            <span className={styles.avatar} aria-hidden="true">
              {product.charAt(0)}
            </span>
            <span>{product}</span>
          </div>
          {text === '' ? (
            <p className={styles.nothing}>No text yet</p>
          ) : (
            <>
              <p className={styles.bubble}>{text}</p>
              <p className={styles.when}>now · {formatCount(parts, 'part')}</p>
            </>
          )}
        </div>
      </div>
    </section>
  );
};
