import words from '@/messages/pl/pools.json'

import type { Pool } from './pools'

/** What pools are called on paper, which is Polish whoever reads it. Not for the browser, which has the words of its own language. */
export const polishPools = words satisfies Readonly<Record<Pool, unknown>>
