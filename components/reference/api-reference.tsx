import { Card } from '@/components/ui/card'

import { groupByTag, type Reference } from './description'
import { OperationDetails, type ReferenceTexts } from './operation-details'
import type { tagTitles } from './tag-titles'

interface ApiReferenceProps {
  readonly reference: Reference
  /** The console's operation names by method and path. */
  readonly consoleNames: Readonly<Record<string, string>>
  readonly texts: ReferenceTexts
  readonly titles: ReturnType<typeof tagTitles>
}

/** Every operation of the service, by topic. Its only scripts are the copy buttons. */
export function ApiReference({ reference, consoleNames, texts, titles }: ApiReferenceProps) {
  const groups = groupByTag(reference.operations)
  const titleOf = (tag: string) => titles[tag] ?? <span lang="en">{tag}</span>
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <nav aria-label={texts.subjects} className="self-start lg:sticky lg:top-4">
        <ul className="flex flex-wrap gap-x-1 gap-y-0.5 lg:flex-col">
          {groups.map(([tag, operations]) => (
            <li key={tag}>
              <a href={`#tag-${tag}`} className="flex justify-between gap-2 rounded-md px-2.5 py-1.5 hover:bg-hover">
                <span>{titleOf(tag)}</span>
                <span className="text-sm text-muted tabular">{operations.length}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 space-y-4">
        {groups.map(([tag, operations]) => (
          <div key={tag} id={`tag-${tag}`} className="scroll-mt-4">
            <Card title={titleOf(tag)}>
              {operations.map((operation) => (
                <OperationDetails
                  key={operation.id}
                  operation={operation}
                  server={reference.server}
                  consoleName={consoleNames[`${operation.method} ${operation.path}`]}
                  texts={texts}
                />
              ))}
            </Card>
          </div>
        ))}
      </div>
    </div>
  )
}
