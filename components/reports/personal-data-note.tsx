'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'

import { personalNoteCookie } from './personal-note-cookie'

/** What a KRZ report carries and what it may be used for; once per browser session, so the cookie has no end of its own. */
export function PersonalDataNote({ wasSeen }: { readonly wasSeen: boolean }) {
  const t = useTranslations('reports.personal')
  const [isSeen, setIsSeen] = useState(wasSeen)
  if (isSeen) return null
  const accept = () => {
    document.cookie = `${personalNoteCookie}=1; path=/; samesite=lax`
    setIsSeen(true)
  }
  return (
    <Banner
      tone="info"
      className="mb-4"
      action={
        <Button size="sm" onClick={accept}>
          {t('accept')}
        </Button>
      }
    >
      {t('text')}
    </Banner>
  )
}
