import { readSalesReport } from '@staffroom/contract/domains/reports/sales.contract.ts';
import { firstSalesYear, noBrand } from '@staffroom/contract/domains/reports/sales.rules.ts';
import { downloadList } from '../../lib/download.ts';
import { useSettings } from '../../lib/settings.ts';
import { ChoiceFilter } from '../../ui/choice-filter.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { MonthPicker } from '../../ui/month-picker.tsx';
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
  return (
    <FilterBar
      changed={search.exclude === undefined ? 0 : 1}
      onReset={() => go({ month: undefined, exclude: undefined, currency: undefined })}
      pinned={
        <MonthPicker
          month={month}
          first={`${firstSalesYear}-01`}
          last={today.slice(0, 7)}
          onMonth={onMonth}
        />
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
