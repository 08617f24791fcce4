import type { Graph } from '@/lib/contract/records'
import { listCompanies } from '@/lib/service/registers/statements/companies'
import { listRelationsOf, listShareholders } from '@/lib/service/registers/statements/relations'
import type { RelationTable, SubjectTable } from '@/lib/service/registers/tables'

import type { Context, HandlersOf } from '../http/context'
import { requireCompany } from './company-key'
import { sharesOf } from './share-count'

const MAX_NODES = 500
/**
 * Relations read per step and direction: more than fit into a full graph, so that one company with many relations stays
 * bounded.
 */
const MAX_RELATIONS = 5_000

type Node = Graph['nodes'][number]

/**
 * Interface section 4.13 and decision 28a (graph): everything at most `depth` relations away, present and former, in
 * both directions. Nearest first; what exceeds 500 nodes is left out together with its edges.
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
  let isCut = false
  for (let step = 0; step < depth && frontier.length > 0; step += 1) {
    const relations = await listRelationsOf(db, frontier, MAX_RELATIONS)
    const reached = await nodesOf(db, relations, nodes)
    const added = reached.slice(0, MAX_NODES - nodes.size)
    isCut ||= added.length < reached.length
    for (const node of added) nodes.set(node.id, node)
    for (const relation of relations) {
      if (nodes.has(relation.company_id) && nodes.has(relation.holder_id)) edges.set(relation.id, relation)
    }
    frontier = added.map(({ id }) => id)
  }
  const relations = [...edges.values()]
  const totals = await countSharesOf(db, relations)
  return {
    root: root.id,
    nodes: [...nodes.values()],
    edges: relations.map((relation) => toEdge(relation, totals)),
    is_cut: isCut,
  }
}

/** The new ends of the relations, in the order of the relations. */
async function nodesOf(db: Context['db'], relations: readonly RelationTable[], existing: ReadonlyMap<string, Node>) {
  const companyIds = relations.flatMap(({ company_id, holder_id, holder_kind }) =>
    holder_kind === 'company' ? [company_id, holder_id] : [company_id],
  )
  const unknown = [...new Set(companyIds)].filter((id) => !existing.has(id))
  const companies = new Map((await listCompanies(db, unknown)).map((company) => [company.id, toNode(company)]))
  const found = new Map<string, Node>()
  for (const relation of relations) {
    for (const node of [companies.get(relation.company_id), companies.get(relation.holder_id) ?? holderOf(relation)]) {
      if (node && !existing.has(node.id)) found.set(node.id, node)
    }
  }
  return [...found.values()]
}

const toNode = ({ id, name, krs }: SubjectTable): Node => ({ id, kind: 'company', name, krs })

/** A person, or a company that is not in our registers. */
const holderOf = ({ holder_id, holder_kind, holder_name }: RelationTable): Node => ({
  id: holder_id,
  kind: holder_kind,
  name: holder_name,
  krs: null,
})

/**
 * Total shares of each company that has a shareholder among the relations; companies with a holding that is not counted
 * in shares are left out.
 */
async function countSharesOf(db: Context['db'], relations: readonly RelationTable[]): Promise<Map<string, number>> {
  const ids = [...new Set(relations.filter(isShare).map(({ company_id }) => company_id))]
  const totals = new Map<string, number>()
  const uncounted = new Set<string>()
  for (const { company_id, detail } of await listShareholders(db, ids)) {
    const count = sharesOf(detail)
    if (count === null) uncounted.add(company_id)
    else totals.set(company_id, (totals.get(company_id) ?? 0) + count)
  }
  // No percentage can be computed if the total is unknown.
  for (const id of uncounted) totals.delete(id)
  return totals
}

const isShare = ({ role, until }: RelationTable): boolean => role === 'shareholder' && until === null

function percentOf(relation: RelationTable, totals: ReadonlyMap<string, number>): number | null {
  const [count, total = 0] = [sharesOf(relation.detail), totals.get(relation.company_id)]
  return !isShare(relation) || count === null || total === 0 ? null : Math.round((count / total) * 1000) / 10
}

const toEdge = (relation: RelationTable, totals: ReadonlyMap<string, number>): Graph['edges'][number] => ({
  from: relation.holder_id,
  to: relation.company_id,
  role: relation.role,
  share_percent: percentOf(relation, totals),
  since: relation.since,
  until: relation.until,
})
