import { formatMoney, type Currency } from 'staffroom-contract/shared/money.ts';

/** An amount with its currency; `struck` for a replaced price. */
export const Money = ({
  amount,
  currency,
  struck = false,
}: {
  amount: number;
  currency: Currency;
  struck?: boolean;
}) => {
  const text = formatMoney(amount, currency);
  return struck ? (
    <s>{text}</s>
  ) : (
    <span title={currency} data-figures>
      {text}
    </span>
  );
};
