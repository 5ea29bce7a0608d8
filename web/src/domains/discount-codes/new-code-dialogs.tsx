import { Link } from '@tanstack/react-router';
import type { DiscountCode } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { discountWords } from './discount-code-words.ts';
import { codeSummary, type CodeValues } from './discount-code.form.ts';

type ConfirmProps = {
  /** The code to create; null while the dialog is closed. */
  open: CodeValues | null;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Summarises the values before the code is created (part 1 §2). */
export const ConfirmCodeDialog = ({ open, busy, onConfirm, onClose }: ConfirmProps) => (
  <Dialog
    title="Confirm creation of discount code?"
    opened={open !== null}
    onClose={onClose}
    busy={busy}
    size={520}
    onSubmit={onConfirm}
    primary={
      <PrimaryButton busy={busy} keys="Ctrl ↵" focused>
        Confirm
      </PrimaryButton>
    }
  >
    {open && (
      <Facts>
        {codeSummary(open).map(([label, words]) => (
          <Fact key={label} label={label}>
            {words}
          </Fact>
        ))}
      </Facts>
    )}
  </Dialog>
);

type CreatedProps = { open: DiscountCode | null; onClose: () => void };

/** Confirms that the code was created, and links to the list (part 1 §2). Closing it goes there too. */
export const CreatedCodeDialog = ({ open, onClose }: CreatedProps) => (
  <Dialog
    title="Your discount code has been created"
    opened={open !== null}
    onClose={onClose}
    cancelLabel="Close"
    primary={
      <LinkButton variant="filled" to="/discountcode" data-autofocus>
        Go to Discount Codes
      </LinkButton>
    }
  >
    {open && (
      <p>
        <Link to="/discountcode/$discountId" params={{ discountId: open._id }}>
          {open.code}
        </Link>{' '}
        takes {discountWords(open)} off.
      </p>
    )}
  </Dialog>
);
