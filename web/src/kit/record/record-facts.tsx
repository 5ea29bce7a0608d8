import { useSettings } from '../../lib/settings.ts';
import { Fact } from '../../ui/facts.tsx';
import type { ChangedForm } from './change-lines.ts';

type Props<Name extends string> = {
  form: { fields: Readonly<Record<Name, ChangedForm['fields'][string]>> };
  record: object;
  /** Names of the form's fields, in their order. */
  show: readonly Name[];
};

/** Facts of a record as its form names and reads them. */
export const RecordFacts = <Name extends string>({ form, record, show }: Props<Name>) => {
  const { business_time_zone: zone, business_day: today } = useSettings();
  const context = { zone, today };
  return show.map((name) => {
    const field = form.fields[name];
    return (
      <Fact key={name} label={field.label}>
        {field.words(field.read(record, context), context)}
      </Fact>
    );
  });
};
