import { Flex, Text, Box, Stack } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { countSms } from 'staffroom-contract/domains/announcements/sms.rules.ts';
import { isWebLink } from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import type { Recipient } from 'staffroom-contract/domains/announcements/announcements.contract.ts';
import { formatCount } from '../../lib/formats.ts';
import { useNow } from '../../lib/use-now.ts';
import { useSettings } from '../../lib/settings.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { RichTextView } from '../../ui/rich-text/rich-text-view.tsx';
import styles from './previews.module.css';

type EmailProps = {
  subject: string;
  content: string;
  cta: { text: string; link: string };
  /** The class and lesson, as shown at the e-mail's foot. */
  about: string;
  first: Recipient | null;
};

/** The e-mail as a mailbox shows it. */
export const EmailPreview = ({ subject, content, cta, about, first }: EmailProps) => {
  const { product_name: product } = useSettings();
  const hasButton = cta.text.trim() !== '' && cta.link.trim() !== '';
  return (
    <Flex component="section" direction="column" gap="sm" miw={0} aria-label="E-mail preview">
      <Flex component="header" gap="md" align="baseline" justify="space-between">
        <Text component="h3" flex="none" variant="title" c="bright">
          E-mail preview
        </Text>
        {first && (
          <Text span truncate miw={0} variant="meta" c="dimmed">
            as {first.student.name} gets it{first.address_of === 'parent' && ', at the parent’s'}
          </Text>
        )}
      </Flex>
      <div className={styles.mail}>
        <Box className={styles.mailHead} py="md" px="lg">
          <Text variant="title" c={subject.trim() === '' ? 'dimmed' : 'bright'}>
            {subject.trim() || 'No subject yet'}
          </Text>
          <Flex component="p" gap="sm" align="center" pt="sm" variant="meta" c="secondary">
            <Text
              className={styles.mark}
              span
              inherit
              flex="none"
              w={22}
              ta="center"
              aria-hidden="true"
            >
              {product.charAt(0)}
            </Text>
            <Text span inherit truncate miw={0}>
              <strong>{product}</strong>
              {first && ` to ${first.address}`}
            </Text>
          </Flex>
        </Box>
        <Text component="div" inherit p="lg" c="bright">
          {content === '' ? (
            <Text inherit c="dimmed">
              No content yet
            </Text>
          ) : (
            <RichTextView html={content} />
          )}
          {hasButton && (
            <Text
              className={styles.cta}
              display="inline-block"
              maw="100%"
              mt="md"
              py="sm"
              px={14}
              variant="button"
              data-broken={!isWebLink(cta.link.trim()) || undefined}
            >
              {cta.text}
            </Text>
          )}
          <Text mt="md" variant="meta" c="dimmed">
            {about}. You get this because your child is in this lesson.
          </Text>
        </Text>
      </div>
    </Flex>
  );
};

/** The text message on a phone. */
export const PhonePreview = ({ text, isDraft = false }: { text: string; isDraft?: boolean }) => {
  const { product_name: product } = useSettings();
  const { time } = useFormats();
  const now = useNow();
  const { parts } = countSms(text);
  return (
    <Flex component="section" direction="column" gap="sm" miw={0} aria-label="Phone preview">
      <Flex component="header" gap="md" align="baseline" justify="space-between">
        <Text component="h3" flex="none" variant="title" c="bright">
          Phone preview
        </Text>
        {isDraft && (
          <Text span truncate miw={0} variant="meta" c="dimmed">
            the SMS draft
          </Text>
        )}
      </Flex>
      <Box className={styles.phone} w={286} maw="100%" mx="auto" p="sm">
        <Stack gap={0} mih={340} pt="md" px={10} pb="lg" bdrs={32} bg="var(--surface)">
          <Flex
            component="p"
            align="center"
            justify="space-between"
            py={0}
            px="md"
            variant="label"
            c="bright"
            aria-hidden="true"
          >
            <span>{time(now)}</span>
            <IconDeviceMobile size={14} stroke={1.7} />
          </Flex>
          <Stack
            className={styles.sender}
            gap="xs"
            align="center"
            mx={-10}
            mt={0}
            mb="md"
            px={0}
            pt="sm"
            pb="md"
            variant="label"
            c="bright"
          >
            <Text
              span
              w={36}
              bdrs={18}
              bg="var(--accent-soft-2)"
              variant="label"
              lh="36px"
              c="accent"
              ta="center"
              aria-hidden="true"
            >
              {product.charAt(0)}
            </Text>
            <span>{product}</span>
          </Stack>
          {text === '' ? (
            <Text inherit px="sm" c="dimmed">
              No text yet
            </Text>
          ) : (
            <>
              <Text className={styles.bubble} maw="94%" mr="auto" py="sm" px="md" c="bright">
                {text}
              </Text>
              <Text px="sm" pt="sm" pb={0} variant="meta" c="dimmed">
                now · {formatCount(parts, 'part')}
              </Text>
            </>
          )}
        </Stack>
      </Box>
    </Flex>
  );
};
