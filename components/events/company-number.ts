import type { FeedEvent } from './feed-store'

/** Numbers by which a company's page can be opened; the first kinds find more stored answers. */
const companyNumbers = ['krs', 'nip', 'regon'] as const

type Identified = Pick<FeedEvent, 'identifier_type' | 'identifier_value'>

/** The number of the event's company; undefined for a person, or if only the register knows it. */
export function companyNumberOf(event: Identified & { readonly also: readonly Identified[] }): string | undefined {
  const identified = [event, ...event.also]
  for (const type of companyNumbers) {
    const found = identified.find(({ identifier_type: kind, identifier_value: value }) => kind === type && value !== '')
    if (found !== undefined) return found.identifier_value
  }
  return undefined
}
