'use client'

import { useTranslations } from 'use-intl'

import { useSwitchAccount } from '@/components/layout/frame/use-switch-account'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card, CardHeader } from '@/components/ui/card'
import type { OwnAccount } from '@/lib/contract/panel/profile'

/** The accounts that the person may work in. */
export function AccountsCard({ accounts }: { readonly accounts: readonly OwnAccount[] }) {
  const t = useTranslations('profile.accounts')
  const layout = useTranslations('layout.roles')
  const switchTo = useSwitchAccount()
  return (
    <Card labelledBy="accounts-title">
      <CardHeader title={t('title')} titleId="accounts-title" />
      <ul className="divide-y">
        {accounts.map(({ id, name, role, is_current: isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
            <span className="min-w-0">
              <span className="font-medium">{name}</span> <span className="text-muted">{layout(role)}</span>
            </span>
            {isCurrent ? (
              <Badge tone="accent">{t('here')}</Badge>
            ) : (
              <Button size="sm" aria-label={t('switchNamed', { account: name })} onClick={() => void switchTo(id)}>
                {t('switch')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
