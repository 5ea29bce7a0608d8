import { formulaExcessIn, longestFormula } from 'staffroom-contract/shared/formula-limits.ts';
import {
  again,
  attribute,
  digits,
  formulas,
  looseAttribute,
  pictures,
  readsXml,
  spaces,
  tags,
  typedFormulas,
  worst,
  type WorstCase,
} from './worst-case-texts.ts';

/*
 * Regular expressions for foreign text, each with its worst case (docs/adr/0035). A pattern that is quadratic on some
 * text blocks the server, so foreign-patterns.test.ts times each on 100 kB, and refuses unregistered ones.
 */

/** Folders and files whose code parses text of users, imports or other systems. */
export const foreignFolders = [
  'contract/src',
  'server/src/domains/announcements',
  'server/src/domains/attendance',
  'server/src/domains/lessons',
  'server/src/domains/orders',
  'server/src/domains/question-bank',
  'server/src/domains/search',
  'server/src/domains/users',
  'server/src/platform/carriers',
  'server/src/platform/csv.ts',
  'server/src/platform/log-serializers.ts',
  'server/src/platform/record-diff.ts',
  'server/src/platform/rich-text.ts',
  'server/src/platform/sql-conditions.ts',
  'web/src/domains/announcements',
  'web/src/domains/attendance',
  'web/src/domains/orders/order-import',
  'web/src/domains/question-bank',
  'web/src/screens/attendance',
  'web/src/screens/question-bank',
  'web/src/lib',
  'web/src/ui/rich-text',
];

/** Files that may build a pattern from text: no part of the pattern repeats over its own beginning. */
export const madePatterns: readonly string[] = [
  'contract/src/domains/identity/address-ranges.rules.ts',
  'contract/src/domains/homework/material-names.rules.ts',
  'contract/src/shared/live.ts',
  'server/src/domains/question-bank/import-pictures.ts',
  'server/src/domains/question-bank/moodle.ts',
];

/** The worst cases by pattern as in the code. Patterns without an unbounded repetition need no entry. */
export const worstCases: Readonly<Record<string, WorstCase>> = {
  // Spaces, separators and words.
  [String.raw`/\s+/`]: spaces,
  [String.raw`/\s+/g`]: spaces,
  [String.raw`/\b0(:0)+\b/g`]: worst(again('0:'), again('0:0 '), again('0')),
  [String.raw`/[\s_-]+/g`]: worst(again(' '), again('_x'), again('-')),
  [String.raw`/[\s-]+/g`]: worst(again(' '), again('-x')),
  [String.raw`/[\n\r]+/`]: worst(again('\n'), again('\nx')),
  [String.raw`/[,;]+/`]: worst(again(','), again(';x')),
  [String.raw`/[\s<>()[\]"]+/`]: worst(again('<'), again('(x')),
  [String.raw`/[\s()[\]{}\-–—/,.:+&]+/`]: worst(again('.'), again('/x')),
  [String.raw`/[\s;,/|]+|\bor\b|\band\b/`]: worst(
    again(' '),
    again('or '),
    again('and'),
    again('x;'),
  ),
  [String.raw`/[^\d\s().\-–/]+/`]: worst(again('x'), again('x1'), again('1')),
  [String.raw`/[\p{Cc}\s]+/gu`]: worst(again(' '), again('\u0001x')),
  [String.raw`/[\p{L}\p{N}]+/gu`]: worst(again('x'), again('x ')),
  [String.raw`/\n{3,}/g`]: worst(again('\n'), again('\n\nx')),
  [String.raw`/\{(\w+)\}/g`]: worst(again('{'), again('{x'), again('x', { start: '{' })),
  [String.raw`/^(?:\s|&nbsp;)+/`]: worst(
    again(' '),
    again('&nbsp;'),
    again('&nbsp'),
    again(' &nbsp;', { end: 'x' }),
  ),

  [String.raw`/[^\p{L}\p{N}]+/gu`]: worst(again(' '), again('x '), again('x')),

  // Names, numbers and dates.
  [String.raw`/^\d+ /`]: digits,
  '/^(zoom|classin|clickmeeting|.*-classroom)$/': worst(
    again('-classroom', { end: 'x' }),
    again('x'),
  ),
  [String.raw`/^(.+)-(\d+)$/`]: worst(
    again('-'),
    again('-1', { end: 'x' }),
    again('1', { start: 'a-', end: 'x' }),
  ),
  [String.raw`/"[^"@]*"(?=\s*[<(])/g`]: worst(
    again('"'),
    again('" '),
    again('"x"   '),
    again(' ', { start: '""' }),
  ),
  [String.raw`/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/`]: digits,
  [String.raw`/^(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,(\d{1,2}))?$/`]: digits,
  [String.raw`/^([+-]?\d+)(?:\.0+)?$/`]: worst(again('0'), again('0', { start: '1.', end: 'x' })),
  [String.raw`/^\((.*)\)$/`]: worst(again('('), again(')', { start: '(', end: 'x' })),
  [String.raw`/^\d+$/`]: digits,
  [String.raw`/^[\w-]+$/`]: worst(again('x', { end: '%' })),
  [String.raw`/\.\d+Z$/`]: worst(again('.1'), again('1', { start: '.' }), again('.')),
  [String.raw`/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/`]: worst(
    again('Z', { start: '2026-11-20T', end: 'x' }),
    again('+08:00', { start: '2026-11-20T', end: 'x' }),
  ),
  [String.raw`/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])\.?M\.?)?$/i`]:
    worst(again('1'), again(' ', { start: '1/1/2026 1:11:11 ' })),
  [String.raw`/^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])\.?M\.?)?$/i`]:
    worst(again('1'), again(' ', { start: '2026-1-1 1:11:11 ' })),
  [String.raw`/^([a-z]{3})[a-z]{0,6}\.? (\d{1,2}),? (\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])\.?M\.?)?$/i`]:
    worst(again('1'), again(' ', { start: 'Jan 1, 2026 1:11:11 ' })),
  [String.raw`/^(\d{1,2})[ -]([a-z]{3})[a-z]{0,6}\.?[ ,-] ?(\d{4}),? (\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])\.?M\.?)?$/i`]:
    worst(again('1'), again(' ', { start: '1 Jan 2026 1:11:11 ' })),
  [String.raw`/(\d{1,2})月|\p{Script=Latin}+\.?/gu`]: worst(again('x'), again('1'), again('x.')),
  [String.raw`/\d{1,2}月|\p{Script=Latin}+\.?|-\d{2}$/u`]: worst(
    again('1'),
    again('-1'),
    again('1x'),
  ),
  [String.raw`/\p{Script=Latin}+/u`]: worst(again('x'), again('1')),
  [String.raw`/^\p{L}[\p{L}\s:.]*$/u`]: worst(again('x'), again('x:', { end: '1' })),
  [String.raw`/^[+\d][\d\s()-]*$/`]: worst(again('1'), again('1 ', { end: 'x' })),
  [String.raw`/^rgb\((\d{1,3})[, ]+(\d{1,3})[, ]+(\d{1,3})\)$/`]: worst(
    again(' ', { start: 'rgb(1' }),
    again(' ', { start: 'rgb(1,1' }),
  ),
  "/^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i":
    worst(
      again('a'),
      again('a', { start: 'a@' }),
      again('a.', { start: 'a@' }),
      again('a-', { start: 'a@a.' }),
    ),
  [String.raw`/^(?:meeting|webinar)\.(\w+)$/`]: worst(again('x', { start: 'meeting.', end: '-' })),

  [String.raw`/\.[a-z0-9]+$/i`]: worst(
    again('.'),
    again('.x'),
    again('x', { start: '.', end: '-' }),
  ),
  [String.raw`/^[\w-]+(\.[\w-]+)+/`]: worst(again('x'), again('x.'), again('-', { end: '.' })),

  // Formatted text.
  '/<[^<>]*>/g': tags,
  '/(<[^<>]*>)/': tags,
  '/<[a-z][^<>]*>/gi': tags,
  '/<img [^<>]*>/g': worst(again('<img '), again('<img alt="')),
  '/^<a [^<>]*>/': tags,
  [String.raw`/<\/?(?:p|br|strong|em|u|s|ul|ol|li|a|span|img|iframe|div|su[bp]|table|tbody|t[rhd])(?: [^<>]*)?>/g`]:
    tags,
  [String.raw`/<sup>([^<]*)<\/sup>/g`]: worst(
    again('<sup>'),
    again('<sup>x'),
    again('x', { start: '<sup>' }),
  ),
  [String.raw`/([\s"'/])on\w+\s*=/gi`]: worst(
    again(' on'),
    again(' onx'),
    again('x', { start: ' on' }),
    again(' ', { start: ' onx' }),
  ),
  '/ alt="([^"]*)"/': attribute('alt'),
  '/ href="([^"]*)"/': attribute('href'),
  [String.raw`/&\w+;/g`]: worst(again('&'), again('&x'), again('x', { start: '&' })),
  '/<(?:span|div) [^<>]*?data-latex="/': formulas,
  [String.raw`/<(span|div)(?: data-type="[a-z]+-math")? data-latex="([^"]*)"[^<>]*>[^<]*(?:<\/\1>)?/g`]:
    formulas,
  [String.raw`/<(span|div)(?: data-type="[a-z]+-math")? data-latex="([^"]*)"[^<>]*>[^<]*<\/\1>/g`]:
    formulas,
  [String.raw`/(<(span|div) data-type="[a-z]+-math" data-latex="([^"]*)">)<\/\2>/g`]: formulas,
  [String.raw`/<span data-type="inline-math" data-latex="([^"]*)"><\/span>/g`]: formulas,

  // Formulas of other programs.
  [String.raw`/<(m:\w{1,20})(?=[\s/])([^<>]*)\/>/gi`]: worst(
    again('<m:r '),
    again('<m:r/'),
    again('/', { start: '<m:r ' }),
    again('<m:rrrr'),
  ),
  [String.raw`/\\[a-zA-Z]+$/`]: {
    ...worst(again('\\x'), again('x', { start: '\\', end: '1' })),
    most: 40,
  },
  [String.raw`/^\\[a-z]+$/`]: worst(again('x', { start: '\\', end: '1' })),
  [String.raw`/^[a-z]+$/i`]: worst(again('x', { end: '1' })),
  [String.raw`/^'+$/`]: worst(again("'", { end: 'x' })),
  [String.raw`/^(?:[^\\\s]|\\[a-zA-Z]+|\\[^a-zA-Z])?$/u`]: worst(
    again('x', { start: '\\', end: '1' }),
  ),

  // LaTeX.
  [String.raw`/\s*=\s*(?:"([^"]{0,12001})|'([^']{0,12001})|([^\s>]{1,12001}))/y`]: {
    ...worst(
      again('data-latex='),
      again('data-latex="'),
      again('data-latex'),
      again(`data-latex="data-latex='`),
      again(' ', { start: 'data-latex' }),
      again('&#0000000000120;', { start: 'data-latex=' }),
    ),
    read: formulaExcessIn,
  },
  [String.raw`/&(?:#x0*([0-9a-f]{1,6})|#0*(\d{1,7})|([a-z]{2,8}));?/gi`]: worst(
    again('&'),
    again('&#'),
    again('&#0'),
    again('0', { start: '&#' }),
    again('0', { start: '&#x' }),
  ),
  [String.raw`/\\verb\*?([^a-zA-Z*\s])[^]*?\1|\\(?:left|right)(?![a-zA-Z@])\s*(?:\\[a-zA-Z@]+|\\?[^])|\\(?:begin|end)\s*\{[^{}]*\}|\\[a-zA-Z@]+|\\[^]|[^\s]/gu`]:
    {
      ...worst(
        (length) =>
          Array.from(
            { length: length / 6 },
            (_, index) => `\\verb${String.fromCodePoint(0x4e_00 + index)}`,
          ).join(''),
        again('\\left '),
        again('\\begin{'),
        again('\\begin '),
        again(' ', { start: '\\left' }),
        again('\\x'),
      ),
      most: longestFormula,
    },
  [String.raw`/^\\([a-zA-Z@]+)/`]: worst(again('\\'), again('x', { start: '\\' })),
  [String.raw`/\^\s*(?:\{\s*\\circ\s*\}|\\circ(?![a-zA-Z]))|\^[23](?!\d)|\\[a-zA-Z]+|\\[^]|\s+|[^\\^_{}\s]+|[^]/g`]:
    worst(
      again('^'),
      again('^ '),
      again(' ', { start: '^' }),
      again(' ', { start: '^{' }),
      again(' ', { start: '^{\\circ' }),
      again('\\circ'),
      again('x'),
    ),
  [String.raw`/^[\p{L}\p{N}.,°√²³]*$/u`]: worst(again('x'), again('x', { end: '+' })),
  [String.raw`/(?:^|[^$\\\p{L}\p{N}])\$([^\s$\d](?:[^$]*[^\s$\\])?)\$$/u`]: typedFormulas,
  [String.raw`/\n\s*\n/`]: {
    ...worst(again('\n'), again('\n '), again(' ', { start: '\n' })),
    most: 4000,
  },
  [String.raw`/^\$\$([^$]+)\$\$$/`]: typedFormulas,
  [String.raw`/Undefined control sequence: (\\\S+)/`]: worst(
    again('Undefined control sequence: '),
    again('x', { start: 'Undefined control sequence: \\' }),
  ),

  // Files that are imported.
  [String.raw`/^\ufeff?\s*</`]: spaces,
  [String.raw`/(?<!\$)\$\$(?!\$)((?:(?!\$\$).)+?)\$\$|\\\(((?:(?!\\\().)+?)\\\)|\\\[((?:(?!\\\[).)+?)\\\]/gs`]:
    worst(
      again('$'),
      again('$$x'),
      again('x', { start: '$$' }),
      again('\\('),
      again('\\(x'),
      again('x', { start: '\\(' }),
      again('\\)'),
      again('\\['),
      again('\\[x'),
      again('x', { start: '\\[' }),
      again('\\]'),
    ),
  [String.raw`/<p(?:\s[^<>]*)?>\s*(<div data-type="block-math" data-latex="[^"]*"><\/div>)\s*<\/p>/g`]:
    worst(
      again('<p '),
      again('<p> '),
      again(' ', { start: '<p>' }),
      again('<p><div data-type="block-math" data-latex="'),
      again(' ', { start: '<p><div data-type="block-math" data-latex="x"></div>' }),
    ),
  [String.raw`/<img[\s/](?:[^<>"']|"[^"]*"|'[^']*')*>/gi`]: worst(
    again('<img '),
    again('<img "'),
    again(`<img "'`),
    again(`<img '`, { start: '<img "' }),
    again('""', { start: '<img ' }),
  ),
  [String.raw`/[\s"'/]src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/i`]: looseAttribute('src'),
  [String.raw`/[\s"'/]alt\s*=\s*(?:"\s*[^"\s]|'\s*[^'\s]|[^\s"'<>])/i`]: worst(
    again(' alt'),
    again(' alt="'),
    again(' alt=""'),
    again(' ', { start: ' alt="' }),
    again(' ', { start: ' alt' }),
  ),
  [String.raw`/<(\/?)(table|tr|td)(?:\s[^<>]*)?>/gi`]: worst(
    again('<td '),
    again('<td>'),
    again(' ', { start: '<td' }),
    again('<td a="'),
  ),
  [String.raw`/<img\s[^<>]*>/gi`]: worst(again('<img '), again('<img alt="'), again('<img  ')),
  '/<img src="([^"]*)"/g': pictures,
  [String.raw`/\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i`]: looseAttribute('src'),
  [String.raw`/\salt\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i`]: looseAttribute('alt'),
  [String.raw`/^data:image\/[a-z+.-]+;base64,/i`]: worst(again('a', { start: 'data:image/' })),
  [String.raw`/^(-?\d+(?:\.\d+)?) ± (\d+(?:\.\d+)?)$/`]: worst(
    again('1'),
    again('1', { start: '1.', end: 'x' }),
    again('1', { start: '1 ± ', end: 'x' }),
  ),
  [String.raw`/^\$\w+\$$/`]: worst(again('x', { start: '$' })),
  [String.raw`/^([a-z ]+): ?(.*)$/s`]: worst(again('a'), again('a:'), again(':', { start: 'a' })),
  [String.raw`/\s+([A-Za-z_][\w.:-]{0,99})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y`]: {
    ...worst(
      again(' ', { start: '<quiz' }),
      again(' a="', { start: '<quiz' }),
      again('x', { start: '<quiz a="' }),
      again('<a b="x">'),
      again(' ', { start: '<quiz a' }),
    ),
    read: readsXml,
  },
  [String.raw`/\s*(\/?)>/y`]: {
    ...worst(again(' ', { start: '<quiz' }), again('<a   ')),
    read: readsXml,
  },
  [String.raw`/^<([^]*<)?svg[\s/>]/i`]: worst(again('<'), again('<svg'), again('<s')),
  [String.raw`/(?:[ \t,;]*|"?sep=.?"?[ \t]*)(?:\r\n|\r|\n)/iy`]: {
    ...worst(
      again('\n'),
      again(' ,'),
      again(',\n'),
      again('sep=,\n'),
      again('"sep='),
      again('sep= '),
    ),
    read: readsLineByLine(/(?:[ \t,;]*|"?sep=.?"?[ \t]*)(?:\r\n|\r|\n)/iy),
  },
};

/** Skips lines from the start, as long as they match. */
function readsLineByLine(line: RegExp) {
  return (text: string) => {
    for (line.lastIndex = 0; line.test(text);) continue;
  };
}
