'use client'

import { useTranslations } from 'use-intl'

import { PriceLine } from '@/components/meters/price-line'
import { usePriceWords } from '@/components/meters/use-price-words'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { saveFile } from '@/components/ui/save-file'
import { useCountValues } from '@/components/ui/use-count-values'
import type { Pool } from '@/lib/domain/usage/pools'

import { type Answer, type AnswerBody, unitsOfLines } from '../request/answer'
import { maskLine } from './mask-line'
import { TextLines } from './text-lines'

interface StreamBodyProps {
  readonly answer: Answer
  readonly body: Extract<AnswerBody, { kind: 'lines' }>
  /** The most units that the continuation costs. */
  readonly nextUnits: number
  readonly onNext: (cursor: string) => void
}

/** Shows lines as they arrive, with their numbers and the cost so far; at the end why it ended, and how to continue. */
export function StreamBody({ answer, body, nextUnits, onNext }: StreamBodyProps) {
  const t = useTranslations('console')
  const countValues = useCountValues()
  const words = usePriceWords()
  const { pool } = answer.operation.call ?? {}
  const count = body.lines.length
  const cursor = furtherCursor(body.end)
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b px-4 py-2">
        <p className="tabular">
          <span className="font-medium">{t('answer.lines', countValues(count))}</span>
          {answer.state === 'running' && pool && (
            <span className="text-muted"> · {t('stream.sofar', { price: words(pool, unitsOfLines(answer)) })}</span>
          )}
        </p>
        {answer.state !== 'running' && count > 0 && <SaveLines answer={answer} body={body} />}
      </div>
      {count > 0 && (
        <TextLines label={t('answer.linesLabel')} lines={body.lines} count={count} isColoured toShown={maskLine} />
      )}
      <StreamEndNote answer={answer} body={body} />
      {cursor !== null && answer.state === 'done' && (
        <ContinueStream cursor={cursor} pool={pool} nextUnits={nextUnits} onNext={onNext} />
      )}
    </div>
  )
}

/** Only a stream with lines left can be continued; lines published after its end belong to another request. */
const furtherCursor = (end: StreamBodyProps['body']['end']): string | null =>
  end === undefined || end.reason === 'complete' ? null : end.cursor

interface ContinueStreamProps extends Pick<StreamBodyProps, 'nextUnits' | 'onNext'> {
  readonly cursor: string
  readonly pool: Pool | undefined
}

function ContinueStream({ cursor, pool, nextUnits, onNext }: ContinueStreamProps) {
  const t = useTranslations('console.stream')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t px-4 py-2.5">
      <Button size="sm" onClick={() => onNext(cursor)}>
        {t('next')}
      </Button>
      {pool && <PriceLine pool={pool} units={nextUnits} isMaximum />}
    </div>
  )
}

/** The lines are saved unmasked, because a stream is a file to be handed over. */
function SaveLines({ answer, body }: Pick<StreamBodyProps, 'answer' | 'body'>) {
  const t = useTranslations('console.answer')
  const toFile = () => new Blob([body.lines.map((line) => `${line}\n`).join('')])
  return (
    <Button size="sm" onClick={() => saveFile(`${answer.operation.name}.ndjson`, toFile())}>
      <Icon name="download" size={14} />
      {t('save')}
    </Button>
  )
}

function StreamEndNote({ answer, body }: Pick<StreamBodyProps, 'answer' | 'body'>) {
  const t = useTranslations('console.stream')
  const words = usePriceWords()
  const { pool } = answer.operation.call ?? {}
  const price = pool ? words(pool, unitsOfLines(answer)) : ''
  if (answer.state === 'running') return null
  return (
    <div className="space-y-0.5 border-t px-4 py-2.5">
      {body.end !== undefined && <p>{t(body.end.reason)}</p>}
      {answer.state === 'stopped' && (
        <>
          <p>{t('stoppedUnits', { price })}</p>
          <p className="text-muted">{t('stopped')}</p>
        </>
      )}
      {(answer.state === 'lost' || (answer.state === 'done' && body.end === undefined)) && (
        <p role="alert" className="text-danger-ink">
          {t('cut', { price })}
        </p>
      )}
    </div>
  )
}
