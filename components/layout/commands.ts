import { foldText } from '@/lib/domain/fold'

export interface Command {
  readonly id: string
  readonly group: 'pages' | 'actions'
  readonly label: string
  readonly run: () => void
}

/** The commands whose words all begin some word of the label, whatever the case and the Polish marks. */
export function matchCommands(commands: readonly Command[], query: string): readonly Command[] {
  const wanted = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '')
  return commands.filter(({ label }) => {
    const words = foldText(label).split(/\s+/)
    return wanted.every((start) => words.some((word) => word.startsWith(start)))
  })
}
