import type { PricedCall } from '@/lib/contract/prices'
import type { SearchHit } from '@/lib/contract/records'

/** What every tab of a company page is given. */
export interface CompanyTabProps {
  /** Under which its answers are kept. */
  readonly number: string
  /** As the free search knows it; null where that finds nothing by the number. */
  readonly company: SearchHit | null
  /** The rows of the contract that cost something. */
  readonly calls: readonly PricedCall[]
}
