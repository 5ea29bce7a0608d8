import { Input, SegmentedControl } from '@mantine/core';
import {
  hostingPlatforms,
  hostingTypes,
} from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import { useSettings } from '../../../../lib/settings.ts';
import type { LessonFieldsProps } from './lesson-fields.tsx';
import styles from './lesson-form.module.css';

/** Where a lesson is held; only Zoom has types. */
export const HostingFields = ({ form }: LessonFieldsProps) => {
  const { values, set, problems } = form;
  const known: readonly string[] = hostingPlatforms(useSettings().product_name);
  // A platform that this server no longer offers stays until another is chosen.
  const platforms = [...new Set([...known, values.hosting_platform])];
  return (
    <section className={styles.hosting}>
      <Input.Wrapper label="Hosting platform" labelElement="div" error={problems.hosting_platform}>
        <SegmentedControl
          aria-label="Hosting platform"
          data={platforms}
          value={values.hosting_platform}
          onChange={(platform) => set({ hosting_platform: platform })}
        />
      </Input.Wrapper>
      {values.hosting_platform === 'Zoom' && (
        <Input.Wrapper label="Type" labelElement="div" error={problems.hosting_type}>
          <SegmentedControl
            aria-label="Type"
            data={[...hostingTypes]}
            value={values.hosting_type}
            onChange={(type) => set({ hosting_type: type })}
          />
        </Input.Wrapper>
      )}
    </section>
  );
};
