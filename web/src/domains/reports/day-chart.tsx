import type { ReactNode } from 'react';
import type { SalesReport } from '@staffroom/contract/domains/reports/sales.contract.ts';
import { formatMoney, type Currency } from '@staffroom/contract/shared/money.ts';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { scaleOf } from '../../lib/chart-scale.ts';
import { formatCount, formatDayOfWeek, formatLongMonth } from '../../lib/formats.ts';
import { Chart, ChartBar } from '../../ui/chart.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { axisWords, dayBehind, type DayFigures } from './sales-words.ts';
import styles from './day-chart.module.css';

type Props = { report: SalesReport; days: readonly DayFigures[]; currency: Currency };

/** A bar for each day, and the month before as a dashed line across them (picture 14b). */
export const DayChart = ({ report, days, currency }: Props) => {
  const narrow = useNarrow();
  const lines = scaleOf(Math.max(...days.map(({ net, before }) => Math.max(net, before ?? 0))));
  const highest = lines.at(-1) ?? 1;
  const heightOf = (amount: number) => `${(100 * amount) / highest}%`;
  return (
    <Chart
      lines={lines}
      words={(line) => axisWords(line, currency)}
      axis={narrow ? 48 : 56}
      height={narrow ? 160 : 180}
      count={days.length}
      over={<MonthBefore days={days} highest={highest} />}
    >
      {days.map((day, index) => (
        <ChartBar
          key={day.day}
          name={String(Number(day.day.slice(8)))}
          isNow={day.is === 'now'}
          every={narrow ? 5 : 1}
          index={index}
        >
          {day.is !== 'ahead' && (
            <DayBar day={day} report={report} currency={currency} isLink={!narrow}>
              <span className={styles.column} aria-hidden="true">
                {day.net > 0 && (
                  <span className={styles.tip} style={{ bottom: heightOf(day.net) }}>
                    {formatDayOfWeek(day.day)} <b>{formatMoney(day.net, currency)}</b>
                  </span>
                )}
                <span
                  className={styles.fill}
                  data-now={day.is === 'now' || undefined}
                  style={{ height: heightOf(day.net) }}
                />
              </span>
            </DayBar>
          )}
        </ChartBar>
      ))}
    </Chart>
  );
};

/** A finger is wider than a day on a phone, where the table leads to the orders. */
const DayBar = ({
  day,
  report,
  currency,
  isLink,
  children,
}: {
  day: DayFigures;
  report: SalesReport;
  currency: Currency;
  isLink: boolean;
  children: ReactNode;
}) => {
  const label = `${formatDayOfWeek(day.day)}: ${formatMoney(day.net, currency)}, ${formatCount(day.orders, 'order')}`;
  return isLink ? (
    <RowsLink
      screen="/orders"
      search={dayBehind(report, day.day, currency)}
      className={styles.bar}
      label={label}
    >
      {children}
    </RowsLink>
  ) : (
    <span className={styles.bar} role="img" aria-label={label}>
      {children}
    </span>
  );
};

/** Through the middle of each day's bar; the figures stand in the table. */
const MonthBefore = ({ days, highest }: { days: readonly DayFigures[]; highest: number }) => {
  const points = days.flatMap(({ before }, index) =>
    before === null ? [] : [`${index + 0.5},${100 - (100 * before) / highest}`],
  );
  return (
    <svg
      className={styles.before}
      viewBox={`0 0 ${days.length} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline className={styles.halo} points={points.join(' ')} />
      <polyline className={styles.dashes} points={points.join(' ')} />
    </svg>
  );
};

/** What the bars and the line are. */
export const DayLegend = ({ report }: { report: SalesReport }) => (
  <ul className={styles.legend}>
    <li>
      <span className={styles.swatch} aria-hidden="true" /> {formatLongMonth(report.start)}
    </li>
    <li>
      <span className={styles.dash} aria-hidden="true" /> {formatLongMonth(report.compared.start)}
    </li>
  </ul>
);
