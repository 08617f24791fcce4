import type { OperationName } from '@/lib/contract/table'

import recorded from './openapi-examples.json'

/** A call and the answer of the service. They are recorded from the service, and a test replays all of them. */
export type RecordedExample = {
  readonly input: {
    readonly params?: Readonly<Record<string, unknown>>
    readonly query?: Readonly<Record<string, unknown>>
    readonly body?: unknown
  }
  /** Only for operations that answer with JSON. */
  readonly answer?: unknown
}

const examples: Readonly<Record<string, RecordedExample>> = recorded

export const recordedExample = (name: OperationName): RecordedExample | undefined => examples[name]
