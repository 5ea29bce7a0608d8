import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import styles from './about-order.module.css';

/** Names the student and the class of the order that a dialog is about. */
export const AboutOrder = ({
  order: {
    detail: { class_obj: tuitionClass },
    created_by: student,
  },
}: {
  order: Pick<Order, 'detail' | 'created_by'>;
}) => (
  <Text inherit mb="md">
    <Text span variant="button" c="bright">
      <RecordLink to="class" id={tuitionClass._id} name={tuitionClass.name} inSentence />
    </Text>
    , <RecordLink to="student" id={student._id} name={student.name || student.email} inSentence />
  </Text>
);

/** The effects of an act, one sentence each. */
export const ActFacts = ({ children }: { children: ReactNode }) => (
  <Stack component="ul" className={styles.facts} gap="xs" mb="md" pl={18}>
    {children}
  </Stack>
);

export type OrderFormProps = { order: Order; opened: boolean; onClose: () => void };
