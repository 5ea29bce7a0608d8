/** @type {import('stylelint').Config} */
export default {
  extends: 'stylelint-config-standard',
  rules: {
    // Code reads class names as styles.camelCase; the others are those of libraries.
    'selector-class-pattern': '^([a-z][a-zA-Z0-9]*|(ProseMirror|mantine-).*)$',
    'selector-pseudo-class-no-unknown': [true, { ignorePseudoClasses: ['global'] }],
    'value-keyword-case': ['lower', { ignoreKeywords: ['A4', 'Inter'] }],
    // A blank line separates sections, not rules.
    'rule-empty-line-before': null,
    'at-rule-empty-line-before': null,
    'comment-empty-line-before': null,
    'declaration-empty-line-before': null,
    'custom-property-empty-line-before': null,
    'no-descending-specificity': null,
    'color-hex-length': 'long',
  },
};
