/**
 * Identifies the person and the account that a page was made for. Tabs of a browser share one session: when it changes
 * to another person or account, calls of an older page are refused instead of being answered with data of the other
 * account.
 */
export const VIEWER_HEADER = 'x-panel-viewer'

/** Set on the refusal of a call of an outdated page. */
export const SWITCHED_HEADER = 'x-panel-switched'
