import type { Random } from './random.ts';

/** A made-up number of the country, digits only, without its code. */
export const phoneIn = (code: string, random: Random): string => {
  switch (code) {
    case '86':
      return `1${random.whole(3, 9)}${random.digits(9)}`;
    case '1':
      // 555-0100 to 555-0199 are reserved for fiction.
      return `${random.pick(['202', '206', '312', '415', '510', '617', '718', '808'])}55501${random.digits(2)}`;
    case '62':
      return `8${random.whole(11, 99)}${random.digits(8)}`;
    default:
      return `${random.pick(['8', '9'])}${random.whole(1, 8)}${random.digits(6)}`;
  }
};
