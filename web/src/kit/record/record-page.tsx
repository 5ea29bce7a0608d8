import { Group, Stack } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { isForbidden, isMissing } from '../../lib/api-error.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ListEmpty, ListError, SkeletonBar } from '../../ui/list-states.tsx';
import { Page, type Crumb } from '../../ui/page.tsx';
import { Panel, PanelBody, PanelHeader } from '../../ui/panel.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import styles from './record-page.module.css';

type Head = {
  title: string;
  /** Before the title: an `Avatar`. */
  avatar?: ReactNode;
  /** Tags and states beside the title. */
  beside?: ReactNode;
  /** Breadcrumbs between the list and the record: the lesson's class. */
  trail?: readonly Crumb[];
  /** The record's own breadcrumb, if it is not the title. */
  crumb?: string;
  secondary?: ReactNode;
  /** The one filled button. */
  primary?: ReactNode;
};

type Layout = 'beside' | 'above';

type Props<R extends { _id: string }> = {
  /** The record in messages: "class" for "This class does not exist". */
  noun: string;
  query: {
    data: { data: R } | undefined;
    error: unknown;
    isError: boolean;
    refetch: () => unknown;
  };
  /** The list of the record, for the back link. */
  back: { label: string; to: string };
  /** True if the record was found but does not belong to this address. */
  isElsewhere?: (record: R) => boolean;
  /** Redirects from an old address to the record's own; null if this is its own. */
  leadsOn?: (record: R) => ReactNode;
  /** Replaces "This class does not exist". */
  missing?: { text: string; detail: string };
  head: (record: R) => Head;
  /** The record's facts: in a column beside its lists, or `above` them; below on narrow screens. */
  facts: (record: R) => ReactNode;
  layout?: Layout;
  children: (record: R) => ReactNode;
};

/**
 * The page of one record: back link, name and actions, facts, lists. Otherwise a placeholder of the page's shape, or the
 * reason: not found, forbidden, or failed to load. Loaded content is never shown under another record's name.
 */
export const RecordPage = <R extends { _id: string }>({
  noun,
  query,
  back,
  isElsewhere,
  leadsOn,
  missing,
  head,
  facts,
  layout = 'beside',
  children,
}: Props<R>) => {
  const record = query.data?.data;
  const elsewhere = record !== undefined && isElsewhere?.(record) === true;
  if (record === undefined || elsewhere)
    return (
      <Page title={titleOf(noun)} breadcrumb={[back, { label: '–' }]}>
        <Absent {...{ noun, query, back, missing, layout, elsewhere }} />
      </Page>
    );
  const way = leadsOn?.(record);
  if (way) return way;
  const { trail = [], crumb, ...shown } = head(record);
  return (
    <Page {...shown} breadcrumb={[back, ...trail, { label: crumb ?? shown.title }]}>
      <Fragment key={record._id}>
        <Body layout={layout} facts={facts(record)}>
          {children(record)}
        </Body>
      </Fragment>
    </Page>
  );
};

type BodyProps = {
  layout: Layout;
  facts: ReactNode;
  isBusy?: boolean;
  children: ReactNode;
};

/** On phones the lists come before the facts. */
const Body = ({ layout, facts, isBusy, children }: BodyProps) => {
  const areBelow = useNarrow() && layout === 'above';
  return (
    <div className={styles.body} data-layout={layout} aria-busy={isBusy}>
      {!areBelow && facts}
      <Stack className={styles.records} miw={0}>
        {children}
        {areBelow && facts}
      </Stack>
    </div>
  );
};

const titleOf = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1);

type AbsentProps = Pick<Props<{ _id: string }>, 'noun' | 'query' | 'back' | 'missing'> & {
  layout: Layout;
  elsewhere: boolean;
};

const Absent = ({ noun, query, back, missing, layout, elsewhere }: AbsentProps) => {
  const wayBack = <LinkButton to={back.to}>Go to {back.label}</LinkButton>;
  if (elsewhere || isMissing(query.error))
    return (
      <Panel>
        <ListEmpty {...(missing ?? { text: `This ${noun} does not exist` })} actions={wayBack} />
      </Panel>
    );
  if (isForbidden(query.error))
    return (
      <Panel>
        <ListEmpty text={`You may not see this ${noun}`} actions={wayBack} />
      </Panel>
    );
  if (query.isError)
    return (
      <Panel>
        <ListError
          what={`The ${noun} could not be loaded`}
          error={query.error}
          retry={() => void query.refetch()}
        />
      </Panel>
    );
  return (
    <Body
      layout={layout}
      facts={layout === 'above' ? <StripBars /> : <BarsPanel bars={9} />}
      isBusy
    >
      <BarsPanel bars={8} tabs />
    </Body>
  );
};

/** A placeholder of facts above the lists, as high as a loaded strip. */
const StripBars = () => (
  <Panel>
    <Group gap="xl" wrap="nowrap" px="lg" py="md">
      {Array.from({ length: useNarrow() ? 2 : 5 }, (_, index) => (
        <Stack key={index} flex={1} gap={17}>
          <SkeletonBar width={45} height={8} />
          <SkeletonBar width={85 - ((index * 23) % 40)} />
          <SkeletonBar width={60} height={8} />
        </Stack>
      ))}
    </Group>
  </Panel>
);

/** A placeholder panel of the page's shape, with the height of a loaded one. */
const BarsPanel = ({ bars, tabs = false }: { bars: number; tabs?: boolean }) => (
  <Panel>
    {tabs && (
      <PanelHeader>
        <SkeletonBar width={24} />
      </PanelHeader>
    )}
    <PanelBody>
      <Stack gap={26} py="sm">
        {Array.from({ length: bars }, (_, index) => (
          <SkeletonBar key={index} width={90 - ((index * 23) % 50)} />
        ))}
      </Stack>
    </PanelBody>
  </Panel>
);
