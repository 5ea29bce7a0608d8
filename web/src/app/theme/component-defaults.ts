import type { MantineThemeComponents } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { createElement } from 'react';
import { ButtonElement } from './button-element.tsx';
import styles from './components.module.css';

const field = {
  root: styles.field,
  label: styles.label,
  description: styles.description,
  error: styles.error,
};
const input = { ...field, wrapper: styles.inputWrapper, input: styles.input };
// Lists and menus are rendered inside the main landmark, where assistive technology looks for content.
const floating = {
  withArrow: false,
  shadow: 'md',
  transitionProps: { duration: 120 },
  portalProps: { target: '#floating' },
};
const chevron = createElement(IconChevronDown, { size: 15, stroke: 1.7, 'aria-hidden': true });
// The list scrolls itself: Mantine's scroll area around it cannot be scrolled by keyboard.
const choice = { comboboxProps: floating, withScrollArea: false };
const chosenMark = { checkIconPosition: 'right', rightSection: chevron } as const;
const chosen = {
  ...input,
  dropdown: styles.dropdown,
  options: styles.options,
  option: styles.option,
  empty: styles.empty,
};

/**
 * Defaults of each Mantine component. A plain `<Button>` is secondary; `variant="filled"` is the page's single primary
 * action; `variant="subtle"` is a quiet button without a border.
 */
export const componentDefaults: MantineThemeComponents = {
  UnstyledButton: { defaultProps: { component: ButtonElement } },
  Button: {
    defaultProps: { variant: 'default' },
    classNames: { root: styles.button, section: styles.buttonSection },
  },
  ActionIcon: {
    defaultProps: { variant: 'subtle', size: 34 },
    classNames: { root: styles.actionIcon },
  },
  Input: { classNames: { input: styles.input, wrapper: styles.inputWrapper } },
  InputWrapper: {
    defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    classNames: field,
  },
  TextInput: { classNames: input },
  Textarea: { defaultProps: { autosize: true, minRows: 2 }, classNames: input },
  NumberInput: { classNames: { ...input, controls: styles.numberControls } },
  PasswordInput: {
    classNames: { ...input, innerInput: styles.innerInput, visibilityToggle: styles.visibility },
  },
  Select: { defaultProps: { ...choice, ...chosenMark }, classNames: chosen },
  MultiSelect: { defaultProps: { ...choice, ...chosenMark }, classNames: chosen },
  Autocomplete: { defaultProps: choice, classNames: chosen },
  Checkbox: {
    defaultProps: { radius: 'xs' },
    classNames: {
      input: styles.checkbox,
      label: styles.choiceLabel,
      body: styles.choiceBody,
      error: styles.error,
    },
  },
  Radio: {
    classNames: { radio: styles.checkbox, label: styles.choiceLabel, body: styles.choiceBody },
  },
  Switch: { classNames: { label: styles.choiceLabel, track: styles.switchTrack } },
  SegmentedControl: {
    defaultProps: { fullWidth: true, withItemsBorders: false, transitionDuration: 120 },
    classNames: {
      root: styles.segments,
      indicator: styles.segmentIndicator,
      label: styles.segmentLabel,
    },
  },
  Tabs: {
    classNames: { list: styles.tabList, tab: styles.tab, tabLabel: styles.tabLabel },
  },
  Popover: { defaultProps: floating, classNames: { dropdown: styles.dropdown } },
  Combobox: {
    defaultProps: floating,
    classNames: { dropdown: styles.dropdown, option: styles.option, empty: styles.empty },
  },
  Menu: {
    // The placeholder would be a child that is not a menu item.
    defaultProps: { ...floating, position: 'bottom-end', withInitialFocusPlaceholder: false },
    classNames: {
      dropdown: styles.dropdown,
      item: styles.menuItem,
      label: styles.menuLabel,
    },
  },
  Tooltip: {
    defaultProps: { radius: 'sm', openDelay: 300, transitionProps: { duration: 120 } },
    classNames: { tooltip: styles.tooltip },
  },
  // Parts take their styles from 'Modal' and 'Drawer', and their defaults from the root components that we use.
  Modal: { classNames: { overlay: styles.overlay, content: styles.modal } },
  Drawer: { classNames: { overlay: styles.overlay, content: styles.drawer } },
  ModalRoot: {
    defaultProps: {
      shadow: 'md',
      transitionProps: { duration: 160, transition: 'fade' },
    },
  },
  DrawerRoot: {
    defaultProps: {
      transitionProps: { duration: 160, timingFunction: 'ease-out' },
    },
  },
  Calendar: { classNames: { day: styles.day } },
  DatePicker: { classNames: { day: styles.day } },
  Group: { defaultProps: { gap: 'sm', wrap: 'nowrap' } },
  Stack: { defaultProps: { gap: 'lg' } },
  Anchor: { classNames: { root: styles.anchor } },
  Loader: { defaultProps: { size: 18 } },
};
