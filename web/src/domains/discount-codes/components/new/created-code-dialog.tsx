import { Link } from '@tanstack/react-router';
import type { DiscountCode } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { LinkButton } from '../../../../ui/link-button.tsx';
import { discountWords } from '../../discount-code-words.ts';

type Props = { code: DiscountCode | null; onClose: () => void };

/** Says that the code is there, and leads to the list (part 1 §2). Closing it goes there too. */
export const CreatedCodeDialog = ({ code, onClose }: Props) => (
  <Dialog
    title="Your discount code has been created"
    opened={code !== null}
    onClose={onClose}
    cancelLabel="Close"
    primary={
      <LinkButton variant="filled" to="/discountcode" data-autofocus>
        Go to Discount Codes
      </LinkButton>
    }
  >
    {code && (
      <p>
        <Link to="/discountcode/$discountId" params={{ discountId: code._id }}>
          {code.code}
        </Link>{' '}
        takes {discountWords(code)} off.
      </p>
    )}
  </Dialog>
);
