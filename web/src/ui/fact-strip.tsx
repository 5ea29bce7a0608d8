import { Button, VisuallyHidden } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Panel } from './panel.tsx';
import { RichTextView } from './rich-text/rich-text-view.tsx';
import styles from './fact-strip.module.css';

type Props = {
  label: string;
  /** Formatted text below the facts; '' for none. */
  description: string;
  children: ReactNode;
};

/** What is known of a record, side by side in one frame. */
export const FactStrip = ({ label, description, children }: Props) => (
  <Panel label={label}>
    <VisuallyHidden component="h2">{label}</VisuallyHidden>
    <dl className={styles.facts}>{children}</dl>
    {description !== '' && <Description html={description} />}
  </Panel>
);

/** Letters that fit into two lines of the widest strip, about. */
const shortText = 240;

const Description = ({ html }: { html: string }) => {
  const [isWhole, setWhole] = useState(html.replace(/<[^>]*>/g, '').length <= shortText);
  return (
    <section className={styles.description} aria-label="Description">
      <div data-cut={!isWhole || undefined}>
        <RichTextView html={html} />
      </div>
      {!isWhole && (
        <Button size="compact-xs" variant="subtle" onClick={() => setWhole(true)}>
          Read all
        </Button>
      )}
    </section>
  );
};

type FactProps = { label: string; main: ReactNode; about?: ReactNode };

/** One of them; `about` says a word more below it. */
export const StripFact = ({ label, main, about }: FactProps) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd className={styles.main}>{main}</dd>
    {about && <dd>{about}</dd>}
  </div>
);
