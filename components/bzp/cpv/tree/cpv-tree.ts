import { cpvPrefix, parseCpv } from '@/lib/domain/cpv'
import { foldText } from '@/lib/domain/fold'

import { type CpvSearch, matchCpv, toCpvSearch } from '../cpv-search'

export interface CpvNode {
  /** Eight digits. */
  readonly code: string
  readonly name: string
  readonly folded: string
  /** The leading digits that its whole branch shares. */
  readonly prefix: string
  readonly parent: CpvNode | undefined
  readonly children: readonly CpvNode[]
}

export interface CpvTree {
  readonly roots: readonly CpvNode[]
  /** In the order of codes. */
  readonly nodes: readonly CpvNode[]
  readonly search: CpvSearch
}

const CODE_DIGITS = 8
type Draft = Omit<CpvNode, 'children'> & { readonly children: CpvNode[] }

/** Returns the nearest ancestor in the dictionary; for a few codes the direct parent is missing. */
function nearestAncestor(prefix: string, byPrefix: ReadonlyMap<string, Draft>): Draft | undefined {
  for (let length = prefix.length - 1; length >= 2; length -= 1) {
    const ancestor = byPrefix.get(prefix.slice(0, length))
    if (ancestor !== undefined) return ancestor
  }
  return undefined
}

/**
 * Builds the tree of 45 divisions, with every code under its nearest ancestor. The pairs must be in the order of codes.
 */
export function toCpvTree(pairs: readonly (readonly [code: string, name: string, ...unknown[]])[]): CpvTree {
  const byPrefix = new Map<string, Draft>()
  const nodes = pairs.map(([text, name]) => {
    const prefix = cpvPrefix(text)
    const parent = nearestAncestor(prefix, byPrefix)
    const node: Draft = { code: text.slice(0, CODE_DIGITS), name, folded: foldText(name), prefix, parent, children: [] }
    byPrefix.set(prefix, node)
    parent?.children.push(node)
    return node
  })
  return { nodes, roots: nodes.filter(({ parent }) => parent === undefined), search: toCpvSearch(nodes) }
}

export interface CpvRow {
  readonly node: CpvNode
  readonly level: number
  /** The position among its visible siblings, from 1. */
  readonly position: number
  readonly size: number
  readonly isOpen: boolean
}

export interface ShownBranches {
  readonly open: ReadonlySet<CpvNode>
  /** During a search, the matches and all their ancestors. */
  readonly found?: ReadonlySet<CpvNode> | undefined
  /** Branches opened during a search, which show all their children. */
  readonly whole?: ReadonlySet<CpvNode> | undefined
}

export function flattenTree(tree: CpvTree, { open, found, whole }: ShownBranches): readonly CpvRow[] {
  const rows: CpvRow[] = []
  const add = (nodes: readonly CpvNode[], level: number, showsAll: boolean) => {
    const shown = found === undefined || showsAll ? nodes : nodes.filter((node) => found.has(node))
    for (const [index, node] of shown.entries()) {
      const isOpen = node.children.length > 0 && open.has(node)
      rows.push({ node, level, position: index + 1, size: shown.length, isOpen })
      if (isOpen) add(node.children, level + 1, showsAll || whole?.has(node) === true)
    }
  }
  add(tree.roots, 1, false)
  return rows
}

/**
 * Finds codes by leading digits, or by words of code and name in any order: as they are typed, in another form, or as an
 * everyday term for a branch.
 */
export function searchTree(tree: CpvTree, query: string): readonly CpvNode[] {
  const prefix = parseCpv(query)
  if (prefix !== null) return tree.nodes.filter(({ code }) => code.startsWith(prefix))
  const words = foldText(query).split(/\s+/).filter(Boolean)
  const numbers = words.filter((word) => /^\d+$/.test(word))
  const named: ReadonlySet<object> = matchCpv(tree.search, words.filter((word) => !numbers.includes(word)).join(' '))
  return tree.nodes.filter((node) => {
    const { code, folded } = node
    const isNamed = named.has(node) && numbers.every((number) => code.startsWith(number))
    return isNamed || words.every((word) => folded.includes(word) || (numbers.includes(word) && code.startsWith(word)))
  })
}

export function withAncestors(nodes: Iterable<CpvNode>): ReadonlySet<CpvNode> {
  const all = new Set<CpvNode>()
  for (const node of nodes) {
    for (let each: CpvNode | undefined = node; each !== undefined && !all.has(each); each = each.parent) all.add(each)
  }
  return all
}

/** Returns the ancestors of the nodes, which have to be open to show them. */
export const ancestorsOf = (nodes: readonly CpvNode[]): ReadonlySet<CpvNode> =>
  withAncestors(nodes.flatMap(({ parent }) => (parent === undefined ? [] : [parent])))
