import { Box } from '@mantine/core';
import styles from './week-picture.module.css';

const firstHour = 9;
const lastHour = 21;
const hours = Array.from({ length: lastHour - firstHour + 1 }, (_, index) => firstHour + index);
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

type Block = readonly [day: number, start: number, hours: number, name: string, shade: 0 | 1 | 2];

/** A typical week of a tuition centre: afternoons, evenings, and the weekend. */
const blocks: readonly Block[] = [
  [0, 16.5, 1.5, 'P3 Mathematics', 0],
  [0, 19, 2, 'JC1 H2 Mathematics', 1],
  [1, 16.5, 1.5, 'P5 Mathematics', 0],
  [1, 19, 2, 'Sec 3 A Maths Regular', 2],
  [2, 16, 1.5, 'P6 Science', 0],
  [2, 19, 2, 'Sec 2 Science Regular', 1],
  [3, 16.5, 1.5, 'P5 Science', 0],
  [3, 19.5, 2, 'Sec 4 E Maths Regular', 1],
  [4, 16.5, 2, 'Sec 1 Maths T2', 0],
  [4, 19, 1.5, 'P4 Science', 2],
  [5, 10, 1.5, 'P5 Chinese', 0],
  [5, 14, 1.5, 'P6 Mathematics', 2],
  [5, 16.5, 2, 'IP Year 4 Mathematics', 1],
  [6, 10, 1.5, 'P5 English', 2],
  [6, 12, 1.5, 'P3 English', 0],
  [6, 14.5, 2, 'PSLE English Paper 1', 0],
  [6, 17, 2, 'JC2 H2 Chemistry', 1],
];

const clock = (hour: number) =>
  `${String(Math.floor(hour)).padStart(2, '0')}:${hour % 1 ? '30' : '00'}`;

/** The dark half of the sign-in screen: a decorative week grid, hidden from assistive technology. */
export const WeekPicture = () => {
  const now = Temporal.Now.zonedDateTimeISO();
  const date = now.toPlainDate();
  const monday = date.subtract({ days: date.dayOfWeek - 1 });
  const hourNow = now.hour + now.minute / 60;

  return (
    <Box className={styles.picture} visibleFrom="md" data-scheme="dark" aria-hidden="true">
      <div className={styles.grid}>
        {hours.map((hour, index) => (
          <span key={hour} className={styles.hour} style={{ gridRow: 2 + index * 2 }}>
            {clock(hour)}
          </span>
        ))}
        {weekdays.map((name, day) => (
          <span
            key={name}
            className={styles.day}
            style={{ gridColumn: day + 2 }}
            data-today={day + 1 === date.dayOfWeek || undefined}
          >
            {name} {monday.add({ days: day }).day}
          </span>
        ))}
        {hours.flatMap((hour, index) =>
          weekdays.map((name, day) => (
            <span
              key={`${name}${hour}`}
              className={styles.cell}
              style={{ gridColumn: day + 2, gridRow: `${2 + index * 2} / span 2` }}
            />
          )),
        )}
        {blocks.map(([day, start, length, name, shade]) => (
          <span
            key={`${day}${start}`}
            className={styles.block}
            data-shade={isNow(day, start, length, date.dayOfWeek, hourNow) ? 'now' : shade}
            style={{
              gridColumn: day + 2,
              gridRow: `${2 + (start - firstHour) * 2} / span ${length * 2}`,
            }}
          >
            {name}
            <small>{clock(start)}</small>
          </span>
        ))}
        {hourNow >= firstHour && hourNow < lastHour + 1 && (
          <span
            className={styles.now}
            style={{
              gridColumn: date.dayOfWeek + 1,
              gridRow: '2 / -1',
              top: `${(100 * (hourNow - firstHour)) / hours.length}%`,
            }}
          />
        )}
      </div>
    </Box>
  );
};

const isNow = (day: number, start: number, length: number, weekday: number, hour: number) =>
  day + 1 === weekday && hour >= start && hour < start + length;
