'use client'

import { useLocale, useTranslations } from 'use-intl'

import { useAction } from '@/components/layout/use-action'
import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import type { Invitation, Invited } from '@/lib/contract/panel/members'
import { formatDateTime } from '@/lib/domain/format/format'

interface InvitationsCardProps {
  readonly invitations: readonly Invitation[]
  readonly sendsMail: boolean
  /** A new link that was not mailed. */
  readonly onLink: (link: Invited) => void
}

export function InvitationsCard({ invitations, ...props }: InvitationsCardProps) {
  const t = useTranslations('members.invitations')
  return (
    <Card labelledBy="invitations-title">
      <CardHeader title={t('title')} titleId="invitations-title" />
      <Table label={t('title')}>
        <TableHead>
          <HeaderCell>{t('columns.email')}</HeaderCell>
          <HeaderCell>{t('columns.role')}</HeaderCell>
          <HeaderCell>{t('columns.state')}</HeaderCell>
          <HeaderCell isEnd>
            <span className="sr-only">{t('columns.actions')}</span>
          </HeaderCell>
        </TableHead>
        <TableBody>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} {...props} />
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

type RowProps = Omit<InvitationsCardProps, 'invitations'> & { readonly invitation: Invitation }

function InvitationRow({ invitation, sendsMail, onLink }: RowProps) {
  const t = useTranslations('members.invitations')
  const layout = useTranslations('layout')
  const locale = useLocale()
  const { reason } = usePermission('members.resendInvitation')
  const { id, email, state, invited_by: inviter, expires_at: expires } = invitation
  const { resend, withdraw } = useInvitationDeeds(onLink)
  return (
    <TableRow>
      <Cell isTitle>
        <span className="block break-all">{email}</span>
        {inviter !== null && <span className="block text-sm break-all text-muted">{t('by', { email: inviter })}</span>}
      </Cell>
      <Cell>{layout(`roles.${invitation.role}`)}</Cell>
      <Cell>
        <Badge tone={state === 'open' ? 'neutral' : 'warn'}>
          {t(state, { until: formatDateTime(expires, locale) })}
        </Badge>
      </Cell>
      <Cell isEnd>
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
      </Cell>
    </TableRow>
  )
}

function useInvitationDeeds(onLink: (link: Invited) => void) {
  const t = useTranslations('members')
  const failed = (reason: string) => t('failed', { reason })
  const resend = useAction('members.resendInvitation', {
    done: ({ link }) => (link === null ? t('done.resend') : undefined),
    failed,
    onSuccess: (invited) => invited.link !== null && onLink(invited),
  })
  const withdraw = useAction('members.withdrawInvitation', { done: t('done.withdraw'), failed })
  return { resend, withdraw }
}
