'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { PageHeader } from '@/components/layout/page-header'
import { QueryView } from '@/components/layout/query-states'
import { usePermission } from '@/components/layout/viewer'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Icon } from '@/components/ui/icon'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { ResourceTableSkeleton } from '@/components/ui/resource-table'
import { panelQuery } from '@/lib/client/queries'
import type { InvitationResult } from '@/lib/features/members/contract'

import { memberColumns } from './columns'
import { InvitationsCard } from './invitations-card'
import { type MemberActionRequest, type PasswordLink, MemberDialog } from './member-dialog'
import { MembersTable } from './members-table'

const InviteDialog = lazyComponent(async () => (await import('./invite-dialog')).InviteDialog)
const PasswordLinkDialog = lazyComponent(async () => (await import('./password-link-dialog')).PasswordLinkDialog)
const LinksDialog = lazyComponent(async () => (await import('./links-dialog')).LinksDialog)

export function Members() {
  const t = useTranslations('members')
  const { reason } = usePermission('members.invite')
  const members = useQuery(panelQuery('members.list', {}))
  const [isInviting, setIsInviting] = useState(false)
  const [request, setRequest] = useState<MemberActionRequest>()
  const [passwordLink, setPasswordLink] = useState<PasswordLink>()
  const [invited, setInvited] = useState<readonly InvitationResult[]>()
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <Button variant="primary" disabledReason={reason} onClick={() => setIsInviting(true)}>
            <Icon name="plus" size={14} />
            {t('invite')}
          </Button>
        }
      />
      <div className="grid grid-cols-1 gap-4">
        <Card title={t('listTitle')}>
          <QueryView
            query={members}
            contentName={t('what')}
            skeleton={<ResourceTableSkeleton columns={memberColumns} rows={4} />}
          >
            {({ items }) => (
              <MembersTable members={items} onSelectAction={(action, member) => setRequest({ action, member })} />
            )}
          </QueryView>
        </Card>
        {members.data && members.data.invitations.length > 0 && (
          <InvitationsCard
            invitations={members.data.invitations}
            sendsMail={members.data.sends_mail}
            onLink={(link) => setInvited([link])}
          />
        )}
      </div>
      {isInviting && (
        <InviteDialog
          sendsMail={members.data?.sends_mail === true}
          onClose={() => setIsInviting(false)}
          onInvited={(items) => {
            setIsInviting(false)
            setInvited(items)
          }}
        />
      )}
      {invited && <LinksDialog items={invited} onClose={() => setInvited(undefined)} />}
      <MemberDialog request={request} onClose={() => setRequest(undefined)} onLink={setPasswordLink} />
      {passwordLink && <PasswordLinkDialog passwordLink={passwordLink} onClose={() => setPasswordLink(undefined)} />}
    </>
  )
}
