import type { BzpNotice } from '@/lib/contract/bzp'
import { readInstant } from '@/lib/domain/calendar'

type Loose<T> = T extends string ? string : T

/** A notice of a remote service may lack any field, and its type may be unknown. */
export type ShownNotice = { readonly id: string } & {
  readonly [K in Exclude<keyof BzpNotice, 'id'>]?: Loose<BzpNotice[K]> | null | undefined
}

const WEB_PAGE = /^https?:\/\//i

/** Returns the notice's page in the bulletin, if its URL is a web page. */
export const originalOf = ({ url }: ShownNotice): string | undefined =>
  typeof url === 'string' && WEB_PAGE.test(url) ? url : undefined

/** Returns the deadline for offers in milliseconds since the epoch. */
export const offersUntilOf = ({ offers_until: until }: ShownNotice): number | undefined => readInstant(until)

/** Removes the check digit of a code: `45233120-6` → `45233120`. */
export const shortCpv = (code: string): string => code.replace(/-\d$/, '')
