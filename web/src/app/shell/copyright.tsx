/** The copyright line with the current year (part 2 §2). */
export const Copyright = ({ product, today }: { product: string; today: string }) => (
  <>
    © {today.slice(0, 4)} {product}
  </>
);
