'use client'

import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'
import { SegmentedControl } from '@/components/ui/inputs/segmented-control'
import { locales, themes } from '@/lib/domain/format/locales'

import type { FrameActions, FrameData } from './frame-data'
import { UserIdentity } from './user-block'

export interface UserSettingsProps extends FrameData {
  readonly actions: FrameActions
}

/**
 * The user menu inside the mobile navigation, where a menu would have to float above a modal dialog. It opens in its
 * place, so that it takes no height from the pages.
 */
export function UserSettings({ account, user, locale, theme, actions }: UserSettingsProps) {
  const t = useTranslations('layout')
  return (
    <details className="group">
      <summary className="flex min-w-0 list-none items-center gap-2.5 rounded-md px-2.5 py-2 hover:bg-hover">
        <span className="sr-only">{t('user.menu')}: </span>
        <UserIdentity account={account} user={user} />
        <Icon name="chevron-down" className="ml-auto shrink-0 rotate-180 text-muted group-open:rotate-0" />
      </summary>
      <div className="space-y-3 p-2">
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
    </details>
  )
}
