import { Checkbox, Stack, Text, Textarea } from '@mantine/core';
import {
  mostRanges,
  rangeProblem,
  splitRanges,
} from 'staffroom-contract/domains/identity/address-ranges.rules.ts';
import {
  updateServiceToken,
  type ServiceToken,
} from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import {
  endOfDay,
  lastDayOf,
  mostYears,
  usualYears,
  yearsAfter,
} from 'staffroom-contract/domains/identity/service-tokens.rules.ts';
import { DayInput } from '../../kit/form/day-input.tsx';
import { defineForm } from '../../kit/form/define-form.ts';
import { field, valueAt } from '../../kit/form/field-kind.ts';
import { isDay } from '../../kit/form/field.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState, type FormPart } from '../../kit/form/use-form-state.ts';
import { formatLongDay } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { FieldGroup } from '../../ui/field-group.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { noSuchDay } from '../../ui/parse-day.ts';

/** The last day on which a token works; `isNever`: it never expires, which must be chosen. */
type Expiry = { day: string; isNever: boolean };

/** The fields of a token's limits: when it expires, and where it may be used. */
export const limitFields = {
  expiry: field<Expiry>({
    label: 'Expiry',
    at: 'expires_on',
    required: true,
    word: 'the last day',
    initial: { day: '', isNever: false },
    read: (record, [at = ''], { zone }) => {
      const end = valueAt(record, at);
      return typeof end === 'string'
        ? { day: lastDayOf(end, zone), isNever: false }
        : { day: '', isNever: true };
    },
    write: ({ day, isNever }, [at = ''], { zone }) => {
      if (isNever) return { [at]: null };
      return isDay(day) ? { [at]: endOfDay(day, zone) } : {};
    },
    isEmpty: ({ day, isNever }) => !isNever && day === '',
    problem: ({ day, isNever }, { today }) => {
      if (isNever || day === '') return undefined;
      if (!isDay(day)) return noSuchDay(day);
      if (day < today) return 'Please choose a day that is not over.';
      return day > yearsAfter(today, mostYears)
        ? `Please choose a day within ${mostYears} years.`
        : undefined;
    },
    words: ({ day, isNever }) => (isNever ? 'Never' : isDay(day) ? formatLongDay(day) : day),
  }),
  addresses: field<string, { autosize: true; minRows: number; maxRows: number }>({
    label: 'Allowed addresses',
    initial: '',
    quiet: true,
    input: { autosize: true, minRows: 2, maxRows: 8 },
    read: (record, [at = '']) =>
      ((valueAt(record, at) as readonly string[] | undefined) ?? []).join('\n'),
    write: (value, [at = '']) => ({ [at]: [...new Set(splitRanges(value))] }),
    isEmpty: (value) => splitRanges(value).length === 0,
    problem: (value) => {
      const entries = new Set(splitRanges(value));
      if (entries.size > mostRanges)
        return `Please enter at most ${mostRanges} addresses or ranges; these are ${entries.size}.`;
      return [...entries].map(rangeProblem).find((problem) => problem !== undefined);
    },
    words: (value) => splitRanges(value).join(', ') || 'Any address',
  }),
};

/** The inputs of a token's limits, also in the form of a new token. */
export const LimitInputs = ({
  form: { field: inputOf, values, set },
}: {
  form: FormPart<Pick<typeof limitFields, 'expiry' | 'addresses'>>;
}) => {
  const { day, isNever } = values.expiry;
  const { error } = inputOf('expiry');
  const usual = yearsAfter(useToday(), usualYears);
  const change = (expiry: Partial<Expiry>) => set({ expiry: { day, isNever, ...expiry } });
  return (
    <>
      <Textarea
        {...inputOf('addresses')}
        description="IP addresses or ranges, such as 203.0.113.7 or 203.0.113.0/24. Empty: the token works from any address."
        spellCheck={false}
      />
      <FieldGroup label="Expiry">
        <Stack gap="sm" pt="xs">
          {!isNever && (
            <DayInput
              label="Last day"
              description="From the day after, the token is refused."
              value={day}
              error={error}
              required
              onChange={(next) => change({ day: next })}
            />
          )}
          <Checkbox
            label="Never expires"
            description="Only for a system whose token cannot be replaced every year."
            checked={isNever}
            onChange={({ currentTarget: { checked } }) =>
              change({ isNever: checked, day: day || usual })
            }
          />
        </Stack>
      </FieldGroup>
    </>
  );
};

const limitsForm = defineForm({
  noun: 'token',
  update: updateServiceToken,
  refreshes: ['identity'],
  fields: limitFields,
});

type Props = { token: ServiceToken | null; onClose: () => void };

/** Changes the expiry and the addresses of a saved token. */
export const TokenLimitsDialog = ({ token, onClose }: Props) => (
  <FreshForm record={token}>
    {(shown, opened) => <Limits token={shown} opened={opened} onClose={onClose} />}
  </FreshForm>
);

type LimitsProps = { token: ServiceToken; opened: boolean; onClose: () => void };

const Limits = ({ token, ...dialog }: LimitsProps) => {
  const form = useFormState(limitsForm, {
    ...dialog,
    record: token,
    done: `Token of ${token.name} saved`,
  });
  return (
    <ActDialog title="Expiry and addresses" form={form} actLabel="Save">
      <Text inherit c="secondary">
        {token.name}, token ending in {token.hint}. Changes apply to its next call.
      </Text>
      <LimitInputs form={form} />
    </ActDialog>
  );
};
