import type { ReactNode } from 'react';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { RecordLinks } from '../../kit/record/record-link.tsx';
import { useSettings } from '../../lib/settings.ts';
import { FactStrip, StripFact } from '../../ui/fact-strip.tsx';
import { Day, TimeRange } from '../../ui/moment.tsx';

type Props = {
  lesson: Lesson;
  /** Formatted text below the facts; '' hides it. */
  description: string;
  /** Extra content of the page beside platform, tutors and TAs. */
  about?: { platform?: ReactNode; tutors?: ReactNode; tas?: ReactNode };
  /** The page's last fact. */
  children: ReactNode;
};

/** A lesson's time, platform and teachers side by side in one frame (pictures 06, 13b). */
export const LessonFacts = ({ lesson, description, about, children }: Props) => {
  const { business_time_zone: zone } = useSettings();
  return (
    <FactStrip label="Details" description={description}>
      <StripFact
        label="Time"
        main={<Day day={businessDayOf(lesson.scheduled_on, zone)} />}
        about={
          <>
            <TimeRange from={lesson.scheduled_on} to={lesson.ended_on} />, {zone}
          </>
        }
      />
      <StripFact
        label="Hosting platform"
        main={lesson.hosting_platform}
        about={about?.platform ?? lesson.hosting_type}
      />
      <StripFact
        label="Tutors"
        main={<RecordLinks to="tutor" records={lesson.tutor} />}
        about={about?.tutors}
      />
      <StripFact
        label="TAs"
        main={<RecordLinks to="tutor" records={lesson.ta} />}
        about={about?.tas}
      />
      {children}
    </FactStrip>
  );
};
