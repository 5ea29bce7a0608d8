import type { Page } from '@playwright/test';
import type { Api } from 'staffroom-server/test/stage.ts';
import type { Running } from './running-server.ts';

/** A list as the walker meets it. */
export type ListExample = {
  /** The file that shows it, below web/src. */
  file: string;
  /** The table's caption; cards have none. */
  caption?: string;
  /** On a phone its rows are cards. */
  phoneCards?: true;
  /** "1–20 of 21 users". */
  nouns: string;
  pageSize?: number;
  /** Makes this many rows, 2 or more; resolves to the address that shows exactly these. */
  make: (app: Running, rows: number) => Promise<string>;
  /** The page's name in the address; null for a list in a dialog. */
  page?: string | null;
  /** The path of the call that reads it; null where its rows come with the record. */
  call: RegExp | null;
  /** The text of the list without rows, and an address that shows it. */
  empty: { text: string; address?: (app: Running) => Promise<string> };
  /** A column that can be sorted, and its name on the wire. */
  sort?: [header: string, sortBy: string];
  /** A filter, a choice other than its default, and what the address says then. */
  filter?: [label: string, choice: string, address: RegExp];
  download?: string;
  /** It downloads as more than CSV: the button asks which. */
  hasFormats?: true;
  /** Where Enter on a row leads, or the dialog that it opens, or the file that it saves. */
  opens: RegExp | { dialog: string | RegExp } | { download: RegExp };
};

/** The page of a record as the walker meets it. */
export type RecordExample = {
  /** Resolves to its address; it was changed in every kind of value that its timeline can show. */
  make: (app: Running, admin: Api) => Promise<string>;
  /** The call that reads the record, by the address of its page. */
  call: RegExp;
  /** The list that the way back leads to. */
  back: { name: string; address: string };
  missing: string;
  /** All tabs of an Admin, in their order. */
  tabs: readonly string[];
};

/** An act that asks for nothing but a yes, as the walker meets it. */
export type Question = {
  /** The dialog's title. */
  title: string;
  /** The button that sends. */
  save: string;
  /** It takes nothing away: the button that sends has the first focus. */
  isHarmless?: boolean;
  /** It is asked after the server has refused the act with 409. */
  isAfterRefusal?: boolean;
  open: (page: Page) => Promise<void>;
};

/** A form as the walker meets it: opened for a record of its own, what it needs beside `box` filled in. */
export type OpenableForm = Question & {
  /** The text field that the walker types in. */
  box: string;
  typed: string;
};

/** The form of a record that others may change at the same time. */
export type RecordForm = OpenableForm & {
  /** The keys of the save of that field on the wire. */
  writes: readonly string[];
  /** Another user saves the same record while the form is open. */
  saveMeanwhile: () => Promise<unknown>;
};

export type Examples<Form> = Readonly<Record<string, (app: Running) => Promise<Form>>>;

/** Opens a form by its address. */
export const at = (address: string) => async (page: Page) => {
  await page.goto(address);
};

/** Most forms are saved by Save and have a name to type. */
export const named = { box: 'Name', save: 'Save' };
export const writesName = { ...named, writes: ['name', 'version'] } as const;

/** A domain's examples for the walkers, in `<domain>/<domain>.examples.ts`. */
export type DomainExamples = {
  lists?: Readonly<Record<string, ListExample>>;
  /** By the path of the record's screen. */
  records?: Readonly<Record<string, RecordExample>>;
  /** The forms that change a saved record. */
  recordForms?: Examples<RecordForm>;
  /** The forms of something new and of an act. */
  actForms?: Examples<OpenableForm>;
  /** The acts that ask for nothing but a yes. */
  questions?: Examples<Question>;
  /** The questions of rows before an act (`useRowAct`), by the file that asks. */
  rowQuestions?: Examples<Question>;
};

/** Makes a number of records in order; each gets its number with two digits. */
export const many = async (count: number, make: (number: string) => Promise<unknown>) => {
  for (let made = 1; made <= count; made += 1) await make(String(made).padStart(2, '0'));
};

/** An act in the menu of the row, or card, with these words. */
export const rowAct = (address: string, words: string, act: string) => async (page: Page) => {
  await page.goto(address);
  await page
    .locator('tr, article')
    .filter({ hasText: words })
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
};
