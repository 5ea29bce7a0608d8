import { Link } from '@tanstack/react-router';
import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import type { RosterPlace } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { formatDay } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import styles from './places.module.css';
import { ordersOf } from './place-words.ts';

/** The way to each order that gave a place, among the orders of its student. */
export const OrderLinks = ({ place }: { place: RosterPlace }) => {
  const { business_time_zone: zone } = useSettings();
  return ordersOf(place).map(({ id, created }) => (
    <p key={id}>
      <Link
        to="/orders"
        search={{ email: place.student.email, order: id }}
        className={styles.order}
      >
        Open the order of {formatDay(businessDayOf(created, zone))}
      </Link>
    </p>
  ));
};
