import { Button, Menu } from '@mantine/core';
import {
  IconCircleCheck,
  IconCircleOff,
  IconDots,
  IconList,
  IconPencil,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ClassSummary } from '@staffroom/contract/domains/classes/classes.contract.ts';

/** What a manager of classes may do with one. */
export type ClassActs = {
  edit: (classId: string) => void;
  toggle: (tuitionClass: ClassSummary) => void;
};

type Props = { tuitionClass: ClassSummary; acts: ClassActs | undefined };

/** The menu of a class: its lessons for everybody, the rest for managers (part 1 §2, Class list). */
export const ClassActions = ({ tuitionClass, acts }: Props) => (
  <Menu width={180}>
    <Menu.Target>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconDots size={16} stroke={1.7} aria-hidden="true" />}
      >
        Actions
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item
        renderRoot={(props) => (
          <Link {...props} to="/course/$classId" params={{ classId: tuitionClass._id }} />
        )}
        leftSection={<IconList size={16} stroke={1.7} />}
      >
        View Lessons
      </Menu.Item>
      {acts && (
        <>
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.7} />}
            onClick={() => acts.edit(tuitionClass._id)}
          >
            Edit Class
          </Menu.Item>
          <Menu.Item
            leftSection={
              tuitionClass.is_active ? (
                <IconCircleOff size={16} stroke={1.7} />
              ) : (
                <IconCircleCheck size={16} stroke={1.7} />
              )
            }
            onClick={() => acts.toggle(tuitionClass)}
          >
            {tuitionClass.is_active ? 'Deactivate' : 'Activate'}
          </Menu.Item>
        </>
      )}
    </Menu.Dropdown>
  </Menu>
);
