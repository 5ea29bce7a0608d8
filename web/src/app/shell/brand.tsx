import styles from './brand.module.css';

export const Brand = ({ product }: { product: string }) => (
  <span className={styles.brand}>
    <img src="/favicon.svg" alt="" width={28} height={28} />
    {product}
  </span>
);
