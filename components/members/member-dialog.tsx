'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { useViewer } from '@/components/layout/viewer'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { ConfirmDialogLazy } from '@/components/ui/overlay/confirm-dialog-lazy'
import { toast } from '@/components/ui/overlay/toast'
import { useCountValues } from '@/components/ui/use-count-values'
import { panelMutation } from '@/lib/client/queries'
import { isApiError } from '@/lib/domain/api-error'
import { routes } from '@/lib/domain/routes'

import type { Asked, MemberDeed, PasswordLink } from './member-deed'

const RoleDialog = lazyComponent(() => import('./role-dialog').then((module) => module.RoleDialog))

interface MemberDialogProps {
  /** Undefined while nothing is asked. */
  readonly asked: Asked | undefined
  readonly onClose: () => void
  /** A link that was not mailed: it is shown this once. */
  readonly onLink: (made: PasswordLink) => void
}

/** Asks before every deed, and says what follows from it. */
export function MemberDialog({ asked, onClose, onLink }: MemberDialogProps) {
  // The dialog fades out with what it asked about.
  const [shown, setShown] = useState<Asked>()
  if (asked !== undefined && asked !== shown) setShown(asked)
  if (asked?.deed === 'setRole') return <RoleDialog member={asked.member} onClose={onClose} />
  if (shown === undefined || shown.deed === 'setRole') return null
  return (
    <Confirmation
      asked={{ ...shown, deed: shown.deed }}
      isOpen={asked !== undefined}
      onClose={onClose}
      onLink={onLink}
    />
  )
}

type Confirmed = Exclude<MemberDeed, 'setRole'>
type ConfirmedAsked = Asked & { readonly deed: Confirmed }

interface ConfirmationProps {
  readonly asked: ConfirmedAsked
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onLink: (made: PasswordLink) => void
}

function Confirmation({ asked: { deed, member }, isOpen, onClose, onLink }: ConfirmationProps) {
  const t = useTranslations('members.confirm')
  const layout = useTranslations('layout')
  const counted = useCountValues()
  const { account } = useViewer()
  const { run, isPending } = useDeed(deed, { onClose, onLink: (link) => onLink({ email: member.email, link }) })
  const facts = { email: member.email, account: account.name, role: layout(`roles.${member.role}`) }
  return (
    <ConfirmDialogLazy
      title={t(`${deed}.title`, facts)}
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      confirmLabel={t(`${deed}.submit`)}
      tone={deed === 'enable' || deed === 'resetPassword' ? 'primary' : 'danger'}
      onConfirm={() => run(member.user_id)}
      isPending={isPending}
    >
      <p>{t(`${deed}.text`, facts)}</p>
      {(deed === 'remove' || deed === 'leave') && member.procedures > 0 && (
        <p>{t('procedures', counted(member.procedures))}</p>
      )}
    </ConfirmDialogLazy>
  )
}

function useDeed(deed: Confirmed, { onClose, onLink }: { onClose: () => void; onLink: (link: string) => void }) {
  const t = useTranslations('members')
  const failureText = useFailureText()
  const client = useQueryClient()
  const settled = {
    onSuccess: () => {
      // Who left has no account to stand in.
      if (deed === 'leave') window.location.assign(routes.signIn)
      else toast.success(t(`done.${deed}`))
    },
    onError: (error: Error) => {
      const isLast = isApiError(error) && error.code === 'last_owner'
      toast.error(t('failed', { reason: isLast ? t('lastOwner') : failureText(error) }))
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: ['panel', 'members'] })
      onClose()
    },
  }
  const setDisabled = useMutation({ ...panelMutation('members.setDisabled'), ...settled })
  const endSessions = useMutation({ ...panelMutation('members.endSessions'), ...settled })
  const remove = useMutation({ ...panelMutation('members.remove'), ...settled })
  const leave = useMutation({ ...panelMutation('members.leave'), ...settled })
  const resetFactor = useMutation({ ...panelMutation('members.resetSecondFactor'), ...settled })
  const startReset = useMutation({
    ...panelMutation('members.startReset'),
    ...settled,
    onSuccess: ({ link }) => (link === null ? settled.onSuccess() : onLink(link)),
  })
  const deeds: Record<Confirmed, (id: string) => void> = {
    disable: (id) => setDisabled.mutate({ params: { id }, body: { disabled: true } }),
    enable: (id) => setDisabled.mutate({ params: { id }, body: { disabled: false } }),
    endSessions: (id) => endSessions.mutate({ params: { id } }),
    remove: (id) => remove.mutate({ params: { id } }),
    leave: () => leave.mutate({}),
    resetPassword: (id) => startReset.mutate({ params: { id } }),
    resetSecondFactor: (id) => resetFactor.mutate({ params: { id } }),
  }
  const isPending = [setDisabled, endSessions, remove, leave, resetFactor, startReset].some((each) => each.isPending)
  return { run: deeds[deed], isPending }
}
