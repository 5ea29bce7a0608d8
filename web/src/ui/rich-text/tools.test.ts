// @vitest-environment happy-dom
import { Editor } from '@tiptap/core';
import { afterEach, expect, test } from 'vitest';
import { htmlOf } from './editing.ts';
import { richTextExtensions } from './extensions.ts';
import { toolGroups, type Tool } from './tools.ts';

let editor: Editor | undefined;
afterEach(() => editor?.destroy());

/** Opens an editor with all of its text selected. */
const open = (content: string) => {
  editor = new Editor({ extensions: richTextExtensions, content, injectCSS: false });
  editor.commands.selectAll();
  return editor;
};

const tools: readonly Tool[] = Object.values(toolGroups).flat();
const toolNamed = (name: string) => tools.find((tool) => tool.name === name)!;

/** Presses the keys that the tool's tooltip names. */
const pressKeysOf = ({ keys = '' }: Tool, { view }: Editor) => {
  const parts = keys.toLowerCase().split(' ');
  const event = new KeyboardEvent('keydown', {
    key: parts.at(-1)!,
    ctrlKey: parts.includes('ctrl'),
    shiftKey: parts.includes('shift'),
  });
  return view.someProp('handleKeyDown', (handle) => handle(view, event));
};

/** By tool: the text `ab` with it. */
const toggled: Record<string, string> = {
  Bold: '<p><strong>ab</strong></p>',
  Italic: '<p><em>ab</em></p>',
  Underline: '<p><u>ab</u></p>',
  Strikethrough: '<p><s>ab</s></p>',
  Superscript: '<p><sup>ab</sup></p>',
  Subscript: '<p><sub>ab</sub></p>',
  'Bullet list': '<ul><li><p>ab</p></li></ul>',
  'Ordered list': '<ol><li><p>ab</p></li></ol>',
};
const aligned: Record<string, string> = {
  'Align center': '<p style="text-align: center;">ab</p>',
  'Align right': '<p style="text-align: right;">ab</p>',
  Justify: '<p style="text-align: justify;">ab</p>',
};

test('every tool is tested here', () => {
  const others = ['Align left', 'Undo', 'Redo'];
  expect([...Object.keys(toggled), ...Object.keys(aligned), ...others].toSorted()).toEqual(
    tools.map(({ name }) => name).toSorted(),
  );
});

test.each(Object.entries(toggled))('%s is on and off, by click and by its keys', (name, html) => {
  const tool = toolNamed(name);
  const opened = open('<p>ab</p>');
  expect(tool.isActive?.(opened)).toBe(false);
  tool.run(opened);
  expect(htmlOf(opened)).toBe(html);
  expect(tool.isActive?.(opened)).toBe(true);
  expect(pressKeysOf(tool, opened)).toBe(true);
  expect(htmlOf(opened)).toBe('<p>ab</p>');
});

test.each(Object.entries(aligned))('%s is set by click and by its keys', (name, html) => {
  const tool = toolNamed(name);
  const left = toolNamed('Align left');
  const opened = open('<p>ab</p>');
  expect([tool.isActive?.(opened), left.isActive?.(opened)]).toEqual([false, true]);
  tool.run(opened);
  expect(htmlOf(opened)).toBe(html);
  expect([tool.isActive?.(opened), left.isActive?.(opened)]).toEqual([true, false]);
  left.run(opened);
  expect(htmlOf(opened)).toBe('<p>ab</p>');
  expect(pressKeysOf(tool, opened)).toBe(true);
  expect(htmlOf(opened)).toBe(html);
  expect(pressKeysOf(left, opened)).toBe(true);
  expect(left.isActive?.(opened)).toBe(true);
});

test('superscript and subscript replace each other', () => {
  const opened = open('<p><sup>ab</sup></p>');
  toolNamed('Subscript').run(opened);
  expect(htmlOf(opened)).toBe('<p><sub>ab</sub></p>');
});

test('Undo and Redo can be used when there is something to undo or redo', () => {
  const [undo, redo] = [toolNamed('Undo'), toolNamed('Redo')];
  const opened = open('<p>ab</p>');
  const can = () => [undo.can?.(opened), redo.can?.(opened)];
  expect(can()).toEqual([false, false]);
  toolNamed('Bold').run(opened);
  expect(can()).toEqual([true, false]);
  undo.run(opened);
  expect(htmlOf(opened)).toBe('<p>ab</p>');
  expect(can()).toEqual([false, true]);
  redo.run(opened);
  expect(htmlOf(opened)).toBe('<p><strong>ab</strong></p>');
  expect(pressKeysOf(undo, opened)).toBe(true);
  expect(htmlOf(opened)).toBe('<p>ab</p>');
  expect(pressKeysOf(redo, opened)).toBe(true);
  expect(htmlOf(opened)).toBe('<p><strong>ab</strong></p>');
});
