import type { Page } from '@playwright/test';
import { deletePollQuestion } from 'staffroom-contract/domains/polls/polls.contract.ts';
import { aClass, aLesson } from 'staffroom-server/test/factories/class.factory.ts';
import { aStudentOn } from 'staffroom-server/test/factories/homework.factory.ts';
import {
  aLessonWithPolls,
  anAnswer,
  aPollQuestion,
} from 'staffroom-server/test/factories/poll.factory.ts';
import { unique } from 'staffroom-server/test/unique.ts';
import { expect, test } from '../support/test.ts';

type Lesson = { id: string; classId: string };

const pollArea = (page: Page) => {
  const panel = page.getByRole('tabpanel');
  return {
    open: (lesson: Lesson, more = '') =>
      page.goto(`/course/${lesson.classId}/lesson/${lesson.id}?tab=polls${more}`),
    panel,
    questions: panel.getByRole('heading', { level: 2 }),
    bar: (words: string) => panel.getByRole('img', { name: words, exact: true }),
    add: panel.getByRole('button', { name: 'Add Question' }),
    handle: (place: number) => panel.getByRole('button', { name: `Move question ${place}` }),
    act: async (place: number, act: string) => {
      await page.getByRole('button', { name: `Actions for question ${place}` }).click();
      await page.getByRole('menuitem', { name: act }).click();
    },
    dialog: (name: string) => page.getByRole('dialog', { name }),
    said: (words: string | RegExp) => page.getByRole('status').getByText(words),
  };
};

const aLessonOf = async (app: Parameters<typeof aClass>[0], ...questions: string[]) => {
  const lesson = await aLesson(app, (await aClass(app)).id);
  for (const question of questions) await aPollQuestion(app, lesson.id, { question });
  return lesson;
};

test('a lesson without polls shows “No poll data”; a question is created with valid options', async ({
  page,
  app,
  signInAs,
}) => {
  const lesson = await aLessonOf(app);
  await signInAs('CustService');
  const { open, panel, questions, bar, add, dialog, said } = pollArea(page);
  await open(lesson);
  await expect(panel.getByText('No poll data')).toBeVisible();
  await add.click();
  const form = dialog('Add Question');
  const option = (letter: string) => form.getByRole('textbox', { name: `Option ${letter}` });
  const right = (letter: string) => form.getByRole('checkbox', { name: `${letter} is correct` });
  await expect(form.getByRole('textbox', { name: /^Option [A-Z]$/ })).toHaveCount(4);
  await form.getByRole('textbox', { name: 'Question', exact: true }).fill('Which are prime?');
  await expect(form.getByText('Still needed: two options, a correct answer.')).toBeVisible();
  await option('A').fill('2');
  await option('B').fill('9');
  await option('D').fill('11');
  await right('A').check();
  await right('D').check();
  await expect(
    form.getByText('Single choice has one correct answer; tick one, or choose multiple choice'),
  ).toBeVisible();
  await form.getByRole('combobox', { name: 'Choice' }).click();
  await page.getByRole('option', { name: 'Multiple choice' }).click();
  await right('C').check();
  await expect(form.getByText('Option C is ticked as correct but has no text')).toBeVisible();
  await right('C').uncheck();
  await form.getByRole('button', { name: 'Add option' }).click();
  await option('E').fill('23');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(said('Question added')).toBeVisible();
  await expect(questions).toHaveText(['Which are prime?']);
  await expect(bar('C, 11: 0 of 0, 0%, right answer')).toBeVisible();
  await expect(bar('D, 23: 0 of 0, 0%')).toBeVisible();
  await expect(panel.getByText('Question 1, multiple · 0 of 0 answered')).toBeVisible();
});

test('results are shown by question and by student; an answered question keeps its options and can be deleted', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 409/);
  const { lesson, first, second, quick } = await aLessonWithPolls(app);
  await anAnswer(app, second, quick, [2]);
  await anAnswer(app, first, await aStudentOn(app, lesson), [0]);
  await anAnswer(app, first, { email: 'ipad@example.com', name: 'iPad (2)' }, [1]);
  await signInAs('Admin');
  const { open, panel, bar, act, dialog, said, questions, add } = pollArea(page);
  await open(lesson);
  await expect(
    panel.getByText('Question 1, single · 2 of 3 answered, 50% right · 1 other not counted'),
  ).toBeVisible();
  await expect(bar('A, 12: 1 of 2, 50%')).toBeVisible();
  await expect(bar('B, 36: 1 of 2, 50%, right answer')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Polls' })).toHaveText('Polls 2');
  await expect(panel.getByText('Check for understanding')).toBeVisible();

  await act(1, 'Edit');
  const form = dialog('Edit Question');
  await form.getByRole('textbox', { name: 'Option D' }).fill('');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(
    form.getByText(
      'Students have answered this question: its options can be reworded and added to, not taken away or moved.',
    ),
  ).toBeVisible();
  await form.getByRole('textbox', { name: 'Option D' }).fill('thirty-two');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(said('Question saved')).toBeVisible();
  await expect(bar('D, thirty-two: 0 of 2, 0%')).toBeVisible();

  await panel.getByText('Students', { exact: true }).click();
  await expect(page).toHaveURL(/polls=students/);
  const row = panel.getByRole('row').filter({ hasText: quick.email });
  await expect(row).toContainText('Bright');
  await expect(row).toContainText('Cwrong');
  await expect(row).toContainText('1/2');
  await panel.getByText('Questions', { exact: true }).click();

  await act(1, 'Delete');
  const asked = dialog('Delete question');
  await expect(asked).toContainText('What is ¾ of 48? will be removed from this lesson.');
  await expect(asked).toContainText('3 answers to it will no longer be shown.');
  await asked.getByRole('button', { name: 'Delete' }).click();
  await expect(questions).toHaveText(['Which of these are prime?']);

  await signInAs('Partner', { leadSourceScope: 'LLP' });
  await open(lesson);
  await expect(questions).toHaveCount(1);
  await expect(add).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
});

test('questions are reordered by arrow keys, by menu and by dragging', async ({
  page,
  app,
  signInAs,
}) => {
  const lesson = await aLessonOf(app, 'One?', 'Two?', 'Three?');
  await signInAs('Admin');
  const { open, questions, handle, act, said } = pollArea(page);
  await open(lesson);
  await handle(1).focus();
  await page.keyboard.press('ArrowDown');
  await expect(questions).toHaveText(['Two?', 'One?', 'Three?']);
  await expect(said('Question moved to place 2 of 3')).toBeVisible();
  await expect(handle(2)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(questions).toHaveText(['Two?', 'Three?', 'One?']);
  await act(2, 'Move up');
  await expect(questions).toHaveText(['Three?', 'Two?', 'One?']);
  await handle(3).dragTo(questions.first());
  await expect(questions).toHaveText(['One?', 'Three?', 'Two?']);
  await page.reload();
  await expect(questions).toHaveText(['One?', 'Three?', 'Two?']);
});

test('only the ticked questions of another lesson are copied', async ({ page, app, signInAs }) => {
  const { id: classId, name } = await aClass(app, { name: unique('P6 Science Sun') });
  const source = await aLesson(app, classId, { name: 'Ratio' });
  for (const question of ['What is a half of 50?', 'What is a third of 50?', 'What is 50?'])
    await aPollQuestion(app, source.id, { question });
  const lesson = await aLessonOf(app, 'Own?');
  await signInAs('Admin');
  const { open, panel, dialog, questions, said } = pollArea(page);
  await open(lesson);
  await panel.getByRole('button', { name: 'Copy from a lesson' }).click();
  const form = dialog('Copy questions');
  await form.getByRole('combobox', { name: 'Lesson' }).fill(name);
  await page
    .getByRole('option', { name: new RegExp(`${name} · Ratio · .* · 3 questions`) })
    .click();
  await form.getByRole('checkbox', { name: 'All 3 questions' }).click();
  await form.getByRole('button', { name: 'Copy Questions' }).click();
  await expect(form).toContainText('Still needed: questions.');
  for (const question of ['What is a half of 50?', 'What is 50?'])
    await form.getByRole('checkbox', { name: question }).click();
  await form.getByRole('button', { name: 'Copy Questions' }).click();
  await expect(said('2 questions copied')).toBeVisible();
  await expect(questions).toHaveText(['Own?', 'What is a half of 50?', 'What is 50?']);
});

test('a question deleted during an edit keeps the typed text to copy or save as new', async ({
  page,
  app,
  signInAs,
  problems,
}) => {
  problems.expect(/status of 404/);
  const { lesson, first } = await aLessonWithPolls(app);
  await signInAs('Admin');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { open, questions, dialog, said } = pollArea(page);
  await open(lesson, `&poll=${first.id}`);
  const box = dialog('Edit Question').getByRole('textbox', { name: 'Question', exact: true });
  const typed = unique('Which of these are prime');
  await box.fill(typed);
  const admin = await app.as('Admin');
  await admin.call(deletePollQuestion, { params: { id: lesson.id, pollId: first.id } });

  await dialog('Edit Question').getByRole('button', { name: 'Save' }).click();
  const gone = dialog('Edit Question').getByRole('alert');
  await expect(gone).toContainText('This question no longer exists.');
  await expect(box).toHaveValue(typed);
  await expect(
    dialog('Edit Question').getByRole('button', { name: 'Save', exact: true }),
  ).toBeDisabled();
  await gone.getByRole('button', { name: 'Copy your text' }).click();
  await expect(said('Your text copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`Question: ${typed}`);

  await gone.getByRole('button', { name: 'Save as new question' }).click();
  await expect(
    dialog('Add Question').getByRole('textbox', { name: 'Question', exact: true }),
  ).toHaveValue(typed);
  await dialog('Add Question').getByRole('button', { name: 'Save' }).click();
  await expect(said('Question added')).toBeVisible();
  await expect(questions.filter({ hasText: typed })).toHaveCount(1);
});
