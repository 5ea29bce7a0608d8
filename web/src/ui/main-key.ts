/** The modifier key of shortcuts, as this machine's keyboard names it. */
export const mainKey = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl';
