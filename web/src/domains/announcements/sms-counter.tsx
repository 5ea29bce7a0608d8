import { Box, Flex, Group, Text } from '@mantine/core';
import { countSms } from 'staffroom-contract/domains/announcements/sms.rules.ts';
import { formatCount } from '../../lib/formats.ts';
import styles from './announcements.module.css';

/** Minimum number of bars: the preset is three parts of plain letters. */
const usualParts = 3;

/** Characters left of the preset, and the number of SMS parts. */
export const SmsCounter = ({ text }: { text: string }) => {
  const { left, parts, units, partLength } = countSms(text);
  const bars = Math.max(usualParts, parts);
  const filledOf = (part: number) =>
    Math.max(0, Math.min(1, (units - part * partLength) / partLength));
  const words = parts > usualParts ? formatCount(parts, 'part') : `${parts} of ${bars} parts`;
  return (
    <Flex
      rowGap={2}
      columnGap="md"
      align="center"
      justify="space-between"
      wrap="wrap"
      variant="meta"
      c="bright"
    >
      <Text span variant="label" {...(left < 0 && { c: 'negative' })} role="status">
        {left < 0
          ? `${formatCount(-left, 'character')} too many`
          : `${left.toLocaleString('en-SG')} characters left`}
      </Text>
      <Group component="span" data-figures>
        <Group component="span" gap={2} aria-hidden="true">
          {Array.from({ length: bars }, (_, part) => (
            <Box key={part} className={styles.bar} component="span" w={26} h={6}>
              <span style={{ width: `${100 * filledOf(part)}%` }} />
            </Box>
          ))}
        </Group>
        {words}
      </Group>
    </Flex>
  );
};

/** The reason for more parts than expected. */
export const SmsHint = ({ text }: { text: string }) =>
  countSms(text).encoding === 'UCS-2' ? (
    <Text variant="meta" c="dimmed">
      A character outside the basic alphabet (Chinese, an emoji, a long dash or a curly quote)
      reduces a part to 67 characters instead of 153.
    </Text>
  ) : (
    <Text variant="meta" c="dimmed">
      A Chinese character or an emoji reduces a part to 67 characters instead of 153.
    </Text>
  );
