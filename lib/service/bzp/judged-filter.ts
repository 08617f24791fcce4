import type { NoticeList } from '@/lib/domain/bzp/notice-filter'

import type { Bits } from './bits'
import type { Condition, NoticeLimit } from './notice-conditions'
import type { Covered, NoticeIndex } from './notice-index'
import type { YieldToEventLoop } from './yield-to-event-loop'

export type ValuePlace = { readonly list: NoticeList; readonly index: number }
export type Dropped = {
  readonly values: readonly ValuePlace[]
  readonly limits: readonly NoticeLimit[]
  readonly count: number
}
/** A condition over the notices of the window. */
export type Judged = {
  readonly condition: Condition
  /** Those that satisfy it. */
  readonly passing: Bits
  /** Of a list: what each notice satisfies of it. */
  readonly covered: Covered | null
}

/** What was found out about a filter, for whatever is asked of it. */
export type JudgedFilter = {
  readonly index: NoticeIndex
  readonly window: Bits
  readonly judged: readonly Judged[]
  readonly pause: YieldToEventLoop
}
