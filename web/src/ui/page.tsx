import { Box, Flex, Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, Fragment, type ReactNode } from 'react';
import { useSettings } from '../lib/settings.ts';
import { QuietLink } from './quiet-link.tsx';
import styles from './page.module.css';

export type Crumb = { label: string; to?: string; search?: Record<string, string> };

type Props = {
  title: string;
  /** Before the title: an `Avatar`. */
  avatar?: ReactNode;
  beside?: ReactNode;
  /** The breadcrumb; the last entry is this page and not a link. */
  breadcrumb?: readonly Crumb[];
  /** A back link instead, for pages that belong to one list. */
  back?: { label: string; to: string };
  /** Search and secondary buttons. */
  secondary?: ReactNode;
  /** The one filled button. */
  primary?: ReactNode;
  /** The content fills the remaining height and scrolls inside its panel. */
  fill?: boolean;
  children: ReactNode;
};

/** A screen: title, secondary actions, one primary action, content (ui.md). */
export const Page = ({
  title,
  avatar,
  beside,
  breadcrumb,
  back,
  secondary,
  primary,
  fill = false,
  children,
}: Props) => {
  const { product_name: product } = useSettings();
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);

  return (
    <Stack className={styles.page} miw={0} data-fill={fill || undefined}>
      <Flex
        component="header"
        className={styles.header}
        role="presentation"
        justify="space-between"
      >
        <Box miw={0}>
          {breadcrumb && <Breadcrumb crumbs={breadcrumb} />}
          {back && (
            <Text component="div" variant="meta" c="secondary">
              <QuietLink to={back.to}>
                <Flex component="span" display="inline-flex" align="center" gap="xs">
                  <IconArrowLeft size={16} stroke={1.7} aria-hidden="true" />
                  {back.label}
                </Flex>
              </QuietLink>
            </Text>
          )}
          <Group wrap="wrap" mih="var(--control-height)" variant="meta" c="secondary">
            {avatar}
            <Text component="h1" className={styles.title} variant="h1" c="bright">
              {title}
            </Text>
            {beside}
          </Group>
        </Box>
        {(secondary || primary) && (
          <Group className={styles.actions} wrap="wrap" data-screen-only>
            {secondary}
            {primary}
          </Group>
        )}
      </Flex>
      {children}
    </Stack>
  );
};

const Breadcrumb = ({ crumbs }: { crumbs: readonly Crumb[] }) => (
  <Flex
    component="nav"
    aria-label="Breadcrumb"
    className={styles.crumbs}
    align="center"
    columnGap="xs"
    variant="meta"
    c="dimmed"
  >
    {crumbs.map(({ label, to, search = {} }, index) => (
      <Fragment key={`${index} ${label}`}>
        {index > 0 && <IconChevronRight size={14} stroke={1.7} aria-hidden="true" />}
        {to ? (
          <Text span inherit c="secondary" data-short={isShort(label)}>
            <QuietLink to={to} search={search}>
              {label}
            </QuietLink>
          </Text>
        ) : (
          <span data-short={isShort(label)}>{label}</span>
        )}
      </Fragment>
    ))}
  </Flex>
);

/** Short crumbs ("27 Nov", "T4 L11") are never cut. */
const isShort = (label: string) => label.length <= 8 || undefined;
