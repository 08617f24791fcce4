import { createStore } from '@/lib/domain/store'
import { VIEWER_HEADER } from '@/lib/domain/viewer-mark'

let mark: string | undefined
const switched = createStore(false)

/** Sets the viewer that this page was made for; every call sends it. */
export function setPageViewer(viewerMark: string): void {
  mark = viewerMark
}

/** True also while the viewer is unknown: on the server, and before the page has set it. */
export const isPageViewer = (viewerMark: string): boolean => mark === undefined || mark === viewerMark

export const viewerHeaders = (): Record<string, string> => (mark === undefined ? {} : { [VIEWER_HEADER]: mark })

/** Since this page was made, the session has changed to another person or account. */
export const noteSwitched = (): void => switched.write(true)
export const { read: readSwitched, subscribe: subscribeSwitched } = switched
export const notSwitched = (): boolean => false
