import type { Execution } from '@/lib/contract/operation'
import { contract, type MutationName, type QueryName } from '@/lib/contract/table'
import { panelContract, type PanelMutationName, type PanelQueryName } from '@/lib/features/contract'

/** Rows that change something, of the service and of the panel. No two have the same name. */
export type ActionName = MutationName | PanelMutationName

type ResourceOf<N extends string> = N extends `${infer Resource}.${string}` ? Resource : never

/** What can be asked again: a resource, or one question of it. */
export type Stale =
  | 'everything'
  | QueryName
  | ResourceOf<QueryName>
  | `panel.${PanelQueryName | ResourceOf<PanelQueryName>}`

/** A row that names what does not exist fails to compile here. */
const rows: Readonly<Record<ActionName, { execution: Execution; invalidates?: readonly Stale[] }>> = {
  ...contract,
  ...panelContract,
}

export const isPanelAction = (name: ActionName): name is PanelMutationName => name in panelContract

/** What a row makes stale; where it does not say, its own resource. */
export function staleAfter(name: ActionName): readonly string[] {
  const [own = ''] = name.split('.')
  return rows[name].invalidates ?? [isPanelAction(name) ? `panel.${own}` : own]
}

/** The beginning of the keys of queries that it stands for. */
export const staleKey = (stale: string): readonly string[] => (stale === 'everything' ? [] : stale.split('.'))
