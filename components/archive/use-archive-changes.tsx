'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { useAction } from '@/components/layout/use-action'
import { useFailureText } from '@/components/layout/use-failure-text'
import { panelQuery } from '@/lib/client/queries'

import { type ArchiveDraft, bodyOf } from './archive-draft'

/** Saves, and says so; what is refused is said and the dialog stays. */
export function useSaveArchive(onDone: () => void) {
  const t = useTranslations('archive.dialog')
  const client = useQueryClient()
  const { mutate, isPending } = useAction('archive.update', {
    done: t('saved'),
    failed: (reason) => t('failed', { reason }),
    onSuccess: (view) => {
      client.setQueryData(panelQuery('archive.get', {}).queryKey, view)
      onDone()
    },
  })
  return { save: (draft: ArchiveDraft) => mutate({ body: bodyOf(draft) }), isPending }
}

/** Tries the place of a draft. */
export function useValidatePlace() {
  const { mutate, ...tried } = useAction('archive.validate')
  return { ...tried, validate: (draft: ArchiveDraft) => mutate({ body: bodyOf(draft) }) }
}

/** What came of it, in words. */
export function Validated({ place: { data, error } }: { readonly place: ReturnType<typeof useValidatePlace> }) {
  const t = useTranslations('archive')
  const failureText = useFailureText()
  if (error) return <Banner tone="danger">{t('dialog.checkFailed', { reason: failureText(error) })}</Banner>
  if (data === undefined) return null
  if (data.ok) return <Banner tone="info">{t('dialog.valid')}</Banner>
  const reason = data.failure === null ? '' : t(`failures.${data.failure}`)
  return (
    <Banner tone="danger">
      {t('dialog.invalid', { step: t(`dialog.steps.${data.step ?? 'write'}`), reason })}{' '}
      {data.error !== null && <span className="break-words">({data.error})</span>}
    </Banner>
  )
}
