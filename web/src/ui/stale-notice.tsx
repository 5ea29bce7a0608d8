import { Button, Radio } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { differingFields } from '../lib/merge-versions.ts';
import { useSettings, useToday } from '../lib/settings.ts';
import { useFormats } from '../lib/use-formats.ts';
import { Banner } from './banner.tsx';
import styles from './stale-notice.module.css';
import type { Side, Stale } from './use-stale.ts';

export type StaleField<Values> = {
  /** The form's label. */
  label: string;
  /** The values that belong together, chosen as one: a phone and its country code. */
  fields: readonly (keyof Values & string)[];
  /** The value as staff read it; the value itself where it is left out. */
  show?: (values: Values) => ReactNode;
};

type Props<Values> = {
  /** What was saved by somebody else: "order", "user". */
  noun: string;
  stale: Stale<Values>;
  /** The form as it stands. */
  values: Values;
  /** Every field that both may have changed, in the form's order. */
  fields: readonly StaleField<Values>[];
  onChoose: (fields: readonly (keyof Values & string)[], side: Side) => void;
  /** The label of the button that saves what is chosen. */
  saveLabel: string;
};

/**
 * Both versions side by side where they differ, when somebody else saved the record meanwhile (decisions: Users and
 * credit). What is chosen stands in the form; nothing typed is lost.
 */
export const StaleNotice = <Values extends object>(props: Props<Values>) => {
  const { noun, stale, values, onChoose, saveLabel } = props;
  const differing = new Set(differingFields(stale.theirs, stale.mine));
  const rows = props.fields.filter(({ fields }) => fields.some((name) => differing.has(name)));
  const all = rows.flatMap(({ fields }) => fields);
  return (
    <Banner
      tone="warning"
      title={
        stale.isDraft
          ? `This ${noun} may have been saved since you typed this draft.`
          : `Somebody saved this ${noun} meanwhile.`
      }
    >
      {stale.saved && <SavedBy {...stale.saved} />}
      {rows.length === 0 ? (
        <p>They saved the same as stands here. {saveLabel} goes on from theirs.</p>
      ) : (
        <>
          <p>Choose what stays where the two differ; {saveLabel} saves it.</p>
          <div className={styles.scroll} role="region" aria-label="Both versions" tabIndex={0}>
            <table className={styles.versions}>
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">Saved now</th>
                  <th scope="col">Yours</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((field) => (
                  <StaleRow key={field.label} field={field} {...{ stale, values, onChoose }} />
                ))}
              </tbody>
            </table>
          </div>
          {rows.length > 1 && (
            <div className={styles.all}>
              <Button size="xs" onClick={() => onChoose(all, 'theirs')}>
                Keep all of theirs
              </Button>
              <Button size="xs" onClick={() => onChoose(all, 'mine')}>
                Keep all of mine
              </Button>
            </div>
          )}
        </>
      )}
    </Banner>
  );
};

/** "Saved by Mei Tan, 14:05", with the day where it is not today's. */
const SavedBy = ({ by, at }: { by: string; at: string }) => {
  const { business_time_zone: zone } = useSettings();
  const { time, dateTime } = useFormats();
  const isToday = businessDayOf(at, zone) === useToday();
  return (
    <p>
      Saved by {by}, <time dateTime={at}>{isToday ? time(at) : dateTime(at)}</time>.
    </p>
  );
};

const StaleRow = <Values extends object>({
  field,
  stale,
  values,
  onChoose,
}: { field: StaleField<Values> } & Pick<Props<Values>, 'stale' | 'values' | 'onChoose'>) => {
  const group = useId();
  const inForm = new Set(differingFields(values, stale.theirs));
  const chosen: Side = field.fields.some((name) => inForm.has(name)) ? 'mine' : 'theirs';
  const words = { theirs: 'Keep theirs', mine: 'Keep mine' } as const;
  const cell = (side: Side) => (
    <td data-chosen={chosen === side || undefined}>
      <div className={styles.value}>{shown(field, stale[side])}</div>
      <Radio
        name={group}
        label={words[side]}
        aria-label={`${words[side]}: ${field.label}`}
        checked={chosen === side}
        onChange={() => onChoose(field.fields, side)}
      />
    </td>
  );
  return (
    <tr>
      <th scope="row">{field.label}</th>
      {cell('theirs')}
      {cell('mine')}
    </tr>
  );
};

const shown = <Values extends object>(field: StaleField<Values>, values: Values): ReactNode => {
  const value = field.show
    ? field.show(values)
    : field.fields
        .map((name) => values[name])
        .filter((each) => typeof each === 'string' && each !== '')
        .join(' ');
  return value === '' ? <em>nothing</em> : value;
};
