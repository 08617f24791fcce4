import { foldText } from '@/lib/domain/fold'

/** In the order in which they stand. */
export const commandGroups = [
  'pages',
  'settings',
  'companies',
  'monitors',
  'filters',
  'reports',
  'help',
  'actions',
] as const

export interface Command {
  readonly id: string
  readonly group: (typeof commandGroups)[number]
  readonly label: string
  /** A quiet remark beside the label. */
  readonly note?: string | undefined
  /** What else it is found by. */
  readonly words?: string
  readonly run: () => void
}

const wordsIn = (text: string): readonly string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** The commands of which each word asked for begins some word, whatever the case, the order and the Polish marks. */
export function matchCommands(commands: readonly Command[], query: string): readonly Command[] {
  const wanted = wordsIn(query)
  // Help answers a question; it is no list to look through.
  if (wanted.length === 0) return query.trim() === '' ? commands.filter(({ group }) => group !== 'help') : []
  return commands.filter(({ label, words: more = '' }) => {
    const words = wordsIn(`${label} ${more}`)
    return wanted.every((start) => words.some((word) => word.startsWith(start)))
  })
}
