import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import type { RosterPlace } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { RecordLink } from '../../../../kit/record/record-link.tsx';
import { formatDay } from '../../../../lib/formats.ts';
import { useSettings } from '../../../../lib/settings.ts';
import styles from './roster.module.css';

type Source = RosterPlace['sources'][number];

/** Why a student stands on a lesson: "Order of 14 Mar 2026" or "Added by hand by Mei Ling", one below the other. */
export const PlaceSources = ({ place }: { place: RosterPlace }) => (
  <ul className={styles.sources}>
    {place.sources.map((source) => (
      <li key={`${source.order ?? source.added_by} ${source.created}`}>
        <SourceWords source={source} />
      </li>
    ))}
  </ul>
);

const SourceWords = ({ source }: { source: Source }) => {
  const { business_time_zone: zone } = useSettings();
  if (source.order === null) return `Added by hand by ${source.added_by || '–'}`;
  const name = `Order of ${formatDay(businessDayOf(source.created, zone))}`;
  return <RecordLink to="order" id={source.order} name={name} />;
};
