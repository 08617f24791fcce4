import { parseCpv } from '@/lib/domain/cpv'

import type { CpvNode } from './cpv-tree'

export type Choice = 'all' | 'some' | 'none'

const prefixOf = (value: string): string => parseCpv(value) ?? value

/** A branch is chosen by its prefix or a shorter one, and partly by a longer one. */
export function choiceOf({ prefix }: CpvNode, values: readonly string[]): Choice {
  const chosen = values.map(prefixOf)
  if (chosen.some((each) => prefix.startsWith(each))) return 'all'
  return chosen.some((each) => each.startsWith(prefix)) ? 'some' : 'none'
}

/** A branch is written as its prefix, a single code as its eight digits. */
const valueOf = ({ children, prefix, code }: CpvNode): string => (children.length > 0 ? prefix : code)

/** What stays of a chosen branch without one code in it: its other children, down to that code. */
function besides(branch: CpvNode, node: CpvNode): readonly string[] {
  if (branch === node) return []
  return branch.children.flatMap((child) =>
    node.prefix.startsWith(child.prefix) ? besides(child, node) : [valueOf(child)],
  )
}

/** The highest code that a value chooses and the node is in. */
function chosenAbove(node: CpvNode, prefix: string): CpvNode {
  const { parent } = node
  return parent !== undefined && parent.prefix.startsWith(prefix) ? chosenAbove(parent, prefix) : node
}

/** Chooses a whole branch, or takes it away; taken out of a chosen branch, the rest of that one stays. */
export function toggleBranch(node: CpvNode, values: readonly string[]): readonly string[] {
  if (choiceOf(node, values) !== 'all') {
    return [...values.filter((value) => !prefixOf(value).startsWith(node.prefix)), valueOf(node)]
  }
  return values.flatMap((value) => {
    const prefix = prefixOf(value)
    return node.prefix.startsWith(prefix) ? besides(chosenAbove(node, prefix), node) : [value]
  })
}
