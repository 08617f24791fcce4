/**
 * Names the person and the account that a page was made for. Two tabs of a browser share one session: when it becomes another
 * person's, or goes to another account, what an older page asks for is refused instead of being answered of the other account.
 */
export const VIEWER_HEADER = 'x-panel-viewer'

/** On the refusal of a call that came from an older page. */
export const SWITCHED_HEADER = 'x-panel-switched'
