import type { Page } from '@playwright/test';
import type { AnyOperation, BodyInput } from 'staffroom-contract/shared/operation.ts';
import type { Api } from 'staffroom-server/test/stage.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import type { Running } from './running-server.ts';

/** A list, for the list walker. */
export type ListExample = {
  /** Source file of the list, relative to web/src. */
  file: string;
  /** Caption of the table; lists of cards have none. */
  caption?: string;
  /** Rows are cards on phones. */
  phoneCards?: true;
  /** "1–20 of 21 users". */
  nouns: string;
  pageSize?: number;
  /** Creates this many rows (at least 2) and resolves to an address that shows exactly these. */
  make: (app: Running, rows: number) => Promise<string>;
  /** Search parameter of the page; null for a list in a dialog. */
  page?: string | null;
  /** Path of the operation that reads it; null if the rows are part of a record. */
  call: RegExp | null;
  /** Text of the empty list, and an address that shows it. */
  empty: { text: string; address?: (app: Running) => Promise<string> };
  /** A sortable column and its key in the request. */
  sort?: [header: string, sortBy: string];
  /** A filter, a choice that is not the default, and the resulting search parameters. */
  filter?: [label: string, choice: string, address: RegExp];
  download?: string;
  /** Offers other formats besides CSV, so the button asks. */
  hasFormats?: true;
  /** Effect of Enter on a row: an address, a dialog or a download. */
  opens: RegExp | { dialog: string | RegExp } | { download: RegExp };
};

/** The page of a record, for the record walker. */
export type RecordExample = {
  /** Creates a record whose timeline has every kind of change; resolves to its address. */
  make: (app: Running, admin: Api) => Promise<string>;
  /** Operation that reads the record, by the address of its page. */
  call: RegExp;
  /** The list that the back link leads to. */
  back: { name: string; address: string };
  missing: string;
  /** All tabs that an Admin sees, in order. */
  tabs: readonly string[];
};

/** An action whose dialog only asks for confirmation, for the form walker. */
export type Question = {
  title: string;
  save: string;
  /** Not destructive: the confirming button has the initial focus. */
  isHarmless?: boolean;
  /** The dialog follows a 409 answer of the server. */
  isAfterRefusal?: boolean;
  open: (page: Page) => Promise<void>;
};

/** A form, for the form walker: open for a new record, with all required fields except `box` filled in. */
export type OpenableForm = Question & {
  /** The text field that the walker fills. */
  box: string;
  typed: string;
};

/** The form of a saved record, which others may change at the same time. */
export type RecordForm = OpenableForm & {
  /** Keys of that field in the request. */
  writes: readonly string[];
  /** Saves the same record as another user while the form is open. */
  saveMeanwhile: () => Promise<unknown>;
};

export type Examples<Form> = Readonly<Record<string, (app: Running) => Promise<Form>>>;

/** Opens a form by its address. */
export const at = (address: string) => async (page: Page) => {
  await page.goto(address);
};

/** Defaults: most forms have a Name field and a Save button. */
export const named = { box: 'Name', save: 'Save' };
export const writesName = { ...named, writes: ['name', 'version'] } as const;

/** A domain's examples for the walkers, in `<domain>/<domain>.examples.ts`. */
export type DomainExamples = {
  lists?: Readonly<Record<string, ListExample>>;
  /** By the path of the record's screen. */
  records?: Readonly<Record<string, RecordExample>>;
  recordForms?: Examples<RecordForm>;
  actForms?: Examples<OpenableForm>;
  /** Actions that only ask for confirmation. */
  questions?: Examples<Question>;
  /** Questions before an action on a row (`useRowAct`), by source file. */
  rowQuestions?: Examples<Question>;
};

/** Creates records one after another; each gets its two-digit number. */
export const many = async (count: number, make: (number: string) => Promise<unknown>) => {
  for (let made = 1; made <= count; made += 1) await make(String(made).padStart(2, '0'));
};

/** Creates rows that a search finds by a word of their names; `address` ends with the search's parameter. */
export const searched =
  (address: string, make: (app: Running, name: string) => Promise<unknown>) =>
  async (app: Running, rows: number) => {
    const mark = unique('Walked');
    await many(rows, (number) => make(app, `${mark} ${number}`));
    return `${address}${mark}`;
  };

/** The question before the row of a new record is deleted; `address` ends with the search's parameter. */
export const deleting =
  (noun: string, address: string, make: (app: Running) => Promise<{ name: string }>) =>
  async (app: Running): Promise<Question> => {
    const { name } = await make(app);
    return {
      title: `Delete this ${noun}?`,
      save: 'Delete',
      open: (page) => rowAct(`${address}${name}`, name, 'Delete')(page),
    };
  };

type MakeOne<Made> = (app: Running) => Promise<Made & { id: string }>;

/** The form of a new record that another user changes to `theirs` with this operation. */
export const savedForm =
  <O extends AnyOperation, Made>(
    make: MakeOne<Made>,
    update: O,
    form: (made: Made & { id: string }) => Omit<RecordForm, 'saveMeanwhile'> & {
      theirs: BodyInput<O>;
    },
  ) =>
  async (app: Running): Promise<RecordForm> => {
    const made = await make(app);
    const admin = await app.as('Admin');
    const { theirs, ...shown } = form(made);
    const call = { params: { id: made.id }, body: theirs };
    return { ...shown, saveMeanwhile: () => admin.call(update, call as never) };
  };

/** Opens the menu of the row or card that contains these words, and chooses an action. */
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
