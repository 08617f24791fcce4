import { sharesOf } from '@/lib/service/registers/share-count'
import type { RelationTable } from '@/lib/service/registers/tables'

type HolderRow = Pick<RelationTable, 'holder_id' | 'holder_kind' | 'holder_name' | 'role' | 'detail'>
export type Owner = { readonly id: string; readonly name: string; readonly detail: string }

/** An owner of more than a quarter of a company must be reported. */
const OWNER_PERCENT = 25
/**
 * Beneficial owners by the current roles in a company: persons with more than a quarter, and the owners of a company
 * with more than a quarter (`ofCompanies`). If there are none, the managers of the company (art. 2 of the act against
 * money laundering).
 */
export function ownersOf(holders: readonly HolderRow[], ofCompanies: ReadonlyMap<string, readonly Owner[]>): Owner[] {
  const shares = holders.filter(({ role }) => role === 'shareholder')
  const total = shares.reduce((sum, { detail }) => sum + (sharesOf(detail) ?? 0), 0)
  const candidates = shares.flatMap((share) => ownersBy(share, total, ofCompanies))
  // A person who owns both directly and through a company is reported as a direct owner.
  const direct = new Set(candidates.filter(({ detail }) => detail !== INDIRECT).map(({ id }) => id))
  const owners = new Map(
    candidates.flatMap((each) => (each.detail === INDIRECT && direct.has(each.id) ? [] : [[each.id, each]])),
  )
  return owners.size > 0 ? [...owners.values()] : leaders(holders)
}

function ownersBy(share: HolderRow, total: number, ofCompanies: ReadonlyMap<string, readonly Owner[]>): Owner[] {
  const { holder_id: id, holder_kind, holder_name: name } = share
  const count = sharesOf(share.detail)
  const percent = count === null ? null : Math.round((count / total) * 1000) / 10
  if (percent !== null && percent <= OWNER_PERCENT) return []
  if (holder_kind === 'company') return (ofCompanies.get(id) ?? []).map((owner) => ({ ...owner, detail: INDIRECT }))
  return [
    {
      id,
      name,
      detail: percent === null ? 'uprawnienia wspólnika' : `bezpośrednie prawo własności, ${percentText(percent)}`,
    },
  ]
}

const INDIRECT = 'pośrednie uprawnienia właścicielskie przez wspólnika'

const leaders = (holders: readonly HolderRow[]): Owner[] =>
  holders
    .filter(({ role }) => role === 'board' || role === 'liquidator')
    .toSorted((a, b) => Number(b.detail.startsWith('PREZES')) - Number(a.detail.startsWith('PREZES')))
    .slice(0, 1)
    .map(({ holder_id: id, holder_name: name }) => ({ id, name, detail: 'wyższe stanowisko kierownicze' }))

const percentText = (percent: number): string => `${String(percent).replace('.', ',')}%`
