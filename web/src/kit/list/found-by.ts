import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { queryKey } from '../../lib/query-keys.ts';
import type { Choice } from '../../ui/choice-filter.tsx';
import type { UseFound } from './define-list.ts';

type Page<Row> = { data: Row[]; count: number };
type Asks<Row> = UseQueryOptions<Page<Row>, Error, Page<Row>, ReturnType<typeof queryKey>>;

type Options<Row> = {
  /** Query for a term; '' finds the first records. */
  byTerm: (term: string) => Asks<Row>;
  byId: (id: string) => Asks<Row>;
  choiceOf: (row: Row) => Choice;
};

/** Choices of a filter that the server searches: by term while the user types, and the chosen one by its id. */
export const foundBy =
  <Row extends { name: string }>({ byTerm, byId, choiceOf }: Options<Row>): UseFound =>
  (term, chosen) => {
    const found = useQuery({ ...byTerm(term ?? ''), enabled: term !== null });
    const { data } = useQuery({ ...byId(chosen ?? ''), enabled: chosen !== undefined });
    return {
      ...found,
      choices: (found.data?.data ?? []).map(choiceOf),
      chosenName: data?.data[0]?.name,
    };
  };
