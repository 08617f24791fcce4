'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { toast } from '@/components/ui/overlay/toast'
import { saveAnswer } from '@/components/ui/save-file'

/** A certificate of all monitors; of those with a tag where the list is narrowed to one. */
export function PortfolioButton({ tags }: { readonly tags: readonly string[] }) {
  const t = useTranslations('monitors.portfolio')
  const locale = useLocale()
  const { allowed, reason } = usePermission('coverage.portfolio')
  const [tag] = tags
  const isOfTag = tag !== undefined && tags.length === 1
  const { mutate, isPending } = useAction('coverage.portfolio', {
    onSuccess: async (answer) => {
      await saveAnswer(answer, 'poswiadczenie-portfela.pdf')
      toast.success(t('saved'))
    },
    failed: t('failed'),
  })
  return (
    <Button
      isPending={isPending}
      disabledReason={allowed ? undefined : reason}
      title={isOfTag ? t('ofTag', { tag }) : t('ofAll')}
      onClick={() => mutate({ body: { tag: isOfTag ? tag : null, locale } })}
    >
      <Icon name="download" />
      {t('button')}
    </Button>
  )
}
