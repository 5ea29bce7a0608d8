import { Select } from '@mantine/core';
import {
  skillsLabel,
  tagChoices,
} from '@staffroom/contract/domains/question-bank/question-bank.rules.ts';
import { useTags } from './question-bank.api.ts';

type Kind = 'topic' | 'skill' | 'heuristic' | 'section';
export type TagValues = Partial<Record<Kind, string>>;

type Props = {
  subject: string;
  /** A picker for each; a subject that has no such tags has none. */
  values: TagValues;
  onChange: (changes: TagValues) => void;
  errors?: Partial<Record<Kind, string | undefined>>;
};

const labels = { topic: 'Topic', heuristic: 'Heuristic', section: 'Section' } as const;

/** Topic, its skills, heuristic and section of a question, as far as its subject has some. */
export const TagPickers = ({ subject, values, onChange, errors = {} }: Props) => {
  const tags = useTags();
  return (Object.keys(values) as Kind[]).map((kind) => {
    const chosen = values[kind] ?? '';
    const offered = tagChoices(tags, {
      kind,
      subject,
      chosen,
      ...(values.topic !== undefined && { topic: values.topic }),
    }).map(({ name }) => name);
    const isOfTopic = kind === 'skill';
    // A subject without such tags has no picker; skills wait for their topic.
    if (offered.length === 0 && chosen === '' && !isOfTopic) return null;
    return (
      <Select
        key={kind}
        label={kind === 'skill' ? skillsLabel(subject) : labels[kind]}
        data={offered.includes(chosen) || chosen === '' ? offered : [...offered, chosen]}
        value={chosen === '' ? null : chosen}
        error={errors[kind]}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${kind}` }}
        openOnFocus={false}
        disabled={isOfTopic && offered.length === 0 && chosen === ''}
        placeholder={isOfTopic && !values.topic ? 'Topic first' : 'None'}
        nothingFoundMessage="Nothing found"
        onChange={(next) =>
          onChange(
            // The skills of another topic are other ones (part 2 §4).
            kind === 'topic' ? { topic: next ?? '', skill: '' } : { [kind]: next ?? '' },
          )
        }
      />
    );
  });
};
