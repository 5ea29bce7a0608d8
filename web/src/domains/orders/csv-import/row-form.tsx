import { Select, TextInput } from '@mantine/core';
import { orderTypes } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { invalidEmailMessage, isEmail } from '@staffroom/contract/shared/text.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { nameOf } from './csv-import-labels.ts';
import { emailOf, isOrderable, type RowEdit } from './csv-import-plan.ts';
import { FocusHeading } from './focus-heading.tsx';
import { ImportClassPicker } from './import-class-picker.tsx';
import { LessonChoice } from './lesson-choice.tsx';
import { ProblemsBox } from './problems-box.tsx';
import { SettledRow } from './settled-row.tsx';
import styles from './row-form.module.css';
import type { CsvImport } from './use-csv-import.ts';
import type { RowPlan } from './use-row-plan.ts';

type Props = { csv: CsvImport; plan: RowPlan };

/** The row on screen: its problems, and the fields that a person can correct. */
export const RowForm = ({ csv, plan }: Props) => {
  const { row, problems } = plan;
  // Open with a note: the run could not order it.
  const failure = csv.state.failures[row.row] ?? (row.state === 'open' ? row.note : '');
  const edit = (change: RowEdit) =>
    csv.dispatch({ type: 'row edited', row: row.row, edit: change });

  return (
    <div className={styles.form}>
      <div className={styles.head}>
        <FocusHeading about={`Row ${row.row}`}>{nameOf(row)}</FocusHeading>
        <RowChip plan={plan} />
      </div>
      {failure && <Banner tone="negative" title={failure} />}
      {row.state !== 'open' && (
        <SettledRow row={row} className={csv.state.classNames[row.class ?? '']} />
      )}
      {problems.length > 0 && <ProblemsBox problems={problems} onFix={edit} />}
      {isOrderable(row) && <Fields csv={csv} plan={plan} edit={edit} />}
    </div>
  );
};

const RowChip = ({ plan: { row, waiting } }: { plan: RowPlan }) => {
  const { total, left } = waiting;
  if (!isOrderable(row) || total === 0) return null;
  if (left === 0) return <StatusChip tone="green">Corrected</StatusChip>;
  return (
    <StatusChip tone="orange">
      {left < total ? `${left} of ${total} problems left` : formatCount(total, 'problem')}
    </StatusChip>
  );
};

const Fields = ({ csv, plan, edit }: Props & { edit: (change: RowEdit) => void }) => {
  const { row, tuitionClass } = plan;
  const email = emailOf(row, plan.edit);
  return (
    <>
      <ImportClassPicker
        key={row.row}
        value={plan.edit.class ?? row.class}
        byHand={plan.edit.class !== undefined && plan.edit.class !== row.class}
        tuitionClass={tuitionClass}
        classes={Object.values(csv.state.classes)}
        onChoose={(id) => edit({ class: id })}
      />
      <TextInput
        label="Email"
        required
        type="email"
        value={email}
        maxLength={254}
        autoComplete="off"
        error={email.trim() !== '' && !isEmail(email.trim()) ? invalidEmailMessage : null}
        onChange={(event) => edit({ email: event.currentTarget.value })}
      />
      {row.type === null && (
        <Select
          label="Type"
          required
          placeholder="Choose a type"
          data={[...orderTypes]}
          allowDeselect={false}
          value={plan.edit.type ?? null}
          onChange={(type) => type && edit({ type })}
        />
      )}
      {plan.refusals.map((refusal) => (
        <Banner key={refusal} tone="warning" title={refusal} />
      ))}
      {plan.error !== null && <Banner tone="negative" title={sentenceOf(plan.error)} />}
      <LessonChoice plan={plan} onChoose={(lessons) => edit({ lessons })} />
    </>
  );
};
