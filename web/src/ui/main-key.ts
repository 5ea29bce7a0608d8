/** The key that is held for a shortcut on this machine, as its keyboard names it. */
export const mainKey = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl';
