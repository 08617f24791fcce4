import { cpvPrefix, parseCpv } from '@/lib/domain/cpv'
import { foldText } from '@/lib/domain/fold'

export interface CpvNode {
  /** Eight digits. */
  readonly code: string
  readonly name: string
  readonly folded: string
  /** Digits that its whole branch begins with. */
  readonly prefix: string
  readonly parent: CpvNode | undefined
  readonly children: readonly CpvNode[]
}

export interface CpvTree {
  readonly roots: readonly CpvNode[]
  /** In the order of the codes. */
  readonly nodes: readonly CpvNode[]
}

const CODE_DIGITS = 8
type Draft = Omit<CpvNode, 'children'> & { readonly children: CpvNode[] }

/** The code above that is in the dictionary: of a few codes the one digit above is not. */
function nearestAbove(prefix: string, byPrefix: ReadonlyMap<string, Draft>): Draft | undefined {
  for (let length = prefix.length - 1; length >= 2; length -= 1) {
    const above = byPrefix.get(prefix.slice(0, length))
    if (above !== undefined) return above
  }
  return undefined
}

/** The dictionary as a tree: 45 divisions, and every code under the nearest one above it. The pairs stand in the order of codes. */
export function toCpvTree(pairs: readonly (readonly [code: string, name: string, ...unknown[]])[]): CpvTree {
  const byPrefix = new Map<string, Draft>()
  const nodes = pairs.map(([text, name]) => {
    const prefix = cpvPrefix(text)
    const parent = nearestAbove(prefix, byPrefix)
    const node: Draft = { code: text.slice(0, CODE_DIGITS), name, folded: foldText(name), prefix, parent, children: [] }
    byPrefix.set(prefix, node)
    parent?.children.push(node)
    return node
  })
  return { nodes, roots: nodes.filter(({ parent }) => parent === undefined) }
}

export interface CpvRow {
  readonly node: CpvNode
  readonly level: number
  /** Among its brothers that are shown, from 1. */
  readonly place: number
  readonly size: number
  readonly isOpen: boolean
}

export interface ShownBranches {
  readonly open: ReadonlySet<CpvNode>
  /** While something is searched for: what was found, with all that stands above it. */
  readonly found?: ReadonlySet<CpvNode> | undefined
  /** Branches that were opened by hand while searching: with everything in them. */
  readonly whole?: ReadonlySet<CpvNode> | undefined
}

/** The rows of the open branches, as they stand one below another. */
export function flattenTree(tree: CpvTree, { open, found, whole }: ShownBranches): readonly CpvRow[] {
  const rows: CpvRow[] = []
  const add = (nodes: readonly CpvNode[], level: number, isWhole: boolean) => {
    const shown = found === undefined || isWhole ? nodes : nodes.filter((node) => found.has(node))
    for (const [index, node] of shown.entries()) {
      const isOpen = node.children.length > 0 && open.has(node)
      rows.push({ node, level, place: index + 1, size: shown.length, isOpen })
      if (isOpen) add(node.children, level + 1, isWhole || whole?.has(node) === true)
    }
  }
  add(tree.roots, 1, false)
  return rows
}

/** Codes by their first digits, or by words of code and name in any order, case and diacritics apart. */
export function searchTree(tree: CpvTree, query: string): readonly CpvNode[] {
  const prefix = parseCpv(query)
  if (prefix !== null) return tree.nodes.filter(({ code }) => code.startsWith(prefix))
  const words = foldText(query).split(/\s+/).filter(Boolean)
  return tree.nodes.filter(({ code, folded }) =>
    words.every((word) => folded.includes(word) || (/^\d+$/.test(word) && code.startsWith(word))),
  )
}

/** Nodes with everything above them. */
export function withAbove(nodes: Iterable<CpvNode>): ReadonlySet<CpvNode> {
  const all = new Set<CpvNode>()
  for (const node of nodes) {
    for (let each: CpvNode | undefined = node; each !== undefined && !all.has(each); each = each.parent) all.add(each)
  }
  return all
}

/** What stands above the nodes, without themselves unless one is above another: the branches to open to see them. */
export const branchesAbove = (nodes: readonly CpvNode[]): ReadonlySet<CpvNode> =>
  withAbove(nodes.flatMap(({ parent }) => (parent === undefined ? [] : [parent])))
