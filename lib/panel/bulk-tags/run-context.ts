import type { PanelContext } from '../context'

/** What a run of many monitors works with: in a call, or without one, in the name of who began it. */
export type RunContext = Pick<PanelContext, 'storage' | 'now' | 'ask' | 'user' | 'requestId'> & {
  readonly account: Pick<PanelContext['account'], 'id'>
  readonly address: string | null
  /** What could not be done for now stays open for the next turn. */
  readonly isRepeated?: boolean
}
