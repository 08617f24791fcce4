'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'

import type { MenuGroup } from '@/components/ui/overlay/menu'
import { MenuButton } from '@/components/ui/overlay/menu-button'
import { locales, themes } from '@/lib/domain/format/locales'
import { routes } from '@/lib/domain/routes'

import { asRoute } from '../as-route'
import type { FrameActions, FrameData } from './frame-data'
import { useSwitchAccount } from './use-switch-account'

interface UserBlockProps extends FrameData {
  readonly actions: FrameActions
}

function useUserMenu({ accounts, locale, theme, actions }: UserBlockProps): readonly MenuGroup[] {
  const t = useTranslations('layout')
  const switchTo = useSwitchAccount()
  const router = useRouter()
  return [
    ...(accounts.length > 1
      ? [
          {
            id: 'accounts',
            title: t('user.accounts'),
            entries: accounts.map(({ id, name, role, is_current: isChosen }) => ({
              id,
              label: t('user.accountLine', { name, role: t(`roles.${role}`) }),
              isChosen,
              onAction: () => !isChosen && void switchTo(id),
            })),
          },
        ]
      : []),
    {
      id: 'language',
      title: t('user.language'),
      entries: locales.map((each) => ({
        id: each,
        label: t(`languages.${each}`),
        isChosen: each === locale,
        onAction: () => void actions.setLocale(each),
      })),
    },
    {
      id: 'theme',
      title: t('user.theme'),
      entries: themes.map((each) => ({
        id: each,
        label: t(`themes.${each}`),
        isChosen: each === theme,
        onAction: () => void actions.setTheme(each),
      })),
    },
    {
      id: 'session',
      entries: [
        {
          id: 'profile',
          label: t('pages.settingsProfile'),
          icon: 'user',
          onAction: () => router.push(asRoute(routes.settingsProfile)),
        },
        { id: 'sign-out', label: t('user.signOut'), icon: 'sign-out', onAction: () => void actions.signOut() },
      ],
    },
  ]
}

export function UserBlock(props: UserBlockProps) {
  const { account, user } = props
  const t = useTranslations('layout')
  return (
    <MenuButton
      label={t('user.menu')}
      groups={useUserMenu(props)}
      placement="top start"
      isPlain
      className="flex w-full min-w-0 items-center gap-2.5 rounded-md px-2.5 py-2 text-left hover:bg-hover"
    >
      <span className="sr-only">{t('user.menu')}: </span>
      <UserIdentity account={account} user={user} />
    </MenuButton>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@.]+/).filter((word) => word !== '')
  return words
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('')
}

export function UserIdentity({ account, user }: Pick<FrameData, 'account' | 'user'>) {
  const t = useTranslations('layout')
  const name = user.name ?? user.email
  return (
    <>
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink"
      >
        {initialsOf(name)}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-sm text-muted">
          {t('userLine', { role: t(`roles.${user.role}`), plan: account.plan })}
        </span>
      </span>
    </>
  )
}
