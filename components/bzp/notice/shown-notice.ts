import type { BzpNotice } from '@/lib/contract/bzp'
import { readInstant } from '@/lib/domain/calendar'

type Loose<T> = T extends string ? string : T

/** A notice as pages show it: of a remote service any field may be missing, and a kind may be one that nobody knows here. */
export type ShownNotice = { readonly id: string } & {
  readonly [K in Exclude<keyof BzpNotice, 'id'>]?: Loose<BzpNotice[K]> | null | undefined
}

const PAGE = /^https?:\/\//i

/** Where the bulletin shows it; never anything but a page. */
export const originalOf = ({ url }: ShownNotice): string | undefined =>
  typeof url === 'string' && PAGE.test(url) ? url : undefined

/** Until when offers are taken, epoch ms. */
export const offersUntilOf = ({ offers_until: until }: ShownNotice): number | undefined => readInstant(until)

/** A code without its check digit: `45233120-6` → `45233120`. */
export const shortCpv = (code: string): string => code.replace(/-\d$/, '')
