import type { PricedCall } from '@/lib/contract/prices'
import type { SearchHit } from '@/lib/contract/records'

export interface CompanyTabProps {
  /** The number under which the company's answers are stored. */
  readonly number: string
  /** The hit of the free search; null if it finds nothing by the number. */
  readonly company: SearchHit | null
  /** The operations that cost something. */
  readonly calls: readonly PricedCall[]
}
