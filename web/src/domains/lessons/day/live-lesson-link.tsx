import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { detailSlugOf } from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import type { DayLesson } from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import { RecordLink } from '../../../kit/record/record-link.tsx';
import { useSettings } from '../../../lib/settings.ts';
import { ClassName } from '../../../ui/class-name.tsx';

/** The class's name as a link to the live lesson page, or to the lesson's page if the platform has no live page. */
export const LiveLessonLink = ({
  lesson,
  className,
  name = <ClassName name={lesson.class_obj.name} />,
  tabIndex,
}: {
  lesson: DayLesson;
  className?: string | undefined;
  /** A shorter name for narrow layouts. */
  name?: ReactNode;
  /** -1 if another link has the same target. */
  tabIndex?: number | undefined;
}) => {
  const { product_name: product } = useSettings();
  const platform = detailSlugOf(lesson.hosting_platform, product);
  return platform === undefined ? (
    <RecordLink
      to="lesson"
      id={lesson._id}
      classId={lesson.class}
      name={name}
      className={className}
      tabIndex={tabIndex}
      opensRow
    />
  ) : (
    <Link
      to="/lessons/$lessonId/detail/$platform"
      params={{ lessonId: lesson._id, platform }}
      className={className}
      tabIndex={tabIndex}
      data-opens
    >
      {name}
    </Link>
  );
};
