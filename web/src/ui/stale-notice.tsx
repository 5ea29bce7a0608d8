import { Button, Radio, Box, Group } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { differingFields } from '../lib/merge-versions.ts';
import { useSettings, useToday } from '../lib/settings.ts';
import { useFormats } from '../lib/use-formats.ts';
import { Banner } from './banner.tsx';
import styles from './stale-notice.module.css';
import { differingItems, type KeyOf } from '../lib/merge-lists.ts';
import { listIn, type ItemOfList, type Side, type Stale } from './use-stale.ts';

export type StaleField<Values> = {
  /** The form's label. */
  label: string;
  /** Values chosen together: a phone and its country code. */
  fields: readonly (keyof Values & string)[];
  /** The value as staff read it; the plain value by default. */
  show?: (values: Values) => ReactNode;
  /** The field is a list that is compared item by item. */
  items?: { keyOf: KeyOf; label: (place: number) => string; show: (item: unknown) => ReactNode };
};

type Props<Values> = {
  /** The record in sentences: "order", "user". */
  noun: string;
  stale: Stale<Values>;
  values: Values;
  /** All fields that both users may have changed, in the form's order. */
  fields: readonly StaleField<Values>[];
  onChoose: (fields: readonly (keyof Values & string)[], side: Side) => void;
  onChooseItem: (item: ItemOfList, side: Side) => void;
  /** Label of the button that saves the choice. */
  saveLabel: string;
};

/**
 * Both versions side by side where they differ, shown when another user saved the record meanwhile (decisions: Users and
 * credit). The chosen values are in the form; nothing typed is lost.
 */
export const StaleNotice = <Values extends object>(props: Props<Values>) => {
  const { noun, stale, onChoose, saveLabel } = props;
  const differing = new Set(differingFields(stale.theirs, stale.mine));
  const fields = props.fields.filter((field) => field.fields.some((name) => differing.has(name)));
  const rows = fields.flatMap((field) =>
    field.items ? itemRowsOf(field, field.items, props) : [fieldRowOf(field, props)],
  );
  const all = fields.flatMap((field) => field.fields);
  return (
    <Banner
      tone="warning"
      title={
        stale.isDraft
          ? `This ${noun} may have been saved since you typed this draft.`
          : stale.saved
            ? `${stale.saved.by} changed this ${noun} while you were editing.`
            : `This ${noun} was changed while you were editing.`
      }
    >
      {stale.saved && <SavedBy {...stale.saved} />}
      {rows.length === 0 ? (
        <p>Both versions are identical. {saveLabel} continues from theirs.</p>
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
                {rows.map((row) => (
                  <StaleRow key={row.id} row={row} />
                ))}
              </tbody>
            </table>
          </div>
          {rows.length > 1 && (
            <Group align="stretch" wrap="wrap" mt="sm">
              <Button size="xs" onClick={() => onChoose(all, 'theirs')}>
                Keep all of theirs
              </Button>
              <Button size="xs" onClick={() => onChoose(all, 'mine')}>
                Keep all of mine
              </Button>
            </Group>
          )}
        </>
      )}
    </Banner>
  );
};

/** "Saved by Mei Tan, 14:05", with the date if it is not today. */
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

/** A unit of choice: a field, or an item of a list. */
type Row = {
  id: string;
  label: string;
  values: Record<Side, ReactNode>;
  /** Undefined until one is chosen. */
  chosen: Side | undefined;
  choose: (side: Side) => void;
};

type RowSource<Values> = Pick<Props<Values>, 'stale' | 'values' | 'onChoose' | 'onChooseItem'>;

const fieldRowOf = <Values extends object>(
  field: StaleField<Values>,
  { stale, values, onChoose }: RowSource<Values>,
): Row => {
  const inForm = new Set(differingFields(values, stale.theirs));
  return {
    id: field.label,
    label: field.label,
    values: { theirs: shown(field, stale.theirs), mine: shown(field, stale.mine) },
    chosen: field.fields.some((name) => inForm.has(name)) ? 'mine' : 'theirs',
    choose: (side) => onChoose(field.fields, side),
  };
};

/**
 * One row per item that differs, labelled by its position in the saved list, or in the typed one if it is only there.
 */
const itemRowsOf = <Values extends object>(
  { label, fields: [field] }: StaleField<Values>,
  { keyOf, label: labelOf, show }: NonNullable<StaleField<Values>['items']>,
  { stale, values, onChooseItem }: RowSource<Values>,
): Row[] => {
  if (field === undefined) return [];
  const lists = { theirs: listIn(stale.theirs, field), mine: listIn(stale.mine, field) };
  const inForm = new Set(differingItems(lists.theirs, listIn(values, field), keyOf));
  return differingItems(lists.theirs, lists.mine, keyOf).map((key) => {
    const place = (side: Side) => lists[side].findIndex((item) => keyOf(item) === key);
    const cell = (side: Side) =>
      place(side) < 0 ? <em>not there</em> : show(lists[side][place(side)]);
    const isUndecided = stale.undecided.some((one) => one.field === field && one.key === key);
    return {
      id: `${label} ${key}`,
      label: labelOf(place('theirs') < 0 ? place('mine') : place('theirs')),
      values: { theirs: cell('theirs'), mine: cell('mine') },
      chosen: isUndecided ? undefined : inForm.has(key) ? 'mine' : 'theirs',
      choose: (side) => onChooseItem({ field, key }, side),
    };
  });
};

const StaleRow = ({ row: { label, values, chosen, choose } }: { row: Row }) => {
  const group = useId();
  const words = { theirs: 'Keep theirs', mine: 'Keep mine' } as const;
  const cell = (side: Side) => (
    <td data-chosen={chosen === side || undefined}>
      <Box className={styles.value} mah={120} mb={2}>
        {values[side]}
      </Box>
      <Radio
        name={group}
        label={words[side]}
        aria-label={`${words[side]}: ${label}`}
        checked={chosen === side}
        onChange={() => choose(side)}
      />
    </td>
  );
  return (
    <tr>
      <th scope="row">{label}</th>
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
