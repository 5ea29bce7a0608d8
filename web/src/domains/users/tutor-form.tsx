import { Input, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import type { User } from '@staffroom/contract/domains/users/user.schema.ts';
import { imageLinkProblem } from '@staffroom/contract/domains/users/users.rules.ts';
import { RecordDialog, type FormProps } from '../../kit/form/form-dialogs.tsx';
import { useFormState } from '../../kit/form/use-form-state.ts';
import { useCan } from '../../lib/use-can.ts';
import formGrid from '../../ui/form-grid.module.css';
import { ImageUploadButton } from '../../ui/rich-text/image-upload-button.tsx';
import { RichTextEditor } from '../../ui/rich-text/rich-text-editor.tsx';
import { AccountFields } from './account-fields.tsx';
import { ProfilePicture } from './profile-picture.tsx';
import { PersonFields } from './person-fields.tsx';
import { tutorForm, tutorTypes } from './tutor.form.ts';
import styles from './user-form.module.css';

/** Add New Tutor, or a TA, and Edit User of either (part 1 §2); the account is an Admin's to set. */
export const TutorForm = ({ record, ...dialog }: FormProps<User>) => {
  const form = useFormState(tutorForm, {
    ...dialog,
    ...(record && { record }),
    done: ({ _type, name }) => (record ? `${name} saved` : `${_type} ${name} created`),
  });
  const { _type: type, profile_pic: link } = form.values;
  const picture = link.trim();
  const setsAccount = useCan('staff.canManage') && type === 'Tutor';
  const { half, whole } = formGrid;
  return (
    <RecordDialog form={form} title={record ? 'Edit User' : 'Add New Tutor'}>
      {!record && (
        <Input.Wrapper label="Type" labelElement="div" className={styles.type ?? ''}>
          <SegmentedControl
            aria-label="Type"
            data={[...tutorTypes]}
            value={type}
            onChange={(_type) => form.set({ _type })}
          />
        </Input.Wrapper>
      )}
      <PersonFields form={form} ownId={record?._id} />
      <section>
        <h3 className={formGrid.heading}>{type}</h3>
        <div className={formGrid.grid}>
          <div className={`${whole} ${styles.picture}`}>
            <TextInput
              {...form.field('profile_pic')}
              className={styles.pictureLink ?? ''}
              description="Upload the image first, then paste the HTTPS link."
            />
            <div className={styles.upload}>
              <ImageUploadButton onUploaded={(url) => form.set({ profile_pic: url })} />
            </div>
            {isPicture(picture) && <ProfilePicture link={picture} name={form.values.name} />}
          </div>
          <TextInput
            {...form.field('subject')}
            className={half ?? ''}
            description="Separated by commas"
          />
          <NumberInput {...form.field('years')} className={half ?? ''} />
          <TextInput
            {...form.field('credentials')}
            className={whole ?? ''}
            description="Separated by commas"
          />
        </div>
      </section>
      <RichTextEditor {...form.field('desc')} />
      {setsAccount && (
        <section>
          <h3 className={formGrid.heading}>Account</h3>
          <AccountFields form={form} type={type} />
        </section>
      )}
    </RecordDialog>
  );
};

const isPicture = (link: string) => link !== '' && imageLinkProblem(link) === undefined;
