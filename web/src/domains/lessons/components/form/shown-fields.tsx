import { Checkbox } from '@mantine/core';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { formatCount } from '../../../../lib/formats.ts';
import { Banner } from '../../../../ui/banner.tsx';
import type { LessonFieldsProps } from './lesson-fields.tsx';
import styles from './lesson-form.module.css';

/** Whether a lesson is active and released; deactivating one that has students warns. */
export const ShownFields = ({ form }: LessonFieldsProps) => {
  const { values, set, problems, base } = form;
  const students = base?.is_active && !values.is_active ? studentsOf(base) : 0;
  return (
    <section className={styles.details}>
      <div className={styles.choices}>
        <Checkbox
          label="Active"
          checked={values.is_active}
          onChange={(event) => set({ is_active: event.currentTarget.checked })}
          error={problems.is_active}
        />
        <Checkbox
          label="Released"
          checked={values.is_released}
          onChange={(event) => set({ is_released: event.currentTarget.checked })}
          error={problems.is_released}
        />
      </div>
      {students > 0 && (
        <Banner
          tone="warning"
          title={`${formatCount(students, 'student has', 'students have')} a place in this lesson.`}
        >
          <p>They keep their places; the lesson can no longer be ordered.</p>
        </Banner>
      )}
    </section>
  );
};

const studentsOf = ({ counts }: Lesson) =>
  counts.student + counts.trial_student + counts.video_student;
