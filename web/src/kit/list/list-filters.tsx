import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState, type ComponentProps, type ReactNode } from 'react';
import { formatCount } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import type { ListState } from '../../ui/list-states.tsx';
import { TermSearch, type KeptText } from '../../ui/term-search.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { openOnlyRow } from '../../ui/use-row-keys.ts';
import {
  changedFilters,
  withChanges,
  withoutFilters,
  type List,
  type ListAddress,
  type ListWords,
} from './define-list.ts';
import { toolbarFilters } from './filter-fields.tsx';

/** A list's address, with its search, filters, sorting and page. */
export type Searched<Address> = {
  address: Address;
  /** `replaces`: replace the last history entry, as when typing one term. */
  onAddress: (address: Address, step?: { replaces: boolean }) => void;
};

/**
 * The list's search. Terms applied during typing share one history entry, so Back returns to the state before typing.
 */
export const ListSearch = <Address extends ListAddress>({
  list,
  address,
  onAddress,
  grows = false,
  kept = null,
  onKeep,
}: Searched<Address> & { list: ListWords; grows?: boolean } & Pick<
    ComponentProps<typeof TermSearch>,
    'kept' | 'onKeep'
  >) => {
  const isTyping = useRef(false);
  if (!list.search) return null;
  const { label, asOneTypes, button } = list.search;
  const find = (search: string | undefined, goesOn: boolean) => {
    if (search !== address.search)
      onAddress(withChanges(address, { search }), { replaces: isTyping.current });
    else if (asOneTypes && !goesOn && search && !address.page) openOnlyRow();
    isTyping.current = goesOn;
  };
  return (
    <TermSearch
      label={label}
      of={list.nouns[1]}
      term={address.search}
      onSearch={(search) => find(search, false)}
      {...(asOneTypes && { onPause: (search) => find(search, true) })}
      grows={grows}
      kept={kept}
      {...(onKeep && { onKeep })}
      button={button}
    />
  );
};

type FiltersProps<Address> = Searched<Address> & {
  list: ListWords & Partial<List>;
  state: ListState;
  count: number | undefined;
  /** The search field, in place of the list's own. */
  search?: ReactNode;
  /** The search field is outside the list. */
  searchedAbove?: boolean;
  /** Replaces the filters with another selection of the rows. */
  instead?: ReactNode;
  /** At the end of the filter drawer on phones. */
  end?: ReactNode;
};

/** The toolbar of a list: its search and filters; nothing in a list without both. */
export const ListFilters = <Address extends ListAddress>(props: FiltersProps<Address>) =>
  hasBar(props) ? <Bar {...props} /> : null;

/** Whether the list has a toolbar. */
export const hasBar = <Address extends ListAddress>({
  list: { filters = {}, days, search },
  searchedAbove = false,
  ...props
}: Pick<FiltersProps<Address>, 'list' | 'searchedAbove' | 'search' | 'instead'>) =>
  days !== undefined ||
  Object.keys(filters).length > 0 ||
  Boolean(props.search) ||
  Boolean(props.instead) ||
  (search !== undefined && !searchedAbove);

const Bar = <Address extends ListAddress>({
  list: words,
  end,
  instead,
  ...props
}: FiltersProps<Address>) => {
  const { onAddress, count, searchedAbove } = props;
  const today = useToday();
  const narrow = useNarrow();
  const list = { filters: {}, ...words } as List;
  const { address, choose, apply, forget } = useWaiting(list, props);
  const [kept, setKept] = useState<KeptText | null>(null);
  const own = !searchedAbove && (
    <ListSearch
      list={list}
      address={props.address}
      onAddress={props.onAddress}
      grows
      kept={kept}
      onKeep={setKept}
    />
  );
  const searched = !searchedAbove && !props.search && address.search ? 1 : 0;
  return (
    <Toolbar
      search={props.search ?? own}
      filters={toolbarFilters({ list, address, onChange: choose }, today)}
      instead={instead}
      changed={changedFilters(list, address, today) + searched}
      onReset={() => {
        forget();
        onAddress(withoutFilters(list, address));
      }}
      action={
        list.applies && (
          <Button
            leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
            onClick={apply}
          >
            {list.applies}
          </Button>
        )
      }
      summary={count === undefined ? undefined : formatCount(count, ...list.nouns)}
      end={narrow && end}
    />
  );
};

/**
 * Filter choices that are not applied yet. In most lists a choice applies at once; with `applies`, when the button is
 * pressed, which also returns to page 1.
 */
const useWaiting = <Address extends ListAddress>(
  { applies }: List,
  { address, onAddress, state }: Pick<FiltersProps<Address>, 'address' | 'onAddress' | 'state'>,
) => {
  const [waiting, setWaiting] = useState<{ over: Address; changes: Record<string, unknown> }>();
  // Choices made for another address are discarded.
  const changes = waiting?.over === address ? waiting.changes : {};
  const hasChanges = Object.keys(changes).length > 0;
  return {
    address: { ...address, ...changes },
    choose: (more: Record<string, unknown>) =>
      applies === undefined
        ? onAddress(withChanges(address, more))
        : setWaiting({ over: address, changes: { ...changes, ...more } }),
    apply: () => {
      setWaiting(undefined);
      if (hasChanges || address.page) onAddress(withChanges(address, changes));
      else state.retry();
    },
    forget: () => setWaiting(undefined),
  };
};
