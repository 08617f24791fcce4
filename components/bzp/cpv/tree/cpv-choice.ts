import { parseCpv } from '@/lib/domain/cpv'

import type { CpvNode } from './cpv-tree'

export type Choice = 'all' | 'some' | 'none'

const prefixOf = (value: string): string => parseCpv(value) ?? value

/** A branch is selected by its prefix or a shorter one, and partly selected by a longer one. */
export function choiceOf({ prefix }: CpvNode, values: readonly string[]): Choice {
  const chosen = values.map(prefixOf)
  if (chosen.some((each) => prefix.startsWith(each))) return 'all'
  return chosen.some((each) => each.startsWith(prefix)) ? 'some' : 'none'
}

/** A branch is stored as its prefix, a single code as its eight digits. */
const valueOf = ({ children, prefix, code }: CpvNode): string => (children.length > 0 ? prefix : code)

/** Returns what remains of a selected branch without one of its codes: all siblings on the path to that code. */
function branchWithout(branch: CpvNode, node: CpvNode): readonly string[] {
  if (branch === node) return []
  return branch.children.flatMap((child) =>
    node.prefix.startsWith(child.prefix) ? branchWithout(child, node) : [valueOf(child)],
  )
}

function selectedAncestor(node: CpvNode, prefix: string): CpvNode {
  const { parent } = node
  return parent !== undefined && parent.prefix.startsWith(prefix) ? selectedAncestor(parent, prefix) : node
}

/** Selects a whole branch or deselects it; if an ancestor is selected, the rest of it stays selected. */
export function toggleBranch(node: CpvNode, values: readonly string[]): readonly string[] {
  if (choiceOf(node, values) !== 'all') {
    return [...values.filter((value) => !prefixOf(value).startsWith(node.prefix)), valueOf(node)]
  }
  return values.flatMap((value) => {
    const prefix = prefixOf(value)
    return node.prefix.startsWith(prefix) ? branchWithout(selectedAncestor(node, prefix), node) : [value]
  })
}
