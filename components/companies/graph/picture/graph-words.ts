import type { GraphNode, GraphRole } from '../model/company-graph'
import { type GraphLink, type GraphRoleName, isGraphRole } from '../model/graph-links'
import type { GraphGroup } from '../model/graph-view'

/** What the catalogue has to say; `use-graph-words` gives it. */
export interface GraphPhrases {
  readonly role: (role: GraphRoleName) => string
  readonly plural: (role: GraphRoleName) => string
  readonly otherPlural: string
  /** `72 % udziałów` */
  readonly shares: (percent: number) => string
  /** `od 2019` */
  readonly since: (when: string) => string
  /** `do 2024: zarząd` */
  readonly former: (what: string, when: string) => string
  readonly more: (count: number) => string
  readonly formerOnes: string
  readonly undisclosed: string
  readonly kind: (kind: GraphNode['kind']) => string
  /** `Teresa C.: zarząd od 2019` */
  readonly holds: (what: string, who: string) => string
  /** `w ŻARIDAN GEODEZJA: zarząd od 2019` */
  readonly holdsIn: (what: string, where: string) => string
  readonly asked: string
  readonly noLines: string
  readonly groupOf: (name: string, count: number, hub: string) => string
}

/** Lines that are read out for one box; more are counted. */
const SAID_LINES = 6

/** Every sentence about a graph is put together here, for the picture, its files, the table and screen readers alike. */
export function createGraphWords(phrases: GraphPhrases) {
  const roleName = (role: string): string => (isGraphRole(role) ? phrases.role(role) : role.replaceAll('_', ' '))
  const whatOf = ({ role, share }: GraphRole): string => (share === null ? roleName(role) : phrases.shares(share))
  const roleWords = (role: GraphRole): string => {
    const what = whatOf(role)
    if (role.until !== null) return phrases.former(what, yearOf(role.until))
    return role.since === null ? what : `${what} ${phrases.since(yearOf(role.since))}`
  }
  const nameOf = ({ name }: Pick<GraphNode, 'name'>): string => (name === '' ? phrases.undisclosed : name)
  const linkWords = ({ roles }: GraphLink): string[] => roles.map(roleWords)
  return {
    phrases,
    roleName,
    roleWords,
    nameOf,
    linkWords,
    groupName: ({ role, isFormer }: Pick<GraphGroup, 'role' | 'isFormer'>): string => {
      const name = isGraphRole(role) ? phrases.plural(role) : roleName(role) || phrases.otherPlural
      return isFormer ? `${name} (${phrases.formerOnes})` : name
    },
    /** All that a box and its lines show, as a sentence. */
    nodeLabel: (node: GraphNode, { links, nameById, isRoot }: LabelInput): string => {
      const told = links.slice(0, SAID_LINES).map((link) => {
        const what = linkWords(link).join(', ')
        return link.from === node.id
          ? phrases.holdsIn(what, nameById(link.to))
          : phrases.holds(what, nameById(link.from))
      })
      const rest = links.length > SAID_LINES ? [phrases.more(links.length - SAID_LINES)] : []
      const lines = told.length === 0 ? [phrases.noLines] : [...told, ...rest]
      const who = [nameOf(node), phrases.kind(node.kind), ...(isRoot ? [phrases.asked] : [])].join(', ')
      return `${who}. ${lines.join('; ')}`
    },
  }
}
export type GraphWords = ReturnType<typeof createGraphWords>

interface LabelInput {
  readonly links: readonly GraphLink[]
  readonly nameById: (id: string) => string
  readonly isRoot: boolean
}

const yearOf = (day: string): string => day.slice(0, 4)
