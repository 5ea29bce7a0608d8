import { Select } from '@mantine/core';
import {
  skillsLabel,
  tagChoices,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { useTags } from './question-bank.api.ts';

type Kind = 'topic' | 'skill' | 'heuristic' | 'section';
type TagValues = Partial<Record<Kind, string>>;

type Props = {
  subject: string;
  /** One picker per key; a subject without such tags has no picker. */
  values: TagValues;
  onChange: (changes: TagValues) => void;
  errors?: Partial<Record<Kind, string | undefined>>;
};

const labels = { topic: 'Topic', heuristic: 'Heuristic', section: 'Section' } as const;

/** Pickers for topic, skill, heuristic and section, as far as the subject has such tags. */
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
    // A subject without such tags has no picker; the skill picker is shown even without a topic.
    if (offered.length === 0 && chosen === '' && !isOfTopic) return null;
    const choose = (next: string) =>
      onChange(
        // Skills belong to a topic (part 2 §4).
        kind === 'topic' ? { topic: next, skill: '' } : { [kind]: next },
      );
    return (
      <TagPicker
        key={kind}
        kind={kind}
        label={kind === 'skill' ? skillsLabel(subject) : labels[kind]}
        offered={offered}
        chosen={chosen}
        error={errors[kind]}
        disabled={isOfTopic && offered.length === 0 && chosen === ''}
        placeholder={isOfTopic && !values.topic ? 'Topic first' : 'None'}
        onChoose={choose}
      />
    );
  });
};

type PickerProps = {
  kind: Kind;
  label: string;
  offered: readonly string[];
  chosen: string;
  error: string | undefined;
  disabled: boolean;
  placeholder: string;
  onChoose: (name: string) => void;
};

/**
 * A picker that never drops typed text: an exact name is chosen by Enter or on leaving, any other text stays with an
 * error.
 */
const TagPicker = ({ kind, offered, chosen, error, onChoose, ...input }: PickerProps) => {
  const isUnknown = chosen !== '' && offered.length > 0 && !offered.includes(chosen);
  const nameOf = (typed: string) =>
    offered.find((name) => name.toLowerCase() === typed.trim().toLowerCase());
  const choose = (name: string | undefined) => {
    if (name !== undefined && name !== '' && name !== chosen) onChoose(name);
  };
  return (
    <Select
      {...input}
      data={isUnknown || (chosen !== '' && offered.length === 0) ? [...offered, chosen] : offered}
      value={chosen === '' ? null : chosen}
      error={
        error ?? (isUnknown && `There is no ${kind} “${chosen}”: please choose one from the list`)
      }
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${kind}` }}
      openOnFocus={false}
      nothingFoundMessage="Nothing found"
      onChange={(next) => onChoose(next ?? '')}
      onKeyDownCapture={({ key, currentTarget, target }) => {
        if (key === 'Enter' && target instanceof HTMLInputElement && currentTarget.contains(target))
          choose(nameOf(target.value));
      }}
      onBlur={({ target }) => choose(nameOf(target.value) ?? target.value.trim())}
    />
  );
};
