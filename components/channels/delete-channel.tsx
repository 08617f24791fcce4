'use client'

import { useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { useEveryRule } from '@/components/shared/rules/use-every-rule'
import { SubjectDialog } from '@/components/ui/overlay/subject-dialog'
import { useCountValues } from '@/components/ui/use-count-values'
import type { Channel } from '@/lib/contract/panel/channels'

interface DeleteChannelProps {
  /** Undefined while nothing is asked. */
  readonly channel: Channel | undefined
  readonly onClose: () => void
}

/** Asks before a channel goes, and says what waits for it. */
export function DeleteChannel({ channel, onClose }: DeleteChannelProps) {
  const t = useTranslations('channels.remove')
  const counted = useCountValues()
  const remove = useAction('channels.delete', {
    done: t('done', { name: channel?.name ?? '' }),
    failed: t('failed'),
    isGoneDone: true,
    onSettled: onClose,
  })
  return (
    <SubjectDialog
      subject={channel}
      question={(shown) => ({
        title: t('title', { name: shown.name }),
        confirmLabel: t('confirm'),
        text: (
          <>
            <p>{t('text')}</p>
            {shown.rules > 0 && <UsingRules channel={shown} />}
            {shown.waiting > 0 && <p>{t('waiting', counted(shown.waiting))}</p>}
          </>
        ),
      })}
      onConfirm={({ id }) => remove.mutate({ params: { id } })}
      onClose={onClose}
      isPending={remove.isPending}
    />
  )
}

/** How many rules use it; by name those that the viewer sees. */
function UsingRules({ channel: { id, rules } }: { readonly channel: Channel }) {
  const t = useTranslations('channels.remove')
  const counted = useCountValues()
  const using = useEveryRule().filter(({ targets }) => targets.some(({ target }) => target === id))
  return (
    <>
      <p>{t('rules', counted(rules))}</p>
      <ul className="my-2 list-disc pl-5 empty:hidden">
        {using.map((rule) => (
          <li key={rule.id} className="wrap-anywhere">
            {rule.name}
          </li>
        ))}
      </ul>
    </>
  )
}
