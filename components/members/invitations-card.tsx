'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'

import { useFailureText } from '@/components/layout/use-failure-text'
import { usePermission } from '@/components/layout/viewer'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import { toast } from '@/components/ui/overlay/toast'
import { Cell, HeaderCell, Table, TableBody, TableHead, TableRow } from '@/components/ui/table'
import { panelMutation } from '@/lib/client/queries'
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
  const failureText = useFailureText()
  const client = useQueryClient()
  const onError = (error: Error) => void toast.error(t('failed', { reason: failureText(error) }))
  const onSettled = () => client.invalidateQueries({ queryKey: ['panel', 'members'] })
  const resend = useMutation({
    ...panelMutation('members.resendInvitation'),
    onSuccess: (invited) => {
      if (invited.link === null) toast.success(t('done.resend'))
      else onLink(invited)
    },
    onError,
    onSettled,
  })
  const withdraw = useMutation({
    ...panelMutation('members.withdrawInvitation'),
    onSuccess: () => void toast.success(t('done.withdraw')),
    onError,
    onSettled,
  })
  return { resend, withdraw }
}
