import { Button, Select, Flex, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import {
  nextLevel,
  parseLevel,
  renameLevel,
} from 'staffroom-contract/domains/classes/classes.rules.ts';
import { formatLevel, levelYears, yearlessLevels } from 'staffroom-contract/shared/levels.ts';
import { FieldGroup } from '../../ui/field-group.tsx';

type Props = {
  value: string[];
  onChange: (tags: string[]) => void;
  error: string | undefined;
};

const nameChoices = [...Object.keys(levelYears), ...yearlessLevels].map((name) => ({
  value: name,
  label: formatLevel(name),
}));

/** Levels of a class, each a name and, if it has years, a year (part 1 §3, Level tag). */
export const LevelsInput = ({ value, onChange, error }: Props) => {
  const add = useRef<HTMLButtonElement>(null);
  const replace = (index: number, tag: string) => onChange(value.with(index, tag));
  return (
    <FieldGroup label="Levels" required error={error}>
      <Stack gap="sm">
        {value.length > 0 && (
          <Flex component="ul" direction="column" gap="sm" aria-label="Levels">
            {value.map((tag, index) => (
              // The index is the key: two tags may be equal while being edited.
              <LevelRow
                key={index}
                tag={tag}
                onChange={(next) => replace(index, next)}
                onRemove={() => {
                  onChange(value.toSpliced(index, 1));
                  add.current?.focus();
                }}
              />
            ))}
          </Flex>
        )}
        <div>
          <Button
            ref={add}
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.7} aria-hidden="true" />}
            onClick={() => onChange([...value, nextLevel(value)])}
          >
            Add level
          </Button>
        </div>
      </Stack>
    </FieldGroup>
  );
};

type RowProps = { tag: string; onChange: (tag: string) => void; onRemove: () => void };

const LevelRow = ({ tag, onChange, onRemove }: RowProps) => {
  const { name, year } = parseLevel(tag);
  const years = name in levelYears ? levelYears[name as keyof typeof levelYears] : 0;
  return (
    <Flex component="li" gap="sm" align="flex-end">
      <Select
        flex={1}
        maw={340}
        label="Level"
        openOnFocus={false}
        data={nameChoices}
        value={name}
        onChange={(next) => next && onChange(renameLevel(tag, next))}
        allowDeselect={false}
      />
      {years > 0 && (
        <Select
          w={96}
          label="Year"
          openOnFocus={false}
          data={Array.from({ length: years }, (_, index) => String(index + 1))}
          value={String(year)}
          onChange={(next) => next && onChange(`${name}-${next}`)}
          allowDeselect={false}
        />
      )}
      <Button variant="subtle" onClick={onRemove}>
        Remove
      </Button>
    </Flex>
  );
};
