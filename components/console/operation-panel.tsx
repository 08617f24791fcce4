'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

import { usePermission } from '@/components/layout/viewer'
import { countUnits } from '@/components/meters/price'
import { PurposeDialogHost, usePurpose } from '@/components/shared/purpose/purpose'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { deferredComponent } from '@/components/ui/lazy/deferred-component'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { SkeletonCard } from '@/components/ui/skeleton-card'
import type { ConsoleOperation } from '@/lib/contract/console/console-operations'
import type { RequestForm } from '@/lib/contract/console/request-form'
import type { RequestInputs } from '@/lib/contract/console/stored-inputs'

import { RequestFormProvider } from './form/form-context'
import { RequestFields } from './form/request-fields'
import { OperationHead } from './operations/operation-head'
import type { DraftPath, DraftValue } from './request/draft'
import { type RequestFault, unplacedFaults } from './request/faults'
import { useCall } from './request/use-call'
import { useFaultWords } from './request/use-fault-words'
import { type SavedRequestInputs, type RequestDraft, useRequestDraft } from './request/use-request-draft'
import { ConfirmWrite } from './send/confirm-write'
import { SendPrice } from './send/send-price'
import { type Confirmation, useConfirmation } from './send/use-confirmation'

/** Returns the most calls, identifiers or items that a request pays for; undefined if only the answer shows it. */
function countPaid({ call }: ConsoleOperation, form: RequestForm, inputs: RequestInputs): number | undefined {
  if (call === undefined) return 0
  if (call.by === 'call') return 1
  if (call.by === 'identifier') return sizeOf(inputs.body?.['identifiers'])
  const limit = form.query.find(({ name }) => name === 'limit')
  if (limit === undefined) return call.most
  const limitText = inputs.query?.['limit'] ?? limit.fallback
  return typeof limitText === 'string' && /^\d{1,7}$/.test(limitText) ? Number(limitText) : call.most
}

const sizeOf = (value: unknown): number => (Array.isArray(value) ? Math.max(1, value.length) : 1)

const AnswerCard = lazyComponent(
  async () => (await import('./answer/answer-card')).AnswerCard,
  () => <SkeletonCard rows={4} />,
)
const CodeCard = deferredComponent(async () => (await import('./code/code-card')).CodeCard)

export interface OperationPanelProps {
  readonly operation: ConsoleOperation
  readonly form: RequestForm
  readonly example: RequestInputs | undefined
  /** The address of the service as used by a caller with a key. */
  readonly server: string
  readonly saved: SavedRequestInputs
  readonly onSave: (saved: SavedRequestInputs) => void
}

export function OperationPanel({ operation, form, example, server, saved, onSave }: OperationPanelProps) {
  const purpose = usePurpose()
  const request = useRequestDraft(form, saved, onSave)
  const call = useCall({ operation, form, purpose })
  const confirmation = useConfirmation(operation, request.inputs)
  const [answeredCount, setAnsweredCount] = useState(0)
  const { reason } = usePermission(operation.name)
  const count = countPaid(operation, form, request.inputs)
  const { isRunning, stop } = call
  useStopByKey(isRunning, stop)
  const submit = async (inputs: RequestInputs = request.inputs) => {
    if (isRunning || reason !== undefined || request.jsonFault !== undefined) return
    if (!confirmation.isGiven) return confirmation.showMissing()
    const isSent = await call.send(inputs)
    if (!isSent) return
    confirmation.change('')
    setAnsweredCount((before) => before + 1)
  }
  const continueStream = (cursor: string) => {
    const inputs = { ...request.inputs, query: { ...request.inputs.query, cursor } }
    request.changeField(['query', 'cursor'], cursor)
    void submit(inputs)
  }
  const nextUnits = unitsOf(operation, count)
  const change = (path: DraftPath, value: DraftValue) => {
    call.forgetFaults()
    request.changeField(path, value)
  }
  const onKey = (event: KeyboardEvent) => {
    if (isSendKey(event)) void submit()
    else if (isCostlyEnter(event, operation)) event.preventDefault()
  }
  const codeInputs = request.jsonFault === undefined ? request.inputs : undefined
  return (
    <div className="min-w-0 space-y-4">
      <RequestFormProvider value={{ operation: operation.name, faults: call.faults?.list ?? [], onChange: change }}>
        <ShortcutForm onSubmit={() => void submit()} onKey={onKey}>
          <Card labelledBy="operation-title">
            <OperationHead operation={operation} request={request} example={example} />
            <RequestFields form={form} request={request} />
            <UnplacedFaults form={form} faults={call.faults} isJson={request.json !== undefined} />
            <SendBar
              {...{ operation, request, confirmation, count, isRunning, stop, reason }}
              isAgain={call.answer !== undefined}
            />
          </Card>
        </ShortcutForm>
      </RequestFormProvider>
      {(call.answer !== undefined || isRunning) && (
        <AnswerCard
          answer={call.answer}
          answeredCount={answeredCount}
          onNext={continueStream}
          {...{ isRunning, nextUnits }}
        />
      )}
      <CodeCard operation={operation} inputs={codeInputs} server={server} />
      <PurposeDialogHost question={purpose} />
    </div>
  )
}

const unitsOf = ({ call }: ConsoleOperation, count: number | undefined): number =>
  call === undefined || count === undefined ? 0 : countUnits(call, count).to

interface ShortcutFormProps {
  readonly onSubmit: () => void
  readonly onKey: (event: KeyboardEvent) => void
  readonly children: ReactNode
}

/** A form with keyboard shortcuts that work on all of its fields. */
function ShortcutForm({ onSubmit, onKey, children }: ShortcutFormProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields inside, which are interactive
    <form
      noValidate
      onKeyDown={onKey}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

const isSendKey = (event: KeyboardEvent): boolean => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false
  event.preventDefault()
  return true
}

/** Enter in a field submits a form, but a call that costs or changes something requires the button or Ctrl+Enter. */
const isCostlyEnter = ({ key, target }: KeyboardEvent, { isPaid, isWrite }: ConsoleOperation): boolean =>
  key === 'Enter' && target instanceof HTMLInputElement && target.type !== 'checkbox' && (isPaid || isWrite)

function useStopByKey(isRunning: boolean, stop: () => void): void {
  useEffect(() => {
    if (!isRunning) return undefined
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) stop()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isRunning, stop])
}

interface SendBarProps {
  readonly operation: ConsoleOperation
  readonly request: RequestDraft
  readonly confirmation: Confirmation
  readonly count: number | undefined
  readonly reason: string | undefined
  readonly isRunning: boolean
  readonly isAgain: boolean
  readonly stop: () => void
}

function SendBar({ operation, request, confirmation, count, reason, isRunning, isAgain, stop }: SendBarProps) {
  const t = useTranslations('console.send')
  const missing = confirmation.isGiven ? undefined : t('confirmFirst')
  return (
    <div className="space-y-3 border-t px-4 py-3">
      {operation.isWrite && reason === undefined && (
        <ConfirmWrite operation={operation} inputs={request.inputs} confirmation={confirmation} />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {/* Two elements, because a stop button that became the send button during its click would send the call again. */}
        {isRunning ? (
          <Button key="stop" autoFocus onClick={stop}>
            {t('stop')}
          </Button>
        ) : (
          <Button
            key="send"
            type="submit"
            variant={operation.method === 'DELETE' ? 'danger' : 'primary'}
            disabledReason={reason ?? missing}
          >
            {t(isAgain && !operation.isWrite ? 'again' : 'send')}
          </Button>
        )}
        <SendPrice operation={operation} count={count} />
        <span className="ml-auto hidden text-sm text-muted lg:block">{t('keys')}</span>
      </div>
      {reason !== undefined && <p className="text-sm text-warn-ink">{reason}</p>}
    </div>
  )
}

interface UnplacedFaultsProps {
  readonly form: RequestForm
  readonly faults: { readonly source: 'check' | 'service'; readonly list: readonly RequestFault[] } | undefined
  /** Whether the body is entered as JSON and has no fields. */
  readonly isJson: boolean
}

function UnplacedFaults({ form, faults, isJson }: UnplacedFaultsProps) {
  const t = useTranslations('console.faults')
  const words = useFaultWords()
  if (faults === undefined) return null
  const ofBody = isJson ? faults.list.filter(({ at }) => at[0] === 'body') : []
  const unplaced = [...new Set([...unplacedFaults(form, faults.list), ...ofBody])]
  return (
    <div role="alert" className="border-t bg-danger-soft px-4 py-2.5 text-danger-ink">
      <p className="font-medium">{t(faults.source === 'check' ? 'title' : 'refused')}</p>
      {unplaced.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {unplaced.slice(0, 20).map((fault) => (
            <li key={`${fault.at.join('.')} ${fault.message}`}>
              {t('at', { place: fault.at.join('.'), text: words(fault) })}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
