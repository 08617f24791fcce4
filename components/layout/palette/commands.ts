import type { EventKind, EventSeverity } from '@/lib/domain/events/event-kinds'
import { foldText } from '@/lib/domain/fold'

/** In display order. */
export const commandGroups = [
  'pages',
  'settings',
  'companies',
  'monitors',
  'events',
  'filters',
  'reports',
  'help',
  'actions',
] as const

export interface Command {
  readonly id: string
  readonly group: (typeof commandGroups)[number]
  readonly label: string
  /** A muted remark next to the label. */
  readonly note?: string | undefined
  /** What an event is about. */
  readonly event?: { readonly kind: EventKind; readonly severity: EventSeverity }
  /** Extra search terms. */
  readonly words?: string
  /** It is shown once it is searched, and not in the initial list. */
  readonly isSearchedOnly?: boolean
  readonly run: () => void
}

const wordsIn = (text: string): readonly string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Commands in which every searched word is the beginning of some word, ignoring case, order and Polish diacritics. */
export function matchCommands(commands: readonly Command[], query: string): readonly Command[] {
  const searchedWords = wordsIn(query)
  if (searchedWords.length === 0) return query.trim() === '' ? commands.filter((each) => !each.isSearchedOnly) : []
  return commands.filter(({ label, words: more = '' }) => {
    const words = wordsIn(`${label} ${more}`)
    return searchedWords.every((start) => words.some((word) => word.startsWith(start)))
  })
}
