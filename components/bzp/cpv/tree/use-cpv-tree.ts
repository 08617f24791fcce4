'use client'

import { useDeferredValue, useMemo, useState } from 'react'

import { choiceOf } from './cpv-choice'
import {
  branchesAbove,
  type CpvNode,
  type CpvTree,
  flattenTree,
  searchTree,
  type ShownBranches,
  withAbove,
} from './cpv-tree'

type Branches = Required<Pick<ShownBranches, 'open' | 'whole'>>
interface Search extends Branches {
  readonly query: string
  readonly found: ReadonlySet<CpvNode>
  readonly hits: number
}

const none: ReadonlySet<CpvNode> = new Set()
const MIN_QUERY = 2

function startSearch(tree: CpvTree, query: string): Search | undefined {
  if (query.length < MIN_QUERY) return undefined
  const found = searchTree(tree, query)
  return { query, found: withAbove(found), open: branchesAbove(found), whole: none, hits: found.length }
}

/** Opens a branch with everything in it, or closes it. */
function turn({ open, whole }: Branches, node: CpvNode): Branches {
  const next = new Set(open)
  if (next.delete(node)) return { open: next, whole }
  return { open: next.add(node), whole: new Set(whole).add(node) }
}

/** What is chosen is seen at once: the branches above it are open. */
const openAtFirst = (tree: CpvTree, values: readonly string[]): Branches => ({
  open: branchesAbove(tree.nodes.filter((node) => node.parent && isTopChoice(node, values))),
  whole: none,
})
const isTopChoice = (node: CpvNode, values: readonly string[]): boolean =>
  choiceOf(node, values) === 'all' && node.parent !== undefined && choiceOf(node.parent, values) !== 'all'

/** Which rows of the tree are shown. A search has open branches of its own; without it the others are as they were. */
export function useCpvTree(tree: CpvTree, values: readonly string[]) {
  const [text, setText] = useState('')
  const query = useDeferredValue(text).trim()
  const [branches, setBranches] = useState(() => openAtFirst(tree, values))
  const [search, setSearch] = useState<Search>()
  const wanted = query.length < MIN_QUERY ? undefined : query
  if (search?.query !== wanted) setSearch(startSearch(tree, query))
  const rows = useMemo(() => flattenTree(tree, search ?? branches), [tree, search, branches])
  const toggle = (node: CpvNode) => {
    if (search) setSearch({ ...search, ...turn(search, node) })
    else setBranches((now) => turn(now, node))
  }
  return { text, setText, rows, toggle, hits: search?.hits }
}
