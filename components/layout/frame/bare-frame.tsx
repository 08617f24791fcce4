'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'

import { Brand } from './brand'
import type { FrameActions } from './frame-data'

interface BareFrameProps extends Pick<FrameActions, 'signOut'> {
  readonly children: ReactNode
}

/** Wraps a page for users to whom the panel is not open yet: it offers only sign-out. */
export function BareFrame({ signOut, children }: BareFrameProps) {
  const t = useTranslations('layout')
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pb-10">
      <header className="flex flex-wrap items-center justify-between gap-3 py-4">
        <Brand />
        <Button onClick={() => void signOut()}>
          <Icon name="sign-out" />
          {t('user.signOut')}
        </Button>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
