import { Button, Group, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { formatClock } from '../lib/formats.ts';
import { halvesOf, noSuchTime, parseTime } from './parse-time.ts';

type Props = {
  label?: string;
  'aria-label'?: string;
  /** `HH:MM`, or '' when empty. */
  value: string;
  /** Also receives '' while the text is not a time. */
  onChange: (time: string) => void;
  required?: boolean;
  disabled?: boolean;
  description?: string | undefined;
  error?: string | undefined;
};

/**
 * A time of day, typed in any usual format; shown as "19:00". Invalid text stays in the field with an error. "5" asks
 * whether 05:00 or 17:00 is meant, with the one closer to the previous time first, which is the class's usual time.
 */
export const TimeInput = ({ value, onChange, required, disabled, error, ...rest }: Props) => {
  const [typed, setTyped] = useState<string | null>(null);
  const [typing, setTyping] = useState(false);
  const [before, setBefore] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  if (value !== '' && value !== before) setBefore(value);
  // A value set from outside replaces the typed text.
  const isOwn = typed !== null && (parseTime(typed) ?? '') === value;
  const text = isOwn ? typed : value && formatClock(value);
  const isUnreadable = text.trim() !== '' && parseTime(text) === null;
  const halves = disabled ? null : halvesOf(text);
  const problem = halves ? 'Morning or evening?' : noSuchTime(text.trim());
  return (
    <div>
      <TextInput
        {...rest}
        ref={input}
        required={required ?? false}
        disabled={disabled ?? false}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setTyping(true);
          setTyped(next);
          onChange(parseTime(next) ?? '');
        }}
        onBlur={() => {
          setTyping(false);
          if (!isUnreadable) setTyped(null);
        }}
        error={isUnreadable ? !typing && problem : error}
      />
      {halves && (
        <Group
          gap={6}
          mt={6}
          role="group"
          aria-label={`${rest.label ?? rest['aria-label']}: morning or evening`}
        >
          {byNearness(halves, before).map((time) => (
            <Button
              key={time}
              size="compact-sm"
              variant="default"
              onClick={() => {
                onChange(time);
                setTyped(null);
                input.current?.focus();
              }}
            >
              {formatClock(time)}
            </Button>
          ))}
        </Group>
      )}
    </div>
  );
};

/** Sorts by distance to a time; without one the evening is first, as most lessons are then. */
const byNearness = ([morning, evening]: readonly [string, string], near: string) => {
  const isMorning = near !== '' && distance(morning, near) < distance(evening, near);
  return isMorning ? [morning, evening] : [evening, morning];
};

const distance = (one: string, other: string) => Math.abs(minutesOf(one) - minutesOf(other));
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
