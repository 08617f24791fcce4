'use client'

import { useTranslations } from 'use-intl'

import { Banner } from '@/components/layout/banner'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-style'
import { askForProof } from '@/lib/client/proof'
import type { SecondFactorState } from '@/lib/contract/panel/second-factor'
import { routes } from '@/lib/domain/routes'

/** What the account wants of the person, or what is good for them. */
export function RequirementBanner({ state }: { readonly state: SecondFactorState }) {
  const t = useTranslations('security')
  const hasFactor = state.app !== null || state.passkeys.length > 0
  if (state.required_at === null) {
    const isAlone = !hasFactor && state.password_set_at !== null
    return isAlone ? <Banner tone="info">{t('recommended')}</Banner> : null
  }
  if (state.is_shown) return <DoneBanner />
  if (!hasFactor) return <Banner tone="warn">{t('required')}</Banner>
  return (
    <Banner tone="warn" action={<Button onClick={() => void showFactor()}>{t('show')}</Button>}>
      {t('requiredShow')}
    </Banner>
  )
}

/** The frame of the page was made for who had shown none: a whole page makes it anew. */
async function showFactor(): Promise<void> {
  if (await askForProof()) window.location.assign(routes.overview)
}

function DoneBanner() {
  const t = useTranslations('security')
  return (
    <Banner
      tone="info"
      // Not a link within the page, for the same reason.
      action={
        <a href={routes.overview} className={buttonClass({})}>
          {t('toPanel')}
        </a>
      }
    >
      {t('requiredDone')}
    </Banner>
  )
}
