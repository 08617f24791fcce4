import { asRoute } from '@/components/layout/as-route'
import { Badge } from '@/components/ui/badge'
import { LinkButton } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { ResourceTable } from '@/components/ui/resource-table'
import type { Messages } from '@/lib/domain/format/messages'
import { consolePath } from '@/lib/domain/routes'

import { toCurl } from './curl'
import type { ReferenceOperation } from './description'

const MAX_ROWS = 16

interface OperationProps {
  readonly operation: ReferenceOperation
  readonly server: string
  /** The operation's name in the console. */
  readonly consoleName: string | undefined
  readonly texts: ReferenceTexts
}

/** Collapsed by default; the browser's search expands it when it finds a match. */
export function OperationDetails({ operation, server, consoleName, texts }: OperationProps) {
  const { id, method, path, summary } = operation
  return (
    <details id={id} className="group scroll-mt-4 border-t first:border-t-0">
      <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-hover/60">
        <Badge tone={method === 'GET' ? 'neutral' : 'info'} className="w-16 justify-center font-mono">
          {method}
        </Badge>
        <code className="font-mono text-sm break-all">{path}</code>
        <span lang="en" className="basis-full text-muted sm:basis-auto">
          {summary}
        </span>
      </summary>
      <div className="space-y-4 px-4 pt-1 pb-4">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <p lang="en" className="max-w-prose flex-1 basis-72 text-muted">
            <WithCode text={operation.description} />
          </p>
          {consoleName !== undefined && (
            <LinkButton
              size="sm"
              href={asRoute(consolePath(consoleName))}
              aria-label={`${texts.tryIt}: ${method} ${path}`}
            >
              {texts.tryIt}
            </LinkButton>
          )}
        </div>
        {operation.fields.length > 0 && <FieldTable operation={operation} texts={texts} />}
        <Code title={texts.request} text={toCurl(server, operation)} texts={texts} />
        {operation.exampleAnswer !== undefined && (
          <Code title={texts.answer} text={JSON.stringify(operation.exampleAnswer, undefined, 2)} texts={texts} />
        )}
        <AnswerTable operation={operation} texts={texts} />
      </div>
    </details>
  )
}

/** Renders text between backticks as code. */
function WithCode({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="font-mono text-sm">
        {part}
      </code>
    ),
  )
}

type PartProps = Omit<OperationProps, 'server' | 'consoleName'>

function FieldTable({ operation, texts }: PartProps) {
  return (
    <ResourceTable
      label={`${texts.parameters}: ${operation.method} ${operation.path}`}
      columns={{ parameter: { isTitle: true }, place: { cell: 'text-muted' }, type: {} }}
      nameOf={(id) => texts[id]}
      rows={operation.fields}
      keyOf={({ place, name }) => `${place} ${name}`}
      cells={({ name, place, type, isRequired }) => ({
        parameter: (
          <>
            <code className="font-mono text-sm">{name}</code>
            {isRequired && <span className="ml-2 text-sm font-normal text-muted">{texts.required}</span>}
          </>
        ),
        place: <span lang="en">{place}</span>,
        type: (
          <code lang="en" className="font-mono text-sm break-words">
            {type}
          </code>
        ),
      })}
    />
  )
}

function AnswerTable({ operation, texts }: PartProps) {
  return (
    <ResourceTable
      label={`${texts.answers}: ${operation.method} ${operation.path}`}
      columns={{ status: { isTitle: true, cell: 'w-20 tabular' }, meaning: { cell: 'text-muted' } }}
      nameOf={(id) => texts[id]}
      rows={operation.answers}
      keyOf={({ status }) => status}
      cells={({ status, description }) => ({
        status,
        meaning: (
          <span lang="en">
            <WithCode text={description} />
          </span>
        ),
      })}
    />
  )
}

function Code({
  title,
  text,
  texts,
}: {
  readonly title: string
  readonly text: string
  readonly texts: ReferenceTexts
}) {
  return (
    <figure>
      <figcaption className="mb-1 flex items-center justify-between gap-2 text-sm text-muted">
        {title}
        <CopyButton value={text} iconOnly label={`${texts.copy}: ${title}`} />
      </figcaption>
      {/* A text area rather than a `pre`, because a scrolling element must be reachable by keyboard. */}
      <textarea
        readOnly
        wrap="off"
        aria-label={title}
        rows={Math.min(MAX_ROWS, text.split('\n').length)}
        defaultValue={text}
        className="bg-canvas w-full resize-y rounded-md border p-3 font-mono text-sm"
      />
    </figure>
  )
}

/** All texts of the page without parameters: it is rendered on the server and needs no translator in the browser. */
export type ReferenceTexts = Messages['reference']['operation']
