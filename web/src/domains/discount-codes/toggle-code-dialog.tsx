import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DiscountCode } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { useToday } from '../../lib/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FreshForm } from '../../ui/fresh-form.tsx';
import { showSnackbar } from '../../ui/snackbars.tsx';
import { toggleFacts } from './discount-code-words.ts';
import { useUpdateDiscountCode } from './discount-codes.api.ts';
import styles from './toggle-code-dialog.module.css';

type Props = { code: DiscountCode | null; onClose: () => void };

/** Disables or enables a code; says first what will happen (part 1 §4). */
export const ToggleCodeDialog = ({ code, onClose }: Props) => (
  <FreshForm record={code}>
    {(shown, opened) => <Question code={shown} opened={opened} onClose={onClose} />}
  </FreshForm>
);

const Question = ({
  code: asked,
  opened,
  onClose,
}: {
  code: DiscountCode;
  opened: boolean;
  onClose: () => void;
}) => {
  // As it was when the question was asked; somebody else may change it meanwhile.
  const [code, setCode] = useState(asked);
  const today = useToday();
  const update = useUpdateDiscountCode();
  const queryClient = useQueryClient();
  const act = code.is_active ? 'Disable' : 'Enable';

  const submit = () =>
    update.mutate(
      { params: { id: code._id }, body: { is_active: !code.is_active, version: code.version } },
      {
        onSuccess: () => {
          showSnackbar(`${code.code} ${act.toLowerCase()}d`);
          onClose();
        },
        onError: (error) => {
          // Somebody else may have changed it: the list below should say so.
          void queryClient.invalidateQueries({ queryKey: ['discount-codes'] });
          if (!(error instanceof ApiError) || !error.has('stale') || !error.current) return;
          const current = error.current as DiscountCode;
          if (current.is_active === code.is_active) {
            setCode(current);
            return;
          }
          showSnackbar(`${code.code} is ${act.toLowerCase()}d already`);
          onClose();
        },
      },
    );

  return (
    <Dialog
      title={`${act} discount code`}
      opened={opened}
      onClose={onClose}
      busy={update.isPending}
      onSubmit={submit}
      primary={
        <Button
          type="submit"
          variant={code.is_active ? 'danger' : 'filled'}
          loading={update.isPending}
          // Enter must not take something away by accident.
          data-autofocus={!code.is_active || undefined}
        >
          {act}
        </Button>
      }
    >
      <div className={styles.facts}>
        {update.error && <Banner tone="negative" title={sentenceOf(update.error)} />}
        {toggleFacts(code, today).map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
      </div>
    </Dialog>
  );
};
