import { Button, Textarea } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { formatCount } from '../../../lib/formats.ts';
import styles from './add-students.module.css';
import type { AddStudentsForm } from './use-add-students-form.ts';

/** The pasted e-mails and the button that looks for their accounts. The limit is a note only (part 1 §2). */
export const EmailsField = ({ form }: { form: AddStudentsForm }) => (
  <>
    <Textarea
      label="E-mails"
      description="One e-mail per line. 10 students max"
      data-autofocus
      autosize
      minRows={5}
      maxRows={10}
      spellCheck={false}
      autoComplete="off"
      value={form.pasted}
      onChange={(event) => form.setPasted(event.currentTarget.value)}
    />
    <div className={styles.find}>
      <Button
        leftSection={<IconSearch size={16} stroke={1.7} />}
        disabled={form.emails.length === 0 || form.isAdding}
        loading={form.isFinding}
        onClick={form.find}
      >
        Find Student Accounts
      </Button>
      {form.emails.length > 0 && <span>{formatCount(form.emails.length, 'e-mail')}</span>}
    </div>
  </>
);
