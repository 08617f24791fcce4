'use client'

import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { locales, themes } from '@/lib/domain/locales'

import type { FrameActions, FrameData } from './frame-data'
import { UserIdentity } from './user-identity'

interface UserSettingsProps extends FrameData {
  readonly actions: FrameActions
}

/** The user menu laid open, for the folded navigation: a menu would have to float above a modal dialog. */
export function UserSettings({ account, user, locale, theme, actions }: UserSettingsProps) {
  const t = useTranslations('layout')
  return (
    <div className="space-y-3 p-2">
      <div className="flex min-w-0 items-center gap-2.5">
        <UserIdentity account={account} user={user} />
      </div>
      <SegmentedControl
        label={t('user.language')}
        segments={locales.map((value) => ({ value, label: t(`languages.${value}`) }))}
        value={locale}
        onChange={(value) => void actions.setLocale(value)}
      />
      <SegmentedControl
        label={t('user.theme')}
        segments={themes.map((value) => ({ value, label: t(`themes.${value}`) }))}
        value={theme}
        onChange={(value) => void actions.setTheme(value)}
      />
      <Button onClick={() => void actions.signOut()}>
        <Icon name="sign-out" />
        {t('user.signOut')}
      </Button>
    </div>
  )
}
