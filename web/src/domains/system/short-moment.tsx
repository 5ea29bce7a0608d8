import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { useSettings } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';

/** An instant in a narrow column: "17:08" today, else "14 Mar, 17:08". */
export const ShortMoment = ({ at }: { at: string }) => {
  const { business_time_zone: zone, business_day: today } = useSettings();
  const { shortDay, time } = useFormats();
  return (
    <time dateTime={at}>
      {businessDayOf(at, zone) !== today && `${shortDay(at)}, `}
      {time(at)}
    </time>
  );
};
