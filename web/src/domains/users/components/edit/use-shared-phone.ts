import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { digitsOf } from '@staffroom/contract/shared/text.ts';
import { peopleWithPhone } from '../../users.api.ts';
import { sharersOf, sharersWords } from './shared-phone.ts';
import type { PersonValues } from './person.ts';

/** Milliseconds of rest after which a number counts as written to its end. */
const patience = 400;

/** Shorter ones are still being typed. */
const shortest = 5;

/** Who else has this number, in words; undefined while nobody has. It warns and never blocks: siblings share one. */
export const useSharedPhone = (
  values: Pick<PersonValues, 'phone_country_code' | 'phone'>,
  ownId: string | undefined,
): string | undefined => {
  const [phone] = useDebouncedValue(digitsOf(values.phone), patience);
  const isWritten = phone.length >= shortest;
  const { data } = useQuery({ ...peopleWithPhone(phone), enabled: isWritten });
  const isCurrent = isWritten && phone === digitsOf(values.phone);
  return isCurrent ? sharersWords(sharersOf(data?.data ?? [], values, ownId)) : undefined;
};
