import type { OperationName } from '@/lib/contract/table'

import recorded from './openapi-examples.json'

/** A call and what the service answered to it. Recorded from the service; a test replays every one of them. */
export type RecordedExample = {
  readonly input: {
    readonly params?: Readonly<Record<string, unknown>>
    readonly query?: Readonly<Record<string, unknown>>
    readonly body?: unknown
  }
  /** Of rows that answer JSON. */
  readonly answer?: unknown
}

const examples: Readonly<Record<string, RecordedExample>> = recorded

export const recordedExample = (name: OperationName): RecordedExample | undefined => examples[name]
