import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import styles from './small-dialogs.module.css';

/** Names the student and the class of the order that a dialog is about. */
export const AboutOrder = ({
  order: {
    detail: { class_obj: tuitionClass },
    created_by: student,
  },
}: {
  order: Pick<Order, 'detail' | 'created_by'>;
}) => (
  <p className={styles.about}>
    <strong>
      <RecordLink to="class" id={tuitionClass._id} name={tuitionClass.name} inSentence />
    </strong>
    , <RecordLink to="student" id={student._id} name={student.name || student.email} inSentence />
  </p>
);

export type OrderFormProps = { order: Order; opened: boolean; onClose: () => void };
