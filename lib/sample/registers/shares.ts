import { grouped, zlote } from '@/lib/service/documents/polish'

import type { Rng } from '../rng'
import type { Subject } from './subjects'

/** Who may hold a role. A person is nobody that another table knows. */
export type Holder = { readonly id: string; readonly kind: 'company' | 'person'; readonly name: string }
/** What a shareholder has, as an extract says it. */
export type Holding = { readonly holder: Holder; readonly detail: string }
/** `other` is the partner that a partnership has besides its board, unless that is the parent. */
type Candidates = { readonly board: readonly Holder[]; readonly parent: Holder | undefined; readonly other: Holder }

const NOMINALS: Readonly<Record<string, number>> = {
  'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ': 50,
  'SPÓŁKA AKCYJNA': 1,
  'PROSTA SPÓŁKA AKCYJNA': 1,
}
const PARTNERS: Readonly<Record<string, readonly [first: string, other: string]>> = {
  'SPÓŁKA JAWNA': ['WSPÓLNIK', 'WSPÓLNIK'],
  'SPÓŁKA KOMANDYTOWA': ['KOMPLEMENTARIUSZ', 'KOMANDYTARIUSZ'],
}

/** The owners of a company; none of foundations, associations and cooperatives. Their shares add up to its capital. */
export function shareholders(random: Rng, company: Subject, { board, parent, other }: Candidates): Holding[] {
  const partners = PARTNERS[company.legal_form]
  if (partners) {
    const [first, rest] = partners
    return distinct([...board, parent ?? other]).map((holder, index) => {
      return { holder, detail: index === 0 ? first : rest }
    })
  }
  const owners = distinct(parent ? [parent, ...board.slice(0, random.int(0, 1))] : board)
  const nominal = NOMINALS[company.legal_form]
  if (nominal === undefined || company.share_capital === null) return []
  const total = Math.max(1, Math.floor(company.share_capital / nominal))
  return split(random, total, owners).map(([holder, count]) => ({
    holder,
    detail: nominal === 1 ? `${grouped(count)} akcji serii A` : sharesText(count, nominal),
  }))
}

const sharesText = (count: number, nominal: number): string =>
  `${grouped(count)} ${count === 1 ? 'udział' : 'udziałów'} o łącznej wysokości ${zlote(count * nominal)}`

/** Each once: the same person may have been picked twice. */
export const distinct = (holders: readonly Holder[]): Holder[] => [
  ...new Map(holders.map((each) => [each.id, each])).values(),
]

/** The first gets the most; who would get nothing is left out. */
function split(random: Rng, total: number, owners: readonly Holder[]): [Holder, number][] {
  let left = total
  return owners.flatMap((holder, index): [Holder, number][] => {
    const isLast = index === owners.length - 1
    const count = isLast ? left : Math.max(1, Math.floor(left * random.pick([0.4, 0.5, 0.6, 0.75])))
    left -= Math.min(count, left)
    return count > 0 ? [[holder, count]] : []
  })
}
