'use client'

import { useTranslations } from 'use-intl'
import type * as z from 'zod'

import { useZodForm } from '@/components/forms/use-zod-form'
import { ZodFormDialog } from '@/components/forms/zod-form-dialog'
import { Banner } from '@/components/layout/banner'
import { FailureReason } from '@/components/layout/failed-query'
import { useAction } from '@/components/layout/use-action'
import { isApiError } from '@/lib/domain/api-error'

import { type ScheduleDraft, toScheduleBody } from './schedule-draft'
import { ScheduleFields } from './schedule-fields'
import { scheduleForm } from './schedule-form'

export function ScheduleDialog({ draft, onClose }: { readonly draft: ScheduleDraft; readonly onClose: () => void }) {
  const t = useTranslations('report-schedules')
  const form = useZodForm({
    schema: scheduleForm,
    defaultValues: draft.values,
    words: { name: { required: t('fault.name') } },
  })
  const save = useSaveSchedule(draft, onClose)
  return (
    <ZodFormDialog
      title={t(draft.schedule ? 'editTitle' : 'newTitle')}
      size="md"
      form={form}
      submitLabel={t(draft.schedule ? 'save' : 'create')}
      onClose={onClose}
      onSubmit={save}
      refusals={{
        name_taken: t('fault.nameTaken'),
        personal_number: t('fault.personal'),
        unknown_filter: t('fault.filter'),
        unknown_tag: t('fault.tag'),
      }}
      failure={ScheduleFailure}
    >
      <ScheduleFields />
    </ZodFormDialog>
  )
}

function ScheduleFailure({ error }: { readonly error: Error }) {
  const t = useTranslations('report-schedules.fault')
  const code = isApiError(error) ? error.code : undefined
  return (
    <Banner tone="danger">
      {code === 'schedule_changed' ? t('changed') : code === 'limit' ? t('limit') : <FailureReason error={error} />}
    </Banner>
  )
}

function useSaveSchedule({ schedule }: ScheduleDraft, onSuccess: () => void) {
  const t = useTranslations('report-schedules')
  const create = useAction('reportSchedules.create', {
    done: (_, { body: { name } }) => t('created', { name }),
    onSuccess,
  })
  const update = useAction('reportSchedules.update', {
    done: (_, { body: { name } }) => t('saved', { name }),
    onSuccess,
  })
  return (values: z.output<typeof scheduleForm>): Promise<unknown> => {
    const body = toScheduleBody(values)
    if (schedule === undefined) return create.mutateAsync({ body })
    const { id, enabled, updated_at } = schedule
    return update.mutateAsync({ params: { id }, body: { ...body, enabled, updated_at } })
  }
}
