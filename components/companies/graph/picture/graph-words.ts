import type { useTranslations } from 'use-intl'

import { formatInteger } from '@/lib/domain/format/format'
import type { Locale } from '@/lib/domain/format/locales'

import type { GraphNode, GraphRole } from '../model/company-graph'
import { type GraphLink, isGraphRole } from '../model/graph-links'
import type { GraphGroup } from '../model/graph-view'

/** The most lines that a label for screen readers contains; further ones are counted. */
const MAX_SPOKEN_LINES = 6

/** Formats with one decimal, as the service returns it. */
export function formatShare(percent: number, locale: Locale): string {
  const text = String(Math.round(percent * 10) / 10)
  return locale === 'pl' ? text.replace('.', ',') : text
}

type Translate = ReturnType<typeof useTranslations<'companies-graph'>>

/** Builds every text about a graph, for the picture, its files, the table and screen readers. */
export function createGraphWords(t: Translate, locale: Locale) {
  const countValues = (count: number) => ({ countNumber: count, count: formatInteger(count, locale) })
  const more = (count: number): string => t('more', countValues(count))
  const roleName = (role: string): string => (isGraphRole(role) ? t(`roles.${role}`) : role.replaceAll('_', ' '))
  const whatOf = ({ role, share }: GraphRole): string =>
    share === null ? roleName(role) : t('shares', { percent: formatShare(share, locale) })
  const roleWords = (role: GraphRole): string => {
    const roleText = whatOf(role)
    if (role.until !== null) return t('former', { what: roleText, when: yearOf(role.until) })
    return role.since === null ? roleText : `${roleText} ${t('since', { when: yearOf(role.since) })}`
  }
  const nameOf = ({ name }: Pick<GraphNode, 'name'>): string => (name === '' ? t('undisclosed') : name)
  const linkWords = ({ roles }: GraphLink): string[] => roles.map(roleWords)
  return {
    more,
    roleName,
    roleWords,
    nameOf,
    linkWords,
    groupName: ({ role, isFormer }: Pick<GraphGroup, 'role' | 'isFormer'>): string => {
      const name = isGraphRole(role) ? t(`plurals.${role}`) : roleName(role) || t('plurals.other')
      return isFormer ? `${name} (${t('formerOnes')})` : name
    },
    groupOf: (name: string, count: number, hub: string): string => t('groupOf', { name, hub, ...countValues(count) }),
    /** Describes a box and its lines in a sentence. */
    nodeLabel: (node: GraphNode, { links, nameById, isRoot }: LabelInput): string => {
      const descriptions = links.slice(0, MAX_SPOKEN_LINES).map((link) => {
        const roleTexts = linkWords(link).join(', ')
        return link.from === node.id
          ? t('holdsIn', { what: roleTexts, where: nameById(link.to) })
          : t('holds', { what: roleTexts, who: nameById(link.from) })
      })
      const rest = links.length > MAX_SPOKEN_LINES ? [more(links.length - MAX_SPOKEN_LINES)] : []
      const lines = descriptions.length === 0 ? [t('noLines')] : [...descriptions, ...rest]
      const nodeText = [nameOf(node), t(`kinds.${node.kind}`), ...(isRoot ? [t('queriedCompany')] : [])].join(', ')
      return `${nodeText}. ${lines.join('; ')}`
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
