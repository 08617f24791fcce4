'use client'

import { type ReactNode, useEffect, useRef, useState, useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { FailureReason } from '@/components/layout/failed-query'
import { Button } from '@/components/ui/button'
import { Card, CardBody } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Icon } from '@/components/ui/icon'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { ResourceTable } from '@/components/ui/resource-table'
import { saveFile } from '@/components/ui/save-file'
import { Spinner } from '@/components/ui/spinner'
import { maskPesels } from '@/lib/domain/identifiers/identifiers'

import { RawText } from '../code/raw-text'
import type { Answer, AnswerBody } from '../request/answer'
import { AnswerFacts } from './answer-facts'
import { FileBody } from './file-body'
import { prettyJson, toScreenLines } from './pretty-json'
import { StreamBody } from './stream-body'
import { TextLines } from './text-lines'

/** Larger answers are shown as plain text, so that the page does not freeze. */
const MAX_COLOURED_LINES = 10_000
const MAX_COLOURED_CHARACTERS = 500_000
/** Even larger answers are not formatted at all. */
const MAX_FORMATTED_CHARACTERS = 10_000_000

function TextBody({ body: { text, isJson } }: { readonly body: Extract<AnswerBody, { kind: 'text' }> }) {
  const t = useTranslations('console.answer')
  const shown = useMemo(
    () => (isJson && text.length <= MAX_FORMATTED_CHARACTERS ? prettyJson(text) : text),
    [text, isJson],
  )
  const lines = useMemo(() => toScreenLines(shown), [shown])
  const isColoured = isJson && lines.length <= MAX_COLOURED_LINES && text.length <= MAX_COLOURED_CHARACTERS
  if (text === '') return null
  return (
    <div>
      <div className="flex flex-wrap items-center justify-end gap-2 px-4 pt-2">
        {isJson && !isColoured && <p className="mr-auto text-sm text-muted">{t('plain')}</p>}
        <CopyButton value={shown} label={t('copy')} />
        <Button size="sm" onClick={() => saveFile(isJson ? 'answer.json' : 'answer.txt', new Blob([shown]))}>
          <Icon name="download" size={14} />
          {t('save')}
        </Button>
      </div>
      <div className="py-2">
        <TextLines label={t('linesLabel')} lines={lines} isColoured={isColoured} />
      </div>
    </div>
  )
}

const VIEWS = ['body', 'headers', 'request'] as const
type View = (typeof VIEWS)[number]

interface AnswerCardProps {
  readonly answer: Answer | undefined
  readonly isRunning: boolean
  /** The number of answered calls: each moves the focus to the heading, also if this card is loaded only afterwards. */
  readonly answeredCount: number
  readonly nextUnits: number
  readonly onNext: (cursor: string) => void
}

export function AnswerCard({ answer, isRunning, answeredCount, ...next }: AnswerCardProps) {
  const t = useTranslations('console.answer')
  const [view, setView] = useState<View>('body')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (answeredCount > 0) heading.current?.focus()
  }, [answeredCount])
  const hasAnswer = answer !== undefined && (answer.status > 0 || answer.state !== 'running')
  return (
    <Card labelledBy="answer-title">
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b px-4 py-2">
        <h2 id="answer-title" ref={heading} tabIndex={-1} className="font-semibold">
          {t('title')}
        </h2>
        {hasAnswer && (
          <SegmentedControl
            label={t('view')}
            segments={VIEWS.map((value) => ({ value, label: t(value) }))}
            value={view}
            onChange={setView}
          />
        )}
      </header>
      <ResultAnnouncement answer={answer} isRunning={isRunning} />
      {hasAnswer && <AnswerFacts answer={answer} />}
      {hasAnswer ? <AnswerView answer={answer} view={view} {...next} /> : <NoAnswer isRunning={isRunning} />}
    </Card>
  )
}

function NoAnswer({ isRunning }: { readonly isRunning: boolean }) {
  const t = useTranslations('console.answer')
  if (!isRunning) return <EmptyState title={t('empty')}>{t('emptyHint')}</EmptyState>
  return (
    <div className="flex min-h-28 items-center justify-center gap-2 text-muted">
      <Spinner /> {t('waiting')}
    </div>
  )
}

function ResultAnnouncement({ answer, isRunning }: Pick<AnswerCardProps, 'answer' | 'isRunning'>) {
  const t = useTranslations('console.answer')
  const statusText = isRunning
    ? t(answer?.body.kind === 'lines' ? 'coming' : 'waiting')
    : answer && (answer.status > 0 ? t('done', { status: answer.status, ms: answer.tookMs }) : t('failedDone'))
  return (
    <p role="status" className="sr-only">
      {statusText}
    </p>
  )
}

type AnswerViewProps = Omit<AnswerCardProps, 'answer' | 'isRunning' | 'answeredCount'> & {
  readonly answer: Answer
  readonly view: View
}

function AnswerView({ answer, view, ...next }: AnswerViewProps) {
  if (view === 'headers') return <HeadersTable headers={answer.headers} />
  if (view === 'request') return <SentRequest answer={answer} />
  return (
    <>
      <AnswerProblem answer={answer} />
      <Body answer={answer} {...next} />
    </>
  )
}

function Body({ answer, ...next }: Omit<AnswerViewProps, 'view'>): ReactNode {
  const t = useTranslations('console.answer')
  const { body, state } = answer
  switch (body.kind) {
    case 'lines':
      return <StreamBody answer={answer} body={body} {...next} />
    case 'file':
      return <FileBody body={body} />
    case 'text':
      return <TextBody body={body} />
    case 'none':
      return state === 'done' ? <CardBody className="text-muted">{t('none')}</CardBody> : null
  }
}

function AnswerProblem({ answer }: { readonly answer: Answer }) {
  const t = useTranslations('console.answer')
  const { error, state, status, body, operation } = answer
  const isPriced = operation.call !== undefined
  if (state === 'stopped' && body.kind !== 'lines') {
    return (
      <CardBody>
        <p>{t(isPriced ? 'stoppedPaid' : 'stopped')}</p>
      </CardBody>
    )
  }
  if (error !== undefined && body.kind !== 'lines') {
    return (
      <div role="alert" className="space-y-1 border-b px-4 py-3 last:border-b-0">
        {status === 0 ? <p>{t('lost')}</p> : <FailureReason error={error} />}
        {isPriced && <p className="text-sm text-muted">{t(isKnownFree(status) ? 'notCharged' : 'maybeCharged')}</p>}
      </div>
    )
  }
  return <UnexpectedFormat body={body} />
}

/** Refused calls cost nothing; the cost of other failures is unknown. */
const isKnownFree = (status: number): boolean => status >= 400 && status < 500

function UnexpectedFormat({ body }: Pick<Answer, 'body'>) {
  const t = useTranslations('console.answer')
  if (body.kind !== 'text') return null
  if (!body.isJson) {
    return (
      <Banner tone="warn" className="m-3">
        {t('notJson')}
      </Banner>
    )
  }
  return body.differs === undefined ? null : (
    <Banner tone="info" className="m-3">
      {t('differs', { place: body.differs })}
    </Banner>
  )
}

/** Shows the actual values; the panel adds the key on the server. */
function SentRequest({ answer: { request } }: { readonly answer: Answer }) {
  const t = useTranslations('console.answer')
  const { method, path, headers, body } = request
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const text = [`${method} ${path}`, ...head, ...(body === undefined ? [] : ['', body])].join('\n')
  const shown = maskPesels(text)
  return (
    <CardBody className="space-y-2">
      <div className="flex items-start justify-between gap-2">
        <p className="text-sm text-muted">{t('requestHint')}</p>
        <CopyButton value={shown} iconOnly label={t('request')} />
      </div>
      <RawText label={t('request')} text={shown} maxRows={16} />
    </CardBody>
  )
}

function HeadersTable({ headers }: Pick<Answer, 'headers'>) {
  const t = useTranslations('console.answer')
  return (
    <ResourceTable
      label={t('headers')}
      columns={{ header: { isTitle: true }, value: {} }}
      nameOf={t}
      rows={headers}
      keyOf={([name]) => name}
      cells={([name, value]) => ({
        header: <code className="font-mono text-sm font-normal">{name}</code>,
        value: <code className="font-mono text-sm break-all">{value}</code>,
      })}
    />
  )
}
