import { Stack, Text, Flex } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { endOfSession } from 'staffroom-contract/domains/live-sessions/live-sessions.rules.ts';
import { formatLevel } from 'staffroom-contract/shared/levels.ts';
import { usePictureAddress } from '../../kit/form/picture-input.tsx';
import { isDay } from '../../kit/form/field.ts';
import { readNumber } from '../../kit/form/typed-number.ts';
import type { StateOf } from '../../kit/form/use-form-state.ts';
import { atZone } from '../../lib/day-and-time.ts';
import { useSettings } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { Panel } from '../../ui/panel.tsx';
import { Tags } from '../../ui/status-chip.tsx';
import { audienceWords } from './live-session-words.ts';
import type { liveSessionForm } from './live-session.form.ts';
import styles from './live-sessions.module.css';

/** The session as families see it, and its visibility. */
export const SessionPreview = ({ form }: { form: StateOf<typeof liveSessionForm> }) => {
  const { values, problems } = form;
  const cover = usePictureAddress(problems.cover_photo ? null : values.cover_photo);
  const { series, keywords, host } = values;
  return (
    <Stack>
      <Text component="h3" variant="title" c="bright">
        As families see it
      </Text>
      <Panel>
        <div className={styles.preview}>
          {cover ? <img src={cover} alt="" /> : <IconPhoto size={32} stroke={1.3} />}
        </div>
        <Stack className={styles.words} gap="xs" px="lg" pt="md" pb="lg">
          {series.name.trim() !== '' && (
            <Text variant="meta" c="dimmed">
              {series.name}, episode {series.order || '–'}
            </Text>
          )}
          <Text variant="title" c="bright">
            {values.name.trim() || 'Name of the session'}
          </Text>
          <Text variant="meta" c="secondary">
            <When values={values} />
            {host && ` · ${host.name}`}
          </Text>
          {values.desc.trim() !== '' && (
            <Text className={styles.words} inherit my="xs" lineClamp={4} c="secondary">
              {values.desc}
            </Text>
          )}
          {keywords.words.length > 0 && <Tags words={keywords.words} />}
        </Stack>
      </Panel>
      <Flex component="ul" direction="column" gap="xs" pl="lg" c="secondary">
        <li>
          For {audienceWords[values.target_audience].toLowerCase()}
          {values.level !== null && ` of ${formatLevel(values.level)}`}
          {values.subject !== null && `, ${values.subject}`}.
        </li>
        <li>
          {values.is_listed
            ? 'Shown in the list of sessions.'
            : 'Not listed: only people with its link can find it.'}
        </li>
        <li>
          {values.is_public_viewable
            ? 'Can be watched without an account.'
            : 'Can be watched by signed-in families only.'}
        </li>
      </Flex>
    </Stack>
  );
};

type Values = StateOf<typeof liveSessionForm>['values'];

const When = ({ values: { start, event_duration: duration } }: { values: Values }) => {
  const formats = useFormats();
  const { business_time_zone: zone } = useSettings();
  const minutes = readNumber(duration);
  if (!isDay(start.day) || start.time === '') return 'Day and time';
  const at = atZone(start.day, start.time, zone);
  if (!(minutes > 0)) return formats.dateTime(at);
  const ends = endOfSession({ scheduled_on: at, event_duration: minutes });
  return `${formats.weekday(at)}, ${formats.timeRange(at, ends)}`;
};
