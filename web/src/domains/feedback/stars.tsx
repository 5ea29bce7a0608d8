import { IconStarFilled } from '@tabler/icons-react';
import {
  isLowRating,
  ratings,
  ratingWords,
} from 'staffroom-contract/domains/feedback/feedback.rules.ts';
import styles from './stars.module.css';

/** A rating as stars and in words; low ones are also coloured. */
export const Stars = ({ rating }: { rating: number }) => (
  <span className={styles.stars} data-low={isLowRating(rating) || undefined}>
    <span aria-hidden="true">
      {ratings.toReversed().map((star) => (
        <IconStarFilled key={star} size={14} data-given={star <= rating || undefined} />
      ))}
    </span>
    <strong>{ratingWords(rating)}</strong>
  </span>
);
