import type { Graph } from '@/lib/contract/records'
import { listCompanies } from '@/lib/storage/registers/companies'
import { listRelationsOf } from '@/lib/storage/registers/relations'
import type { RelationTable, SubjectTable } from '@/lib/storage/registers/tables'

import type { Context, HandlersOf } from '../http/context'
import { requireCompany } from './company-key'

const MAX_NODES = 500
/** Relations read per step and direction: more than fit into a full graph, so one company with a crowd stays bounded. */
const MAX_RELATIONS = 5_000

type Node = Graph['nodes'][number]

/**
 * Interface 4.13, decision 28a: everything at most `depth` relations away, present and former, in either direction. Nearest
 * first; what does not fit into 500 nodes is left out together with its edges.
 */
export const graphHandlers: HandlersOf<'graph'> = {
  'graph.get': async ({ query }, { db, meter }) => {
    const company = await requireCompany(db, query)
    await meter.charge(1)
    return explore(db, company, query.depth)
  },
}

async function explore(db: Context['db'], root: SubjectTable, depth: number): Promise<Graph> {
  const nodes = new Map<string, Node>([[root.id, toNode(root)]])
  const edges = new Map<string, RelationTable>()
  let frontier = [root.id]
  for (let step = 0; step < depth && frontier.length > 0; step += 1) {
    const relations = await listRelationsOf(db, frontier, MAX_RELATIONS)
    const reached = await nodesOf(db, relations, nodes)
    const added = reached.slice(0, MAX_NODES - nodes.size)
    for (const node of added) nodes.set(node.id, node)
    for (const relation of relations) {
      if (nodes.has(relation.company_id) && nodes.has(relation.holder_id)) edges.set(relation.id, relation)
    }
    frontier = added.map(({ id }) => id)
  }
  return { root: root.id, nodes: [...nodes.values()], edges: [...edges.values()].map(toEdge) }
}

/** Who is new among the ends of the relations, in the order of the relations. */
async function nodesOf(db: Context['db'], relations: readonly RelationTable[], known: ReadonlyMap<string, Node>) {
  const companyIds = relations.flatMap(({ company_id, holder_id, holder_kind }) =>
    holder_kind === 'company' ? [company_id, holder_id] : [company_id],
  )
  const unknown = [...new Set(companyIds)].filter((id) => !known.has(id))
  const companies = new Map((await listCompanies(db, unknown)).map((company) => [company.id, toNode(company)]))
  const found = new Map<string, Node>()
  for (const relation of relations) {
    for (const node of [companies.get(relation.company_id), companies.get(relation.holder_id) ?? holderOf(relation)]) {
      if (node && !known.has(node.id)) found.set(node.id, node)
    }
  }
  return [...found.values()]
}

const toNode = ({ id, name, krs }: SubjectTable): Node => ({ id, kind: 'company', name, krs })

/** A person, or a company that no register of ours holds. */
const holderOf = ({ holder_id, holder_kind, holder_name }: RelationTable): Node => ({
  id: holder_id,
  kind: holder_kind,
  name: holder_name,
  krs: null,
})

const toEdge = ({ holder_id, company_id, role, since, until }: RelationTable): Graph['edges'][number] => ({
  from: holder_id,
  to: company_id,
  role,
  since,
  until,
})
