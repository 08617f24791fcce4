import { createStore } from '@/lib/domain/store'
import { VIEWER_HEADER } from '@/lib/domain/viewer-mark'

let mark: string | undefined
const switched = createStore(false)

/** Whom this page was made for; every call of it says so. */
export function setPageViewer(of: string): void {
  mark = of
}

/** Also where nothing is known yet: on the server, and before the page has said it. */
export const isPageViewer = (of: string): boolean => mark === undefined || mark === of

export const viewerHeaders = (): Record<string, string> => (mark === undefined ? {} : { [VIEWER_HEADER]: mark })

/** The session has become another person's, or works in another account, since this page was made. */
export const noteSwitched = (): void => switched.write(true)
export const { read: readSwitched, subscribe: subscribeSwitched } = switched
export const notSwitched = (): boolean => false
