'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ResourceTable } from '@/components/ui/resource-table'
import { formatDateTime } from '@/lib/domain/format/format'
import type { Invitation, InvitationResult } from '@/lib/features/members/contract'

interface InvitationsCardProps {
  readonly invitations: readonly Invitation[]
  readonly sendsMail: boolean
  /** Called with a new link that was not sent by e-mail. */
  readonly onLink: (link: InvitationResult) => void
}

const invitationColumns = {
  email: { isTitle: true },
  role: {},
  state: {},
  actions: { isEnd: true, isUnnamed: true },
}

export function InvitationsCard({ invitations, ...props }: InvitationsCardProps) {
  const t = useTranslations('members.invitations')
  const layout = useTranslations('layout')
  const locale = useLocale()
  return (
    <Card title={t('title')}>
      <ResourceTable
        label={t('title')}
        columns={invitationColumns}
        nameOf={(id) => t(`columns.${id}`)}
        rows={invitations}
        keyOf={({ id }) => id}
        cells={(invitation) => ({
          email: (
            <>
              <span className="block break-all">{invitation.email}</span>
              {invitation.invited_by !== null && (
                <span className="block text-sm break-all text-muted">{t('by', { email: invitation.invited_by })}</span>
              )}
            </>
          ),
          role: layout(`roles.${invitation.role}`),
          state: (
            <Badge tone={invitation.state === 'open' ? 'neutral' : 'warn'}>
              {t(invitation.state, { until: formatDateTime(invitation.expires_at, locale) })}
            </Badge>
          ),
          actions: <InvitationActions invitation={invitation} {...props} />,
        })}
      />
    </Card>
  )
}

type InvitationActionsProps = Omit<InvitationsCardProps, 'invitations'> & { readonly invitation: Invitation }

function InvitationActions({ invitation: { id, email }, sendsMail, onLink }: InvitationActionsProps) {
  const t = useTranslations('members.invitations')
  const { reason } = usePermission('members.resendInvitation')
  const { resend, withdraw } = useInvitationActions(onLink)
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      <Button
        size="sm"
        aria-label={t(sendsMail ? 'resendNamed' : 'newLinkNamed', { email })}
        disabledReason={reason}
        isPending={resend.isPending}
        onClick={() => resend.mutate({ params: { id } })}
      >
        {t(sendsMail ? 'resend' : 'newLink')}
      </Button>
      <Button
        size="sm"
        variant="ghost"
        aria-label={t('withdrawNamed', { email })}
        disabledReason={reason}
        isPending={withdraw.isPending}
        onClick={() => withdraw.mutate({ params: { id } })}
      >
        {t('withdraw')}
      </Button>
    </span>
  )
}

function useInvitationActions(onLink: (link: InvitationResult) => void) {
  const t = useTranslations('members')
  const failed = (reason: string) => t('failed', { reason })
  const resend = useAction('members.resendInvitation', {
    done: ({ link }) => (link === null ? t('done.resend') : undefined),
    failed,
    onSuccess: (result) => result.link !== null && onLink(result),
  })
  const withdraw = useAction('members.withdrawInvitation', { done: t('done.withdraw'), failed })
  return { resend, withdraw }
}
