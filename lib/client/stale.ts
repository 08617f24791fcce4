import type { Execution } from '@/lib/contract/operation'
import { contract, type MutationName, type QueryName } from '@/lib/contract/table'
import { panelContract, type PanelMutationName, type PanelQueryName } from '@/lib/features/contract'

/** Operations that change something, of the service and of the panel. All names are distinct. */
export type ActionName = MutationName | PanelMutationName

type ResourceOf<N extends string> = N extends `${infer Resource}.${string}` ? Resource : never

/** What an operation can invalidate: a resource, or one query of it. */
export type Stale =
  | 'everything'
  | QueryName
  | ResourceOf<QueryName>
  | `panel.${PanelQueryName | ResourceOf<PanelQueryName>}`

/** An operation that invalidates an unknown name does not compile. */
const rows: Readonly<Record<ActionName, { execution: Execution; invalidates?: readonly Stale[] }>> = {
  ...contract,
  ...panelContract,
}

export const isPanelAction = (name: ActionName): name is PanelMutationName => name in panelContract

/** What an operation invalidates; its own resource by default. */
export function staleAfter(name: ActionName): readonly string[] {
  const [resource = ''] = name.split('.')
  return rows[name].invalidates ?? [isPanelAction(name) ? `panel.${resource}` : resource]
}

/** Prefix of the query keys that it stands for. */
export const staleKey = (stale: string): readonly string[] => (stale === 'everything' ? [] : stale.split('.'))
