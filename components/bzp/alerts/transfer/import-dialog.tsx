'use client'

import { useQuery } from '@tanstack/react-query'
import { useState, type ChangeEvent, useId } from 'react'
import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-style'
import { TextArea } from '@/components/ui/inputs/text-area'
import { Dialog } from '@/components/ui/overlay/dialog'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelQuery } from '@/lib/client/queries'
import { formatInteger, formatBytes } from '@/lib/domain/format/format'

import { ImportResult, ImportVerdicts } from './import-verdicts'
import { type AlertsFileFault, MAX_IMPORTED, readAlertsFile, type ReadAlert } from './read-alerts-file'

interface AlertsSourceProps {
  readonly text: string
  readonly onChange: (text: string) => void
  readonly fault: string | undefined
}

const MAX_BYTES = 8_000_000

function AlertsSource({ text, onChange, fault }: AlertsSourceProps) {
  const t = useTranslations('bzp-alerts.importing')
  const locale = useLocale()
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const read = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Clearing the input lets the user choose the same file again after correcting it.
    target.value = ''
    if (file === undefined) return
    const sizes = { size: formatBytes(file.size, locale), max: formatBytes(MAX_BYTES, locale) }
    if (file.size > MAX_BYTES) return setProblem(t('faults.big', sizes))
    setProblem(undefined)
    onChange(await file.text().catch(() => ''))
  }
  return (
    <div className="space-y-3">
      <p className="text-muted">{t('text')}</p>
      <label
        htmlFor={id}
        className={buttonClass(
          {},
          'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent-ink',
        )}
      >
        {t('file')}
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          className="sr-only"
          onChange={(event) => void read(event)}
        />
      </label>
      <TextArea
        label={t('paste')}
        hint={t('pasteHint')}
        error={problem ?? fault}
        rows={8}
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        className="font-mono text-sm"
      />
    </div>
  )
}

interface ImportDialogProps {
  readonly onClose: () => void
}

/**
 * Imports alerts from a file in steps: reads them, checks each, then saves them. Pasted text stays until the dialog is
 * closed.
 */
export function ImportDialog({ onClose }: ImportDialogProps) {
  const t = useTranslations('bzp-alerts.importing')
  const steps = useImportSteps()
  const { text, setText, fault, alerts, answer, isPending, failure } = steps
  return (
    <Dialog
      title={t('title')}
      size="md"
      onClose={onClose}
      isDismissable={!isPending}
      footer={<ImportFooter steps={steps} onClose={onClose} />}
    >
      {answer !== undefined && alerts !== undefined && <ImportResult answer={answer} sent={validOf(alerts)} />}
      {answer === undefined && alerts !== undefined && <ImportVerdicts alerts={alerts} />}
      {alerts === undefined && <AlertsSource text={text} onChange={setText} fault={fault} />}
      {failure !== undefined && (
        <p role="alert" className="mt-2 text-sm text-danger-ink">
          {failure}
        </p>
      )}
    </Dialog>
  )
}

const validOf = (alerts: readonly ReadAlert[]) => alerts.filter(({ verdict }) => verdict === undefined)

function useImportSteps() {
  const t = useTranslations('bzp-alerts.importing')
  const toFault = useFaultText()
  const toText = useFailureText()
  const existingAlerts = useQuery(panelQuery('bzpAlerts.list', {})).data?.items ?? []
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [alerts, setAlerts] = useState<readonly ReadAlert[]>()
  const { data: answer, error, isPending, mutate, reset } = useAction('bzpAlerts.import')
  const check = () => {
    const read = readAlertsFile(
      text,
      existingAlerts.map(({ name }) => name),
    )
    setFault('fault' in read ? toFault(read.fault) : undefined)
    setAlerts('alerts' in read ? read.alerts : undefined)
  }
  const goBack = () => {
    setAlerts(undefined)
    reset()
  }
  const save = () => mutate({ body: { items: validOf(alerts ?? []).map(({ value }) => value) } })
  const change = (next: string) => {
    setText(next)
    setFault(undefined)
  }
  const failure = error === null ? undefined : `${t('failed')} ${toText(error)}`
  return { text, setText: change, fault, alerts, answer, isPending, failure, check, back: goBack, save }
}

type ImportSteps = ReturnType<typeof useImportSteps>

function useFaultText(): (fault: AlertsFileFault) => string {
  const t = useTranslations('bzp-alerts.importing.faults')
  const locale = useLocale()
  return (fault) => {
    if (fault.kind === 'json') return t('json', { detail: fault.detail })
    if (fault.kind !== 'many') return t(fault.kind)
    return t('many', {
      countNumber: fault.count,
      count: formatInteger(fault.count, locale),
      max: formatInteger(MAX_IMPORTED, locale),
    })
  }
}

interface ImportFooterProps extends ImportDialogProps {
  readonly steps: ImportSteps
}

function ImportFooter({ steps, onClose }: ImportFooterProps) {
  const t = useTranslations('bzp-alerts.importing')
  const common = useTranslations('common')
  const countValues = useCountValues()
  const { alerts, answer, isPending } = steps
  if (answer !== undefined) {
    return (
      <Button variant="primary" onClick={onClose}>
        {t('done')}
      </Button>
    )
  }
  const validCount = validOf(alerts ?? []).length
  return (
    <>
      <Button onClick={alerts === undefined ? onClose : steps.back} aria-disabled={isPending}>
        {alerts === undefined ? common('cancel') : t('back')}
      </Button>
      {alerts === undefined ? (
        <Button variant="primary" onClick={steps.check}>
          {t('check')}
        </Button>
      ) : (
        <Button
          variant="primary"
          isPending={isPending}
          disabledReason={validCount === 0 ? t('skipped', countValues(alerts.length)) : undefined}
          onClick={steps.save}
        >
          {t('submit', countValues(validCount))}
        </Button>
      )}
    </>
  )
}
