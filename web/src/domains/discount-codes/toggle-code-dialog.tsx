import {
  updateDiscountCode,
  type DiscountCode,
} from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { defineForm } from '../../kit/form/define-form.ts';
import { ActDialog } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { useToday } from '../../lib/settings.ts';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { toggleFacts } from './discount-code-words.ts';

/** Disabling and enabling only need a confirmation; a code that another user disabled meanwhile stays disabled. */
const toggleForm = defineForm({
  noun: 'discount code',
  create: updateDiscountCode,
  refreshes: ['discount-codes'],
  fields: {},
});

type Props = { code: DiscountCode | null; onClose: () => void };

/** Disables or enables a code; lists the effects first (part 1 §4). */
export const ToggleCodeDialog = ({ code, onClose }: Props) => (
  <FreshForm record={code}>
    {(shown, opened) => <Question code={shown} opened={opened} onClose={onClose} />}
  </FreshForm>
);

type QuestionProps = { code: DiscountCode; opened: boolean; onClose: () => void };

const Question = ({ code, ...dialog }: QuestionProps) => {
  const today = useToday();
  const act = code.is_active ? 'Disable' : 'Enable';
  const form = useFormState(toggleForm, {
    ...dialog,
    params: { id: code._id },
    also: { is_active: !code.is_active },
    done: `${code.code} ${act.toLowerCase()}d`,
  });
  return (
    <ActDialog
      title={code.is_active ? 'Disable discount code' : 'Enable discount code'}
      form={form}
      actLabel={act}
      danger={code.is_active}
    >
      {toggleFacts(code, today).map((fact) => (
        <p key={fact}>{fact}</p>
      ))}
    </ActDialog>
  );
};
