'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod'

import { Form } from '@/components/forms/form'
import { SubmitButton } from '@/components/forms/submit-button'
import { useZodForm } from '@/components/forms/use-zod-form'
import { FailureReason } from '@/components/layout/query-states'
import { toneClass } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Dialog } from '@/components/ui/overlay/dialog'
import { toast } from '@/components/ui/overlay/toast'
import { panelMutation } from '@/lib/client/queries'
import { MAX_SCHEDULE_NAME_LENGTH } from '@/lib/contract/panel/report-schedules'
import { ApiError, isApiError } from '@/lib/domain/api-error'
import { reportSources } from '@/lib/domain/events/sources'
import { reportRhythms } from '@/lib/domain/reports/schedule-times'

import { shownReportFormats } from '../report-search'
import { type ScheduleDraft, toScheduleBody } from './schedule-draft'
import { ScheduleFields } from './schedule-fields'

interface ScheduleDialogProps {
  readonly draft: ScheduleDraft
  readonly onClose: () => void
}

const scheduleForm = z.object({
  name: z.string().trim().min(1).max(MAX_SCHEDULE_NAME_LENGTH),
  source: z.enum(reportSources),
  format: z.enum(shownReportFormats),
  filter_id: z.string(),
  monitor_tag: z.string(),
  rhythm: z.enum(reportRhythms),
  week: z.enum(['last_7_days', 'week_before']),
  weekday: z.string(),
  month_day: z.string(),
  hour: z.string(),
  working_days: z.boolean(),
  is_team: z.boolean(),
})

/** A report that is ordered again and again: what, when and for whom. */
export function ScheduleDialog({ draft, onClose }: ScheduleDialogProps) {
  const t = useTranslations('report-schedules')
  const common = useTranslations('common')
  const formId = useId()
  const [refusal, setRefusal] = useState<Error | null>(null)
  const form = useZodForm({
    schema: scheduleForm,
    defaultValues: draft.values,
    words: { name: { required: t('fault.name') } },
  })
  const save = useSaveSchedule(draft, onClose)
  const inWords = useScheduleFaults()
  return (
    <Dialog
      title={t(draft.schedule ? 'editTitle' : 'newTitle')}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="md"
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <SubmitButton form={form} formId={formId}>
            {t(draft.schedule ? 'save' : 'create')}
          </SubmitButton>
        </>
      }
    >
      <Form
        id={formId}
        form={form}
        className="space-y-3.5"
        onSubmit={(values) =>
          save(values).catch((error: unknown) => {
            throw inWords(error)
          })
        }
        onRefused={setRefusal}
        failure={refusal !== null && <ScheduleFailure error={refusal} />}
      >
        <ScheduleFields />
      </Form>
    </Dialog>
  )
}

function ScheduleFailure({ error }: { readonly error: Error }) {
  const t = useTranslations('report-schedules.fault')
  const code = isApiError(error) ? error.code : undefined
  return (
    <div role="alert" className={classNames('rounded-lg px-3 py-2', toneClass('danger'))}>
      {code === 'schedule_changed' ? t('changed') : code === 'limit' ? t('limit') : <FailureReason error={error} />}
    </div>
  )
}

const faults = {
  name_taken: 'nameTaken',
  personal_number: 'personal',
  unknown_filter: 'filter',
  unknown_tag: 'tag',
} as const
const isKnownFault = (type: string): type is keyof typeof faults => Object.hasOwn(faults, type)

/** What was refused at a place, in the reader's words. */
function useScheduleFaults(): (error: unknown) => unknown {
  const t = useTranslations('report-schedules.fault')
  return (error) => {
    if (!isApiError(error) || error.fields.length === 0) return error
    const { message, status, code, requestId, detail } = error
    const fields = error.fields.map((each) =>
      isKnownFault(each.type) ? { ...each, message: t(faults[each.type]) } : each,
    )
    return new ApiError(message, { status, code, requestId, detail, fields })
  }
}

function useSaveSchedule({ schedule }: ScheduleDraft, onSaved: () => void) {
  const t = useTranslations('report-schedules')
  const client = useQueryClient()
  const create = useMutation(panelMutation('reportSchedules.create'))
  const update = useMutation(panelMutation('reportSchedules.update'))
  return async (values: z.output<typeof scheduleForm>) => {
    const body = toScheduleBody(values)
    if (schedule === undefined) await create.mutateAsync({ body })
    else {
      const { id, enabled, updated_at } = schedule
      await update.mutateAsync({ params: { id }, body: { ...body, enabled, updated_at } })
    }
    onSaved()
    toast.success(t(schedule ? 'saved' : 'created', { name: body.name }))
    await client.invalidateQueries({ queryKey: ['panel', 'reportSchedules'] })
  }
}
