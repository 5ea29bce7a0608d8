import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { readSalesReport } from '@staffroom/contract/domains/reports/sales.contract.ts';
import { firstSalesYear, noBrand } from '@staffroom/contract/domains/reports/sales.rules.ts';
import { addMonths } from '@staffroom/contract/shared/dates.ts';
import { downloadList } from '../../lib/download.ts';
import { monthNames } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { useShortcut } from '../../ui/use-shortcut.ts';
import { monthIn, salesInput, type SalesSearch } from './sales-address.ts';
import styles from './sales.module.css';

type Props = {
  search: SalesSearch;
  today: string;
  onMonth: (month: string) => void;
  go: (changes: SalesSearch) => void;
};

/** Which month, and the brand that is left out. */
export const SalesBar = ({ search, today, onMonth, go }: Props) => {
  const { partner_brand: partner, business_time_zone: zone } = useSettings();
  const month = monthIn(search, today);
  const [year, current] = [month.slice(0, 4), today.slice(0, 7)];
  const step = (months: number) => addMonths(`${month}-01`, months).slice(0, 7);
  const first = `${firstSalesYear}-01`;
  const previous = month > first ? step(-1) : undefined;
  const next = month < current ? step(1) : undefined;
  // In a choice or a table that scrolls these keys have another meaning.
  const outside = { when: () => !document.activeElement?.closest('input, [role="region"]') };
  useShortcut('arrowleft', 'Previous month', () => previous && onMonth(previous), outside);
  useShortcut('arrowright', 'Next month', () => next && onMonth(next), outside);
  const years = Array.from({ length: Number(today.slice(0, 4)) - firstSalesYear + 1 }, (_, index) =>
    String(firstSalesYear + index),
  );
  const inYear = (of: string, number: string) => {
    const wanted = `${of}-${number}`;
    onMonth(wanted > current ? current : wanted);
  };
  return (
    <FilterBar
      changed={search.exclude === undefined ? 0 : 1}
      onReset={() => go({ month: undefined, exclude: undefined, currency: undefined })}
      pinned={
        <div className={styles.month} role="group" aria-label="Month">
          <ActionIcon
            variant="default"
            size={30}
            aria-label="Previous month"
            disabled={previous === undefined}
            onClick={() => previous && onMonth(previous)}
          >
            <IconChevronLeft size={16} stroke={1.7} />
          </ActionIcon>
          <ChoiceFilter
            label="Month"
            value={month.slice(5)}
            defaultValue={month.slice(5)}
            choices={monthNames
              .map((label, index) => ({ value: String(index + 1).padStart(2, '0'), label }))
              .filter(({ value }) => `${year}-${value}` <= current)}
            onChange={(number) => inYear(year, number)}
          />
          <ChoiceFilter
            label="Year"
            value={year}
            defaultValue={year}
            choices={years.map((value) => ({ value, label: value }))}
            onChange={(chosen) => inYear(chosen, month.slice(5))}
          />
          <ActionIcon
            variant="default"
            size={30}
            aria-label="Next month"
            disabled={next === undefined}
            onClick={() => next && onMonth(next)}
          >
            <IconChevronRight size={16} stroke={1.7} />
          </ActionIcon>
        </div>
      }
      end={
        <>
          <span className={styles.note}>
            net of discounts, by the order’s day in {zone.split('/').at(-1)?.replaceAll('_', ' ')}
          </span>
          <DownloadButton
            download={() => downloadList(readSalesReport, salesInput(search, today), 'sales.csv')}
          />
        </>
      }
    >
      <ChoiceFilter
        label="Exclude"
        value={search.exclude ?? partner}
        defaultValue={partner}
        choices={[
          { value: partner, label: partner },
          { value: 'HOUSE', label: 'HOUSE' },
          { value: noBrand, label: 'Nothing' },
        ]}
        onChange={(brand) => go({ exclude: brand === partner ? undefined : brand })}
      />
    </FilterBar>
  );
};
