import { Text } from '@mantine/core';
import { formatCount } from '../lib/formats.ts';

/** Below a list of students: the number of further ones that this user may count but not see. */
export const UnnamedStudents = ({ count }: { count: number | undefined }) =>
  count !== undefined &&
  count > 0 && (
    <Text py="sm" px="lg" variant="meta" c="dimmed">
      And {formatCount(count, 'student')} whose names are hidden for your role.
    </Text>
  );
