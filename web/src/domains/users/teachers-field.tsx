import { Button, Input } from '@mantine/core';
import { useId, useRef, useState, type ReactNode } from 'react';
import type { TeacherType } from './teachers.api.ts';
import { TeacherFinder, type Teacher } from './teacher-finder.tsx';
import styles from './teachers-field.module.css';

type Props = {
  label: string;
  type: TeacherType;
  value: Teacher[];
  onChange: (teachers: Teacher[]) => void;
  /** What is said when nobody matches what was typed. */
  emptyText: string;
  error?: string | undefined;
  description?: string | undefined;
  required?: boolean;
};

/** The tutors or TAs of a class or lesson: each can be changed or removed, more are found by name or e-mail (part 1 §2, Lesson create/edit). */
export const TeachersField = (props: Props) => {
  const { label, type, value, onChange, emptyText, error, description, required } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [changed, setChanged] = useState<string | null>(null);
  const word = type === 'Tutor' ? 'tutor' : 'TA';
  const finder = { type, chosen: value, emptyText };
  const toFinder = () =>
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('input')?.focus());
  const change = (teacher: string | null) => {
    setChanged(teacher);
    toFinder();
  };

  return (
    <div
      ref={box}
      className={styles.field}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={
        [description && `${id}-about`, error && `${id}-error`].filter(Boolean).join(' ') ||
        undefined
      }
    >
      <Input.Label component="div" id={`${id}-label`} required={required ?? false}>
        {label}
      </Input.Label>
      {value.length > 0 && (
        <ul className={styles.rows} aria-labelledby={`${id}-label`}>
          {value.map((teacher) =>
            teacher._id === changed ? (
              <li key={teacher._id} className={styles.changed}>
                <TeacherFinder
                  {...finder}
                  label={`Instead of ${nameOf(teacher)}`}
                  onFound={(found) => {
                    onChange(value.map((each) => (each._id === teacher._id ? found : each)));
                    change(null);
                  }}
                />
                <Button onClick={() => change(null)}>Keep</Button>
              </li>
            ) : (
              <Row key={teacher._id} name={nameOf(teacher)}>
                <Button size="xs" variant="subtle" onClick={() => change(teacher._id)}>
                  Change
                </Button>
                <Button
                  size="xs"
                  variant="subtle"
                  onClick={() => {
                    onChange(value.filter((each) => each._id !== teacher._id));
                    toFinder();
                  }}
                >
                  Remove
                </Button>
              </Row>
            ),
          )}
        </ul>
      )}
      {changed === null && (
        <TeacherFinder
          {...finder}
          label={`Add a ${word}`}
          invalid={error !== undefined}
          onFound={(found) => onChange([...value, found])}
        />
      )}
      {description && <Input.Description id={`${id}-about`}>{description}</Input.Description>}
      {error && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
    </div>
  );
};

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <li className={styles.row}>
    <span className={styles.name}>{name}</span>
    {children}
  </li>
);

const nameOf = ({ name }: Teacher) => name || '–';
