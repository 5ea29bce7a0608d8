import {
  Box,
  Checkbox,
  Flex,
  Group,
  Input,
  Radio,
  SegmentedControl,
  Select,
  TextInput,
} from '@mantine/core';
import { NumberInput } from '../../ui/number-input.tsx';
import { Navigate } from '@tanstack/react-router';
import { isStaffType } from 'staffroom-contract/domains/identity/permissions.ts';
import { getUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import type { User } from 'staffroom-contract/domains/users/user.schema.ts';
import { imageLinkProblem } from 'staffroom-contract/domains/users/users.rules.ts';
import { formatLevel, otherLevel, studentLevels } from 'staffroom-contract/shared/levels.ts';
import { DayInput } from '../../kit/form/day-input.tsx';
import {
  OpenForm,
  RecordDialog,
  type FormProps,
  type OpenableForm,
} from '../../kit/form/form-dialogs.tsx';
import { PhoneInput } from '../../kit/form/phone-input.tsx';
import { useFormState, type InputProps } from '../../kit/form/use-form-state.ts';
import { useCan } from '../../lib/use-can.ts';
import formGrid from '../../ui/form-grid.module.css';
import { useNarrow } from '../../ui/use-narrow.ts';
import { ImageUploadButton } from '../../ui/rich-text/image-upload-button.tsx';
import { RichTextEditor } from '../../ui/rich-text/rich-text-editor.tsx';
import { ProfilePicture } from './person-facts.tsx';
import { AccountFields, PersonFields } from './person-fields.tsx';
import { SignInLock } from './sign-in-lock.tsx';
import { studentForm, type Contact, type Level } from './student.form.ts';
import { tutorForm, tutorTypes } from './tutor.form.ts';

/** Edit User and Add New Tutor (part 1 §2): form of a student, or of a tutor or TA. */
export const UserForm = (props: OpenableForm) => (
  <OpenForm
    {...props}
    noun="user"
    title="Edit User"
    get={getUser}
    refusal={({ abilities }) =>
      abilities.update ? undefined : 'Only an Admin may change this account.'
    }
  >
    {(dialog) => <Form {...dialog} />}
  </OpenForm>
);

const Form = (props: FormProps<User>) => {
  const { record, opened } = props;
  if (record?._type === 'Student') return <StudentForm {...props} record={record} />;
  // Staff accounts have their own form on the Staff tab.
  if (record && isStaffType(record._type))
    return opened && <Navigate to="/user" search={{ tab: 'staff', staff: record._id }} replace />;
  return <TutorForm {...props} />;
};

/** Edit User for a student (part 1 §2, User edit/create). */
const StudentForm = ({ record, ...dialog }: FormProps<User> & { record: User }) => {
  const form = useFormState(studentForm, {
    ...dialog,
    record,
    done: ({ name }) => `${name} saved`,
  });
  const seesInternal = useCan('staff.canManage');
  const { half, third, whole } = formGrid;
  return (
    <RecordDialog form={form} title="Edit User">
      <PersonFields form={form} ownId={record._id} />
      <section>
        <h3 className={formGrid.heading}>Student</h3>
        <div className={formGrid.grid}>
          <Select {...form.field('gender')} className={third ?? ''} placeholder="Not specified" />
          <div className={third}>
            <DayInput {...form.field('date_of_birth')} />
          </div>
          <TextInput {...form.field('first_language')} className={third ?? ''} />
          <TextInput {...form.field('school')} className={third ?? ''} />
          <LevelInput {...form.field('level')} />
          {seesInternal && (
            <Checkbox
              {...form.field('is_internal')}
              className={whole ?? ''}
              label="Internal student, left out of the tutor-pay count"
            />
          )}
        </div>
      </section>
      <section>
        <h3 className={formGrid.heading}>Parent</h3>
        <div className={formGrid.grid}>
          <Group className={half} gap="lg" align="flex-start">
            <Select {...form.field('parent_salute')} w={148} placeholder="None" />
            <TextInput {...form.field('parent_name')} flex={1} miw={0} />
          </Group>
          <TextInput {...form.field('parent_email')} className={half ?? ''} />
          <PhoneInput {...form.field('parent_phone')} />
          <ContactInput {...form.field('contact')} />
        </div>
      </section>
      <RichTextEditor {...form.field('background')} />
    </RecordDialog>
  );
};

const levels = [
  ...studentLevels.map((level) => ({ value: level, label: formatLevel(level) })),
  { value: otherLevel, label: 'Others' },
];

/** A level from the list, or "others" with free text. */
const LevelInput = ({ label, value, onChange, error }: InputProps<Level, object>) => {
  const isOther = value.level === otherLevel;
  return (
    <>
      <Select
        className={formGrid.third ?? ''}
        label={label}
        placeholder="Not specified"
        data={levels}
        value={value.level || null}
        onChange={(level) => onChange({ ...value, level: level ?? '' })}
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
        error={!isOther && error}
      />
      {isOther && (
        <TextInput
          className={formGrid.third ?? ''}
          label="Other level"
          required
          autoComplete="off"
          value={value.other}
          onChange={(event) => onChange({ ...value, other: event.currentTarget.value })}
          error={error}
        />
      )}
    </>
  );
};

const ways = { whatsapp: 'Whatsapp', wechat: 'Wechat', other: 'Other' } as const;

/** Exactly one of three contact preferences (part 1 §4, Contact preference). */
const ContactInput = ({ label, value, onChange, error }: InputProps<Contact, object>) => {
  const detail = {
    className: formGrid.half ?? '',
    required: true,
    autoComplete: 'off',
    error,
  };
  return (
    <>
      <Radio.Group
        className={formGrid.half ?? ''}
        label={label}
        value={value.way}
        onChange={(way) => onChange({ ...value, way })}
        error={value.way === 'whatsapp' && error}
      >
        <Flex rowGap="sm" columnGap="xl" wrap="wrap" pt="sm">
          {(Object.keys(ways) as (keyof typeof ways)[]).map((way) => (
            <Radio key={way} value={way} label={ways[way]} />
          ))}
        </Flex>
      </Radio.Group>
      {value.way === 'wechat' && (
        <TextInput
          {...detail}
          label="Wechat id"
          value={value.wechatId}
          onChange={(event) => onChange({ ...value, wechatId: event.currentTarget.value })}
        />
      )}
      {value.way === 'other' && (
        <TextInput
          {...detail}
          label="Channel"
          value={value.channel}
          onChange={(event) => onChange({ ...value, channel: event.currentTarget.value })}
        />
      )}
    </>
  );
};

/** Add New Tutor or TA, and Edit User for either (part 1 §2); only an Admin sets the account. */
const TutorForm = ({ record, ...dialog }: FormProps<User>) => {
  const form = useFormState(tutorForm, {
    ...dialog,
    ...(record && { record }),
    done: ({ _type, name }) => (record ? `${name} saved` : `${_type} ${name} created`),
  });
  const narrow = useNarrow();
  const { _type: type, profile_pic: link } = form.values;
  const picture = link.trim();
  const setsAccount = useCan('staff.canManage') && type === 'Tutor';
  const { half, whole } = formGrid;
  return (
    <RecordDialog form={form} title={record ? 'Edit User' : 'Add New Tutor'}>
      {!record && (
        <Input.Wrapper label="Type" labelElement="div" maw={240}>
          <SegmentedControl
            aria-label="Type"
            data={[...tutorTypes]}
            value={type}
            onChange={(_type) => form.set({ _type })}
          />
        </Input.Wrapper>
      )}
      {record && <SignInLock account={record} />}
      <PersonFields form={form} ownId={record?._id} />
      <section>
        <h3 className={formGrid.heading}>{type}</h3>
        <div className={formGrid.grid}>
          <Group className={whole} gap="lg" align="flex-start" wrap="wrap">
            <TextInput
              {...form.field('profile_pic')}
              flex={1}
              miw={240}
              description="Upload the image first, then paste the HTTPS link."
            />
            <Box pt={narrow ? 0 : 22}>
              <ImageUploadButton onUploaded={(url) => form.set({ profile_pic: url })} />
            </Box>
            {isPicture(picture) && <ProfilePicture link={picture} name={form.values.name} />}
          </Group>
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
