'use client'

import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'

/** A 429 outside a query, which nobody may repeat unasked: the seconds still to wait, counted down from when it was shown. */
export function WaitText({ seconds = 0 }: { readonly seconds?: number | undefined }) {
  const t = useTranslations('common.failed')
  const [left, setLeft] = useState(Math.ceil(seconds))
  useEffect(() => {
    const until = Date.now() + seconds * 1000
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [seconds])
  return <p>{t('rateLimited', { seconds: left })}</p>
}
